"""Drums: steel, plastic, fibre; standing, lying, grouped."""
import numpy as np

from ..solid import LYING_X, LYING_Z, turn_y


def _size(rng):
    radius = rng.uniform(.24, .38)
    return radius, radius * rng.uniform(2.4, 3.4)


def _steel_profile(r, h, ribs=2):
    rows = [(r * .96, 0), (r * 1.02, .012), (r * 1.02, .03), (r * .98, .04)]
    for k in range(1, ribs + 1):
        y = h * k / (ribs + 1)
        rows += [(r * .98, y - .03), (r * 1.035, y - .01), (r * 1.035, y + .01), (r * .98, y + .03)]
    return rows + [(r * .98, h - .04), (r * 1.02, h - .03), (r * 1.02, h - .008), (r * .97, h), (r * .95, h - .02), (0, h - .02)]


def _steel(s, rng, skin, at=(0, 0, 0), turn=None, size=None, band=False):
    r, h = size or _size(rng)
    part = type(s)()
    part.lathe(_steel_profile(r, h), skin.main, sides=22)
    part.lathe([(0, .01), (r * .96, .01)], skin.main.darker(.8))
    part.cylinder(.035, .02, skin.metal, (r * .6, h - .02, 0), sides=8)
    part.cylinder(.02, .02, skin.metal, (-r * .6, h - .02, 0), sides=8)
    if band:
        part.lathe([(r * 1.005, h * .38), (r * 1.005, h * .62)], skin.alt, sides=22)
    s.merge(part, at, turn)


def steel(s, rng, skin):
    _steel(s, rng, skin, band=rng.random() < .4)


def lying(s, rng, skin):
    r, h = _size(rng)
    _steel(s, rng, skin, (-h / 2 if rng.random() < .5 else 0, r, 0) if rng.random() < .5 else (0, r, -h / 2),
           LYING_X if rng.random() < .5 else LYING_Z, (r, h))


def plastic_with_lid(s, rng, skin):
    r, h = _size(rng)
    s.lathe([(r * .85, 0), (r * .95, h * .08), (r, h * .3), (r, h * .75), (r * .9, h * .88), (r * .9, h * .92)], skin.main)
    s.lathe([(r * .97, h * .9), (r * .98, h), (r * .8, h * 1.01), (r * .78, h * .985), (0, h * .985)], skin.alt)
    s.lathe([(r * .99, h * .89), (r * 1.0, h * .93)], skin.metal)


def plastic_with_bungs(s, rng, skin):
    r, h = _size(rng)
    s.lathe([(r * .9, 0), (r, h * .06), (r, h * .86), (r * 1.05, h * .88), (r * 1.05, h * .92), (r * .9, h * .95),
             (r * .8, h), (0, h)], skin.main)
    for y in (.33, .66):
        s.lathe([(r * 1.0, h * y - .03), (r * .95, h * y), (r * 1.0, h * y + .03)], skin.main.darker(.8))
    for x in (-.45, .45):
        s.cylinder(.05, .05, skin.alt, (x * r, h, 0), sides=10)


def fibre(s, rng, skin):
    r, h = _size(rng)
    h *= rng.uniform(.7, 1.05)
    s.lathe([(r, 0), (r, h)], skin.main)
    for y in (0, h * .9):
        s.lathe([(r * 1.02, y), (r * 1.02, y + h * .1)], skin.metal)
    s.lathe([(r * 1.02, h), (r * .9, h), (r * .88, h - .02), (0, h - .02)], skin.alt)


def pair(s, rng, skin):
    size = _size(rng)
    for x in (-1, 1):
        _steel(s, rng, skin, (x * size[0] * 1.05, 0, rng.uniform(-.1, .1)), size=size)


def four_block(s, rng, skin):
    size = _size(rng)
    size = (size[0] * .85, size[1] * .85)
    for x in (-1, 1):
        for z in (-1, 1):
            _steel(s, rng, skin, (x * size[0] * 1.05, 0, z * size[0] * 1.05), size=size, band=x * z > 0)


def keg(s, rng, skin):
    r, h = _size(rng)
    h = r * rng.uniform(1.9, 2.6)
    y = np.linspace(.1, .9, 7)
    s.lathe([(r * .8, 0), (r * .8, h * .08)] + [(r * (.86 + .18 * np.sin(np.pi * (v - .1) / .8)), h * v) for v in y]
            + [(r * .8, h * .92), (r * .8, h), (r * .74, h), (r * .74, h * .93), (0, h * .93)], skin.main)
    for v in (.25, .75):
        s.lathe([(r * 1.02, h * v - .025), (r * 1.02, h * v + .025)], skin.metal)


def open_bin(s, rng, skin):
    r, h = _size(rng)
    s.lathe([(r * .96, 0)] + [(r * (1 + (.03 if k % 2 else 0)), h * k / 9) for k in range(1, 9)] + [(r * 1.04, h * .95),
            (r * 1.04, h), (r * .95, h), (r * .95, h * .6)], skin.main)
    s.lathe([(r * .95, h * .75), (0, h * .75)], skin.dark)
    for x in (-1, 1):
        s.box((.04, .1, .14), skin.metal, (x * r * 1.05, h * .7, 0), turn_y(0))


def lying_pile(s, rng, skin):
    r, h = _size(rng)
    r, h = r * .85, h * .85
    for x, y in ((-1.02, 1), (1.02, 1), (0, 2.75)):
        _steel(s, rng, skin, (x * r, y * r, -h / 2), LYING_Z, (r, h))


FAMILIES = (steel, lying, plastic_with_lid, plastic_with_bungs, fibre, pair, keg, open_bin, four_block, lying_pile)
