"""The lawful rest of the picture: goods in cartons, on pallets, loose; machines, cables, the container itself.

Much of it has shapes that contraband has too (tubes, blades of fans, bolts), so that outlines alone do not decide.
"""

import numpy as np

from scenes.hints import Rng

from .parts import Part, arc, bar, box, curve, oval, placed, turned

METALS = ("steel", "aluminium", "brass")


def _item(rng: Rng, size: float) -> list[Part]:
    """One thing of trade, at the origin, of about a size in metres.

    None looks like contraband, also in grey: plain boxes and balls through which one sees would be bundles, and long
    bolts hammers.
    """
    kind = int(rng.integers(8))
    metal, thick = str(rng.choice(["steel", "brass"])), max(0.02, size * rng.uniform(0.1, 0.4))
    if kind == 0:
        return (
            _case(rng, size)
            if rng.random() < 0.6
            else [Part(box(0, 0, size, size * rng.uniform(0.5, 1.2)), thick, metal)]
        )
    if kind == 1:  # a wheel with its hub
        half = size / 2
        rim = curve(arc(half, half, half * 0.72, 0, 2 * np.pi), half * 0.56)
        return [Part(rim, thick, metal), Part(oval(half, half, half * 0.3), thick * 0.5, metal)]
    if kind == 2:  # a tin
        tall = size * rng.uniform(0.8, 1.4)
        return [
            Part(box(0, 0, size, tall), size * 0.6, "steel", wall_m=0.0006),
            Part(box(0, size * 0.1, size, tall - size * 0.1), size * 0.5, "organic", is_round=True),
        ]
    if kind == 3:  # a ring, a tyre, a bearing
        wide = size * rng.uniform(0.1, 0.3)
        tyre = str(rng.choice(["steel", "aluminium", "plastic", "wood"]))
        return [
            Part(
                curve(arc(size / 2, size / 2, size / 2 - wide / 2, 0, 2 * np.pi), wide),
                size * rng.uniform(0.15, 0.4),
                tyre,
            )
        ]
    if kind == 4:
        return _electronics(rng, size)
    if kind == 5:  # a bolt with its nut
        size = min(size, 0.09)
        return [
            Part(bar(0, size * 0.15, size, size * 0.15, size * 0.14), size * 0.14, "steel", is_round=True),
            Part(box(-size * 0.12, 0, size * 0.14, size * 0.3), size * 0.26, "steel"),
            Part(box(size * 0.6, 0.02 * size, size * 0.14, size * 0.26), size * 0.24, "steel"),
        ]
    if kind == 6:
        return _shoe(rng, size)
    line = [(x * size, size * 0.3 * np.sin(x * rng.uniform(6, 14))) for x in np.linspace(0, 1, 12)]
    return [Part(curve(line, size * 0.06), size * 0.06, str(rng.choice(METALS)))]  # a spring, a hose


def _case(rng: Rng, size: float) -> list[Part]:
    """A metal box, empty but for what is screwed to its walls."""
    tall, wall_m = size * rng.uniform(0.6, 1.2), rng.uniform(0.001, 0.002)
    parts = [Part(box(0, 0, size, tall), size * 0.5, "steel", wall_m=wall_m)]
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0.05, 0.6, 2) * (size, tall)
        parts.append(Part(box(x, y, *rng.uniform(0.1, 0.35, 2) * (size, tall)), rng.uniform(0.005, 0.02), "steel"))
    return parts


def _electronics(rng: Rng, size: float) -> list[Part]:
    """A board with components in its case."""
    parts = [
        Part(box(0, 0, size, size * 0.7), 0.002, "glass"),
        Part(box(0, 0, size, size * 0.7), 0.03, "plastic", wall_m=0.002),
    ]
    for _ in range(int(rng.integers(3, 9))):
        x, y = rng.uniform(0, 0.8, 2) * (size, size * 0.7)
        parts.append(
            Part(box(x, y, *rng.uniform(0.05, 0.2, 2) * size), rng.uniform(0.002, 0.01), str(rng.choice(METALS)))
        )
    return parts


def _shoe(rng: Rng, size: float) -> list[Part]:
    """A sole with its heel, the upper hollow above it."""
    tall = size * rng.uniform(0.35, 0.6)
    sole = Part(box(0, tall, size, size * rng.uniform(0.08, 0.14)), 0.09, "plastic")
    heel = Part(box(0, tall, size * 0.28, size * rng.uniform(0.14, 0.22)), 0.09, "plastic")
    line = [(0, 0), (size * 0.34, 0), (size * 0.45, tall * 0.55), (size * 0.9, tall * 0.75), (size, tall), (0, tall)]
    return [sole, heel, Part(np.array(line), 0.08, "organic", wall_m=0.002)]


