"""Vehicles: cars, vans, motorcycles, tractors, fork lifts, quads. They stand along x: the nose points to +x."""

import numpy as np

from ..hints import Array, Rng, Vector
from ..skin import Skin
from ..solid import LYING_Z, Solid, turn_z


def wheel(s: Solid, skin: Skin, r: float, width: float, at: Vector) -> None:
    """A wheel with its middle at `at`, turning about z."""
    part = type(s)()
    part.lathe(
        [(r * 0.6, 0), (r * 0.95, 0), (r, width * 0.2), (r, width * 0.8), (r * 0.95, width), (r * 0.6, width)],
        skin.dark,
        sides=18,
    )
    for y in (0.001, width - 0.001):
        part.lathe([(0, y), (r * 0.62, y)], skin.metal, sides=14)
        part.lathe([(0, y * 1.01 - 0.002 if y < 0.1 else y + 0.004), (r * 0.18, y)], skin.dark, sides=8)
    s.merge(part, (at[0], at[1], at[2] - width / 2), LYING_Z)


def four_wheels(s: Solid, skin: Skin, r: float, width: float, front: float, back: float, half: float) -> None:
    for x in (front, back):
        for z in (-half, half):
            wheel(s, skin, r, width, (x, r, z))


def lamps(
    s: Solid, skin: Skin, x: float, y: float, half: float, w: float = 0.16, h: float = 0.12, red: bool = True
) -> None:
    tint = skin.coloured((0, 0.02), (0.8, 0.95), (0.6, 0.9)) if red else skin.coloured((0.12, 0.16), (0, 0.2), (0.9, 1))
    for z in (-half, half):
        s.box((0.03, h, w), tint, (x, y, z))


def _car(
    s: Solid,
    rng: Rng,
    skin: Skin,
    length: float,
    height: float,
    body: Array,
    cabin: Array,
    width: float,
) -> None:
    """body, cabin: outlines in shares of length and height."""
    scale = np.array([length, height])
    body, cabin = np.array(body) * scale, np.array(cabin) * scale
    s.prism(body, width, skin.main)
    s.prism(cabin, width * 0.88, skin.glass, side=skin.glass)
    low, high = cabin[:, 1].min(), cabin[:, 1].max()
    roof = cabin[cabin[:, 1] > high - 0.05]
    s.box((np.ptp(roof[:, 0]) + 0.06, 0.04, width * 0.9), skin.main, (roof[:, 0].mean(), high - 0.01, 0))
    for x in np.linspace(roof[:, 0].min(), roof[:, 0].max(), 3):
        s.box((0.06, high - low, width * 0.895), skin.main, (x, low, 0))
    r = height * 0.22
    four_wheels(s, skin, r, 0.2, length * 0.3, -length * 0.3, width / 2 - 0.07)
    ends = body[:, 0].min(), body[:, 0].max()
    for x, red in ((ends[0], True), (ends[1], False)):
        lamps(s, skin, x, height * 0.42, width * 0.38, red=red)
        s.box((0.05, height * 0.12, width * 0.98), skin.dark, (x, height * 0.17, 0))
        s.box((0.03, 0.09, 0.4), skin.paper, (x + np.sign(x) * 0.02, height * 0.28, 0))
    for z in (-1, 1):
        s.box((length * 0.2, 0.02, 0.02), skin.dark, (0, low * 0.95, z * width / 2))


def saloon(s: Solid, rng: Rng, skin: Skin) -> None:
    w = rng.uniform(1.2, 1.5)
    _car(
        s,
        rng,
        skin,
        rng.uniform(2.9, 3.5),
        rng.uniform(1.05, 1.25),
        [(-0.5, 0.2), (0.5, 0.2), (0.5, 0.48), (0.42, 0.56), (0.15, 0.62), (-0.35, 0.64), (-0.5, 0.58)],
        [(-0.34, 0.6), (0.22, 0.6), (0.08, 1.0), (-0.2, 1.0)],
        w,
    )


