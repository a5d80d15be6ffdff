"""Further crates: boards any way, cases with edges, pallet boxes, produce crates, skeletons, glass frames, trunks."""

import numpy as np

from ...hints import Rng
from ...skin import Skin
from ...solid import LYING_Z, Material, Solid, turn_y, turn_z


def _size(rng: Rng) -> tuple[float, float, float]:
    return rng.uniform(0.5, 1.5), rng.uniform(0.3, 1.3), rng.uniform(0.45, 1.1)


def _side(s: Solid, w: float, h: float, boards: int, fill: float, upright: bool, material: Material, rng: Rng) -> None:
    """A wall of boards in the plane z = 0, its middle at x = 0."""
    for i in range(boards):
        tone = material.darker(rng.uniform(0.8, 1.1))
        if upright:
            s.box((w / boards * fill, h, 0.022), tone, (((i + 0.5) / boards - 0.5) * w, 0, 0))
        else:
            s.box((w, h / boards * fill, 0.022), tone, (0, (i + (1 - fill) / 2) * h / boards, 0))


def any_boards(s: Solid, rng: Rng, skin: Skin) -> None:
    """Boards upright or level, battens at the edges, in the middle or slanting, a lid, skids: each or not."""
    w, h, d = _size(rng)
    upright, boards, fill = rng.random() < 0.5, int(rng.integers(2, 10)), rng.uniform(0.65, 1.0)
    lift = rng.uniform(0.05, 0.12) if rng.random() < 0.5 else 0.0
    part = type(s)()
    part.box((w * 0.96, h * 0.97, d * 0.96), skin.dark if rng.random() < 0.6 else skin.alt)
    batten, tone = rng.uniform(0.05, 0.11), skin.main.darker(rng.uniform(0.75, 1.1))
    edges, middle, slant = rng.random() < 0.6, rng.random() < 0.4, rng.random() < 0.25
    for k in range(4):
        length, depth = (w, d) if k % 2 == 0 else (d, w)
        wall = type(s)()
        _side(wall, length, h, boards if k % 2 == 0 else max(2, int(boards * d / w)), fill, upright, skin.main, rng)
        for x in (-0.5, 0.5) if edges else ():
            wall.box((batten, h, 0.03), tone, (x * (length - batten), 0, -0.025))
        for y in (0, h - batten) if edges or rng.random() < 0.3 else ():
            wall.box((length, batten, 0.03), tone, (0, y, -0.025))
        if middle:
            size = (length, batten, 0.03) if upright else (batten, h, 0.03)
            wall.box(size, tone, (0, h * 0.47 if upright else 0, -0.03))
        if slant:
            angle = np.arctan2(h, length)
            wall.box((np.hypot(h, length) * 0.85, batten, 0.025), tone, (0, h / 2 - batten / 2, -0.03), turn_z(angle))
        turn = turn_y(k * np.pi / 2)
        part.merge(wall, turn @ np.array([0, 0, -depth / 2]), turn)
    if rng.random() < 0.6:
        over = rng.uniform(0.98, 1.08)
        part.box((w * over, 0.03, d * over), skin.main.darker(1.05), (0, h, 0))
    if lift:
        for x in np.linspace(-0.42, 0.42, rng.integers(2, 4)):
            s.box((0.09, lift, d * 1.02), tone, (x * w, 0, 0))
    if rng.random() < 0.4:
        part.box((w * 0.3, h * 0.25, d * 1.06), skin.paper, (rng.uniform(-0.2, 0.2) * w, h * 0.4, 0))
    s.merge(part, (0, lift, 0))


