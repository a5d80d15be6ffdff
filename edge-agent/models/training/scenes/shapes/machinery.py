"""Machinery: generators, engines, pumps, lathes, gearboxes and their kin."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import LYING_X, LYING_Z, Material, Solid, turn_y, turn_z


def skid(s: Solid, w: float, d: float, skin: Skin, h: float = 0.1) -> float:
    for z in (-0.42, 0.42):
        s.box((w, h, 0.1), skin.dark, (0, 0, z * d))
    for x in (-0.45, 0.45):
        s.box((0.08, h, d), skin.dark, (x * w, 0, 0))
    return h


def bolts(
    s: Solid, radius: float, y: float, count: int, material: Material, at: Vector = (0, 0, 0), turn: Array | None = None
) -> None:
    part = type(s)()
    for angle in np.arange(count) * 2 * np.pi / count:
        part.cylinder(0.025, 0.03, material, (np.cos(angle) * radius, y, np.sin(angle) * radius), sides=6)
    s.merge(part, at, turn)


def motor(
    s: Solid, rng: Rng, skin: Skin, r: float, length: float, at: Vector, material: Material | None = None
) -> None:
    """An electric motor lying along x, from `at` to the right."""
    material = material or skin.main
    part = type(s)()
    part.cylinder(r, length, material, sides=16, top=material.darker(0.7))
    for angle in np.arange(12) * np.pi / 6:
        part.box(
            (0.02, length * 0.75, 0.05),
            material.darker(0.85),
            (np.sin(angle) * r, length * 0.1, np.cos(angle) * r),
            turn_y(angle),
        )
    part.cylinder(r * 1.08, length * 0.1, material.darker(0.6), (0, length * 0.92, 0), sides=16, top=skin.dark)
    part.box((r * 0.8, length * 0.35, r * 0.5), material, (-r, length * 0.3, 0))
    part.cylinder(r * 0.18, length * 0.25, skin.metal, (0, -length * 0.25, 0), sides=8)
    s.merge(part, at, LYING_X)
    for x in (0.15, 0.75):
        s.box((length * 0.12, r * 0.5, r * 1.7), material.darker(0.7), (at[0] + x * length, at[1] - r * 1.15, at[2]))


def generator(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(1.1, 1.7), rng.uniform(0.7, 1.1), rng.uniform(0.6, 0.9)
    y = skid(s, w, d, skin)
    s.box((w * 0.96, h, d), skin.main, (0, y, 0))
    for z in (-1, 1):
        for k in range(6):
            s.box((w * 0.28, h * 0.04, 0.03), skin.dark, (-w * 0.26, y + h * (0.3 + 0.09 * k), z * d / 2))
        s.box((w * 0.25, h * 0.5, 0.02), skin.main.darker(0.8), (w * 0.1, y + h * 0.25, z * d / 2))
        s.box((w * 0.18, h * 0.35, 0.03), skin.alt, (w * 0.35, y + h * 0.4, z * d / 2))
        s.box((w * 0.12, h * 0.12, 0.04), skin.glass, (w * 0.35, y + h * 0.55, z * d / 2))
    s.cylinder(0.05, h * 0.35, skin.metal, (-w * 0.3, y + h, 0), sides=8)
    s.box((0.3, 0.08, d * 0.5), skin.dark, (w * 0.2, y + h, 0))


def engine_block(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.6, 1.0), rng.uniform(0.5, 0.75), rng.uniform(0.4, 0.6)
    y = 0.12
    for x in (-0.4, 0.4):
        s.box((0.1, y, d * 1.2), skin.dark, (x * w, 0, 0))
    s.box((w, h * 0.5, d * 0.8), skin.main, (0, y, 0), taper=1.15)
    s.box((w * 0.95, h * 0.4, d), skin.main.darker(0.85), (0, y + h * 0.5, 0))
    s.box((w * 0.85, h * 0.14, d * 0.5), skin.alt, (0, y + h * 0.9, 0))
    for k in range(4):
        x = (k - 1.5) / 4 * w
        s.tube(
            [(x, y + h * 0.75, -d * 0.5), (x, y + h * 0.8, -d * 0.75), (0, y + h * 0.7, -d * 0.85)],
            0.035,
            skin.metal,
            8,
        )
        s.cylinder(0.03, 0.1, skin.dark, (x, y + h * 1.02, 0), sides=8)
    for r, dy, dz in ((0.2, 0.3, 0), (0.11, 0.75, 0.12), (0.09, 0.7, -0.18)):
        s.cylinder(r * h * 1.4, 0.05, skin.metal, (w * 0.5, y + h * dy, dz), LYING_X, 14, skin.dark)


def pump(s: Solid, rng: Rng, skin: Skin) -> None:
    w, d = rng.uniform(0.9, 1.4), rng.uniform(0.45, 0.65)
    s.box((w, 0.08, d), skin.dark)
    r = rng.uniform(0.17, 0.24)
    y = 0.1 + r * 1.15
    motor(s, rng, skin, r, w * 0.45, (0.05, y, 0))
    s.cylinder(r * 1.25, d * 0.35, skin.alt, (-w * 0.3, y, -d * 0.17), LYING_Z, 18)
    s.cylinder(r * 0.5, r * 1.6, skin.alt, (-w * 0.3 - r * 0.7, y, 0), sides=12)
    s.cylinder(r * 0.75, 0.05, skin.metal, (-w * 0.3 - r * 0.7, y + r * 1.6, 0), sides=12, hole=r * 0.4)
    s.cylinder(r * 0.7, 0.05, skin.metal, (-w * 0.3, y, -d * 0.5), LYING_Z, 14, hole=r * 0.4)
    s.cylinder(r * 0.45, d * 0.4, skin.alt, (-w * 0.3, y, -d * 0.48), LYING_Z, 12)


def gearbox(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.6, 1), rng.uniform(0.5, 0.8), rng.uniform(0.45, 0.7)
    y = skid(s, w * 1.15, d * 1.2, skin)
    outline = [(-w / 2, 0), (w / 2, 0), (w / 2, h * 0.5), (w * 0.25, h), (-w * 0.2, h), (-w / 2, h * 0.65)]
    s.prism(outline, d, skin.main, (0, y, 0), side=skin.main.darker(0.85))
    for x, r in ((-w * 0.2, h * 0.28), (w * 0.22, h * 0.2)):
        for z in (-1, 1):
            s.cylinder(
                r, 0.07, skin.main.darker(0.75), (x, y + h * 0.45, z * d / 2 - (0.07 if z < 0 else 0)), LYING_Z, 18
            )
            s.cylinder(r * 0.35, 0.2, skin.metal, (x, y + h * 0.45, -d / 2 - 0.2 if z < 0 else d / 2), LYING_Z, 10)
            bolts(s, r * 0.8, 0.03, 8, skin.metal, (x, y + h * 0.45, z * (d / 2 + 0.02)), LYING_Z)
    s.tube([(-0.1, y + h, 0), (-0.1, y + h * 1.15, 0), (0.1, y + h * 1.15, 0), (0.1, y + h, 0)], 0.02, skin.metal)


def lathe_machine(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(1.4, 2.0), rng.uniform(0.9, 1.2), rng.uniform(0.5, 0.7)
    for x in (-0.38, 0.38):
        s.box((w * 0.2, h * 0.5, d), skin.main.darker(0.85), (x * w, 0, 0))
    s.box((w, h * 0.12, d * 0.9), skin.main, (0, h * 0.5, 0))
    s.box((w * 0.28, h * 0.42, d), skin.main, (-w * 0.36, h * 0.6, 0))
    s.cylinder(h * 0.15, 0.14, skin.metal, (-w * 0.22, h * 0.82, 0), LYING_X, 16, skin.dark)
    s.cylinder(0.03, w * 0.5, skin.metal, (-w * 0.2, h * 0.82, 0), LYING_X, 10)
    s.box((w * 0.13, h * 0.3, d * 0.6), skin.main.darker(0.9), (w * 0.38, h * 0.6, 0))
    s.box((w * 0.15, h * 0.14, d * 0.9), skin.alt, (w * 0.08, h * 0.6, 0))
    s.cylinder(0.09, 0.03, skin.metal, (w * 0.08, h * 0.6, -d * 0.55), LYING_Z, 14)
    for k in range(3):
        s.cylinder(0.03, 0.03, skin.dark, (-w * (0.44 - 0.07 * k), h * 0.9, -d * 0.52), LYING_Z, 8)


def compressor(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.2, 0.32), rng.uniform(1.0, 1.5)
    y = r + 0.12
    part = type(s)()
    part.lathe([(0, 0), (r * 0.7, 0.03), (r, 0.12), (r, w - 0.12), (r * 0.7, w - 0.03), (0, w)], skin.main, sides=18)
    s.merge(part, (-w / 2, y, 0), LYING_X)
    for x in (-0.32, 0.32):
        s.box((0.06, 0.2, r * 1.6), skin.main.darker(0.8), (x * w, 0, 0))
    top = y + r
    s.box((w * 0.75, 0.03, r * 1.4), skin.main.darker(0.8), (0, top, 0))
    motor(s, rng, skin, r * 0.5, w * 0.3, (w * 0.02, top + r * 0.7, 0), skin.alt)
    s.box((w * 0.22, r * 0.7, r * 0.8), skin.dark, (-w * 0.22, top + 0.03, 0))
    for x in (-0.28, -0.16):
        s.cylinder(r * 0.25, r * 0.8, skin.metal, (x * w, top + r * 0.6, 0), sides=10)
    s.cylinder(r * 0.7, 0.05, skin.metal, (-w * 0.22, top + r * 0.8, -r * 0.7), LYING_Z, 16, skin.dark)


def press(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(0.7, 1.1), rng.uniform(1.3, 1.9), rng.uniform(0.6, 0.8)
    s.box((w, h * 0.35, d), skin.main)
    for x in (-0.4, 0.4):
        s.box((w * 0.2, h * 0.45, d * 0.8), skin.main.darker(0.85), (x * w, h * 0.35, 0))
    s.box((w, h * 0.25, d), skin.main, (0, h * 0.78, 0))
    s.cylinder(w * 0.12, h * 0.25, skin.metal, (0, h * 0.54, 0), sides=12)
    s.box((w * 0.4, h * 0.06, d * 0.6), skin.metal, (0, h * 0.5, 0))
    s.box((w * 0.5, h * 0.05, d * 0.8), skin.dark, (0, h * 0.35, 0))
    s.box((w * 0.25, h * 0.15, 0.08), skin.alt, (w * 0.25, h * 0.85, -d * 0.53))
    s.cylinder(w * 0.14, h * 0.12, skin.dark, (0, h * 1.03, 0), sides=12)


def excavator_arm(s: Solid, rng: Rng, skin: Skin) -> None:
    k, w = rng.uniform(0.8, 1.1), rng.uniform(0.16, 0.24)
    s.box((0.5 * k, 0.14, 0.5), skin.dark, (-0.6 * k, 0, 0))
    boom = [(-0.75, 0.12), (-0.45, 0.12), (-0.2, 0.75), (0.3, 1.0), (0.25, 1.2), (-0.35, 0.95)]
    s.prism(np.array(boom) * k, w, skin.main)
    s.box((0.75 * k, 0.17, w * 0.9), skin.main.darker(0.85), (0.42 * k, 0.62 * k, 0), turn_z(-1.15))
    s.prism(
        np.array([(0.3, 0.02), (0.85, 0.05), (0.85, 0.5), (0.6, 0.55), (0.5, 0.3)]) * k, 0.5, skin.dark, side=skin.metal
    )
    s.tube([(-0.35 * k, 0.3 * k, w * 0.8), (0.05 * k, 0.8 * k, w * 0.8)], 0.05, skin.metal)
    s.tube([(0, 1.15 * k, 0), (0.4 * k, 1.12 * k, 0)], 0.045, skin.metal)


def turbine_on_frame(s: Solid, rng: Rng, skin: Skin) -> None:
    r, w = rng.uniform(0.28, 0.4), rng.uniform(1.1, 1.6)
    y = skid(s, w, r * 2.2, skin, 0.12)
    for x in (-0.35, 0.3):
        s.prism([(-0.08, 0), (0.08, 0), (0.05, r), (-0.05, r)], r * 2, skin.dark, (x * w, y, 0))
    part = type(s)()
    part.lathe(
        [
            (0, 0),
            (r * 0.5, 0),
            (r * 0.6, w * 0.25),
            (r, w * 0.3),
            (r, w * 0.5),
            (r * 0.7, w * 0.55),
            (r * 0.75, w * 0.8),
            (r * 1.05, w * 0.9),
            (r * 1.05, w),
            (r * 0.9, w),
        ],
        skin.main,
        sides=20,
    )
    part.lathe([(r * 0.9, w * 0.98), (0, w * 0.95)], skin.dark)
    for v in (0.3, 0.5, 0.9):
        part.lathe(
            [(r * 1.02, w * v), (r * 1.12, w * v), (r * 1.12, w * v + 0.04), (r * 1.02, w * v + 0.04)],
            skin.metal,
            sides=20,
        )
    s.merge(part, (-w / 2, y + r * 1.1, 0), LYING_X)


def conveyor_drive(s: Solid, rng: Rng, skin: Skin) -> None:
    w, h, d = rng.uniform(1.3, 1.9), rng.uniform(0.5, 0.8), rng.uniform(0.5, 0.7)
    for x in (-0.4, 0.4):
        for z in (-0.45, 0.45):
            s.box((0.07, h, 0.07), skin.main, (x * w, 0, z * d))
    for z in (-0.5, 0.5):
        s.box((w, 0.16, 0.05), skin.main, (0, h, z * d))
    s.box((w, 0.03, d * 0.85), skin.dark, (0, h + 0.09, 0))
    for x in np.linspace(-0.48, 0.48, 7):
        s.cylinder(0.06, d * 0.95, skin.metal, (x * w, h + 0.07, -d * 0.475), LYING_Z, 10)
    motor(s, rng, skin, 0.15, 0.4, (w * 0.05, h * 0.5, -d * 0.5), skin.alt)
    s.box((0.3, 0.35, 0.14), skin.alt, (-w * 0.25, h * 0.4, -d * 0.55))


FAMILIES = (
    generator,
    engine_block,
    pump,
    gearbox,
    lathe_machine,
    compressor,
    press,
    excavator_arm,
    turbine_on_frame,
    conveyor_drive,
)
