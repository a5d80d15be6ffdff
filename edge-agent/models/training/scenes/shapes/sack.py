"""Sacks: lying, stacked, standing, big bags."""
import numpy as np

from ..solid import turn_x, turn_y, turn_z


def _lying(s, rng, skin, at=(0, 0, 0), size=None, turn=None, material=None):
    w, h, d = size or (rng.uniform(.6, 1), rng.uniform(.18, .32), rng.uniform(.4, .65))
    material = material or skin.main
    part = type(s)()
    part.blob((w, h, d), material, rng, roundness=rng.uniform(.45, .75), wobble=.05)
    if rng.random() < .5:
        for x in (-1, 1):
            part.box((w * .09, .015, d * .8), material.darker(.85), (x * w * .49, h * .38, 0))
    s.merge(part, at, turn)


def one(s, rng, skin):
    _lying(s, rng, skin)


def stack(s, rng, skin):
    y, size = 0.0, (rng.uniform(.6, 1), rng.uniform(.2, .3), rng.uniform(.45, .65))
    for i in range(rng.integers(2, 6)):
        _lying(s, rng, skin, (rng.uniform(-.06, .06), y, 0), size, turn_y(rng.uniform(-.2, .2)),
               skin.main.darker(1 - .1 * (i % 2)))
        y += size[1] * .78


def heap(s, rng, skin):
    size = (rng.uniform(.55, .8), rng.uniform(.22, .3), rng.uniform(.4, .55))
    spots = [(-.55, 0), (.5, 0), (0, .9), (.2, 1.7)] if rng.random() < .5 else [(-.7, 0), (0, 0), (.7, 0), (-.3, .9), (.35, .9)]
    for x, level in spots:
        _lying(s, rng, skin, (x * size[0], level * size[1] * .85, rng.uniform(-.1, .1)), size,
               turn_y(rng.uniform(-.5, .5)) @ turn_z(rng.uniform(-.15, .15)), skin.main.darker(rng.uniform(.8, 1.1)))


def standing_tied(s, rng, skin):
    w, h = rng.uniform(.4, .6), rng.uniform(.6, .95)
    s.blob((w, h, w * rng.uniform(.7, 1)), skin.main, rng, roundness=.7, wobble=.06)
    neck = h * .9
    s.lathe([(w * .26, neck - h * .12), (w * .07, neck), (w * .08, neck + .03), (w * .2, neck + h * .17)], skin.main, sides=12)
    s.lathe([(w * .1, neck - .02), (w * .1, neck + .04)], skin.alt, sides=10)


def _big_bag_body(s, rng, skin, w, h):
    part = type(s)()
    part.blob((w, h, w), skin.main, rng, roundness=rng.uniform(.3, .45), wobble=.025, rows=10, columns=20)
    s.merge(part)


def big_bag(s, rng, skin):
    w, h = rng.uniform(.85, 1.15), rng.uniform(.8, 1.3)
    _big_bag_body(s, rng, skin, w, h)
    for x in (-.38, .38):
        for z in (-.38, .38):
            top = h * rng.uniform(1.02, 1.2)
            s.tube([(x * w, h * .78, z * w), (x * w * .9, top, z * w * .7), (x * w * .8, h * .85, z * w * .4)], .022, skin.alt, 6)
    if rng.random() < .6:
        s.box((w * .45, h * .3, w * .97), skin.paper, (0, h * .25, 0))


def big_bag_with_spout(s, rng, skin):
    w, h = rng.uniform(.8, 1.1), rng.uniform(.8, 1.2)
    _big_bag_body(s, rng, skin, w, h)
    s.lathe([(w * .3, h * .85), (w * .14, h * .98), (w * .13, h * 1.05), (w * .2, h * 1.2)], skin.main.darker(.9), sides=12)
    for z in (-.42, .42):
        s.tube([(-.42 * w, h * .7, z * w), (-.2 * w, h * 1.1, z * w * .8), (.2 * w, h * 1.1, z * w * .8), (.42 * w, h * .7, z * w)],
               .025, skin.alt, 6)


def slumped(s, rng, skin):
    w, h = rng.uniform(.5, .8), rng.uniform(.5, .75)
    s.blob((w, h * .7, w * .9), skin.main, rng, roundness=.85, wobble=.1)
    s.blob((w * .7, h * .55, w * .6), skin.main.darker(.92), rng, (rng.uniform(-.1, .1), h * .42, 0), turn_z(rng.uniform(-.4, .4)), .8, .1)


def bale(s, rng, skin):
    w, h, d = rng.uniform(.7, 1.1), rng.uniform(.5, .8), rng.uniform(.5, .8)
    s.blob((w, h, d), skin.main, rng, roundness=.3, wobble=.04)
    for x in (-.27, 0, .27):
        s.blob((.05, h * 1.03, d * 1.04), skin.dark, rng, (x * w, 0, 0), None, .3, 0)


def leaning_row(s, rng, skin):
    w, h, d = rng.uniform(.4, .55), rng.uniform(.6, .85), rng.uniform(.22, .32)
    for i in range(rng.integers(2, 4)):
        part = type(s)()
        part.blob((w, h, d), skin.main.darker(1 - .08 * i), rng, roundness=.5, wobble=.05)
        s.merge(part, (rng.uniform(-.05, .05), 0, i * d * .9), turn_x(-rng.uniform(.05, .3)))


def crossed_layers(s, rng, skin):
    w, h = rng.uniform(.45, .6), rng.uniform(.16, .24)
    for level in range(rng.integers(2, 5)):
        for side in (-.5, .5):
            shift = (side * w, level * h * .8, 0)
            turn = turn_y(np.pi / 2) if level % 2 else None
            _lying(s, rng, skin, (turn @ shift if level % 2 else shift), (w, h, w * 2), turn, skin.main.darker(rng.uniform(.85, 1.1)))


FAMILIES = (one, stack, heap, standing_tied, big_bag, big_bag_with_spout, slumped, bale, leaning_row, crossed_layers)