def edged_case(s: Solid, rng: Rng, skin: Skin) -> None:
    """A closed case with metal edges, corners and catches."""
    w, h, d = _size(rng)
    s.box((w, h, d), skin.main)
    t = rng.uniform(0.025, 0.05)
    edge = skin.metal if rng.random() < 0.6 else skin.alt
    for x in (-1, 1):
        for z in (-1, 1):
            s.box((t, h * 1.005, t), edge, (x * (w - t) / 2 * 1.02, 0, z * (d - t) / 2 * 1.02))
    split = h * rng.uniform(0.55, 0.8)
    for y in (0, split, h - t):
        s.box((w * 1.015, t, d * 1.015), edge, (0, y, 0))
    for x in np.linspace(-0.3, 0.3, rng.integers(1, 4)):
        s.box((0.08, 0.14, d * 1.04), skin.metal.darker(0.8), (x * w, split - 0.07, 0))
    if rng.random() < 0.5:
        s.box((w * 1.04, 0.05, 0.18), skin.dark, (0, h * 0.4, 0))
    if rng.random() < 0.5:
        for x in (-0.4, 0.4):
            for z in (-0.38, 0.38):
                s.cylinder(0.05, 0.06, skin.dark, (x * w, -0.05, z * d - 0.03), LYING_Z, 8)


def pallet_box(s: Solid, rng: Rng, skin: Skin) -> None:
    """A large plastic container: ribbed walls, a thick rim, feet or runners."""
    w, h, d = rng.uniform(0.8, 1.3), rng.uniform(0.5, 1.0), rng.uniform(0.7, 1.1)
    foot = 0.11
    for x in (-0.4, 0, 0.4):
        s.box((0.14, foot, d * 0.98), skin.main.darker(0.75), (x * w, 0, 0))
    s.box((w * 0.97, h, d * 0.97), skin.main, (0, foot, 0))
    n, m = rng.integers(3, 9), rng.integers(1, 5)
    for i in range(n):
        x = ((i + 0.5) / n - 0.5) * w
        s.box((0.025, h * 0.9, d), skin.main.darker(0.85), (x, foot, 0))
        s.box((w, h * 0.9, 0.025), skin.main.darker(0.85), (0, foot, x / w * d))
    for k in range(m):
        s.box((w * 0.995, 0.03, d * 0.995), skin.main.darker(0.9), (0, foot + h * (k + 0.5) / m, 0))
    s.box((w * 1.03, h * 0.07, d * 1.03), skin.main, (0, foot + h * 0.94, 0))
    s.box((w * 0.93, 0.01, d * 0.93), skin.dark if rng.random() < 0.6 else skin.alt, (0, foot + h * 1.01, 0))


def produce(s: Solid, rng: Rng, skin: Skin) -> None:
    """Low open crates with goods in sight, one to six on each other."""
    w, h, d = rng.uniform(0.45, 0.75), rng.uniform(0.16, 0.3), rng.uniform(0.35, 0.6)
    rows, post = int(rng.integers(1, 4)), rng.uniform(0.03, 0.06)
    for level in range(rng.integers(1, 7)):
        y, x = level * h, rng.normal(0, 0.01)
        s.box((w * 0.9, h * 0.55, d * 0.9), skin.alt, (x, y + 0.02, 0))
        for k in range(rows):
            at = (x, y + (k + 0.15) * h * 0.8 / rows, 0)
            s.box((w, h * 0.55 / rows, d), skin.main.darker(rng.uniform(0.85, 1.08)), at)
        for px in (-0.5, 0.5):
            for pz in (-0.5, 0.5):
                s.box((post, h * 0.99, post), skin.main.darker(0.85), (x + px * w * 0.97, y, pz * d * 0.97))
    s.blob((w * 0.85, h * 0.35, d * 0.85), skin.alt, rng, (0, y + h * 0.5, 0), wobble=0.1)


def skeleton(s: Solid, rng: Rng, skin: Skin) -> None:
    """An open frame of beams about something packed: a box, a cylinder, a covered lump."""
    w, h, d = _size(rng)
    t = rng.uniform(0.05, 0.1)
    for y in (0, h - t):
        for z in (-0.5, 0.5):
            s.box((w, t, t), skin.main, (0, y, z * (d - t)))
        for x in (-0.5, 0.5):
            s.box((t, t, d), skin.main.darker(0.9), (x * (w - t), y, 0))
    for x in np.linspace(-0.5, 0.5, rng.integers(2, 5)):
        for z in (-0.5, 0.5):
            s.box((t, h, t), skin.main.darker(rng.uniform(0.85, 1.05)), (x * (w - t), 0, z * (d - t)))
    for y in rng.uniform(0.25, 0.75, rng.integers(0, 3)):
        for z in (-0.5, 0.5):
            s.box((w, t * 0.8, t * 0.6), skin.main, (0, y * h, z * (d - t)))
    kind, top = rng.integers(3), h * rng.uniform(0.5, 0.85)
    if kind == 0:
        s.box((w * 0.75, top, d * 0.75), skin.alt, (0, t, 0))
    elif kind == 1:
        s.cylinder(min(w, d) * 0.38, top, skin.alt, (0, t, 0))
    else:
        s.blob((w * 0.75, top, d * 0.75), skin.alt, rng, (0, t, 0))


