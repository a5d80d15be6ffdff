"""Cartons: single, stacked, open, taped, wrapped."""
import numpy as np

from ..solid import turn_x, turn_y, turn_z


def _tape(s, size, at, skin, rng):
    width = rng.uniform(.04, .09)
    s.box((width, .004, size[2] * 1.003), skin.alt, (at[0], at[1] + size[1], at[2]))
    drop = size[1] * rng.uniform(.15, .4)
    s.box((width, drop, size[2] * 1.006), skin.alt, (at[0], at[1] + size[1] - drop, at[2]))


def _label(s, size, at, skin, rng):
    w, h = size[0] * rng.uniform(.2, .5), size[1] * rng.uniform(.2, .5)
    x = at[0] + rng.uniform(-.5, .5) * (size[0] - w) * .9
    y = at[1] + rng.uniform(.05, .95) * (size[1] - h)
    s.box((w, h, size[2] * 1.008), skin.paper, (x, y, at[2]))


def _one(s, size, at, skin, rng, turn=None):
    part = type(s)()
    part.box(size, skin.main)
    if rng.random() < .6:
        _tape(part, size, (0, 0, 0), skin, rng)
    if rng.random() < .5:
        _label(part, size, (0, 0, 0), skin, rng)
    for positions, normals, uv, material in part.parts:
        s.parts.append((positions @ (turn if turn is not None else np.eye(3)).T + np.asarray(at),
                        normals if turn is None else normals @ turn.T, uv, material))


def _size(rng, low=.4, high=1.0):
    return rng.uniform(low, high), rng.uniform(low * .7, high), rng.uniform(low, high)


def single(s, rng, skin):
    _one(s, _size(rng), (0, 0, 0), skin, rng)


def flat_and_wide(s, rng, skin):
    _one(s, (rng.uniform(.7, 1.3), rng.uniform(.18, .4), rng.uniform(.5, 1)), (0, 0, 0), skin, rng)


def tall(s, rng, skin):
    _one(s, (rng.uniform(.35, .65), rng.uniform(.9, 1.6), rng.uniform(.35, .6)), (0, 0, 0), skin, rng)


def column(s, rng, skin):
    size = _size(rng, .4, .8)
    y = 0
    for _ in range(rng.integers(2, 4)):
        height = size[1] * rng.uniform(.6, .9)
        _one(s, (size[0], height, size[2]), (rng.uniform(-.04, .04), y, 0), skin, rng, turn_y(rng.uniform(-.12, .12)))
        y += height


def wall(s, rng, skin):
    w, h, d = rng.uniform(.3, .5), rng.uniform(.25, .42), rng.uniform(.35, .6)
    columns, rows = rng.integers(2, 4), rng.integers(2, 4)
    for i in range(columns):
        for j in range(rows - (rng.random() < .3)):
            _one(s, (w * .97, h * .97, d), ((i - (columns - 1) / 2) * w, j * h, rng.uniform(-.02, .02)), skin, rng)


def pyramid(s, rng, skin):
    w, h, d = rng.uniform(.38, .6), rng.uniform(.3, .5), rng.uniform(.4, .7)
    for i in (-.5, .5):
        _one(s, (w, h, d), (i * w * 1.03, 0, 0), skin, rng)
    _one(s, (w, h * rng.uniform(.6, 1), d * .9), (rng.uniform(-.2, .2), h, 0), skin, rng, turn_y(rng.uniform(-.3, .3)))


def open_flaps(s, rng, skin):
    w, h, d = _size(rng, .45, .9)
    t = .012
    for x in (-1, 1):
        s.box((t, h, d), skin.main, (x * w / 2, 0, 0))
        s.box((t, w * .45, d * .98), skin.main.darker(1.15), (x * w / 2, h, 0), turn_z(-x * rng.uniform(.5, 2.0)))
    for z in (-1, 1):
        s.box((w, h, t), skin.main, (0, 0, z * d / 2))
        s.box((w * .98, d * .45, t), skin.main.darker(1.1), (0, h, z * d / 2), turn_x(z * rng.uniform(.5, 2.0)))
    s.box((w * .95, h * rng.uniform(.2, .7), d * .95), skin.dark, (0, 0, 0))


def with_hand_holes(s, rng, skin):
    w, h, d = _size(rng, .45, .9)
    s.box((w, h, d), skin.main)
    s.box((w * 1.02, h * rng.uniform(.12, .3), d * 1.02), skin.main.darker(.85), (0, h * .8, 0))
    for scale in ((.2, 1.025, 1), (1, 1.025, .2)):
        s.box((w * (scale[0] if scale[0] < 1 else 1.025), h * .09, d * (1.025 if scale[2] == 1 else scale[2])), skin.dark,
              (0, h * rng.uniform(.55, .68), 0))


def strapped(s, rng, skin):
    w, h, d = _size(rng, .5, 1.1)
    _one(s, (w, h, d), (0, 0, 0), skin, rng)
    for x in (-.28, .28):
        s.box((.02, h * 1.006, d * 1.006), skin.dark, (x * w, 0, 0))
    if rng.random() < .5:
        s.box((w * 1.006, .02, d * 1.006), skin.dark, (0, h * .5, 0))


def leaning(s, rng, skin):
    size = _size(rng, .4, .7)
    _one(s, size, (0, 0, 0), skin, rng)
    lean = rng.uniform(.2, .5)
    other = (size[0] * .6, size[1] * rng.uniform(.9, 1.3), size[2] * .7)
    _one(s, other, (size[0] * .5 + other[0] * .75, 0.03, 0), skin, rng, turn_z(lean))


# The last two of every class are held out of training: they measure shapes that the model has not seen.
FAMILIES = (single, flat_and_wide, tall, column, pyramid, open_flaps, with_hand_holes, wall, strapped, leaning)
