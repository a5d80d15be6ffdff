"""Further machinery: assemblies of bodies, pipes and panels by chance, and the kinds that freight often holds."""

import numpy as np

from ...hints import Rng, Vector
from ...skin import Skin
from ...solid import LYING_X, LYING_Z, Material, Solid, turn_x, turn_y, turn_z
from ..machinery import bolts, motor, skid


def _flange(s: Solid, r: float, at: Vector, turn: np.ndarray | None, skin: Skin) -> None:
    part = type(s)()
    part.cylinder(r, 0.04, skin.metal, sides=14, hole=r * 0.5)
    bolts(part, r * 0.8, 0.03, 6, skin.dark)
    s.merge(part, at, turn)


def _wheel(s: Solid, r: float, at: Vector, skin: Skin) -> None:
    """A handwheel that faces the camera."""
    part = type(s)()
    part.lathe([(r * 0.85, 0), (r, 0), (r, 0.03), (r * 0.85, 0.03), (r * 0.85, 0)], skin.alt, sides=14)
    for angle in np.arange(3) * np.pi / 3:
        part.box((0.02, 0.02, r * 1.8), skin.alt, turn=turn_y(angle))
    s.merge(part, at, LYING_Z)


def _panel(s: Solid, rng: Rng, w: float, h: float, at: Vector, skin: Skin) -> None:
    """A control panel with a display, knobs and lamps; `at` is the middle of its lower edge, it faces -z."""
    x, y, z = at
    s.box((w, h, 0.06), skin.alt, at)
    s.box((w * 0.6, h * 0.3, 0.07), skin.glass, (x, y + h * 0.6, z))
    for i in range(int(rng.integers(2, 5))):
        tint = skin.coloured((0, 1), (0.6, 1), (0.4, 0.9)) if rng.random() < 0.5 else skin.dark
        s.box((w * 0.12, w * 0.12, 0.09), tint, (x + (i / 3 - 0.5) * w * 0.7, y + h * 0.2, z))


def _slots(s: Solid, rng: Rng, w: float, h: float, at: Vector, skin: Skin) -> None:
    count = int(rng.integers(4, 9))
    for k in range(count):
        s.box((w, h / count * 0.5, 0.03), skin.dark, (at[0], at[1] + k * h / count, at[2]))


def _body(s: Solid, rng: Rng, size: Vector, at: Vector, material: Material, skin: Skin) -> None:
    """One of the bodies that a machine is made of, within a box (w, h, d) on `at`."""
    w, h, d = size
    x, y, z = at
    kind = rng.integers(7)
    if kind == 0:
        s.box(size, material, at, taper=rng.uniform(0.7, 1.1))
        if rng.random() < 0.6:
            _slots(s, rng, w * 0.6, h * 0.4, (x, y + h * 0.2, z - d / 2), skin)
    elif kind == 1:
        s.cylinder(min(w, d) / 2, h, material, at, sides=16, top=material.darker(0.8))
    elif kind == 2:
        s.cylinder(min(h, d) / 2, w, material, (x - w / 2, y + min(h, d) / 2, z), LYING_X, 16, material.darker(0.7))
    elif kind == 3:
        r = min(w, h) / 2
        s.cylinder(r, d, material, (x, y + r, z - d / 2), LYING_Z, 18, material.darker(0.8))
        bolts(s, r * 0.8, 0, 8, skin.metal, (x, y + r, z - d / 2 - 0.02), LYING_Z)
    elif kind == 4:
        outline = np.array(
            [
                (-0.5, 0),
                (0.5, 0),
                (0.5, rng.uniform(0.4, 1)),
                (rng.uniform(0, 0.4), 1),
                (rng.uniform(-0.4, 0), 1),
                (-0.5, rng.uniform(0.4, 1)),
            ]
        )
        s.prism(outline * (w, h), d, material, at, side=material.darker(0.88))
    elif kind == 5:
        motor(s, rng, skin, min(h, d) * 0.42, w * 0.8, (x - w * 0.4, y + min(h, d) * 0.5, z), material)
    else:
        r = min(w, d) / 2
        s.lathe(
            [(0, y), (r * 0.6, y), (r, y + h * 0.2), (r, y + h * 0.75), (r * 0.6, y + h * 0.92), (0, y + h)],
            material,
            (x, 0, z),
            sides=16,
        )


