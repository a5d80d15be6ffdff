"""Crates: slatted, closed, plastic, caged."""

import numpy as np

from ..hints import Rng
from ..skin import Skin
from ..solid import Material, Solid, turn_z


def _size(rng: Rng) -> tuple[float, ...]:
    return rng.uniform(0.6, 1.2), rng.uniform(0.45, 1.1), rng.uniform(0.6, 1.1)


def _slats(
    s: Solid,
    w: float,
    h: float,
    d: float,
    material: Material,
    count: int,
    fill: float,
    vertical: bool = False,
    thick: float = 0.025,
) -> None:
    """Boards on all four sides, with gaps."""
    for i in range(count):
        t = (i + 0.5) / count
        if vertical:
            for z in (-1, 1):
                s.box((w / count * fill, h, thick), material.darker(1 - 0.1 * (i % 3)), ((t - 0.5) * w, 0, z * d / 2))
            for x in (-1, 1):
                s.box((thick, h, d / count * fill), material.darker(1 - 0.1 * (i % 3)), (x * w / 2, 0, (t - 0.5) * d))
        else:
            y = (t - 0.5 * fill / count) * h
            for z in (-1, 1):
                s.box((w, h / count * fill, thick), material.darker(1 - 0.1 * (i % 3)), (0, y, z * d / 2))
            for x in (-1, 1):
                s.box((thick, h / count * fill, d), material.darker(1 - 0.1 * (i % 3)), (x * w / 2, y, 0))


def _posts(s: Solid, w: float, h: float, d: float, material: Material, thick: float = 0.06) -> None:
    for x in (-1, 1):
        for z in (-1, 1):
            s.box((thick, h, thick), material, (x * w / 2 * 0.98, 0, z * d / 2 * 0.98))


def _brace(s: Solid, w: float, h: float, d: float, material: Material, thick: float = 0.07) -> None:
    length, angle = np.hypot(w, h), np.arctan2(h, w)
    for z in (-1, 1):
        s.box(
            (length * 0.92, thick, 0.03),
            material,
            (-np.sin(angle) * thick / 2, h / 2 - thick / 2 * np.cos(angle), z * (d / 2 + 0.02)),
            turn_z(angle),
        )


def slatted(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w * 0.93, h * 0.93, d * 0.93), skin.dark if rng.random() < 0.6 else skin.alt.darker(0.5))
    _slats(s, w, h, d, skin.main, int(rng.integers(3, 7)), rng.uniform(0.6, 0.85))
    _posts(s, w * 1.03, h, d * 1.03, skin.main.darker(0.85))


def upright_slats(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w * 0.93, h * 0.93, d * 0.93), skin.dark)
    _slats(s, w, h, d, skin.main, int(rng.integers(4, 8)), rng.uniform(0.6, 0.85), True)
    for y in (0, h - 0.08):
        s.box((w * 1.05, 0.08, d * 1.05), skin.main.darker(0.85), (0, y, 0))


def framed(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w, h, d), skin.main)
    t = rng.uniform(0.06, 0.1)
    for y in (0, h - t):
        s.box((w * 1.04, t, d * 1.04), skin.main.darker(0.8), (0, y, 0))
    _posts(s, w * 1.01, h, d * 1.01, skin.main.darker(0.8), t)
    if rng.random() < 0.6:
        _brace(s, w, h, d, skin.main.darker(0.8), t)


def braced_on_skids(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    for x in (-0.4, 0, 0.4):
        s.box((0.1, 0.1, d * 1.02), skin.main.darker(0.7), (x * w, 0, 0))
    part = type(s)()
    part.box((w, h, d), skin.main)
    for x in (-0.5, 0, 0.5):
        part.box((0.08, h, d * 1.04), skin.main.darker(0.8), (x * w * 0.92, 0, 0))
    _brace(part, w, h, d, skin.main.darker(0.85))
    s.merge(part, (0, 0.1, 0))


def plastic_tote(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.5, 0.9), rng.uniform(0.3, 0.55), rng.uniform(0.4, 0.7)
    s.box((w * 0.88, h, d * 0.88), skin.main, taper=1.1)
    for y in (h * 0.93, h * 0.7):
        s.box((w * 1.02, h * 0.07, d * 1.02), skin.main.darker(0.85), (0, y, 0))
    for x in np.linspace(-0.4, 0.4, rng.integers(3, 7)):
        s.box((0.02, h * 0.7, d * 0.95), skin.main.darker(0.75), (x * w, 0, 0))
    s.box((w * 0.9, 0.006, d * 0.9), skin.dark, (0, h, 0))
    s.box((w * 0.2, h * 0.1, d * 1.04), skin.dark, (0, h * 0.78, 0))


def bottle_crates(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.45, 0.7), rng.uniform(0.26, 0.36), rng.uniform(0.4, 0.6)
    for level in range(rng.integers(2, 5)):
        y = level * h
        s.box((w * 0.94, h * 0.9, d * 0.94), skin.dark, (0, y, 0))
        _posts(s, w, h * 0.97, d, skin.main, 0.07)
        for part in (0, 0.35, 0.8):
            s.box((w, h * 0.16, d), skin.main.darker(1 - 0.12 * (level % 2)), (0, y + part * h, 0))
        for x in (-1, 1):
            for z in (-1, 1):
                s.box((0.07, h * 0.97, 0.07), skin.main, (x * w * 0.48, y, z * d * 0.48))


def open_top(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    h *= 0.75
    _slats(s, w, h, d, skin.main, int(rng.integers(2, 5)), rng.uniform(0.7, 0.9))
    _posts(s, w * 0.97, h * 1.08, d * 0.97, skin.main.darker(0.85), 0.07)
    s.box((w * 0.95, h * rng.uniform(0.1, 0.7), d * 0.95), skin.alt)


def lidded(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w, h, d), skin.main)
    _slats(s, w * 1.02, h, d * 1.02, skin.main.darker(0.9), 3, 0.3)
    s.box((w * 1.1, 0.05, d * 1.1), skin.main.darker(1.1), (0, h, 0))
    for x in (-0.35, 0.35):
        s.box((0.09, 0.04, d * 1.1), skin.main.darker(0.8), (x * w, h + 0.05, 0))


def mesh_cage(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w * 0.8, h * rng.uniform(0.3, 0.75), d * 0.8), skin.alt, (0, 0.1, 0))
    _slats(s, w, h, d, skin.metal, int(rng.integers(7, 11)), 0.14)
    _slats(s, w, h, d, skin.metal, int(rng.integers(7, 11)), 0.14, True)
    _posts(s, w, h, d, skin.main, 0.06)
    s.box((w, 0.08, d), skin.main, (0, 0.04, 0))


def cross_braced(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = _size(rng)
    s.box((w * 0.95, h * 0.97, d * 0.95), skin.alt.darker(0.7) if rng.random() < 0.5 else skin.dark)
    for y in (0, h - 0.09):
        s.box((w * 1.03, 0.09, d * 1.03), skin.main, (0, y, 0))
    _posts(s, w, h, d, skin.main, 0.09)
    length, angle = np.hypot(w, h) * 0.92, np.arctan2(h, w)
    for sign in (-1, 1):
        for z in (-1, 1):
            s.box((length, 0.08, 0.03), skin.main, (0, h / 2 - 0.04, z * d / 2), turn_z(sign * angle))


FAMILIES = (
    slatted,
    upright_slats,
    framed,
    braced_on_skids,
    plastic_tote,
    bottle_crates,
    open_top,
    lidded,
    mesh_cage,
    cross_braced,
)