def hatchback(s: Solid, rng: Rng, skin: Skin) -> None:
    w = rng.uniform(1.15, 1.4)
    _car(
        s,
        rng,
        skin,
        rng.uniform(2.3, 2.8),
        rng.uniform(1.15, 1.35),
        [(-0.5, 0.18), (0.5, 0.18), (0.5, 0.45), (0.3, 0.56), (-0.48, 0.6), (-0.5, 0.45)],
        [(-0.49, 0.58), (0.3, 0.55), (0.12, 1.0), (-0.42, 1.0)],
        w,
    )


def van(s: Solid, rng: Rng, skin: Skin) -> None:
    length, height, w = rng.uniform(2.6, 3.2), rng.uniform(1.5, 1.8), rng.uniform(1.25, 1.45)
    outline = np.array([(-0.5, 0.15), (0.5, 0.15), (0.5, 0.45), (0.36, 0.58), (0.26, 0.98), (0.22, 1), (-0.5, 1)]) * (
        length,
        height,
    )
    s.prism(outline, w, skin.main)
    s.box((0.03, height * 0.3, w * 0.85), skin.glass, (length * 0.31, height * 0.6, 0), turn_z(0.32))
    for z in (-1, 1):
        s.box((length * 0.16, height * 0.24, 0.02), skin.glass, (length * 0.2, height * 0.6, z * w / 2))
    for z in (-0.24, 0.24):
        s.box((0.02, height * 0.28, w * 0.38), skin.glass, (-length * 0.5, height * 0.6, z * w))
    s.box((0.025, height * 0.75, 0.02), skin.dark, (-length * 0.5, height * 0.2, 0))
    lamps(s, skin, -length * 0.5, height * 0.35, w * 0.45, 0.1, 0.3)
    lamps(s, skin, length * 0.5, height * 0.35, w * 0.38, red=False)
    for x in (-0.5, 0.5):
        s.box((0.06, height * 0.08, w), skin.dark, (x * length, height * 0.14, 0))
    four_wheels(s, skin, height * 0.17, 0.18, length * 0.31, -length * 0.31, w / 2 - 0.06)


def motorcycle(s: Solid, rng: Rng, skin: Skin) -> None:
    k, r = rng.uniform(0.85, 1.05), 0.31
    for x in (-0.65, 0.65):
        wheel(s, skin, r * k, 0.13, (x * k, r * k, 0))
        s.box((0.5 * k, 0.03, 0.16), skin.main, (x * k, r * 2.02 * k, 0), turn_z(-0.2 * np.sign(x)))
    s.blob((0.5 * k, 0.3 * k, 0.3), skin.main, rng, (0.12 * k, 0.68 * k, 0), None, 0.8, 0)
    s.box((0.6 * k, 0.1, 0.26), skin.dark, (-0.4 * k, 0.72 * k, 0), turn_z(0.1))
    s.box((0.42 * k, 0.32 * k, 0.28), skin.metal, (0, 0.28 * k, 0))
    s.tube([(0.65 * k, r * k, 0.1), (0.42 * k, 0.95 * k, 0.1)], 0.03, skin.metal)
    s.tube([(0.65 * k, r * k, -0.1), (0.42 * k, 0.95 * k, -0.1)], 0.03, skin.metal)
    s.tube([(0.36 * k, 1.0 * k, -0.36), (0.42 * k, 0.96 * k, 0), (0.36 * k, 1.0 * k, 0.36)], 0.025, skin.dark)
    s.cylinder(0.1 * k, 0.1, skin.glass, (0.46 * k, 0.82 * k, 0), turn_z(-np.pi / 2), 12)
    s.tube([(0, 0.3 * k, 0.16), (-0.75 * k, 0.35 * k, 0.18)], 0.05, skin.metal)
    s.tube([(-0.65 * k, r * k, 0.12), (-0.1 * k, 0.4 * k, 0.12)], 0.03, skin.dark)


