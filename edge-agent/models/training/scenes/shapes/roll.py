"""Rolls: paper, cable, carpet, coils."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import LYING_X, LYING_Z, Solid, turn_y


def _paper(
    s: Solid, rng: Rng, skin: Skin, r: float, h: float, at: Vector = (0, 0, 0), turn: Array | None = None
) -> None:
    part = type(s)()
    part.cylinder(r, h, skin.main, sides=26, top=skin.main.darker(1.12), hole=r * rng.uniform(0.1, 0.25))
    for k in (0.45, 0.65, 0.85):
        for y in (-0.002, h + 0.002):
            part.lathe([(r * k, y), (r * (k + 0.03), y)], skin.main.darker(0.8), sides=22)
    if rng.random() < 0.5:
        part.lathe([(r * 1.004, h * 0.4), (r * 1.004, h * rng.uniform(0.5, 0.7))], skin.alt, sides=26)
    s.merge(part, at, turn)


def paper_standing(s: Solid, rng: Rng, skin: Skin) -> None:
    _paper(s, rng, skin, rng.uniform(0.4, 0.62), rng.uniform(0.6, 1.3))


def paper_lying(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = rng.uniform(0.35, 0.6), rng.uniform(0.7, 1.4)
    if rng.random() < 0.5:
        _paper(s, rng, skin, r, h, (-h / 2, r, 0), LYING_X)
    else:
        _paper(s, rng, skin, r, h, (0, r, -h / 2), LYING_Z)


def cable_drum(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.4, 0.7), rng.uniform(0.4, 0.8)
    part = type(s)()
    for y in (0, w - 0.05):
        part.cylinder(r, 0.05, skin.main, (0, y, 0), sides=24, hole=r * 0.12)
        for angle in np.arange(6) * np.pi / 3:
            part.box(
                (0.03, 0.056, r * 0.8),
                skin.main.darker(0.8),
                (np.sin(angle) * r * 0.45, y - 0.003, np.cos(angle) * r * 0.45),
                turn_y(angle),
            )
    part.lathe(
        [(r * 0.72, 0.05)] + [(r * (0.72 + 0.035 * (k % 2)), 0.05 + (w - 0.1) * k / 12) for k in range(13)],
        skin.dark if rng.random() < 0.5 else skin.alt,
        sides=20,
    )
    if rng.random() < 0.3:
        s.merge(part)
    else:
        s.merge(part, *(((-w / 2, r, 0), LYING_X) if rng.random() < 0.5 else ((0, r, -w / 2), LYING_Z)))


def carpets(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = rng.uniform(0.13, 0.22), rng.uniform(1.0, 1.9)
    spots = [(-2, 1), (0, 1), (2, 1), (-1, 2.7), (1, 2.7), (0, 4.4)][: rng.integers(2, 7)]
    lying = LYING_X if rng.random() < 0.5 else LYING_Z
    for x, y in spots:
        part = type(s)()
        shade = skin.main.darker(rng.uniform(0.75, 1.15)) if rng.random() < 0.7 else skin.alt
        part.cylinder(r, h, shade, sides=16, hole=r * 0.25)
        part.lathe([(r * 0.6, h + 0.002), (r * 0.68, h + 0.002)], shade.darker(0.6), sides=16)
        s.merge(part, (-h / 2, y * r, x * r) if lying is LYING_X else (x * r, y * r, -h / 2), lying)


def steel_coil(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.4, 0.65), rng.uniform(0.4, 0.8)
    part = type(s)()
    hole = r * rng.uniform(0.4, 0.6)
    part.lathe([(r, 0), (r, w)], skin.metal if rng.random() < 0.5 else skin.main, sides=26)
    for y in (0, w):
        for k in range(5):
            a, b = hole + (r - hole) * k / 5, hole + (r - hole) * (k + 1) / 5
            part.lathe([(a, y), (b, y)], skin.metal.darker(0.75 if k % 2 else 1), sides=26)
    part.lathe([(hole, 0), (hole, w)], skin.dark, sides=20)
    for angle in np.arange(3) * 2 * np.pi / 3:
        part.box((0.05, w * 1.01, 0.03), skin.dark, (np.sin(angle) * r, -w * 0.005, np.cos(angle) * r), turn_y(angle))
    s.merge(part, *(((-w / 2, r, 0), LYING_X) if rng.random() < 0.4 else ((0, r, -w / 2), LYING_Z)))


def two_standing(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = rng.uniform(0.3, 0.45), rng.uniform(0.7, 1.2)
    _paper(s, rng, skin, r, h, (-r * 1.02, 0, 0))
    _paper(s, rng, skin, r, h * rng.uniform(0.7, 1), (r * 1.02, 0, rng.uniform(-0.1, 0.1)))


def wire_coil(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = rng.uniform(0.4, 0.6), rng.uniform(0.2, 0.45)
    part = type(s)()
    turn_count = 7
    profile = [(r * 0.55, 0), (r, 0)]
    for k in range(turn_count):
        profile += [(r * 1.03, h * (k + 0.5) / turn_count), (r * 0.97, h * (k + 1) / turn_count)]
    part.lathe(profile + [(r * 0.8, h * 1.05), (r * 0.55, h), (r * 0.55, 0)], skin.main, sides=24)
    for angle in np.arange(4) * np.pi / 2:
        part.box(
            (r * 0.5, h * 1.08, 0.05), skin.alt, (np.cos(angle) * r * 0.79, 0, np.sin(angle) * r * 0.79), turn_y(-angle)
        )
    if rng.random() < 0.5:
        s.merge(part)
    else:
        s.merge(part, (0, r, -h / 2), LYING_Z)


def film_bundle(s: Solid, rng: Rng, skin: Skin) -> None:
    r, h = rng.uniform(0.12, 0.2), rng.uniform(0.8, 1.4)
    n, m = rng.integers(2, 5), rng.integers(1, 4)
    for i in range(n):
        for j in range(m):
            s.cylinder(
                r,
                h * rng.uniform(0.95, 1),
                skin.main.darker(rng.uniform(0.8, 1.1)),
                ((i - (n - 1) / 2) * 2 * r, 0, (j - (m - 1) / 2) * 2 * r),
                sides=14,
                top=skin.paper.darker(0.9),
                hole=r * 0.3,
            )


def stacked_flat(s: Solid, rng: Rng, skin: Skin) -> None:
    r, y = rng.uniform(0.4, 0.6), 0.0
    for _ in range(rng.integers(2, 5)):
        h = rng.uniform(0.2, 0.4)
        _paper(s, rng, skin, r * rng.uniform(0.85, 1), h, (rng.uniform(-0.03, 0.03), y, 0))
        y += h + 0.02


def on_cradle(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.35, 0.55), rng.uniform(0.7, 1.2)
    for z in (-0.35, 0.35):
        for x in (-1, 1):
            s.prism([(x * r * 0.3, 0), (x * r * 1.1, 0), (x * r * 1.1, r * 0.7)], 0.1, skin.alt, (0, 0, z * w))
    s.box((r * 2.2, 0.06, w * 0.95), skin.alt)
    _paper(s, rng, skin, r, w, (0, r + 0.06, -w / 2), LYING_Z)


FAMILIES = (
    paper_standing,
    paper_lying,
    cable_drum,
    carpets,
    steel_coil,
    two_standing,
    wire_coil,
    film_bundle,
    stacked_flat,
    on_cradle,
)
