"""Further drums: any profile, canisters, bottles of gas, barrels, pails, churns; in rows and threes."""

import numpy as np

from ...hints import Array, Rng, Vector
from ...skin import Skin
from ...solid import LYING_X, LYING_Z, Solid, turn_y, turn_z


def _profile(rng: Rng, r: float, h: float) -> list[tuple[float, float]]:
    """A closed outline: a foot, a body that may bulge or taper, hoops, a shoulder, a rim and a sunk lid."""
    bulge, taper = rng.choice([0, 0, 0.06, 0.14]), rng.choice([0, 0, 0, 0.12, -0.1])
    hoops = int(rng.integers(0, 7))
    height_of_hoop = rng.uniform(0.012, 0.03)
    out = rng.uniform(0.015, 0.06)

    def body(t: float) -> float:
        return r * (1 + bulge * (np.sin(np.pi * t) - 0.5) + taper * (t - 0.5))

    rows = [(0, 0.005), (body(0) * 0.95, 0), (body(0) * (1 + out * 0.6), 0.02), (body(0), 0.05)]
    last = 0.06
    for t in np.sort(
        rng.uniform(0.12, 0.86, hoops) if rng.random() < 0.3 else np.linspace(0.15, 0.85, hoops + 2)[1:-1]
    ):
        if t * h - last < 2.2 * height_of_hoop:
            continue
        y = t * h
        rows += [(body(t), y - height_of_hoop), (body(t) + r * out, y), (body(t), y + height_of_hoop)]
        last = y
    if not hoops:
        rows += [(body(t), t * h) for t in (0.2, 0.4, 0.6, 0.8)]
    neck = rng.choice([1.0, 1.0, 0.9, 0.75])
    top = body(1) * neck
    rows += [(body(0.93), h * 0.93), (top * (1 + out * 0.5), h * 0.97), (top, h), (top * 0.95, h)]
    return rows + [(top * 0.94, h - rng.uniform(0, 0.03)), (0, h - rng.uniform(0, 0.02))]


def _fittings(s: Solid, rng: Rng, skin: Skin, r: float, h: float) -> None:
    kind = rng.integers(5)
    if kind == 0:  # a clamped ring
        s.lathe([(r * 1.02, h * 0.93), (r * 1.05, h * 0.95), (r * 1.02, h * 0.97)], skin.metal)
        s.box((0.12, 0.04, 0.03), skin.metal, (0, h * 0.93, -r * 1.05))
    elif kind == 1:  # bungs
        for angle in rng.uniform(0, 6.28, rng.integers(1, 4)):
            s.cylinder(
                rng.uniform(0.02, 0.06), 0.03, skin.alt, (np.cos(angle) * r * 0.6, h - 0.01, np.sin(angle) * r * 0.6)
            )
    elif kind == 2:  # handles
        for x in (-1, 1):
            s.box((0.05, 0.06, r * 0.6), skin.alt, (x * r * 1.02, h * rng.uniform(0.7, 0.9), 0))
    elif kind == 3:  # a hand pump
        s.cylinder(0.03, h * 0.3, skin.metal, (r * 0.4, h, 0), sides=8)
        s.tube([(r * 0.4, h * 1.25, 0), (r * 0.9, h * 1.28, 0), (r * 1.0, h * 1.1, 0)], 0.02, skin.metal, 6)


def _any(s: Solid, rng: Rng, skin: Skin, profile: list, at: Vector = (0, 0, 0), turn: Array | None = None) -> None:
    part = type(s)()
    part.lathe(profile, skin.main, sides=int(rng.choice([14, 20, 24])))
    r, h = max(p[0] for p in profile), max(p[1] for p in profile)
    if rng.random() < 0.4:
        low = rng.uniform(0.2, 0.5)
        part.lathe([(r * 1.006, h * low), (r * 1.006, h * (low + rng.uniform(0.08, 0.3)))], skin.alt, sides=24)
    if rng.random() < 0.35:
        part.lathe([(r * 0.9, h + 0.004), (0, h + 0.004)], skin.alt)
    if rng.random() < 0.3:
        part.box((r * 0.9, h * rng.uniform(0.15, 0.3), 0.02), skin.paper, (0, h * 0.45, -r * 1.0), turn_y(0))
    _fittings(part, rng, skin, r, h)
    s.merge(part, at, turn)