def tractor(s: Solid, rng: Rng, skin: Skin) -> None:
    k = rng.uniform(0.75, 0.95)
    for z in (-1, 1):
        wheel(s, skin, 0.62 * k, 0.3 * k, (-0.6 * k, 0.62 * k, z * 0.62 * k))
        wheel(s, skin, 0.36 * k, 0.2 * k, (0.85 * k, 0.36 * k, z * 0.5 * k))
        s.box((0.8 * k, 0.05, 0.34 * k), skin.main, (-0.6 * k, 1.26 * k, z * 0.6 * k))
    s.box((1.35 * k, 0.5 * k, 0.5 * k), skin.main, (0.45 * k, 0.55 * k, 0), taper=0.95)
    s.box((0.03, 0.35 * k, 0.4 * k), skin.dark, (1.12 * k, 0.62 * k, 0))
    s.box((0.8 * k, 0.4 * k, 0.6 * k), skin.dark, (-0.5 * k, 0.4 * k, 0))
    s.box((0.75 * k, 0.72 * k, 0.85 * k), skin.glass, (-0.5 * k, 0.95 * k, 0), taper=0.9)
    for x in (-0.86, -0.14):
        for z in (-0.4, 0.4):
            s.box((0.06, 0.75 * k, 0.06), skin.main, (x * k, 0.95 * k, z * k))
    s.box((0.9 * k, 0.08, 0.95 * k), skin.main, (-0.5 * k, 1.67 * k, 0))
    s.cylinder(0.04, 0.5 * k, skin.dark, (0.5 * k, 1.0 * k, 0.15 * k), sides=8)


def fork_lift(s: Solid, rng: Rng, skin: Skin) -> None:
    k = rng.uniform(0.8, 1)
    four_wheels(s, skin, 0.24 * k, 0.18, 0.45 * k, -0.45 * k, 0.4 * k)
    s.prism(
        np.array([(-0.75, 0.18), (0.6, 0.18), (0.6, 0.5), (0.1, 0.55), (0, 0.85), (-0.7, 0.9), (-0.8, 0.6)]) * k,
        0.85 * k,
        skin.main,
    )
    s.box((0.35 * k, 0.12, 0.45 * k), skin.dark, (-0.2 * k, 0.86 * k, 0))
    s.box((0.1, 0.4 * k, 0.42 * k), skin.dark, (-0.42 * k, 0.9 * k, 0), turn_z(0.15))
    for x, z in ((-0.65, -0.38), (-0.65, 0.38), (0.3, -0.38), (0.3, 0.38)):
        s.box((0.05, 1.35 * k if x > 0 else 1.0 * k, 0.05), skin.dark, (x * k, 0.5 * k if x > 0 else 0.85 * k, z * k))
    s.box((1.05 * k, 0.05, 0.85 * k), skin.dark, (-0.17 * k, 1.84 * k, 0))
    for z in (-0.28, 0.28):
        s.box((0.1, 1.9 * k, 0.08), skin.metal.darker(0.6), (0.72 * k, 0.08, z * k))
        s.box((0.8 * k, 0.05, 0.11), skin.metal.darker(0.5), (1.15 * k, 0.06, z * k * 0.7))
    for y in (0.3, 0.95, 1.75):
        s.box((0.08, 0.09, 0.62 * k), skin.metal.darker(0.6), (0.73 * k, y * k, 0))


def pickup(s: Solid, rng: Rng, skin: Skin) -> None:
    length, h, w = rng.uniform(2.8, 3.3), rng.uniform(1.15, 1.35), rng.uniform(1.25, 1.45)
    _car(
        s,
        rng,
        skin,
        length,
        h,
        [(-0.5, 0.28), (0.5, 0.28), (0.5, 0.52), (0.44, 0.6), (0.2, 0.64), (-0.5, 0.64)],
        [(-0.12, 0.6), (0.27, 0.6), (0.15, 1), (-0.1, 1)],
        w,
    )
    s.box((length * 0.36, 0.03, w * 0.85), skin.dark, (-length * 0.31, h * 0.64, 0))