def assembly(s: Solid, rng: Rng, skin: Skin) -> None:
    """Two to four bodies on a base, joined by pipes, with what hangs on machines: panels, wheels, flanges, hooks."""
    w, h, d = rng.uniform(0.7, 1.8), rng.uniform(0.4, 1.1), rng.uniform(0.4, 0.9)
    base = rng.integers(3)
    y = skid(s, w * 1.05, d * 1.05, skin) if base == 0 else 0.06
    if base == 1:
        s.box((w * 1.05, 0.06, d * 1.05), skin.dark)
    elif base == 2:
        for x in (-0.45, 0.45):
            s.box((0.1, 0.06, d), skin.dark, (x * w, 0, 0))
    count = int(rng.integers(2, 5))
    shares = rng.dirichlet(np.full(count, 4.0))
    x, tops = -w / 2, []
    for share in shares:
        own = (share * w * 0.97, h * rng.uniform(0.45, 1), d * rng.uniform(0.6, 1))
        material = (skin.main, skin.main.darker(rng.uniform(0.7, 1.1)), skin.alt, skin.metal)[
            rng.choice(4, p=[0.5, 0.2, 0.2, 0.1])
        ]
        middle = x + share * w / 2
        _body(s, rng, own, (middle, y, rng.uniform(-0.08, 0.08) * d), material, skin)
        tops.append((middle, y + own[1], share * w))
        if rng.random() < 0.5:
            small = (own[0] * rng.uniform(0.3, 0.8), h * rng.uniform(0.1, 0.4), own[2] * rng.uniform(0.3, 0.7))
            _body(s, rng, small, (middle, y + own[1] * 0.97, 0), skin.alt if rng.random() < 0.5 else material, skin)
        x += share * w
    for _ in range(rng.integers(0, 4)):
        a, b = tops[rng.integers(count)], tops[rng.integers(count)]
        z, over = rng.uniform(-0.5, 0.2) * d, h * rng.uniform(0.1, 0.4)
        top = max(a[1], b[1]) + over
        pipe = [
            (a[0] - 0.06, a[1] * 0.7, z),
            (a[0] - 0.06, top, z),
            (b[0] + 0.06, top, z),
            (b[0] + 0.06, b[1] * 0.7, z),
        ]
        s.tube(pipe, rng.uniform(0.02, 0.05), skin.metal if rng.random() < 0.6 else skin.main, 7)
    for middle, top, wide in tops:
        extra = rng.integers(6)
        if extra == 0:
            _panel(s, rng, min(wide, 0.35), 0.3, (middle, top * 0.6, -d * 0.55), skin)
        elif extra == 1:
            _flange(s, min(wide, d) * 0.35, (middle, top, 0), None, skin)
        elif extra == 2:
            _flange(s, min(wide, top) * 0.3, (middle, top * 0.5, -d * 0.56), LYING_Z, skin)
        elif extra == 3:
            _wheel(s, min(0.2, wide * 0.4), (middle, top * 0.7, -d * 0.62), skin)


