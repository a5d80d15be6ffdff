"""Further vehicles: cars of any outline, minibuses, scooters, karts, trailers, loaders. The nose points to +x."""

import numpy as np

from ...hints import Rng
from ...skin import Skin
from ...solid import Solid, turn_y, turn_z
from ..vehicle import four_wheels, lamps, wheel


def any_car(s: Solid, rng: Rng, skin: Skin) -> None:
    """A car: the lengths of bonnet, cabin and boot, the slants of its screens and its height are drawn."""
    length, height, w = rng.uniform(2.2, 3.6), rng.uniform(0.95, 1.6), rng.uniform(1.05, 1.5)
    bonnet, boot, sill = rng.uniform(0.08, 0.36), rng.uniform(0.0, 0.25), rng.uniform(0.14, 0.26)
    belt, nose = rng.uniform(0.5, 0.66), rng.uniform(0.36, 0.6)
    body = [(-0.5, sill), (0.5, sill), (0.5, min(nose, belt)), (0.5 - bonnet * 0.3, belt - 0.04), (0.5 - bonnet, belt)]
    body += [(-0.5 + boot, belt + 0.02), (-0.5, belt - rng.uniform(0, 0.1)), (-0.5, sill + 0.1)]
    front, back = rng.uniform(0.02, 0.18), rng.uniform(0.0, 0.16)
    roof = (0.5 - bonnet - front, -0.5 + boot + back)
    cabin = np.array([(-0.5 + boot, belt - 0.02), (0.5 - bonnet, belt - 0.02), (roof[0], 1), (roof[1], 1)])
    scale = np.array([length, height])
    s.prism(np.array(body) * scale, w, skin.main, side=skin.main.darker(rng.uniform(0.9, 1.05)))
    open_top = rng.random() < 0.12
    if open_top:
        for x in (-0.12, 0.08):
            s.box((0.14, height * 0.3, w * 0.75), skin.dark, (x * length, belt * height * 0.95, 0))
        s.box((0.03, height * 0.22, w * 0.8), skin.glass, ((0.5 - bonnet) * length, belt * height, 0), turn_z(0.5))
    else:
        s.prism(cabin * scale, w * 0.88, skin.glass)
        long_roof = (roof[0] - roof[1]) * length
        s.box((long_roof + 0.05, 0.045, w * 0.9), skin.main, (np.mean(roof) * length, height - 0.015, 0))
        for x in np.linspace(roof[1], roof[0], int(rng.integers(2, 5))):
            s.box((0.06, height * (1 - belt), w * 0.895), skin.main, (x * length, belt * height, 0))
        if rng.random() < 0.25:
            for z in (-0.35, 0.35):
                s.box((long_roof * 0.8, 0.04, 0.04), skin.dark, (np.mean(roof) * length, height + 0.05, z * w))
            if rng.random() < 0.5:
                s.box((long_roof * 0.6, 0.16, w * 0.6), skin.alt, (np.mean(roof) * length, height + 0.08, 0))
    r = rng.uniform(0.2, 0.32)
    axle = rng.uniform(0.27, 0.36)
    four_wheels(s, skin, r, rng.uniform(0.16, 0.26), length * axle, -length * rng.uniform(0.27, 0.36), w / 2 - 0.06)
    for x, red in ((-0.5, True), (0.5, False)):
        lamp = rng.uniform(0.08, 0.24), rng.uniform(0.06, 0.2)
        lamps(
            s, skin, x * length, height * (belt - rng.uniform(0.12, 0.22)), w * rng.uniform(0.3, 0.42), *lamp, red=red
        )
        s.box(
            (0.06, height * rng.uniform(0.06, 0.14), w),
            skin.dark if rng.random() < 0.6 else skin.main,
            (x * length, height * (sill - 0.02), 0),
        )
        s.box((0.03, 0.09, 0.38), skin.paper, (x * (length + 0.04), height * rng.uniform(0.26, 0.4), 0))
    if rng.random() < 0.2:
        s.cylinder(0.27, 0.14, skin.dark, (-length / 2 - 0.14, height * 0.5, 0), turn_z(-np.pi / 2), 16, skin.metal)


