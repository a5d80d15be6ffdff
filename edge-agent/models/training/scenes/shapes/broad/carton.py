"""Further cartons: blocks, trays, lids, slabs, crushed ones."""

import numpy as np

from ...hints import Rng, Vector
from ...skin import Skin
from ...solid import Material, Solid, turn_y, turn_z
from ..carton import label, one_box, tape


def _crushed_box(s: Solid, rng: Rng, size: Vector, material: Material, amount: float, at: Vector = (0, 0, 0)) -> None:
    """A box whose upper corners have moved, each by its own way."""
    corners = np.array([[x, y, z] for y in (0.0, 1.0) for x, z in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    corners[4:] += rng.normal(0, amount, (4, 3)) * (1, 0.6, 1)
    faces = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
    s.quads((corners * size)[faces], material, at=at)


def block(s: Solid, rng: Rng, skin: Skin) -> None:
    """Equal cartons side by side, behind and on each other, perhaps with boards at the corners."""
    w, h, d = rng.uniform(0.24, 0.45), rng.uniform(0.16, 0.4), rng.uniform(0.25, 0.45)
    across, up, deep = rng.integers(2, 5), rng.integers(2, 6), rng.integers(1, 3)
    top = int(rng.integers(0, across)) if rng.random() < 0.4 else 0  # what is missing of the highest layer
    for j in range(up):
        tone = skin.main.darker(rng.uniform(0.92, 1.06))
        for i in range(across - (top if j == up - 1 else 0)):
            for k in range(deep):
                at = ((i - (across - 1) / 2) * w, j * h, (k - (deep - 1) / 2) * d)
                s.box((w * 0.98, h * 0.985, d * 0.98), tone, at)
                if k == 0 and rng.random() < 0.5:
                    label(s, (w, h, d), at, skin, rng)
                if rng.random() < 0.3:
                    tape(s, (w * 0.98, h * 0.985, d * 0.98), at, skin, rng)
    if rng.random() < 0.35:
        for x in (-1, 1):
            for z in (-1, 1):
                edge = (x * across * w / 2, 0, z * deep * d / 2)
                s.box((0.07, up * h, 0.02), skin.alt, (edge[0] - x * 0.03, 0, edge[2]))
                s.box((0.02, up * h, 0.07), skin.alt, (edge[0], 0, edge[2] - z * 0.03))


def uneven_stack(s: Solid, rng: Rng, skin: Skin) -> None:
    """Cartons of all sizes on each other, in one to three columns."""
    x = 0.0
    for _ in range(rng.integers(1, 4)):
        w, d = rng.uniform(0.35, 0.7), rng.uniform(0.35, 0.7)
        y = 0.0
        for _ in range(rng.integers(2, 5)):
            size = (w * rng.uniform(0.6, 1), rng.uniform(0.12, 0.45), d * rng.uniform(0.6, 1))
            other = Skin(rng, "carton", skin.bank) if rng.random() < 0.3 else skin
            one_box(s, size, (x + rng.uniform(-0.05, 0.05), y, 0), other, rng, turn_y(rng.normal(0, 0.12)))
            y += size[1]
        x += w * 1.03


def tray(s: Solid, rng: Rng, skin: Skin) -> None:
    """Low trays with goods that look out, one to five on each other."""
    w, h, d = rng.uniform(0.4, 0.7), rng.uniform(0.18, 0.35), rng.uniform(0.35, 0.6)
    wall = rng.uniform(0.25, 0.6)
    n, m = rng.integers(2, 5), rng.integers(2, 4)
    round_goods = rng.random() < 0.5
    for level in range(rng.integers(1, 5)):
        y = level * h
        s.box((w, h * wall, d), skin.main, (0, y, 0))
        for i in range(n):
            for k in range(m):
                at = (((i + 0.5) / n - 0.5) * w * 0.96, y + 0.01, ((k + 0.5) / m - 0.5) * d * 0.96)
                if round_goods:
                    s.cylinder(min(w / n, d / m) * 0.45, h * 0.95, skin.alt, at, sides=8)
                else:
                    s.box((w / n * 0.88, h * 0.95, d / m * 0.88), skin.alt, at)


def slab(s: Solid, rng: Rng, skin: Skin) -> None:
    """A thin upright carton (a screen, a door, a bicycle), or several behind each other."""
    w, h, d = rng.uniform(0.8, 1.5), rng.uniform(0.6, 1.3), rng.uniform(0.1, 0.22)
    for i in range(rng.integers(1, 5)):
        shrink = rng.uniform(0.9, 1)
        one_box(s, (w * shrink, h * shrink, d), (rng.uniform(-0.04, 0.04), 0, i * d * 1.05), skin, rng)
    if rng.random() < 0.5:
        s.box((w * 0.3, h * 0.06, 0.01), skin.dark, (0, h * 0.8, -d * 0.51))


def long_ones(s: Solid, rng: Rng, skin: Skin) -> None:
    """Long narrow cartons, a layer or a heap of them."""
    length, h, d = rng.uniform(1.1, 2.0), rng.uniform(0.12, 0.28), rng.uniform(0.15, 0.3)
    across = rng.integers(1, 4)
    for level in range(rng.integers(1, 5)):
        for i in range(across):
            size = (length * rng.uniform(0.85, 1), h * 0.97, d * 0.97)
            one_box(s, size, (rng.uniform(-0.08, 0.08), level * h, (i - (across - 1) / 2) * d), skin, rng)


def deep_lid(s: Solid, rng: Rng, skin: Skin) -> None:
    """A lid that reaches far over the body, on four or eight sides."""
    w, h, d = rng.uniform(0.5, 1.1), rng.uniform(0.35, 1.0), rng.uniform(0.5, 1.0)
    cover = h * rng.uniform(0.12, 0.6)
    if rng.random() < 0.5:
        s.box((w, h, d), skin.main)
        s.box((w * 1.04, cover, d * 1.04), skin.main.darker(rng.uniform(0.8, 1.15)), (0, h - cover + 0.01, 0))
    else:
        turn = turn_y(np.pi / 8)
        s.cylinder(w * 0.55, h, skin.main, turn=turn, sides=8)
        s.cylinder(w * 0.575, cover, skin.alt, (0, h - cover + 0.01, 0), turn, sides=8)
    if rng.random() < 0.6:
        s.box((w * 0.4, h * 0.25, d * 0.99), skin.paper, (0, h * 0.1, -0.02))


def crushed(s: Solid, rng: Rng, skin: Skin) -> None:
    """One to three cartons that were pressed, got wet, or burst open."""
    w, d, y = rng.uniform(0.45, 0.9), rng.uniform(0.45, 0.8), 0.0
    amount = rng.uniform(0.03, 0.12)
    for _ in range(rng.integers(1, 4)):
        h = rng.uniform(0.25, 0.6)
        _crushed_box(s, rng, (w, h, d), skin.main.darker(rng.uniform(0.85, 1.1)), amount, (rng.normal(0, 0.03), y, 0))
        y += h * 0.97
    if rng.random() < 0.5:
        s.box((w * 0.5, 0.012, d * 0.4), skin.main.darker(1.1), (w * 0.4, y, 0), turn_z(rng.uniform(0.2, 1.2)))


def stairs(s: Solid, rng: Rng, skin: Skin) -> None:
    """Columns that grow higher from one side to the other, as a load that is being unpacked."""
    w, h, d = rng.uniform(0.3, 0.5), rng.uniform(0.22, 0.4), rng.uniform(0.3, 0.55)
    columns = rng.integers(2, 5)
    for i in range(columns):
        for j in range(max(1, i + int(rng.integers(0, 2)))):
            one_box(s, (w * 0.97, h * 0.98, d), ((i - columns / 2) * w, j * h, rng.uniform(-0.05, 0.05)), skin, rng)


FAMILIES = (block, uneven_stack, tray, slab, long_ones, deep_lid, crushed, stairs)