def carton(rng: Rng) -> list[Part]:
    """A carton of one kind of goods in rows."""
    width, tall = rng.uniform(0.3, 0.7), rng.uniform(0.25, 0.6)
    size = float(np.exp(rng.uniform(np.log(0.05), np.log(0.2))))
    state = int(rng.integers(1 << 31))
    step = size * rng.uniform(1.05, 1.4)
    parts = [Part(box(0, 0, width, tall), 0.3, "organic", wall_m=rng.uniform(0.002, 0.005))]
    for y in np.arange(0.02, tall - size, step):
        for x in np.arange(0.02, width - size, step):
            item = _item(np.random.default_rng(state), size)
            parts += placed(item, *((x, y) + rng.normal(0, 0.03 * size, 2)))
    return parts


def loose(rng: Rng) -> list[Part]:
    """Single things in a heap."""
    parts = []
    for _ in range(int(rng.integers(2, 9))):
        angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.4, 2)
        item = _item(rng, rng.uniform(0.06, 0.3))
        parts += placed(turned(item, angle, mirror=False, squeeze=1.0), *at)
    return parts


def sacks(rng: Rng) -> list[Part]:
    width, tall = rng.uniform(0.4, 0.7), rng.uniform(0.12, 0.2)
    return [
        Part(
            oval(width / 2 + rng.normal(0, 0.02), row * tall * 0.9, width / 2, tall / 2),
            rng.uniform(0.15, 0.35),
            "organic",
            is_round=True,
        )
        for row in range(int(rng.integers(1, 5)))
    ]


def machine(rng: Rng) -> list[Part]:
    """An engine or a pump: heavy castings, shafts, gears, pipes."""
    width, tall = rng.uniform(0.3, 0.7), rng.uniform(0.25, 0.5)
    parts = [Part(box(0, 0, width, tall), rng.uniform(0.1, 0.3), "aluminium", wall_m=rng.uniform(0.004, 0.01))]
    for _ in range(int(rng.integers(2, 6))):
        x, y = rng.uniform(0, 1, 2) * (width, tall)
        radius = rng.uniform(0.03, 0.12)
        parts.append(Part(oval(x, y, radius), rng.uniform(0.01, 0.05), "steel", is_round=bool(rng.random() < 0.5)))
        parts.append(Part(oval(x, y, radius * 0.3), rng.uniform(0.02, 0.06), "steel"))
    for _ in range(int(rng.integers(1, 5))):
        start, end = rng.uniform(0, 1, (2, 2)) * (width, tall)
        parts.append(Part(bar(*start, *end, rng.uniform(0.01, 0.05)), rng.uniform(0.01, 0.03), "steel", is_round=True))
    return parts


def pipes(rng: Rng) -> list[Part]:
    length, thick = rng.uniform(0.5, 1.6), rng.uniform(0.02, 0.08)
    material = str(rng.choice(["steel", "aluminium", "plastic"]))
    return [
        Part(
            bar(0, row * thick * 1.1, length, row * thick * 1.1 + rng.normal(0, 0.01), thick),
            thick,
            material,
            wall_m=thick * 0.08,
        )
        for row in range(int(rng.integers(1, 6)))
    ]


def timber(rng: Rng) -> list[Part]:
    """A pallet or a crate from the side, with its nails."""
    width = rng.uniform(0.6, 1.2)
    parts = [Part(box(0, y, width, 0.022), 0.6, "wood") for y in (0.0, 0.12)]
    parts += [Part(box(x * (width - 0.1), 0.022, 0.1, 0.1), 0.8, "wood") for x in (0, 0.5, 1)]
    for _ in range(9):
        x = rng.uniform(0, width)
        parts.append(Part(bar(x, 0, x + rng.normal(0, 0.004), 0.07, 0.004), 0.02, "steel"))
    return parts


def cable(rng: Rng) -> list[Part]:
    radius = rng.uniform(0.06, 0.15)
    return [
        Part(curve(arc(0, 0, radius * (0.7 + 0.3 * k / 5), 0, 2 * np.pi), 0.006), rng.uniform(0.006, 0.02), "brass")
        for k in range(int(rng.integers(2, 6)))
    ]


GOODS = (carton, carton, carton, loose, loose, sacks, machine, pipes, timber, cable)


def container(rng: Rng, width_m: float, height_m: float) -> list[Part]:
    """Corrugated walls, posts and beams that lie over the whole picture."""
    parts = [Part(box(-1, -1, width_m + 2, height_m + 2), rng.uniform(0.002, 0.006), "steel")]
    if rng.random() < 0.7:
        pitch, phase = rng.uniform(0.2, 0.35), rng.uniform(0, 0.3)
        parts += [
            Part(box(x, -1, pitch * 0.25, height_m + 2), 0.002, "steel") for x in np.arange(-phase, width_m, pitch)
        ]
    for _ in range(int(rng.integers(0, 3))):
        y = rng.uniform(0, height_m)
        parts.append(Part(box(-1, y, width_m + 2, rng.uniform(0.03, 0.12)), rng.uniform(0.003, 0.012), "steel"))
    if rng.random() < 0.25:
        x = rng.uniform(0, width_m)
        parts.append(Part(box(x, -1, rng.uniform(0.05, 0.15), height_m + 2), rng.uniform(0.004, 0.02), "steel"))
    return parts
