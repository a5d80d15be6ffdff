"""Pallets: wooden, plastic, metal; one or a pile; lying or leaning."""
import numpy as np

from ..solid import LYING_X, turn_x, turn_y


def _deck(s, w, d, y, boards, fill, material, thick=.025):
    pitch = w / boards
    for i in range(boards):
        s.box((pitch * fill, thick, d), material.darker(1 - .12 * (i % 3)), ((i - (boards - 1) / 2) * pitch, y, 0))


def _size(rng):
    return rng.uniform(.8, 1.3), rng.uniform(.7, 1.2)


def _euro(s, rng, skin, y=0.0, size=None, h=None):
    w, d = size or _size(rng)
    h = h or rng.uniform(.13, .2)
    for z in (-.45, 0, .45):
        s.box((w, .022, .1), skin.main.darker(.8), (0, y, z * d))
        for x in (-.44, 0, .44):
            s.box((.14, h - .07, .11), skin.main.darker(.9), (x * w, y + .022, z * d))
        s.box((w, .022, .1), skin.main.darker(.85), (0, y + h - .05, z * d))
    _deck(s, w, d, y + h - .025, int(rng.integers(5, 8)), rng.uniform(.6, .85), skin.main)
    return h


def euro(s, rng, skin):
    _euro(s, rng, skin)


def stringer(s, rng, skin):
    w, d = _size(rng)
    h = rng.uniform(.13, .22)
    for x in (-.48, 0, .48):
        s.box((.05, h - .04, d), skin.main.darker(.8), (x * w, .02, 0))
    boards = int(rng.integers(5, 9))
    for y in (0, h - .022):
        n = boards if y else 3
        for i in range(n):
            s.box((w, .022, d / n * (.7 if y else .35)), skin.main, (0, y, ((i + .5) / n - .5) * d))


def pile(s, rng, skin):
    size, y, h = _size(rng), 0.0, rng.uniform(.13, .17)
    for _ in range(rng.integers(3, 8)):
        part = type(s)()
        _euro(part, rng, skin, 0, size, h)
        s.merge(part, (rng.uniform(-.03, .03), y, 0), turn_y(rng.uniform(-.06, .06)))
        y += h + .003


def plastic(s, rng, skin):
    w, d = _size(rng)
    h = rng.uniform(.13, .18)
    for x in (-.42, 0, .42):
        for z in (-.42, 0, .42):
            s.cylinder(.08, h - .03, skin.main.darker(.8), (x * w, 0, z * d), sides=10)
    s.box((w, .03, d), skin.main, (0, h - .03, 0))
    nx, nz = rng.integers(4, 8), rng.integers(3, 7)
    for i in range(nx):
        for j in range(nz):
            s.box((w / nx * .55, .003, d / nz * .55), skin.dark, (((i + .5) / nx - .5) * w, h, ((j + .5) / nz - .5) * d))


def solid_top(s, rng, skin):
    w, d = _size(rng)
    h = rng.uniform(.14, .24)
    for x in (-.4, 0, .4):
        s.box((w * .13, h - .04, d), skin.main.darker(.75), (x * w, 0, 0))
    s.box((w, .04, d), skin.main, (0, h - .04, 0))
    if rng.random() < .5:
        for z in (-.5, .5):
            s.box((w, .03, .03), skin.main.darker(.9), (0, h, z * d * .94))


def leaning(s, rng, skin):
    part = type(s)()
    _euro(part, rng, skin)
    s.merge(part, (0, .5, 0), turn_x(np.pi / 2 + rng.uniform(-.3, .05)))


def pile_of_plastic(s, rng, skin):
    w, d = _size(rng)
    y, h = 0.0, rng.uniform(.1, .15)
    for _ in range(rng.integers(3, 9)):
        for x in (-.42, 0, .42):
            s.box((w * .16, h - .045, d), skin.dark if rng.random() < .3 else skin.main.darker(.6), (x * w, y, 0))
        s.box((w, .045, d), skin.main, (rng.uniform(-.02, .02), y + h - .045, 0))
        y += h


def on_edge(s, rng, skin):
    part = type(s)()
    _euro(part, rng, skin)
    for i in range(rng.integers(1, 4)):
        s.merge(part, (i * .2, .6, 0), LYING_X)


def half_with_skids(s, rng, skin):
    w, d, h = rng.uniform(.6, 1), rng.uniform(.6, .9), rng.uniform(.15, .22)
    for x in (-.35, .35):
        s.cylinder(.05, d * 1.1, skin.main.darker(.7), (x * w, .05, -d * .55), turn_x(np.pi / 2), 8)
    _deck(s, w, d, .11, int(rng.integers(3, 6)), rng.uniform(.7, .9), skin.main, .03)
    for x in (-.5, .5):
        s.box((.06, h, d), skin.main.darker(.85), (x * w, .05, 0))


def metal_rack(s, rng, skin):
    w, d = _size(rng)
    h = rng.uniform(.14, .22)
    for x in (-.48, .48):
        for z in (-.46, .46):
            s.box((.1, h, .1), skin.main, (x * w, 0, z * d))
    for z in np.linspace(-.46, .46, rng.integers(4, 7)):
        s.box((w, .05, .07), skin.main, (0, h - .05, z * d))
    for x in (-.48, 0, .48):
        s.box((.07, .06, d), skin.main.darker(.85), (x * w, h - .1, 0))


FAMILIES = (euro, stringer, pile, plastic, solid_top, leaning, pile_of_plastic, half_with_skids, on_edge, metal_rack)