def cabinet(s: Solid, rng: Rng, skin: Skin) -> None:
    """A switch cabinet: doors, slots, a panel, feet or eyes."""
    w, h, d = rng.uniform(0.5, 1.5), rng.uniform(1.0, 1.9), rng.uniform(0.35, 0.7)
    s.box((w * 0.98, 0.1, d * 0.95), skin.dark)
    s.box((w, h, d), skin.main, (0, 0.1, 0))
    doors = int(rng.integers(1, 4))
    for i in range(doors):
        x = ((i + 0.5) / doors - 0.5) * w
        s.box((w / doors * 0.94, h * 0.93, 0.02), skin.main.darker(0.92), (x, 0.1 + h * 0.035, -d / 2 - 0.01))
        s.box((0.03, 0.16, 0.04), skin.metal, (x + w / doors * 0.38, 0.1 + h * 0.5, -d / 2 - 0.03))
        part = rng.integers(3)
        if part == 0:
            _panel(s, rng, w / doors * 0.6, h * 0.2, (x, 0.1 + h * 0.65, -d / 2), skin)
        elif part == 1:
            _slots(s, rng, w / doors * 0.6, h * 0.2, (x, 0.1 + h * rng.uniform(0.1, 0.7), -d / 2 - 0.02), skin)
    for x in (-0.35, 0.35):
        s.tube([(x * w - 0.05, h + 0.1, 0), (x * w, h + 0.18, 0), (x * w + 0.05, h + 0.1, 0)], 0.015, skin.metal, 5)


def transformer(s: Solid, rng: Rng, skin: Skin) -> None:
    """A tank with cooling fins, insulators and a small vessel on top."""
    w, h, d = rng.uniform(0.7, 1.2), rng.uniform(0.6, 1.0), rng.uniform(0.45, 0.7)
    y = skid(s, w, d, skin)
    s.box((w, h, d), skin.main, (0, y, 0))
    for x in np.linspace(-0.42, 0.42, rng.integers(6, 14)):
        s.box((0.02, h * 0.75, d * 1.4), skin.main.darker(0.88), (x * w, y + h * 0.1, 0))
    s.box((w * 1.08, 0.04, d * 1.1), skin.main.darker(0.8), (0, y + h, 0))
    for x in np.linspace(-0.35, 0.35, rng.integers(2, 5)):
        rows = [(0.05 if k % 2 else 0.085, y + h + 0.04 + 0.035 * k) for k in range(9)]
        s.lathe(rows, skin.alt, (x * w, 0, -d * 0.2), sides=10)
    if rng.random() < 0.6:
        s.cylinder(0.12, w * 0.8, skin.main, (-w * 0.4, y + h + 0.25, d * 0.3), LYING_X, 14)


def valve(s: Solid, rng: Rng, skin: Skin) -> None:
    """A length of pipe with flanges, a bonnet and a handwheel, on wood."""
    r, w = rng.uniform(0.12, 0.26), rng.uniform(0.8, 1.4)
    y = r * 1.6 + 0.1
    for x in (-0.35, 0.35):
        s.box((0.1, 0.1, r * 3), skin.dark, (x * w, 0, 0))
        s.prism(
            [(-r, 0), (r, 0), (r * 0.6, r * 0.9), (-r * 0.6, r * 0.9)],
            0.08,
            skin.dark,
            (x * w, 0.1, 0),
            turn_y(np.pi / 2),
        )
    s.cylinder(r, w, skin.main, (-w / 2, y, 0), LYING_X, 18, skin.dark)
    for x in (-0.5, -0.2, 0.2, 0.46):
        _flange(s, r * 1.5, (x * w, y, 0), LYING_X, skin)
    s.blob((w * 0.4, r * 3, r * 3), skin.main, rng, (0, y - r * 1.3, 0), wobble=0.02)
    top = y + r * rng.uniform(2.2, 3.4)
    s.cylinder(r * 0.5, top - y, skin.main.darker(0.85), (0, y, 0), sides=12)
    s.lathe(
        [(r * 1.2, top), (r * 1.4, top), (r * 1.4, top + 0.04), (r * 1.2, top + 0.04), (r * 1.2, top)],
        skin.alt,
        sides=18,
    )
    for angle in (0, np.pi / 2):
        s.box((r * 2.5, 0.03, 0.03), skin.alt, (0, top, 0), turn_y(angle))