def minibus(s: Solid, rng: Rng, skin: Skin) -> None:
    """A box on wheels with windows all along, or closed behind the doors."""
    length, h, w = rng.uniform(2.6, 3.6), rng.uniform(1.4, 1.9), rng.uniform(1.2, 1.5)
    snub = rng.uniform(0.0, 0.2)
    outline = [
        (-0.5, 0.16),
        (0.5, 0.16),
        (0.5, 0.5),
        (0.5 - snub, 0.55),
        (0.46 - snub, 0.97),
        (0.42 - snub, 1),
        (-0.49, 1),
        (-0.5, 0.9),
    ]
    s.prism(np.array(outline) * (length, h), w, skin.main)
    start = rng.choice([-0.46, 0.05])
    panes = int(rng.integers(2, 5)) if start < 0 else int(rng.integers(1, 3))
    for x in np.linspace(start, 0.36 - snub, panes):
        s.box((length * (0.36 - snub - start) / panes * 0.85, h * 0.28, w * 1.01), skin.glass, (x * length, h * 0.6, 0))
    s.box((0.02, h * 0.3, w * 0.8), skin.glass, (-length * 0.502, h * 0.58, 0))
    s.box((0.03, h * 0.36, w * 0.84), skin.glass, (length * (0.485 - snub), h * 0.57, 0), turn_z(0.1))
    if rng.random() < 0.5:
        s.box((length, h * 0.07, w * 1.01), skin.alt, (0, h * 0.42, 0))
    lamps(s, skin, -length * 0.5, h * 0.34, w * 0.43, 0.1, 0.22)
    lamps(s, skin, length * 0.5, h * 0.34, w * 0.36, red=False)
    for x in (-0.5, 0.5):
        s.box((0.07, h * 0.08, w), skin.dark, (x * length, h * 0.15, 0))
    four_wheels(s, skin, h * 0.17, 0.19, length * 0.32, -length * 0.31, w / 2 - 0.06)


def scooter(s: Solid, rng: Rng, skin: Skin) -> None:
    """A scooter, moped or touring machine: two wheels, a shield or fork, a seat, perhaps a case behind."""
    k, r = rng.uniform(0.85, 1.1), rng.uniform(0.2, 0.32)
    base = rng.uniform(0.55, 0.75)
    for x in (-base, base):
        wheel(s, skin, r * k, rng.uniform(0.09, 0.16), (x * k, r * k, 0))
    if rng.random() < 0.6:
        s.box((0.05, 0.6 * k, 0.4), skin.main, ((base - 0.15) * k, 0.35 * k, 0), turn_z(0.25))
        s.box((0.55 * k, 0.07, 0.32), skin.main.darker(0.8), (0.1 * k, 0.28 * k, 0))
        s.blob((0.75 * k, 0.45 * k, 0.36), skin.main, rng, (-base * 0.75 * k, 0.32 * k, 0), None, 0.7, 0.02)
    else:
        s.blob((0.7 * k, 0.45 * k, 0.34), skin.main, rng, (0.1 * k, 0.45 * k, 0), None, 0.7, 0.03)
        s.box((0.4 * k, 0.3 * k, 0.26), skin.metal, (0, 0.22 * k, 0))
    s.box((0.6 * k, 0.11, 0.28), skin.dark, (-0.35 * k, 0.74 * k, 0), turn_z(rng.uniform(0, 0.15)))
    for z in (-0.07, 0.07):
        s.tube([(base * k, r * k, z), ((base - 0.25) * k, 1.0 * k, z)], 0.03, skin.metal)
    s.tube(
        [((base - 0.3) * k, 1.02 * k, -0.34), ((base - 0.24) * k, 1.0 * k, 0), ((base - 0.3) * k, 1.02 * k, 0.34)],
        0.025,
        skin.dark,
    )
    s.blob((0.2, 0.2, 0.24), skin.glass, rng, ((base - 0.14) * k, 0.8 * k, 0), None, 0.8, 0)
    if rng.random() < 0.5:
        s.box((0.35, 0.3, 0.4), skin.alt, (-base * 1.05 * k, 0.8 * k, 0))


