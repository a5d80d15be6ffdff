"""Further pallets: any number of boards and blocks, lattices, moulded ones, untidy piles."""

import numpy as np

from ...hints import Rng
from ...skin import Skin
from ...solid import Material, Solid, turn_x, turn_y, turn_z


def _boards(
    s: Solid,
    rng: Rng,
    material: Material,
    w: float,
    d: float,
    y: float,
    thick: float,
    count: int,
    fill: float,
    gaps: float,
) -> None:
    """A layer of boards along z; a share `gaps` of them is missing."""
    for i in range(count):
        if 0 < i < count - 1 and rng.random() < gaps:
            continue
        tone = material.darker(rng.uniform(0.75, 1.1))
        s.box((w / count * fill, thick, d), tone, (((i + 0.5) / count - 0.5) * w, y, 0), turn_y(rng.normal(0, 0.008)))


def _any(s: Solid, rng: Rng, skin: Skin, w: float, d: float, h: float) -> None:
    """One pallet: a deck of boards on blocks or bearers, with or without boards below."""
    thick = rng.uniform(0.018, 0.035)
    gaps = 0.15 if rng.random() < 0.3 else 0.0
    bearers = int(rng.integers(2, 5))
    body = skin.main.darker(rng.uniform(0.7, 0.95))
    blocks = rng.random() < 0.6
    rows = int(rng.integers(2, 5))
    for k in range(bearers):
        z = (k / (bearers - 1) - 0.5) * d * 0.92
        if blocks:
            for i in range(rows):
                size = (w * rng.uniform(0.1, 0.14), h - 2 * thick, d * 0.1)
                s.box(size, body, ((i / (rows - 1) - 0.5) * w * 0.88, thick, z))
            s.box((w, thick * 0.8, d * 0.1), body, (0, h - 2 * thick, z))
        else:
            s.box((w, h - 2 * thick, rng.uniform(0.04, 0.08)), body, (0, thick, z))
        if rng.random() < 0.7:
            s.box((w, thick, d * 0.09), body.darker(0.9), (0, 0, z))
    _boards(s, rng, skin.main, w, d, h - thick, thick, int(rng.integers(3, 12)), rng.uniform(0.5, 0.97), gaps)


def _size(rng: Rng) -> tuple[float, float, float]:
    return rng.uniform(0.6, 1.4), rng.uniform(0.6, 1.25), rng.uniform(0.1, 0.24)


def boards_and_blocks(s: Solid, rng: Rng, skin: Skin) -> None:
    _any(s, rng, skin, *_size(rng))


def across(s: Solid, rng: Rng, skin: Skin) -> None:
    """The same, its boards seen from their side."""
    part = type(s)()
    _any(part, rng, skin, *_size(rng))
    s.merge(part, turn=turn_y(np.pi / 2))


def lattice(s: Solid, rng: Rng, skin: Skin) -> None:
    """Plastic: bars both ways on cups or runners, with a rim."""
    w, d, h = _size(rng)
    thick = rng.uniform(0.03, 0.06)
    n, m = rng.integers(4, 10), rng.integers(4, 9)
    for i in range(n):
        s.box((w / n * 0.3, thick, d), skin.main, (((i + 0.5) / n - 0.5) * w, h - thick, 0))
    for k in range(m):
        s.box((w, thick * 0.95, d / m * 0.3), skin.main.darker(0.93), (0, h - thick, ((k + 0.5) / m - 0.5) * d))
    for x in (-1, 1):
        s.box((0.04, thick * 1.3, d), skin.main, (x * w / 2, h - thick, 0))
        s.box((w, thick * 1.3, 0.04), skin.main, (0, h - thick, x * d / 2))
    runners = rng.random() < 0.5
    for x in (-0.42, 0, 0.42):
        if runners:
            s.box((w * 0.1, h * 0.2, d), skin.main.darker(0.75), (x * w, 0, 0))
        for z in (-0.42, 0, 0.42):
            s.box(
                (w * 0.15, h - thick, d * 0.15), skin.main.darker(0.8), (x * w, 0, z * d), taper=rng.uniform(1.0, 1.35)
            )