def _size(rng: Rng) -> tuple[float, float]:
    r = rng.uniform(0.18, 0.4)
    return r, r * rng.uniform(1.5, 4.2)


def any_profile(s: Solid, rng: Rng, skin: Skin) -> None:
    _any(s, rng, skin, _profile(rng, *_size(rng)))


def lying_any(s: Solid, rng: Rng, skin: Skin) -> None:
    """On its side, wedged, perhaps two beside each other."""
    r, h = _size(rng)
    profile = _profile(rng, r, h)
    lying = LYING_X if rng.random() < 0.5 else LYING_Z
    for k in range(int(rng.integers(1, 3))):
        at = (-h / 2, r, k * 2.15 * r) if lying is LYING_X else (k * 2.15 * r, r, -h / 2)
        _any(s, rng, skin, profile, at, lying)
        s.box((0.1, r * 0.35, 0.1), skin.alt, (at[0] + (0 if lying is LYING_X else r * 0.8), 0, at[2] + r * 0.8))


def row(s: Solid, rng: Rng, skin: Skin) -> None:
    """Two to four in a row, or three in a triangle; some with another colour."""
    r, h = _size(rng)
    r, h = r * 0.8, h * 0.8
    profile = _profile(rng, r, h)
    count = int(rng.integers(2, 5))
    spots = [((i - (count - 1) / 2) * 2.08 * r, rng.normal(0, 0.03)) for i in range(count)]
    if rng.random() < 0.4:
        spots = [(-1.04 * r, 0.0), (1.04 * r, 0.0), (0.0, 1.8 * r)]
    for x, z in spots:
        _any(s, rng, Skin(rng, "drum", skin.bank) if rng.random() < 0.2 else skin, profile, (x, 0, z))


def canister(s: Solid, rng: Rng, skin: Skin) -> None:
    """A plastic canister: flattened, with a handle and a cap; one to three."""
    w, h, d = rng.uniform(0.3, 0.5), rng.uniform(0.4, 0.75), rng.uniform(0.22, 0.36)
    for i in range(int(rng.integers(1, 4))):
        part = type(s)()
        part.lathe(
            [(0, 0), (w * 0.46, 0), (w * 0.5, h * 0.05), (w * 0.5, h * 0.8), (w * 0.42, h * 0.9), (0, h * 0.92)],
            skin.main,
            sides=int(rng.choice([4, 8, 16])),
            squash=d / w,
            turn=turn_y(np.pi / 4),
        )
        part.tube(
            [(-w * 0.3, h * 0.88, 0), (-w * 0.22, h * 1.02, 0), (w * 0.12, h * 1.02, 0), (w * 0.2, h * 0.88, 0)],
            0.025,
            skin.main,
        )
        part.cylinder(w * 0.1, h * 0.12, skin.alt, (w * 0.32, h * 0.88, 0), sides=10)
        s.merge(part, (i * w * 1.05, 0, rng.normal(0, 0.03)))


def gas_bottles(s: Solid, rng: Rng, skin: Skin) -> None:
    """Slim bottles with a round shoulder and a cap, one to four standing, or one lying."""
    r, h = rng.uniform(0.11, 0.22), rng.uniform(0.7, 1.5)
    profile = [(0, 0), (r, 0.01), (r, h * 0.8), (r * 0.92, h * 0.87), (r * 0.6, h * 0.93), (r * 0.3, h * 0.95)]
    count = int(rng.integers(1, 5))
    lying = rng.random() < 0.2
    for i in range(1 if lying else count):
        part = type(s)()
        part.lathe(profile, skin.main, sides=16)
        part.lathe([(r * 1.01, h * 0.72), (r * 1.01, h * 0.8)], skin.alt, sides=16)
        part.cylinder(r * 0.35, h * 0.09, skin.metal, (0, h * 0.93, 0), sides=10)
        s.merge(part, (-h / 2, r, 0) if lying else (i * 2.1 * r, 0, rng.normal(0, 0.02)), LYING_X if lying else None)