def vessel(s: Solid, rng: Rng, skin: Skin) -> None:
    """An upright vessel on legs with nozzles, a gauge and a ladder of pipes."""
    r, h, leg = rng.uniform(0.28, 0.5), rng.uniform(0.7, 1.3), rng.uniform(0.15, 0.4)
    for angle in np.arange(3) * 2.09 + 0.5:
        s.box((0.07, leg + 0.2, 0.07), skin.dark, (np.cos(angle) * r * 0.9, 0, np.sin(angle) * r * 0.9))
    cone = rng.uniform(0.05, 0.35)
    s.lathe([(0.05, leg), (r, leg + h * cone), (r, leg + h * 0.85), (r * 0.7, leg + h * 0.96), (0, leg + h)], skin.main)
    for t in rng.uniform(cone, 0.9, 3):
        s.lathe([(r * 1.02, leg + h * t), (r * 1.04, leg + h * t + 0.03)], skin.main.darker(0.8))
    _flange(s, r * 0.35, (0, leg + h, 0), None, skin)
    for angle in rng.uniform(3.6, 5.8, rng.integers(1, 4)):
        y = leg + h * rng.uniform(0.3, 0.8)
        turn = turn_y(-angle) @ LYING_X
        at = (np.cos(angle) * r * 0.95, y, np.sin(angle) * r * 0.95)
        s.cylinder(0.06, 0.15, skin.metal, at, turn, 10)
        _flange(s, 0.1, (np.cos(angle) * (r + 0.12), y, np.sin(angle) * (r + 0.12)), turn, skin)
    s.tube([(r * 1.15, 0.1, 0), (r * 1.15, leg + h * 0.8, 0), (r * 0.3, leg + h * 1.1, 0)], 0.035, skin.metal)


def blower(s: Solid, rng: Rng, skin: Skin) -> None:
    """A fan: a spiral casing with an inlet, a square outlet, and its motor."""
    r, d = rng.uniform(0.3, 0.55), rng.uniform(0.25, 0.45)
    angle = np.linspace(0, 1.75 * np.pi, 16)
    radius = r * (0.75 + 0.4 * angle / angle[-1])
    y = r * 1.2 + 0.1
    s.prism(
        np.stack([np.cos(angle) * radius, np.sin(angle) * radius + y], 1), d, skin.main, side=skin.main.darker(0.85)
    )
    s.box((r * 0.8, r * 0.9, d * 1.05), skin.main, (r * 0.75, y + r * 0.1, 0))
    s.box((r, 0.05, d * 1.25), skin.metal, (r * 0.75, y + r, 0))
    s.lathe([(r * 0.6, 0), (r * 0.45, 0.1), (0, 0.06)], skin.dark, (0, y, -d / 2 - 0.1), LYING_Z)
    s.lathe([(r * 0.5, 0), (r * 0.62, 0), (r * 0.62, 0.05)], skin.metal, (0, y, -d / 2 - 0.12), LYING_Z)
    motor(s, rng, skin, r * 0.35, r * 0.9, (r * 0.2, 0.1 + r * 0.4, d * 0.8), skin.alt)
    s.box((r * 2.4, 0.1, d * 2), skin.dark)


def drill(s: Solid, rng: Rng, skin: Skin) -> None:
    """A milling or drilling machine: a foot, a column, a head with a spindle, a table with handles."""
    w, h, d = rng.uniform(0.5, 0.9), rng.uniform(1.2, 1.8), rng.uniform(0.6, 0.9)
    s.box((w, h * 0.12, d), skin.main.darker(0.85))
    if rng.random() < 0.5:
        s.cylinder(w * 0.16, h * 0.85, skin.metal, (0, h * 0.1, d * 0.25), sides=14)
    else:
        s.box((w * 0.5, h * 0.8, d * 0.3), skin.main, (0, h * 0.1, d * 0.3), taper=0.9)
    s.box((w * 0.55, h * 0.25, d), skin.main, (0, h * 0.72, -d * 0.05))
    s.cylinder(w * 0.1, h * 0.2, skin.metal, (0, h * 0.54, -d * 0.32), sides=10)
    s.cylinder(0.03, h * 0.1, skin.dark, (0, h * 0.45, -d * 0.32), sides=8)
    s.box((w * rng.uniform(0.7, 1.6), h * 0.06, d * 0.5), skin.metal, (0, h * 0.38, -d * 0.25))
    s.box((w * 0.3, h * 0.28, d * 0.35), skin.main.darker(0.8), (0, h * 0.11, -d * 0.2))
    _wheel(s, w * 0.18, (w * 0.3, h * 0.32, -d * 0.45), skin)
    s.cylinder(w * 0.18, h * 0.16, skin.alt, (0, h * 0.97, d * 0.2), sides=12)


