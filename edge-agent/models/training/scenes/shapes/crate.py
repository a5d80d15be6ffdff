"""Crates: slatted, closed, plastic, caged."""
import numpy as np

from ..solid import turn_z


def _size(rng):
    return rng.uniform(.6, 1.2), rng.uniform(.45, 1.1), rng.uniform(.6, 1.1)


def _slats(s, w, h, d, material, count, fill, vertical=False, thick=.025):
    """Boards on all four sides, with gaps."""
    for i in range(count):
        t = (i + .5) / count
        if vertical:
            for z in (-1, 1):
                s.box((w / count * fill, h, thick), material.darker(1 - .1 * (i % 3)), ((t - .5) * w, 0, z * d / 2))
            for x in (-1, 1):
                s.box((thick, h, d / count * fill), material.darker(1 - .1 * (i % 3)), (x * w / 2, 0, (t - .5) * d))
        else:
            y = (t - .5 * fill / count) * h
            for z in (-1, 1):
                s.box((w, h / count * fill, thick), material.darker(1 - .1 * (i % 3)), (0, y, z * d / 2))
            for x in (-1, 1):
                s.box((thick, h / count * fill, d), material.darker(1 - .1 * (i % 3)), (x * w / 2, y, 0))


def _posts(s, w, h, d, material, thick=.06):
    for x in (-1, 1):
        for z in (-1, 1):
            s.box((thick, h, thick), material, (x * w / 2 * .98, 0, z * d / 2 * .98))


def _brace(s, w, h, d, material, thick=.07):
    length, angle = np.hypot(w, h), np.arctan2(h, w)
    for z in (-1, 1):
        s.box((length * .92, thick, .03), material, (-np.sin(angle) * thick / 2, h / 2 - thick / 2 * np.cos(angle), z * (d / 2 + .02)),
              turn_z(angle))


def slatted(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w * .93, h * .93, d * .93), skin.dark if rng.random() < .6 else skin.alt.darker(.5))
    _slats(s, w, h, d, skin.main, int(rng.integers(3, 7)), rng.uniform(.6, .85))
    _posts(s, w * 1.03, h, d * 1.03, skin.main.darker(.85))


def upright_slats(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w * .93, h * .93, d * .93), skin.dark)
    _slats(s, w, h, d, skin.main, int(rng.integers(4, 8)), rng.uniform(.6, .85), True)
    for y in (0, h - .08):
        s.box((w * 1.05, .08, d * 1.05), skin.main.darker(.85), (0, y, 0))


def framed(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w, h, d), skin.main)
    t = rng.uniform(.06, .1)
    for y in (0, h - t):
        s.box((w * 1.04, t, d * 1.04), skin.main.darker(.8), (0, y, 0))
    _posts(s, w * 1.01, h, d * 1.01, skin.main.darker(.8), t)
    if rng.random() < .6:
        _brace(s, w, h, d, skin.main.darker(.8), t)


def braced_on_skids(s, rng, skin):
    w, h, d = _size(rng)
    for x in (-.4, 0, .4):
        s.box((.1, .1, d * 1.02), skin.main.darker(.7), (x * w, 0, 0))
    part = type(s)()
    part.box((w, h, d), skin.main)
    for x in (-.5, 0, .5):
        part.box((.08, h, d * 1.04), skin.main.darker(.8), (x * w * .92, 0, 0))
    _brace(part, w, h, d, skin.main.darker(.85))
    s.merge(part, (0, .1, 0))


def plastic_tote(s, rng, skin):
    w, h, d = rng.uniform(.5, .9), rng.uniform(.3, .55), rng.uniform(.4, .7)
    s.box((w * .88, h, d * .88), skin.main, taper=1.1)
    for y in (h * .93, h * .7):
        s.box((w * 1.02, h * .07, d * 1.02), skin.main.darker(.85), (0, y, 0))
    for x in np.linspace(-.4, .4, rng.integers(3, 7)):
        s.box((.02, h * .7, d * .95), skin.main.darker(.75), (x * w, 0, 0))
    s.box((w * .9, .006, d * .9), skin.dark, (0, h, 0))
    s.box((w * .2, h * .1, d * 1.04), skin.dark, (0, h * .78, 0))


def bottle_crates(s, rng, skin):
    w, h, d = rng.uniform(.45, .7), rng.uniform(.26, .36), rng.uniform(.4, .6)
    for level in range(rng.integers(2, 5)):
        y = level * h
        s.box((w * .94, h * .9, d * .94), skin.dark, (0, y, 0))
        _posts(s, w, h * .97, d, skin.main, .07)
        for part in (0, .35, .8):
            s.box((w, h * .16, d), skin.main.darker(1 - .12 * (level % 2)), (0, y + part * h, 0))
        for x in (-1, 1):
            for z in (-1, 1):
                s.box((.07, h * .97, .07), skin.main, (x * w * .48, y, z * d * .48))


def open_top(s, rng, skin):
    w, h, d = _size(rng)
    h *= .75
    _slats(s, w, h, d, skin.main, int(rng.integers(2, 5)), rng.uniform(.7, .9))
    _posts(s, w * .97, h * 1.08, d * .97, skin.main.darker(.85), .07)
    s.box((w * .95, h * rng.uniform(.1, .7), d * .95), skin.alt)


def lidded(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w, h, d), skin.main)
    _slats(s, w * 1.02, h, d * 1.02, skin.main.darker(.9), 3, .3)
    s.box((w * 1.1, .05, d * 1.1), skin.main.darker(1.1), (0, h, 0))
    for x in (-.35, .35):
        s.box((.09, .04, d * 1.1), skin.main.darker(.8), (x * w, h + .05, 0))


def mesh_cage(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w * .8, h * rng.uniform(.3, .75), d * .8), skin.alt, (0, .1, 0))
    _slats(s, w, h, d, skin.metal, int(rng.integers(7, 11)), .14)
    _slats(s, w, h, d, skin.metal, int(rng.integers(7, 11)), .14, True)
    _posts(s, w, h, d, skin.main, .06)
    s.box((w, .08, d), skin.main, (0, .04, 0))


def cross_braced(s, rng, skin):
    w, h, d = _size(rng)
    s.box((w * .95, h * .97, d * .95), skin.alt.darker(.7) if rng.random() < .5 else skin.dark)
    for y in (0, h - .09):
        s.box((w * 1.03, .09, d * 1.03), skin.main, (0, y, 0))
    _posts(s, w, h, d, skin.main, .09)
    length, angle = np.hypot(w, h) * .92, np.arctan2(h, w)
    for sign in (-1, 1):
        for z in (-1, 1):
            s.box((length, .08, .03), skin.main, (0, h / 2 - .04, z * d / 2), turn_z(sign * angle))


FAMILIES = (slatted, upright_slats, framed, braced_on_skids, plastic_tote, bottle_crates, open_top, lidded, mesh_cage,
            cross_braced)