def golf_cart(s: Solid, rng: Rng, skin: Skin) -> None:
    """An open cart: low body, benches, a roof on posts."""
    length, w, h = rng.uniform(1.8, 2.6), rng.uniform(0.9, 1.2), rng.uniform(1.4, 1.75)
    s.prism(
        np.array(
            [
                (-0.5, 0.16),
                (0.5, 0.16),
                (0.48, 0.42),
                (0.3, 0.5),
                (0.26, 0.24),
                (-0.1, 0.22),
                (-0.12, 0.42),
                (-0.5, 0.44),
            ]
        )
        * (length, h),
        w,
        skin.main,
    )
    for x in (-0.2,) if rng.random() < 0.5 else (-0.12, -0.4):
        s.box((0.42, 0.1, w * 0.85), skin.alt, (x * length, h * 0.42, 0))
        s.box((0.1, h * 0.24, w * 0.85), skin.alt, ((x - 0.1) * length, h * 0.46, 0), turn_z(0.12))
    for x in (-0.42, 0.3):
        for z in (-0.45, 0.45):
            s.box((0.05, h * 0.55, 0.05), skin.metal, (x * length, h * 0.42, z * w))
    s.box((length * 0.85, 0.06, w * 1.02), skin.main.darker(1.1), (-0.05 * length, h * 0.96, 0))
    if rng.random() < 0.5:
        s.box((0.02, h * 0.45, w * 0.88), skin.glass, (0.3 * length, h * 0.5, 0))
    s.tube(np.array([(0.32 * length, h * 0.45, -w * 0.2), (0.18 * length, h * 0.62, -w * 0.2)]), 0.02, skin.dark)
    lamps(s, skin, length * 0.49, h * 0.36, w * 0.36, 0.14, 0.1, False)
    four_wheels(s, skin, 0.2, 0.16, length * 0.34, -length * 0.34, w / 2 - 0.05)


def kart(s: Solid, rng: Rng, skin: Skin) -> None:
    """A low racer with free wheels, a slim body and perhaps wings."""
    length, w = rng.uniform(1.5, 2.8), rng.uniform(0.9, 1.3)
    r = rng.uniform(0.16, 0.3)
    four_wheels(s, skin, r, rng.uniform(0.16, 0.3), length * 0.34, -length * 0.36, w / 2)
    s.prism(
        np.array([(-0.5, 0.1), (0.52, 0.1), (0.5, 0.2), (0.1, 0.42), (-0.1, 0.4), (-0.2, 0.6), (-0.5, 0.4)])
        * (length, 1.0),
        w * rng.uniform(0.3, 0.5),
        skin.main,
    )
    for z in (-0.3, 0.3):
        s.box((length * 0.4, 0.24, w * 0.22), skin.main.darker(0.85), (-0.05 * length, 0.1, z * w))
    s.box((0.3, 0.1, w * 0.28), skin.dark, (-0.04 * length, 0.4, 0))
    for x in (0.34, -0.36):
        s.box((0.06, 0.05, w * 0.9), skin.metal, (x * length, r * 0.9, 0))
    if rng.random() < 0.6:
        s.box((0.22, 0.03, w * 0.95), skin.alt, (0.52 * length, 0.16, 0))
        s.box((0.26, 0.03, w * 0.85), skin.alt, (-0.48 * length, rng.uniform(0.65, 0.85), 0))
        for z in (-0.4, 0.4):
            s.box((0.24, 0.3, 0.02), skin.alt, (-0.48 * length, 0.5, z * w))


def trailer(s: Solid, rng: Rng, skin: Skin) -> None:
    """A trailer with a drawbar: an open bed, a box, or a caravan with windows."""
    length, w = rng.uniform(1.5, 2.6), rng.uniform(1.0, 1.4)
    axles, r = int(rng.integers(1, 3)), rng.uniform(0.2, 0.32)
    floor = r * 1.5
    for k in range(axles):
        for z in (-1, 1):
            wheel(s, skin, r, 0.17, ((k - (axles - 1) / 2) * r * 2.2 - 0.05, r, z * (w / 2 + 0.02)))
            s.box(
                (r * 2.2, 0.04, 0.2), skin.dark, ((k - (axles - 1) / 2) * r * 2.2 - 0.05, r * 2.12, z * (w / 2 + 0.02))
            )
    for z in (-0.3, 0.3):
        s.tube([(length * 0.45, floor, z * w), (length * 0.5 + 0.7, floor, 0)], 0.035, skin.metal)
    s.cylinder(0.05, floor, skin.dark, (length * 0.5 + 0.6, 0, 0), sides=8)
    s.box((length, 0.06, w * 0.95), skin.dark, (0, floor, 0))
    kind = rng.integers(3)
    if kind == 0:
        h = rng.uniform(0.25, 0.5)
        for z in (-1, 1):
            s.box((length, h, 0.03), skin.main, (0, floor, z * w / 2))
            s.box((0.03, h, w), skin.main.darker(0.9), (z * length / 2, floor, 0))
    else:
        h = rng.uniform(0.7, 1.3)
        slope = rng.uniform(0.02, 0.12)
        s.prism(
            np.array([(-0.5, 0), (0.5, 0), (0.5, 0.5), (0.5 - slope, 1), (-0.5 + slope, 1), (-0.5, 0.6)]) * (length, h),
            w,
            skin.main,
            (0, floor, 0),
        )
        if kind == 1:
            s.box((length, h * 0.1, w * 1.01), skin.alt, (0, floor + h * 0.3, 0))
            for x in (-0.25, 0.2):
                s.box((length * 0.22, h * 0.3, w * 1.015), skin.glass, (x * length, floor + h * 0.5, 0))
        s.box((length * 1.005, h * 0.35, w * 0.7), skin.glass if kind == 1 else skin.alt, (0, floor + h * 0.5, 0))
    lamps(s, skin, -length * 0.5, floor, w * 0.42, 0.14, 0.1)


