"""Sacks: lying, stacked, standing, big bags."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import Material, Solid, turn_x, turn_y, turn_z


def _lying(
    s: Solid,
    rng: Rng,
    skin: Skin,
    at: Vector = (0, 0, 0),
    size: Vector | None = None,
    turn: Array | None = None,
    material: Material | None = None,
) -> None:
    w, h, d = size or (rng.uniform(0.6, 1), rng.uniform(0.18, 0.32), rng.uniform(0.4, 0.65))
    material = material or skin.main
    part = type(s)()
    part.blob((w, h, d), material, rng, roundness=rng.uniform(0.45, 0.75), wobble=0.05)
    if rng.random() < 0.5:
        for x in (-1, 1):
            part.box((w * 0.09, 0.015, d * 0.8), material.darker(0.85), (x * w * 0.49, h * 0.38, 0))
    s.merge(part, at, turn)


def one(s: Solid, rng: Rng, skin: Skin) -> None:
    _lying(s, rng, skin)


def stack(s: Solid, rng: Rng, skin: Skin) -> None:
    y, size = 0.0, (rng.uniform(0.6, 1), rng.uniform(0.2, 0.3), rng.uniform(0.45, 0.65))
    for i in range(rng.integers(2, 6)):
        _lying(
            s,
            rng,
            skin,
            (rng.uniform(-0.06, 0.06), y, 0),
            size,
            turn_y(rng.uniform(-0.2, 0.2)),
            skin.main.darker(1 - 0.1 * (i % 2)),
        )
        y += size[1] * 0.78


def heap(s: Solid, rng: Rng, skin: Skin) -> None:
    size = (rng.uniform(0.55, 0.8), rng.uniform(0.22, 0.3), rng.uniform(0.4, 0.55))
    spots = (
        [(-0.55, 0), (0.5, 0), (0, 0.9), (0.2, 1.7)]
        if rng.random() < 0.5
        else [(-0.7, 0), (0, 0), (0.7, 0), (-0.3, 0.9), (0.35, 0.9)]
    )
    for x, level in spots:
        _lying(
            s,
            rng,
            skin,
            (x * size[0], level * size[1] * 0.85, rng.uniform(-0.1, 0.1)),
            size,
            turn_y(rng.uniform(-0.5, 0.5)) @ turn_z(rng.uniform(-0.15, 0.15)),
            skin.main.darker(rng.uniform(0.8, 1.1)),
        )


def standing_tied(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h = rng.uniform(0.4, 0.6), rng.uniform(0.6, 0.95)
    s.blob((w, h, w * rng.uniform(0.7, 1)), skin.main, rng, roundness=0.7, wobble=0.06)
    neck = h * 0.9
    s.lathe(
        [(w * 0.26, neck - h * 0.12), (w * 0.07, neck), (w * 0.08, neck + 0.03), (w * 0.2, neck + h * 0.17)],
        skin.main,
        sides=12,
    )
    s.lathe([(w * 0.1, neck - 0.02), (w * 0.1, neck + 0.04)], skin.alt, sides=10)


def _big_bag_body(s: Solid, rng: Rng, skin: Skin, w: float, h: float) -> None:
    part = type(s)()
    part.blob((w, h, w), skin.main, rng, roundness=rng.uniform(0.3, 0.45), wobble=0.025, rows=10, columns=20)
    s.merge(part)


def big_bag(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h = rng.uniform(0.85, 1.15), rng.uniform(0.8, 1.3)
    _big_bag_body(s, rng, skin, w, h)
    for x in (-0.38, 0.38):
        for z in (-0.38, 0.38):
            top = h * rng.uniform(1.02, 1.2)
            s.tube(
                [(x * w, h * 0.78, z * w), (x * w * 0.9, top, z * w * 0.7), (x * w * 0.8, h * 0.85, z * w * 0.4)],
                0.022,
                skin.alt,
                6,
            )
    if rng.random() < 0.6:
        s.box((w * 0.45, h * 0.3, w * 0.97), skin.paper, (0, h * 0.25, 0))


def big_bag_with_spout(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h = rng.uniform(0.8, 1.1), rng.uniform(0.8, 1.2)
    _big_bag_body(s, rng, skin, w, h)
    s.lathe(
        [(w * 0.3, h * 0.85), (w * 0.14, h * 0.98), (w * 0.13, h * 1.05), (w * 0.2, h * 1.2)],
        skin.main.darker(0.9),
        sides=12,
    )
    for z in (-0.42, 0.42):
        s.tube(
            [
                (-0.42 * w, h * 0.7, z * w),
                (-0.2 * w, h * 1.1, z * w * 0.8),
                (0.2 * w, h * 1.1, z * w * 0.8),
                (0.42 * w, h * 0.7, z * w),
            ],
            0.025,
            skin.alt,
            6,
        )


def slumped(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h = rng.uniform(0.5, 0.8), rng.uniform(0.5, 0.75)
    s.blob((w, h * 0.7, w * 0.9), skin.main, rng, roundness=0.85, wobble=0.1)
    s.blob(
        (w * 0.7, h * 0.55, w * 0.6),
        skin.main.darker(0.92),
        rng,
        (rng.uniform(-0.1, 0.1), h * 0.42, 0),
        turn_z(rng.uniform(-0.4, 0.4)),
        0.8,
        0.1,
    )


def bale(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.7, 1.1), rng.uniform(0.5, 0.8), rng.uniform(0.5, 0.8)
    s.blob((w, h, d), skin.main, rng, roundness=0.3, wobble=0.04)
    for x in (-0.27, 0, 0.27):
        s.blob((0.05, h * 1.03, d * 1.04), skin.dark, rng, (x * w, 0, 0), None, 0.3, 0)


def leaning_row(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.4, 0.55), rng.uniform(0.6, 0.85), rng.uniform(0.22, 0.32)
    for i in range(rng.integers(2, 4)):
        part = type(s)()
        part.blob((w, h, d), skin.main.darker(1 - 0.08 * i), rng, roundness=0.5, wobble=0.05)
        s.merge(part, (rng.uniform(-0.05, 0.05), 0, i * d * 0.9), turn_x(-rng.uniform(0.05, 0.3)))


def crossed_layers(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h = rng.uniform(0.45, 0.6), rng.uniform(0.16, 0.24)
    for level in range(rng.integers(2, 5)):
        for side in (-0.5, 0.5):
            shift = (side * w, level * h * 0.8, 0)
            turn = turn_y(np.pi / 2) if level % 2 else None
            _lying(
                s,
                rng,
                skin,
                (turn @ shift if level % 2 else shift),
                (w, h, w * 2),
                turn,
                skin.main.darker(rng.uniform(0.85, 1.1)),
            )


FAMILIES = (one, stack, heap, standing_tied, big_bag, big_bag_with_spout, slumped, bale, leaning_row, crossed_layers)