def bucket(s: Solid, rng: Rng, skin: Skin) -> None:
    """A digger's bucket with teeth, or a roller drum in its fork: parts that travel alone."""
    w, k = rng.uniform(0.6, 1.3), rng.uniform(0.5, 0.9)
    outline = (
        np.array([(0.5, 0.9), (0.35, 1.0), (-0.1, 0.95), (-0.45, 0.65), (-0.5, 0.3), (-0.2, 0.03), (0.5, 0.0)]) * k
    )
    side = np.concatenate([outline, outline[::-1] * 0.94 + (0, 0.03 * k)])
    for x in (-1, 1):
        s.prism(outline, 0.04, skin.main, (x * w / 2, 0, 0), turn_y(np.pi / 2))
    shell = np.concatenate([outline[:-1, None], outline[1:, None]], 1)
    for (z0, y0), (z1, y1) in shell:
        s.quads([[(-w / 2, y0, -z0), (w / 2, y0, -z0), (w / 2, y1, -z1), (-w / 2, y1, -z1)]], skin.main.darker(0.85))
    for x in np.linspace(-0.45, 0.45, int(rng.integers(3, 7))):
        s.box((0.07, 0.06, 0.22 * k), skin.metal, (x * w, 0, -0.6 * k), turn_x(0.1))
    for x in (-0.15, 0.15):
        s.prism(
            [(-0.15, 0), (0.15, 0), (0.05, 0.25 * k), (-0.05, 0.25 * k)],
            0.04,
            skin.main,
            (x, side[1, 1] * 0.97, 0.1),
            turn_y(np.pi / 2),
        )


def cooler(s: Solid, rng: Rng, skin: Skin) -> None:
    """A cooling or air-conditioning unit: round grilles with fans, fine fins, feet."""
    w, h, d = rng.uniform(0.8, 1.7), rng.uniform(0.6, 1.3), rng.uniform(0.35, 0.8)
    for x in (-0.4, 0.4):
        s.box((0.12, 0.08, d), skin.dark, (x * w, 0, 0))
    s.box((w, h, d), skin.main, (0, 0.08, 0))
    fans = max(1, round(w / h))
    r = min(w / fans, h) * 0.4
    for i in range(fans):
        at = (((i + 0.5) / fans - 0.5) * w, 0.08 + h * 0.52, -d / 2 - 0.03)
        s.cylinder(r, 0.04, skin.dark, at, LYING_Z, 20)
        for angle in np.arange(4) * np.pi / 4:
            blade = turn_z(angle)
            s.box(
                (r * 1.7, r * 0.25, 0.01),
                skin.alt,
                np.array(at) + (0, 0, -0.01) - blade @ np.array([0, r * 0.12, 0]),
                blade,
            )
        for k in (0.35, 0.7, 1.0):
            s.lathe([(r * k, 0), (r * (k + 0.05), 0)], skin.metal, (at[0], at[1], at[2] - 0.03), LYING_Z, 20)
    for k in range(int(rng.integers(6, 14))):
        s.box((0.01, h * 0.85, d * 0.9), skin.main.darker(0.7), (-w / 2 - 0.005, 0.1, 0)) if k == 0 else s.box(
            (w * 1.01, 0.012, d * 0.85), skin.main.darker(0.75), (0, 0.1 + h * k / 14, 0.03)
        )


FAMILIES = (assembly, cabinet, transformer, valve, vessel, blower, drill, bucket, cooler)