def loader(s: Solid, rng: Rng, skin: Skin) -> None:
    """A small loader or dumper: four even wheels, a guard over the seat, arms with a bucket or a skip."""
    k, w = rng.uniform(0.8, 1.05), rng.uniform(0.8, 1.1)
    four_wheels(s, skin, 0.3 * k, 0.22, 0.42 * k, -0.42 * k, w / 2)
    s.prism(
        np.array([(-0.8, 0.25), (0.6, 0.25), (0.6, 0.55), (0.1, 0.65), (-0.7, 0.9), (-0.85, 0.7)]) * k,
        w * 0.75,
        skin.main,
    )
    if rng.random() < 0.7:
        s.box((0.75 * k, 0.75 * k, w * 0.7), skin.dark if rng.random() < 0.5 else skin.glass, (-0.15 * k, 0.65 * k, 0))
        s.box((0.85 * k, 0.06, w * 0.78), skin.main, (-0.15 * k, 1.42 * k, 0))
        for x in (-0.52, 0.22):
            for z in (-0.36, 0.36):
                s.box((0.07, 0.8 * k, 0.07), skin.main, (x * k, 0.65 * k, z * w))
    if rng.random() < 0.6:
        for z in (-0.45, 0.45):
            s.tube(
                np.array([(-0.7, 0.95, z * w / k), (0.6, 0.75, z * w / k), (1.0, 0.25, z * w / k)]) * k,
                0.06,
                skin.main.darker(0.85),
                6,
            )
        s.prism(
            np.array([(0.85, 0.04), (1.35, 0.04), (1.2, 0.2), (1.0, 0.5), (0.88, 0.45)]) * k,
            w * 1.05,
            skin.main.darker(0.7),
        )
    else:
        s.prism(np.array([(0.3, 0.55), (1.0, 0.5), (1.25, 0.95), (0.15, 0.95)]) * k, w * 0.95, skin.alt)
    lamps(s, skin, -0.83 * k, 0.55 * k, w * 0.28, 0.12, 0.1)


def three_wheeler(s: Solid, rng: Rng, skin: Skin) -> None:
    """A three-wheeled cab with an open rear bench or a box."""
    length, w, h = rng.uniform(1.7, 2.3), rng.uniform(0.95, 1.2), rng.uniform(1.3, 1.6)
    wheel(s, skin, 0.22, 0.13, (length * 0.38, 0.22, 0))
    for z in (-1, 1):
        wheel(s, skin, 0.22, 0.14, (-length * 0.32, 0.22, z * (w / 2 - 0.06)))
    s.prism(
        np.array(
            [
                (-0.5, 0.18),
                (0.3, 0.18),
                (0.46, 0.3),
                (0.42, 0.55),
                (0.3, 0.58),
                (0.25, 0.3),
                (-0.05, 0.28),
                (-0.08, 0.5),
                (-0.5, 0.52),
            ]
        )
        * (length, h),
        w,
        skin.main,
    )
    s.box((0.03, h * 0.38, w * 0.75), skin.glass, (length * 0.33, h * 0.56, 0), turn_z(0.25))
    for x in (-0.46, -0.08, 0.27):
        for z in (-0.47, 0.47):
            s.box((0.05, h * 0.48, 0.04), skin.main, (x * length, h * 0.48, z * w))
    s.box((length * 0.85, 0.1, w), skin.alt, (-length * 0.08, h * 0.94, 0), taper=0.92)
    if rng.random() < 0.5:
        s.box((length * 0.4, h * 0.45, w * 0.97), skin.alt, (-length * 0.28, h * 0.5, 0))
    lamps(s, skin, -length * 0.5, h * 0.3, w * 0.4, 0.12, 0.1)
    s.blob((0.1, 0.2, 0.2), skin.paper, rng, (length * 0.46, h * 0.4, 0), turn_y(0), 0.8, 0)


FAMILIES = (any_car, minibus, scooter, golf_cart, kart, trailer, loader, three_wheeler)
