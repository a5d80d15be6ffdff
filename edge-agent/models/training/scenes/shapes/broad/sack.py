"""Further sacks: walls, heaps, half-filled bulk bags, nets, bundles, flat-ended ones."""

import numpy as np

from ...hints import Rng, Vector
from ...skin import Skin
from ...solid import LYING_X, Material, Solid, turn_x, turn_y, turn_z


def _cushion(
    s: Solid, rng: Rng, material: Material, size: Vector, at: Vector, turn: np.ndarray | None = None, soft: float = 0.5
) -> None:
    """One filled sack; `soft` from 0 (a block) to 1 (a bag of feathers)."""
    part = type(s)()
    part.blob(size, material, rng, (0, 0, 0), None, 0.22 + 0.55 * soft, 0.02 + 0.08 * soft, 7, 14)
    if rng.random() < 0.4:
        for x in (-1, 1):
            part.box(
                (size[0] * 0.06, 0.015, size[2] * 0.8), material.darker(0.85), (x * size[0] * 0.5, size[1] * 0.35, 0)
            )
    s.merge(part, at, turn)


def brickwork(s: Solid, rng: Rng, skin: Skin) -> None:
    """A wall of sacks, every second layer shifted by half a sack."""
    w, h, d = rng.uniform(0.4, 0.7), rng.uniform(0.13, 0.24), rng.uniform(0.35, 0.6)
    columns, soft = rng.integers(2, 4), rng.uniform(0.1, 0.7)
    for j in range(rng.integers(2, 8)):
        for i in range(columns):
            x = (i - (columns - 1) / 2 + (0.25 if j % 2 else -0.25)) * w
            tone = skin.main.darker(rng.uniform(0.82, 1.1))
            _cushion(s, rng, tone, (w * 0.99, h, d), (x, j * h * 0.83, rng.normal(0, 0.02)), None, soft)


def any_heap(s: Solid, rng: Rng, skin: Skin) -> None:
    """Sacks thrown on each other, each turned its own way."""
    size = np.array([rng.uniform(0.5, 0.9), rng.uniform(0.18, 0.34), rng.uniform(0.35, 0.6)])
    soft, wide = rng.uniform(0.3, 1), rng.uniform(0.5, 1.1)
    for i in range(rng.integers(2, 9)):
        level = i // 3
        at = (rng.uniform(-0.6, 0.6) * wide * (1 - 0.25 * level), level * size[1] * 0.75, rng.uniform(-0.3, 0.3) * wide)
        turn = turn_y(rng.uniform(0, 6.28)) @ turn_z(rng.normal(0, 0.15))
        tone = skin.alt if rng.random() < 0.15 else skin.main.darker(rng.uniform(0.8, 1.1))
        _cushion(s, rng, tone, size * rng.uniform(0.8, 1.1), at, turn, soft)


def flat_ended(s: Solid, rng: Rng, skin: Skin) -> None:
    """Paper sacks with square ends, piled straight, with print."""
    w, h, d = rng.uniform(0.5, 0.85), rng.uniform(0.09, 0.18), rng.uniform(0.35, 0.55)
    y = 0.0
    for _ in range(rng.integers(3, 11)):
        tone = skin.main.darker(rng.uniform(0.9, 1.06))
        _cushion(s, rng, tone, (w, h, d), (rng.normal(0, 0.02), y, 0), turn_y(rng.normal(0, 0.04)), 0.05)
        y += h * 0.88
        if rng.random() < 0.3:
            s.box((w * 0.4, h * 0.4, d * 0.96), skin.paper, (0, y - h * 0.6, 0))


def open_bulk_bag(s: Solid, rng: Rng, skin: Skin) -> None:
    """A bulk bag, part filled: slack, with an open skirt or its lifting loops drawn together."""
    w, h = rng.uniform(0.75, 1.15), rng.uniform(0.5, 1.1)
    s.blob(
        (w, h, w * rng.uniform(0.8, 1.05)),
        skin.main,
        rng,
        roundness=rng.uniform(0.35, 0.7),
        wobble=rng.uniform(0.03, 0.09),
        rows=9,
        columns=18,
    )
    skirt = rng.uniform(0.1, 0.4)
    if rng.random() < 0.5:
        s.lathe(
            [(w * 0.42, h * 0.8), (w * 0.4, h * (0.9 + skirt * 0.5)), (w * rng.uniform(0.35, 0.5), h * (0.9 + skirt))],
            skin.main.darker(0.92),
            sides=4,
            turn=turn_y(np.pi / 4 + rng.normal(0, 0.1)),
        )
        s.box((w * 0.6, 0.02, w * 0.6), skin.dark, (0, h * 0.93, 0))
    for x in (-1, 1):
        for z in (-1, 1):
            end = (rng.normal(0, 0.1), h * (1 + skirt), rng.normal(0, 0.1))
            s.tube([(x * w * 0.4, h * 0.7, z * w * 0.4), end], 0.02, skin.alt, 5)
    if rng.random() < 0.4:
        s.box((w * 0.5, h * 0.25, w * 0.94), skin.paper, (0, h * 0.3, 0))