def glass_frame(s: Solid, rng: Rng, skin: Skin) -> None:
    """Panes or slabs leaning on a stand of beams, boxed with a few boards."""
    w, h = rng.uniform(0.8, 1.5), rng.uniform(0.7, 1.3)
    foot, t = rng.uniform(0.4, 0.7), 0.07
    for x in np.linspace(-0.45, 0.45, rng.integers(2, 4)):
        s.box((t, t, foot), skin.main, (x * w, 0, 0))
        s.prism(
            [(-foot / 2, t), (foot / 2, t), (0.03, h), (-0.03, h)],
            t,
            skin.main.darker(0.9),
            (x * w, 0, 0),
            turn_y(np.pi / 2),
        )
    panes = skin.glass if rng.random() < 0.4 else skin.alt
    s.box((w * rng.uniform(0.85, 1), h * rng.uniform(0.75, 1.05), rng.uniform(0.08, 0.2)), panes, (0, t, 0))
    for y in np.linspace(0.1, 0.9, rng.integers(1, 4)):
        for z in (-1, 1):
            s.box((w * 1.05, t, 0.03), skin.main, (0, y * h, z * (foot / 2 * (1 - y) + 0.1)))


def trunk(s: Solid, rng: Rng, skin: Skin) -> None:
    """A chest: a flat or round lid, bands about it, grips."""
    w, h, d = rng.uniform(0.6, 1.2), rng.uniform(0.35, 0.6), rng.uniform(0.4, 0.65)
    s.box((w, h, d), skin.main)
    arc = np.linspace(0, np.pi, 9)
    rise = h * rng.uniform(0.05, 0.5)
    lid = np.stack([np.cos(arc) * d / 2, h + np.sin(arc) * rise], 1)
    s.prism(
        np.concatenate([lid, [(-d / 2, h - 0.02), (d / 2, h - 0.02)]]),
        w,
        skin.main.darker(0.95),
        turn=turn_y(np.pi / 2),
    )
    for x in rng.uniform(-0.45, 0.45, rng.integers(1, 5)):
        s.box((0.04, h, d * 1.02), skin.alt, (x * w, 0, 0))
        s.prism(
            np.concatenate([lid * (1.03, 1) + (0, 0.01), [(-d / 2, h), (d / 2, h)]]),
            0.04,
            skin.alt,
            (x * w, 0, 0),
            turn_y(np.pi / 2),
        )
    s.box((0.1, 0.12, d * 1.05), skin.metal, (0, h - 0.08, 0))


def long_case(s: Solid, rng: Rng, skin: Skin) -> None:
    """A long low case of boards with battens all round, one or two on each other."""
    w, h, d = rng.uniform(1.1, 2.1), rng.uniform(0.22, 0.5), rng.uniform(0.3, 0.6)
    for level in range(rng.integers(1, 3)):
        part = type(s)()
        part.box((w, h, d), skin.main)
        for k in range(1, int(rng.integers(2, 5))):
            part.box((w * 1.002, 0.008, d * 1.002), skin.dark, (0, h * k / 4, 0))
        for x in np.linspace(-0.44, 0.44, rng.integers(2, 6)):
            part.box((0.08, h * 1.06, d * 1.08), skin.main.darker(0.85), (x * w, 0, 0))
        s.merge(part, (rng.normal(0, 0.03), level * h * 1.08, 0))


FAMILIES = (any_boards, edged_case, pallet_box, produce, skeleton, glass_frame, trunk, long_case)