def moulded(s: Solid, rng: Rng, skin: Skin) -> None:
    """Pressed wood or plastic: a closed top with hollows, feet that grow narrower downwards."""
    w, d, h = _size(rng)
    thick = rng.uniform(0.03, 0.06)
    s.box((w, thick, d), skin.main, (0, h - thick, 0))
    s.box((w * 0.96, thick, d * 0.96), skin.main.darker(0.85), (0, h - 2 * thick, 0))
    n, m = rng.integers(2, 5), rng.integers(2, 4)
    for i in range(n):
        for k in range(m):
            at = (((i + 0.5) / n - 0.5) * w * 0.92, 0, ((k + 0.5) / m - 0.5) * d * 0.92)
            s.cylinder(0.06, h - thick, skin.main.darker(0.75), at, sides=8)
            s.cylinder(0.07, 0.003, skin.dark, (at[0], h, at[2]), sides=10)
    for k in range(int(rng.integers(0, 6))):
        s.box((w * 0.9, 0.006, 0.02), skin.main.darker(0.7), (0, h, ((k + 0.5) / 6 - 0.5) * d))


def runners_and_sheet(s: Solid, rng: Rng, skin: Skin) -> None:
    """A sheet of plywood or steel on two to four runners, perhaps with bent edges."""
    w, d, h = _size(rng)
    for x in np.linspace(-0.42, 0.42, rng.integers(2, 5)):
        s.box(
            (w * rng.uniform(0.06, 0.14), h - 0.02, d * rng.uniform(0.95, 1.05)), skin.main.darker(0.7), (x * w, 0, 0)
        )
    s.box((w, 0.025, d), skin.main, (0, h - 0.02, 0))
    if rng.random() < 0.4:
        for x in (-1, 1):
            s.box((0.02, h * 0.5, d), skin.main, (x * w * 0.5, h - 0.02, 0), turn_z(-x * 0.4))
    if rng.random() < 0.4:
        for i in range(9):
            s.box((w * 0.03, 0.012, d), skin.main.darker(0.9), ((i / 8 - 0.5) * w * 0.95, h, 0))


def untidy_pile(s: Solid, rng: Rng, skin: Skin) -> None:
    """Pallets of several sizes and colours, shifted and turned; the highest may lie askew."""
    w, d, h = _size(rng)
    y, count = 0.0, int(rng.integers(2, 12))
    h = min(h, 0.16)
    for i in range(count):
        part = type(s)()
        other = Skin(rng, "pallet", skin.bank) if rng.random() < 0.25 else skin
        _any(part, rng, other, w * rng.uniform(0.9, 1.05), d * rng.uniform(0.9, 1.05), h)
        turn = turn_y(rng.normal(0, 0.08) + (np.pi / 2 if rng.random() < 0.1 else 0))
        if i == count - 1 and rng.random() < 0.25:
            turn = turn_z(rng.uniform(-0.15, 0.15)) @ turn
            y += 0.06
        s.merge(part, (rng.normal(0, 0.03), y, rng.normal(0, 0.03)), turn)
        y += h + 0.003


def two_piles(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d, h = rng.uniform(0.6, 0.9), rng.uniform(0.6, 0.9), rng.uniform(0.11, 0.16)
    for x in (-0.53, 0.53):
        for k in range(int(rng.integers(1, 8))):
            part = type(s)()
            _any(part, rng, skin, w, d, h)
            s.merge(part, (x * w, k * h * 1.02, 0), turn_y(rng.normal(0, 0.04)))


def tilted(s: Solid, rng: Rng, skin: Skin) -> None:
    """Flung down on another one: its deck looks at the camera."""
    w, d, h = _size(rng)
    low, high = type(s)(), type(s)()
    _any(low, rng, skin, w, d, h)
    s.merge(low)
    _any(high, rng, skin, w * 0.95, d * 0.95, h)
    s.merge(high, (rng.normal(0, 0.05), h + 0.22, rng.uniform(0, 0.15)), turn_x(-rng.uniform(0.25, 0.8)))


FAMILIES = (boards_and_blocks, across, lattice, moulded, runners_and_sheet, untidy_pile, two_piles, tilted)
