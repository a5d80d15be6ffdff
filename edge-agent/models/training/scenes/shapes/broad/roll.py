"""Further rolls: any width and hole, reels, bobbins, hoses, half-unrolled ones."""

import numpy as np

from ...hints import Rng
from ...skin import Skin
from ...solid import LYING_X, LYING_Z, Material, Solid, turn_y, turn_z


def _lay(s: Solid, rng: Rng, part: Solid, r: float, w: float, standing: float) -> None:
    """Puts a roll about +y on the floor: standing (with this chance), or lying along x or z."""
    if rng.random() < standing:
        s.merge(part)
    elif rng.random() < 0.5:
        s.merge(part, (-w / 2, r, 0), LYING_X)
    else:
        s.merge(part, (0, r, -w / 2), LYING_Z)


def _wound(s: Solid, rng: Rng, skin: Skin, r: float, w: float, material: Material, hole: float) -> None:
    """A wound body: bands about it, rings on its ends, a core that may stand out."""
    s.cylinder(r, w, material, sides=24, top=material.darker(rng.uniform(0.85, 1.2)), hole=hole)
    for k in np.sort(rng.uniform(0.3, 0.97, rng.integers(0, 7))):
        if r * k > hole:
            for y in (-0.003, w + 0.003):
                s.lathe([(r * k, y), (r * (k + 0.025), y)], material.darker(0.75), sides=22)
    for t in rng.uniform(0.03, 0.9, rng.integers(0, 4)):
        s.lathe([(r * 1.005, w * t), (r * 1.005, w * (t + rng.uniform(0.02, 0.1)))], skin.alt, sides=24)
    if rng.random() < 0.35:
        over = rng.uniform(0.02, 0.15)
        s.cylinder(max(hole, 0.03), w + 2 * over, skin.alt, (0, -over, 0), sides=12, top=skin.dark)


def any_roll(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.25, 0.65), rng.uniform(0.25, 1.6)
    part = type(s)()
    _wound(part, rng, skin, r, w, skin.main, r * rng.uniform(0.06, 0.65))
    _lay(s, rng, part, r, w, 0.4)


def reel(s: Solid, rng: Rng, skin: Skin) -> None:
    """A reel: flanges of wood, steel or plastic, closed, ribbed or with spokes, more or less full; perhaps lagged."""
    r, w = rng.uniform(0.3, 0.75), rng.uniform(0.25, 0.9)
    thick, fill = rng.uniform(0.03, 0.08), rng.uniform(0.35, 0.92)
    part = type(s)()
    spokes = int(rng.choice([0, 0, 4, 6, 8]))
    for y in (0, w - thick):
        if spokes:
            part.lathe(
                [(r * 0.88, y), (r, y), (r, y + thick), (r * 0.88, y + thick), (r * 0.88, y)], skin.main, sides=24
            )
            for angle in np.arange(spokes) * 2 * np.pi / spokes:
                at = (np.sin(angle) * r * 0.5, y, np.cos(angle) * r * 0.5)
                part.box((0.05, thick, r * 0.8), skin.main.darker(0.9), at, turn_y(angle))
            part.cylinder(r * 0.25, thick * 1.1, skin.main, (0, y, 0), sides=14, hole=r * 0.1)
        else:
            part.cylinder(r, thick, skin.main, (0, y, 0), sides=24, hole=r * rng.uniform(0.06, 0.2))
            part.lathe([(r * 0.5, y - 0.004), (r * 0.56, y - 0.004)], skin.main.darker(0.7), sides=20)
    turns = int(rng.integers(4, 16))
    wave = [(r * (fill + 0.03 * (k % 2)), thick + (w - 2 * thick) * k / turns) for k in range(turns + 1)]
    part.lathe(wave, skin.alt if rng.random() < 0.6 else skin.dark, sides=20)
    if rng.random() < 0.2:
        for angle in np.arange(20) * np.pi / 10:
            part.box(
                (r * 0.29, w, 0.02),
                skin.main.darker(rng.uniform(0.85, 1.1)),
                (np.sin(angle) * r, 0, np.cos(angle) * r),
                turn_y(angle),
            )
    _lay(s, rng, part, r, w, 0.25)


def half_unrolled(s: Solid, rng: Rng, skin: Skin) -> None:
    """A lying roll with its free end on the floor or hanging."""
    r, w = rng.uniform(0.2, 0.45), rng.uniform(0.6, 1.6)
    part = type(s)()
    _wound(part, rng, skin, r, w, skin.main, r * rng.uniform(0.1, 0.4))
    s.merge(part, (-w / 2, r, 0), LYING_X)
    tail = rng.uniform(0.3, 0.9)
    s.box((w, 0.012, tail), skin.main.darker(rng.uniform(0.85, 1.1)), (0, 0, -tail / 2 - r * 0.2))