def barrel(s: Solid, rng: Rng, skin: Skin) -> None:
    """A wooden barrel with staves and iron hoops, standing or lying."""
    r, h = rng.uniform(0.28, 0.42), rng.uniform(0.6, 1.0)
    bulge = rng.uniform(0.12, 0.28)
    part = type(s)()

    def at(t: float) -> float:
        return r * (1 - bulge + bulge * np.sin(np.pi * (0.12 + 0.76 * t)))

    part.lathe([(at(t), h * t) for t in np.linspace(0, 1, 9)], skin.main, sides=16)
    for y in (0.03, 0.97):
        part.lathe([(0, h * y), (at(y), h * y)], skin.main.darker(0.8), sides=16)
    for t in (0.05, 0.2, 0.33, 0.67, 0.8, 0.95)[:: rng.integers(1, 3)]:
        part.lathe([(at(t) * 1.015, h * t - 0.02), (at(t) * 1.015, h * t + 0.025)], skin.metal.darker(0.6), sides=16)
    if rng.random() < 0.4:
        s.merge(part, (0, at(0.5), -h / 2), LYING_Z)
    else:
        s.merge(part)


def pails(s: Solid, rng: Rng, skin: Skin) -> None:
    """Pails with lids and wire handles, one to three on each other or beside each other."""
    r, h = rng.uniform(0.16, 0.3), rng.uniform(0.28, 0.5)
    spots = [(0, k * h * 1.02) for k in range(rng.integers(1, 4))] if rng.random() < 0.5 else [(0, 0), (2.2 * r, 0)]
    for x, y in spots:
        part = type(s)()
        part.lathe([(0, 0), (r * 0.85, 0), (r, h * 0.9)], skin.main)
        part.lathe([(r * 1.06, h * 0.86), (r * 1.07, h * 0.98), (r * 0.9, h), (0, h * 0.985)], skin.alt)
        side = rng.choice([-1, 1])
        part.tube(
            [
                (-r, h * 0.85, 0),
                (-r * 0.5, h * 0.45, side * r * 1.1),
                (r * 0.5, h * 0.45, side * r * 1.1),
                (r, h * 0.85, 0),
            ],
            0.012,
            skin.metal,
            5,
        )
        s.merge(part, (x, y, 0))


def churn(s: Solid, rng: Rng, skin: Skin) -> None:
    """A vessel with a neck and side grips: a churn, a carboy, a pressure vessel."""
    r, h = rng.uniform(0.22, 0.36), rng.uniform(0.6, 1.0)
    neck, shoulder = rng.uniform(0.3, 0.7), rng.uniform(0.55, 0.75)
    s.lathe(
        [(r * 0.9, 0), (r, h * 0.04), (r, h * shoulder), (r * neck, h * (shoulder + 0.15)), (r * neck, h * 0.93)],
        skin.main,
    )
    s.lathe([(r * neck * 1.2, h * 0.92), (r * neck * 1.2, h * 0.98), (r * neck * 0.8, h), (0, h)], skin.alt)
    for x in (-1, 1):
        s.tube(
            [
                (x * r * 0.98, h * shoulder * 0.8, 0),
                (x * r * 1.2, h * shoulder, 0),
                (x * r * neck, h * (shoulder + 0.18), 0),
            ],
            0.025,
            skin.metal,
            6,
        )


def fallen_against(s: Solid, rng: Rng, skin: Skin) -> None:
    """One standing, one that has fallen against it."""
    r, h = _size(rng)
    profile = _profile(rng, r, h)
    _any(s, rng, skin, profile)
    lean = rng.uniform(0.2, 0.6)
    _any(s, rng, skin, profile, (r * 2.1 + h * np.sin(lean) * 0.6, r * np.sin(lean), 0), turn_z(lean))


FAMILIES = (any_profile, lying_any, row, canister, gas_bottles, barrel, pails, churn, fallen_against)