def beach_buggy(s: Solid, rng: Rng, skin: Skin) -> None:
    k = rng.uniform(0.85, 1.05)
    four_wheels(s, skin, 0.3 * k, 0.24, 0.7 * k, -0.7 * k, 0.55 * k)
    s.prism(
        np.array([(-0.7, 0.3), (0.9, 0.28), (0.85, 0.5), (0.3, 0.6), (-0.3, 0.45), (-0.75, 0.65)]) * k,
        0.8 * k,
        skin.main,
    )
    for z in (-0.4, 0.4):
        s.tube(np.array([(0.5, 0.55, z), (0.1, 1.25, z), (-0.5, 1.25, z), (-0.8, 0.6, z)]) * k, 0.035, skin.metal)
        s.box((0.1, 0.45 * k, 0.3 * k), skin.dark, (-0.35 * k, 0.55 * k, z * k * 0.5), turn_z(0.2))
    for x in (0.1, -0.5):
        s.tube(np.array([(x, 1.25, -0.4), (x, 1.25, 0.4)]) * k, 0.035, skin.metal)
    lamps(s, skin, 0.88 * k, 0.42 * k, 0.25 * k, 0.12, 0.12, False)


def quad(s: Solid, rng: Rng, skin: Skin) -> None:
    k = rng.uniform(0.8, 1)
    four_wheels(s, skin, 0.29 * k, 0.26, 0.55 * k, -0.55 * k, 0.42 * k)
    s.box((1.1 * k, 0.25 * k, 0.35 * k), skin.dark, (0, 0.3 * k, 0))
    for x in (-0.55, 0.55):
        s.box((0.62 * k, 0.06, 1.0 * k), skin.main, (x * k, 0.6 * k, 0), turn_z(-0.12 * np.sign(x)))
    s.blob((0.85 * k, 0.28 * k, 0.38 * k), skin.dark, rng, (-0.2 * k, 0.58 * k, 0), None, 0.6, 0)
    s.blob((0.45 * k, 0.3 * k, 0.35 * k), skin.main, rng, (0.32 * k, 0.6 * k, 0), None, 0.6, 0)
    s.tube(np.array([(0.3, 1.0, -0.38), (0.42, 0.9, 0), (0.3, 1.0, 0.38)]) * k, 0.03, skin.dark)
    for x in (-0.62, 0.68):
        for z in (-0.25, 0, 0.25):
            s.tube(np.array([(x - 0.22, 0.72, z), (x + 0.22, 0.72, z)]) * k, 0.018, skin.metal)
    lamps(s, skin, 0.86 * k, 0.56 * k, 0.25 * k, 0.12, 0.1, False)


def small_truck(s: Solid, rng: Rng, skin: Skin) -> None:
    length, w = rng.uniform(2.8, 3.3), rng.uniform(1.25, 1.45)
    s.box((length, 0.12, w * 0.6), skin.dark, (0, 0.38, 0))
    s.prism(np.array([(0.2, 0.3), (0.5, 0.3), (0.5, 0.75), (0.42, 1.35), (0.2, 1.4)]) * (length, 1), w, skin.main)
    s.box((0.03, 0.42, w * 0.85), skin.glass, (length * 0.475, 0.82, 0), turn_z(0.2))
    for z in (-1, 1):
        s.box((length * 0.12, 0.35, 0.02), skin.glass, (length * 0.32, 0.85, z * w / 2))
        s.box((length * 0.66, 0.3, 0.03), skin.alt, (-length * 0.16, 0.5, z * w / 2))
    s.box((length * 0.66, 0.05, w), skin.alt.darker(0.8), (-length * 0.16, 0.5, 0))
    s.box((0.03, 0.3, w), skin.alt, (-length * 0.49, 0.5, 0))
    lamps(s, skin, -length * 0.5, 0.4, w * 0.4)
    lamps(s, skin, length * 0.5, 0.5, w * 0.38, red=False)
    four_wheels(s, skin, 0.3, 0.2, length * 0.33, -length * 0.28, w / 2 - 0.08)


FAMILIES = (saloon, hatchback, van, motorcycle, tractor, fork_lift, pickup, beach_buggy, quad, small_truck)
