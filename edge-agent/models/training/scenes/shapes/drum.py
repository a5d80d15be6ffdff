"""Drums: steel, plastic, fibre; standing, lying, grouped."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import LYING_X, LYING_Z, Solid, turn_y


def _size(rng: Rng) -> tuple[float, ...]:
    radius = rng.uniform(0.24, 0.38)
    return radius, radius * rng.uniform(2.4, 3.4)


def _steel_profile(r: float, h: float, ribs: int = 2) -> list[tuple[float, float]]:
    rows = [(r * 0.96, 0), (r * 1.02, 0.012), (r * 1.02, 0.03), (r * 0.98, 0.04)]
    for k in range(1, ribs + 1):
        y = h * k / (ribs + 1)
        rows += [(r * 0.98, y - 0.03), (r * 1.035, y - 0.01), (r * 1.035, y + 0.01), (r * 0.98, y + 0.03)]
    return rows + [
        (r * 0.98, h - 0.04),
        (r * 1.02, h - 0.03),
        (r * 1.02, h - 0.008),
        (r * 0.97, h),
        (r * 0.95, h - 0.02),
        (0, h - 0.02),
    ]


def _steel(
    s: Solid,
    rng: Rng,
    skin: Skin,
    at: Vector = (0, 0, 0),
    turn: Array | None = None,
    size: Vector | None = None,
    band: bool = False,
) -> None:
    r, h = size or _size(rng)
    part = type(s)()
    part.lathe(_steel_profile(r, h), skin.main, sides=22)
    part.lathe([(0, 0.01), (r * 0.96, 0.01)], skin.main.darker(0.8))
    part.cylinder(0.035, 0.02, skin.metal, (r * 0.6, h - 0.02, 0), sides=8)
    part.cylinder(0.02, 0.02, skin.metal, (-r * 0.6, h - 0.02, 0), sides=8)
    if band:
        part.lathe([(r * 1.005, h * 0.38), (r * 1.005, h * 0.62)], skin.alt, sides=22)
    s.merge(part, at, turn)


def steel(s: Solid, rng: Rng, skin: Skin) -> None:
    _steel(s, rng, skin, band=rng.random() < 0.4)


def lying(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    _steel(
        s,
        rng,
        skin,
        (-h / 2 if rng.random() < 0.5 else 0, r, 0) if rng.random() < 0.5 else (0, r, -h / 2),
        LYING_X if rng.random() < 0.5 else LYING_Z,
        (r, h),
    )


def plastic_with_lid(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    s.lathe(
        [(r * 0.85, 0), (r * 0.95, h * 0.08), (r, h * 0.3), (r, h * 0.75), (r * 0.9, h * 0.88), (r * 0.9, h * 0.92)],
        skin.main,
    )
    s.lathe([(r * 0.97, h * 0.9), (r * 0.98, h), (r * 0.8, h * 1.01), (r * 0.78, h * 0.985), (0, h * 0.985)], skin.alt)
    s.lathe([(r * 0.99, h * 0.89), (r * 1.0, h * 0.93)], skin.metal)


def plastic_with_bungs(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    s.lathe(
        [
            (r * 0.9, 0),
            (r, h * 0.06),
            (r, h * 0.86),
            (r * 1.05, h * 0.88),
            (r * 1.05, h * 0.92),
            (r * 0.9, h * 0.95),
            (r * 0.8, h),
            (0, h),
        ],
        skin.main,
    )
    for y in (0.33, 0.66):
        s.lathe([(r * 1.0, h * y - 0.03), (r * 0.95, h * y), (r * 1.0, h * y + 0.03)], skin.main.darker(0.8))
    for x in (-0.45, 0.45):
        s.cylinder(0.05, 0.05, skin.alt, (x * r, h, 0), sides=10)


def fibre(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    h *= rng.uniform(0.7, 1.05)
    s.lathe([(r, 0), (r, h)], skin.main)
    for y in (0, h * 0.9):
        s.lathe([(r * 1.02, y), (r * 1.02, y + h * 0.1)], skin.metal)
    s.lathe([(r * 1.02, h), (r * 0.9, h), (r * 0.88, h - 0.02), (0, h - 0.02)], skin.alt)


def pair(s: Solid, rng: Rng, skin: Skin) -> None:
    size = _size(rng)
    for x in (-1, 1):
        _steel(s, rng, skin, (x * size[0] * 1.05, 0, rng.uniform(-0.1, 0.1)), size=size)


def four_block(s: Solid, rng: Rng, skin: Skin) -> None:
    size = _size(rng)
    size = (size[0] * 0.85, size[1] * 0.85)
    for x in (-1, 1):
        for z in (-1, 1):
            _steel(s, rng, skin, (x * size[0] * 1.05, 0, z * size[0] * 1.05), size=size, band=x * z > 0)


def keg(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    h = r * rng.uniform(1.9, 2.6)
    y = np.linspace(0.1, 0.9, 7)
    s.lathe(
        [(r * 0.8, 0), (r * 0.8, h * 0.08)]
        + [(r * (0.86 + 0.18 * np.sin(np.pi * (v - 0.1) / 0.8)), h * v) for v in y]
        + [(r * 0.8, h * 0.92), (r * 0.8, h), (r * 0.74, h), (r * 0.74, h * 0.93), (0, h * 0.93)],
        skin.main,
    )
    for v in (0.25, 0.75):
        s.lathe([(r * 1.02, h * v - 0.025), (r * 1.02, h * v + 0.025)], skin.metal)


def open_bin(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    s.lathe(
        [(r * 0.96, 0)]
        + [(r * (1 + (0.03 if k % 2 else 0)), h * k / 9) for k in range(1, 9)]
        + [(r * 1.04, h * 0.95), (r * 1.04, h), (r * 0.95, h), (r * 0.95, h * 0.6)],
        skin.main,
    )
    s.lathe([(r * 0.95, h * 0.75), (0, h * 0.75)], skin.dark)
    for x in (-1, 1):
        s.box((0.04, 0.1, 0.14), skin.metal, (x * r * 1.05, h * 0.7, 0), turn_y(0))


def lying_pile(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = _size(rng)
    r, h = r * 0.85, h * 0.85
    for x, y in ((-1.02, 1), (1.02, 1), (0, 2.75)):
        _steel(s, rng, skin, (x * r, y * r, -h / 2), LYING_Z, (r, h))


FAMILIES = (steel, lying, plastic_with_lid, plastic_with_bungs, fibre, pair, keg, open_bin, four_block, lying_pile)
