"""Cartons: single, stacked, open, taped, wrapped."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import Solid, turn_x, turn_y, turn_z


def tape(s: Solid, size: Vector, at: Vector, skin: Skin, rng: Rng) -> None:
    width = rng.uniform(0.04, 0.09)
    s.box((width, 0.004, size[2] * 1.003), skin.alt, (at[0], at[1] + size[1], at[2]))
    drop = size[1] * rng.uniform(0.15, 0.4)
    s.box((width, drop, size[2] * 1.006), skin.alt, (at[0], at[1] + size[1] - drop, at[2]))


def label(s: Solid, size: Vector, at: Vector, skin: Skin, rng: Rng) -> None:
    w, h = size[0] * rng.uniform(0.2, 0.5), size[1] * rng.uniform(0.2, 0.5)
    x = at[0] + rng.uniform(-0.5, 0.5) * (size[0] - w) * 0.9
    y = at[1] + rng.uniform(0.05, 0.95) * (size[1] - h)
    s.box((w, h, size[2] * 1.008), skin.paper, (x, y, at[2]))


def one_box(s: Solid, size: Vector, at: Vector, skin: Skin, rng: Rng, turn: Array | None = None) -> None:
    part = type(s)()
    part.box(size, skin.main)
    if rng.random() < 0.6:
        tape(part, size, (0, 0, 0), skin, rng)
    if rng.random() < 0.5:
        label(part, size, (0, 0, 0), skin, rng)
    for positions, normals, uv, material in part.parts:
        s.parts.append(
            (
                positions @ (turn if turn is not None else np.eye(3)).T + np.asarray(at),
                normals if turn is None else normals @ turn.T,
                uv,
                material,
            )
        )


def _size(rng: Rng, low: float = 0.4, high: float = 1.0) -> tuple[float, ...]:
    return rng.uniform(low, high), rng.uniform(low * 0.7, high), rng.uniform(low, high)


def single(s: Solid, rng: Rng, skin: Skin) -> None:
    one_box(s, _size(rng), (0, 0, 0), skin, rng)


def flat_and_wide(s: Solid, rng: Rng, skin: Skin) -> None:
    one_box(s, (rng.uniform(0.7, 1.3), rng.uniform(0.18, 0.4), rng.uniform(0.5, 1)), (0, 0, 0), skin, rng)


def tall(s: Solid, rng: Rng, skin: Skin) -> None:
    one_box(s, (rng.uniform(0.35, 0.65), rng.uniform(0.9, 1.6), rng.uniform(0.35, 0.6)), (0, 0, 0), skin, rng)


def column(s: Solid, rng: Rng, skin: Skin) -> None:
    size = _size(rng, 0.4, 0.8)
    y = 0
    for _ in range(rng.integers(2, 4)):
        height = size[1] * rng.uniform(0.6, 0.9)
        one_box(
            s, (size[0], height, size[2]), (rng.uniform(-0.04, 0.04), y, 0), skin, rng, turn_y(rng.uniform(-0.12, 0.12))
        )
        y += height


def wall(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.3, 0.5), rng.uniform(0.25, 0.42), rng.uniform(0.35, 0.6)
    columns, rows = rng.integers(2, 4), rng.integers(2, 4)
    for i in range(columns):
        for j in range(rows - (rng.random() < 0.3)):
            one_box(
                s, (w * 0.97, h * 0.97, d), ((i - (columns - 1) / 2) * w, j * h, rng.uniform(-0.02, 0.02)), skin, rng
            )


def pyramid(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.38, 0.6), rng.uniform(0.3, 0.5), rng.uniform(0.4, 0.7)
    for i in (-0.5, 0.5):
        one_box(s, (w, h, d), (i * w * 1.03, 0, 0), skin, rng)
    one_box(
        s,
        (w, h * rng.uniform(0.6, 1), d * 0.9),
        (rng.uniform(-0.2, 0.2), h, 0),
        skin,
        rng,
        turn_y(rng.uniform(-0.3, 0.3)),
    )


def open_flaps(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng, 0.45, 0.9)
    t = 0.012
    for x in (-1, 1):
        s.box((t, h, d), skin.main, (x * w / 2, 0, 0))
        s.box((t, w * 0.45, d * 0.98), skin.main.darker(1.15), (x * w / 2, h, 0), turn_z(-x * rng.uniform(0.5, 2.0)))
    for z in (-1, 1):
        s.box((w, h, t), skin.main, (0, 0, z * d / 2))
        s.box((w * 0.98, d * 0.45, t), skin.main.darker(1.1), (0, h, z * d / 2), turn_x(z * rng.uniform(0.5, 2.0)))
    s.box((w * 0.95, h * rng.uniform(0.2, 0.7), d * 0.95), skin.dark, (0, 0, 0))


def with_hand_holes(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng, 0.45, 0.9)
    s.box((w, h, d), skin.main)
    s.box((w * 1.02, h * rng.uniform(0.12, 0.3), d * 1.02), skin.main.darker(0.85), (0, h * 0.8, 0))
    for scale in ((0.2, 1.025, 1), (1, 1.025, 0.2)):
        s.box(
            (w * (scale[0] if scale[0] < 1 else 1.025), h * 0.09, d * (1.025 if scale[2] == 1 else scale[2])),
            skin.dark,
            (0, h * rng.uniform(0.55, 0.68), 0),
        )


def strapped(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng, 0.5, 1.1)
    one_box(s, (w, h, d), (0, 0, 0), skin, rng)
    for x in (-0.28, 0.28):
        s.box((0.02, h * 1.006, d * 1.006), skin.dark, (x * w, 0, 0))
    if rng.random() < 0.5:
        s.box((w * 1.006, 0.02, d * 1.006), skin.dark, (0, h * 0.5, 0))


def leaning(s: Solid, rng: Rng, skin: Skin) -> None:
    size = _size(rng, 0.4, 0.7)
    one_box(s, size, (0, 0, 0), skin, rng)
    lean = rng.uniform(0.2, 0.5)
    other = (size[0] * 0.6, size[1] * rng.uniform(0.9, 1.3), size[2] * 0.7)
    one_box(s, other, (size[0] * 0.5 + other[0] * 0.75, 0.03, 0), skin, rng, turn_z(lean))


# The last two of every class are held out of training: they measure shapes that the model has not seen.
FAMILIES = (single, flat_and_wide, tall, column, pyramid, open_flaps, with_hand_holes, wall, strapped, leaning)
