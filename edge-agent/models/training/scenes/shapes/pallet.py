"""Pallets: wooden, plastic, metal; one or a pile; lying or leaning."""

import numpy as np

from ..hints import Rng, Vector
from ..skin import Skin
from ..solid import LYING_X, Material, Solid, turn_x, turn_y


def _deck(
    s: Solid, w: float, d: float, y: float, boards: int, fill: float, material: Material, thick: float = 0.025
) -> None:
    pitch = w / boards
    for i in range(boards):
        s.box((pitch * fill, thick, d), material.darker(1 - 0.12 * (i % 3)), ((i - (boards - 1) / 2) * pitch, y, 0))


def _size(rng: Rng) -> tuple[float, ...]:
    return rng.uniform(0.8, 1.3), rng.uniform(0.7, 1.2)


def _euro(s: Solid, rng: Rng, skin: Skin, y: float = 0.0, size: Vector | None = None, h: float | None = None) -> float:
    w, d = size or _size(rng)
    h = h or rng.uniform(0.13, 0.2)
    for z in (-0.45, 0, 0.45):
        s.box((w, 0.022, 0.1), skin.main.darker(0.8), (0, y, z * d))
        for x in (-0.44, 0, 0.44):
            s.box((0.14, h - 0.07, 0.11), skin.main.darker(0.9), (x * w, y + 0.022, z * d))
        s.box((w, 0.022, 0.1), skin.main.darker(0.85), (0, y + h - 0.05, z * d))
    _deck(s, w, d, y + h - 0.025, int(rng.integers(5, 8)), rng.uniform(0.6, 0.85), skin.main)
    return h


def euro(s: Solid, rng: Rng, skin: Skin) -> None:
    _euro(s, rng, skin)


def stringer(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = _size(rng)
    h = rng.uniform(0.13, 0.22)
    for x in (-0.48, 0, 0.48):
        s.box((0.05, h - 0.04, d), skin.main.darker(0.8), (x * w, 0.02, 0))
    boards = int(rng.integers(5, 9))
    for y in (0, h - 0.022):
        n = boards if y else 3
        for i in range(n):
            s.box((w, 0.022, d / n * (0.7 if y else 0.35)), skin.main, (0, y, ((i + 0.5) / n - 0.5) * d))


def pile(s: Solid, rng: Rng, skin: Skin) -> None:
    size, y, h = _size(rng), 0.0, rng.uniform(0.13, 0.17)
    for _ in range(rng.integers(3, 8)):
        part = type(s)()
        _euro(part, rng, skin, 0, size, h)
        s.merge(part, (rng.uniform(-0.03, 0.03), y, 0), turn_y(rng.uniform(-0.06, 0.06)))
        y += h + 0.003


def plastic(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = _size(rng)
    h = rng.uniform(0.13, 0.18)
    for x in (-0.42, 0, 0.42):
        for z in (-0.42, 0, 0.42):
            s.cylinder(0.08, h - 0.03, skin.main.darker(0.8), (x * w, 0, z * d), sides=10)
    s.box((w, 0.03, d), skin.main, (0, h - 0.03, 0))
    nx, nz = rng.integers(4, 8), rng.integers(3, 7)
    for i in range(nx):
        for j in range(nz):
            s.box(
                (w / nx * 0.55, 0.003, d / nz * 0.55),
                skin.dark,
                (((i + 0.5) / nx - 0.5) * w, h, ((j + 0.5) / nz - 0.5) * d),
            )


def solid_top(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = _size(rng)
    h = rng.uniform(0.14, 0.24)
    for x in (-0.4, 0, 0.4):
        s.box((w * 0.13, h - 0.04, d), skin.main.darker(0.75), (x * w, 0, 0))
    s.box((w, 0.04, d), skin.main, (0, h - 0.04, 0))
    if rng.random() < 0.5:
        for z in (-0.5, 0.5):
            s.box((w, 0.03, 0.03), skin.main.darker(0.9), (0, h, z * d * 0.94))


def leaning(s: Solid, rng: Rng, skin: Skin) -> None:
    part = type(s)()
    _euro(part, rng, skin)
    s.merge(part, (0, 0.5, 0), turn_x(np.pi / 2 + rng.uniform(-0.3, 0.05)))


def pile_of_plastic(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = _size(rng)
    y, h = 0.0, rng.uniform(0.1, 0.15)
    for _ in range(rng.integers(3, 9)):
        for x in (-0.42, 0, 0.42):
            s.box((w * 0.16, h - 0.045, d), skin.dark if rng.random() < 0.3 else skin.main.darker(0.6), (x * w, y, 0))
        s.box((w, 0.045, d), skin.main, (rng.uniform(-0.02, 0.02), y + h - 0.045, 0))
        y += h


def on_edge(s: Solid, rng: Rng, skin: Skin) -> None:
    part = type(s)()
    _euro(part, rng, skin)
    for i in range(rng.integers(1, 4)):
        s.merge(part, (i * 0.2, 0.6, 0), LYING_X)


def half_with_skids(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d, h = rng.uniform(0.6, 1), rng.uniform(0.6, 0.9), rng.uniform(0.15, 0.22)
    for x in (-0.35, 0.35):
        s.cylinder(0.05, d * 1.1, skin.main.darker(0.7), (x * w, 0.05, -d * 0.55), turn_x(np.pi / 2), 8)
    _deck(s, w, d, 0.11, int(rng.integers(3, 6)), rng.uniform(0.7, 0.9), skin.main, 0.03)
    for x in (-0.5, 0.5):
        s.box((0.06, h, d), skin.main.darker(0.85), (x * w, 0.05, 0))


def metal_rack(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = _size(rng)
    h = rng.uniform(0.14, 0.22)
    for x in (-0.48, 0.48):
        for z in (-0.46, 0.46):
            s.box((0.1, h, 0.1), skin.main, (x * w, 0, z * d))
    for z in np.linspace(-0.46, 0.46, rng.integers(4, 7)):
        s.box((w, 0.05, 0.07), skin.main, (0, h - 0.05, z * d))
    for x in (-0.48, 0, 0.48):
        s.box((0.07, 0.06, d), skin.main.darker(0.85), (x * w, h - 0.1, 0))


FAMILIES = (euro, stringer, pile, plastic, solid_top, leaning, pile_of_plastic, half_with_skids, on_edge, metal_rack)