def hose(s: Solid, rng: Rng, skin: Skin) -> None:
    """A ring of hose, pipe or wire with a large hole, tied in places."""
    r, turns = rng.uniform(0.35, 0.6), int(rng.integers(2, 7))
    thick = rng.uniform(0.05, 0.14)
    part = type(s)()
    h = 0.0
    for k in range(turns):
        middle, radius = r + rng.normal(0, 0.01), thick / 2 * 1.1
        circle = np.linspace(-np.pi / 2, 1.5 * np.pi, 9)
        part.lathe(
            [(middle + radius * np.cos(a), h + radius + radius * np.sin(a)) for a in circle],
            skin.main.darker(1 - 0.08 * (k % 2)),
            sides=22,
        )
        h += thick * 0.95
    for angle in rng.uniform(0, 6.28) + np.arange(3) * 2.1:
        part.box((thick * 1.4, h * 1.1, 0.05), skin.alt, (np.cos(angle) * r, 0, np.sin(angle) * r), turn_y(-angle))
    _lay(s, rng, part, r + thick * 0.6, h, 0.55)


def side_by_side(s: Solid, rng: Rng, skin: Skin) -> None:
    """Lying rolls beside each other, along or across, of one kind or two."""
    r, w = rng.uniform(0.16, 0.38), rng.uniform(0.6, 1.5)
    lying = LYING_X if rng.random() < 0.5 else LYING_Z
    hole = r * rng.uniform(0.08, 0.5)
    place = 0.0
    for _ in range(rng.integers(2, 5)):
        own = r * rng.uniform(0.85, 1)
        part = type(s)()
        _wound(part, rng, skin, own, w, skin.main.darker(rng.uniform(0.85, 1.1)), hole)
        s.merge(part, (-w / 2, own, place) if lying is LYING_X else (place, own, -w / 2), lying)
        place += 2 * r


def upright_group(s: Solid, rng: Rng, skin: Skin) -> None:
    """Slim rolls of linoleum, foil or fence standing close together, of differing heights, one perhaps askew."""
    r = rng.uniform(0.1, 0.22)
    for i in range(rng.integers(2, 7)):
        h = rng.uniform(0.7, 1.7)
        part = type(s)()
        part.cylinder(
            r,
            h,
            skin.main.darker(rng.uniform(0.8, 1.1)) if rng.random() < 0.75 else skin.alt,
            sides=14,
            top=skin.paper,
            hole=r * rng.uniform(0.2, 0.7),
        )
        s.merge(part, ((i % 3) * 2.1 * r, 0, (i // 3) * 2.1 * r), turn_z(rng.normal(0, 0.04)))


def bobbin(s: Solid, rng: Rng, skin: Skin) -> None:
    """Thread or wire wound to a barrel or cone on a core with unequal ends."""
    r, h = rng.uniform(0.25, 0.5), rng.uniform(0.4, 0.9)
    bulge, cone = rng.uniform(-0.1, 0.2), rng.uniform(-0.25, 0.25)
    part = type(s)()
    rows = np.linspace(0, 1, 9)
    part.lathe(
        [(r * (0.85 + bulge * np.sin(np.pi * t) + cone * (t - 0.5)), h * (0.08 + 0.84 * t)) for t in rows],
        skin.main,
        sides=20,
    )
    for y, k in ((0.0, rng.uniform(0.8, 1.15)), (0.92, rng.uniform(0.5, 1.1))):
        part.cylinder(r * k, h * 0.08, skin.alt, (0, h * y, 0), sides=20, hole=r * 0.15)
    _lay(s, rng, part, r * 1.1, h, 0.6)


def soft_roll(s: Solid, rng: Rng, skin: Skin) -> None:
    """Foam, felt or fleece rolled up, drawn in by cords, its spiral seen at the end."""
    r, w = rng.uniform(0.25, 0.5), rng.uniform(0.7, 1.5)
    ties = int(rng.integers(2, 5))
    part = type(s)()
    profile = []
    for t in np.linspace(0, 1, 4 * ties + 1):
        profile.append((r * (0.93 + 0.07 * np.cos(2 * np.pi * ties * t + np.pi)), w * t))
    part.lathe([(0, 0), (r * 0.8, 0), *profile, (r * 0.8, w), (0, w)], skin.main, sides=18, squash=rng.uniform(0.8, 1))
    for k in range(3):
        radius = r * (0.25 + 0.22 * k)
        for y in (-0.004, w + 0.004):
            part.lathe([(radius, y), (radius + 0.02, y)], skin.main.darker(0.6), sides=16)
    for k in range(ties):
        part.lathe(
            [(r * 1.0, w * (k + 0.5) / ties - 0.015), (r * 1.0, w * (k + 0.5) / ties + 0.015)], skin.alt, sides=18
        )
    _lay(s, rng, part, r, w, 0.3)


FAMILIES = (any_roll, reel, half_unrolled, hose, side_by_side, upright_group, bobbin, soft_roll)