def two_bulk_bags(s: Solid, rng: Rng, skin: Skin) -> None:
    """Two bulk bags beside or on each other."""
    w, h = rng.uniform(0.7, 0.95), rng.uniform(0.6, 1.0)
    beside = rng.random() < 0.6
    for k in (0, 1):
        at = (k * w * 0.98, 0, rng.normal(0, 0.03)) if beside else (rng.normal(0, 0.03), k * h * 0.86, 0)
        part = type(s)()
        part.blob(
            (w, h, w),
            skin.main.darker(rng.uniform(0.9, 1.08)),
            rng,
            roundness=rng.uniform(0.25, 0.5),
            wobble=0.035,
            rows=9,
            columns=18,
        )
        for x in (-0.4, 0.4):
            for z in (-0.4, 0.4):
                part.box((0.07, h * 0.5, 0.02), skin.alt, (x * w, h * 0.5, z * w * 1.18))
                part.tube([(x * w, h * 0.9, z * w), (x * w * 0.8, h * 1.12, z * w * 0.6)], 0.02, skin.alt, 5)
        s.merge(part, at)


def bolster(s: Solid, rng: Rng, skin: Skin) -> None:
    """Long sacks that are tied at one or both ends, one to five of them."""
    r, length = rng.uniform(0.13, 0.26), rng.uniform(0.7, 1.3)
    both = rng.random() < 0.5
    profile = [
        (r * 0.7, 0),
        (r * 0.15, length * 0.07),
        (r * 0.8, length * 0.18),
        (r, length * 0.4),
        (r * 0.97, length * 0.65),
    ]
    profile += (
        [(r * 0.8, length * 0.83), (r * 0.15, length * 0.93), (r * 0.6, length)]
        if both
        else [(r * 0.8, length * 0.93), (0, length)]
    )
    for i in range(rng.integers(1, 6)):
        part = type(s)()
        part.lathe(profile, skin.main.darker(rng.uniform(0.85, 1.1)), sides=14, squash=rng.uniform(0.7, 1))
        at = (-length / 2 + rng.normal(0, 0.05), r * (1 if i < 3 else 2.6), (i % 3 + (0.5 if i >= 3 else 0)) * r * 1.9)
        s.merge(part, at, turn_x(rng.normal(0, 0.03)) @ LYING_X)


def net_bags(s: Solid, rng: Rng, skin: Skin) -> None:
    """Round bags with a tuft on top, close together: onions, coal, feed."""
    w, h = rng.uniform(0.32, 0.5), rng.uniform(0.45, 0.8)
    for i in range(rng.integers(1, 6)):
        x, z = (i % 3) * w * 0.93, (i // 3) * w * 0.9 + rng.normal(0, 0.02)
        part = type(s)()
        part.blob(
            (w, h * 0.85, w * rng.uniform(0.75, 1)),
            skin.main.darker(rng.uniform(0.85, 1.1)),
            rng,
            roundness=rng.uniform(0.6, 1),
            wobble=0.07,
            rows=7,
            columns=14,
        )
        part.lathe(
            [(w * 0.2, h * 0.72), (w * 0.06, h * 0.82), (w * rng.uniform(0.1, 0.22), h)],
            skin.main.darker(0.85),
            sides=9,
        )
        part.lathe([(w * 0.08, h * 0.8), (w * 0.08, h * 0.84)], skin.alt, sides=8)
        s.merge(part, (x, 0, z), turn_z(rng.normal(0, 0.08)))


def bundle(s: Solid, rng: Rng, skin: Skin) -> None:
    """A soft bundle that cords draw in: clothes, fleece, cotton."""
    w, h, d = rng.uniform(0.6, 1.2), rng.uniform(0.4, 0.8), rng.uniform(0.45, 0.8)
    parts, gap = int(rng.integers(2, 6)), 0.02
    for i in range(parts):
        size = (w / parts * 1.25, h * rng.uniform(0.93, 1.05), d * rng.uniform(0.93, 1.05))
        s.blob(
            size, skin.main.darker(rng.uniform(0.9, 1.05)), rng, (((i + 0.5) / parts - 0.5) * w, 0, 0), None, 0.5, 0.05
        )
        if i:
            s.blob((0.03, h * 0.95, d * 0.97), skin.alt, rng, ((i / parts - 0.5) * w, gap, 0), None, 0.5, 0)


FAMILIES = (brickwork, any_heap, flat_ended, open_bulk_bag, two_bulk_bags, bolster, net_bags, bundle)
