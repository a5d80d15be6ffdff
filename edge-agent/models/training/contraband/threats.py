"""Contraband by class: families of shapes, of which some are never drawn for training."""

import numpy as np

from scenes.hints import Rng

from .parts import Family, Part, arc, bar, box, curve, oval

METALS = ("steel", "steel", "steel", "aluminium")


def _metal(rng: Rng) -> str:
    return str(rng.choice(METALS))


def _grip(rng: Rng, x: float, y: float, length: float, lean: float) -> list[Part]:
    width = rng.uniform(0.028, 0.038)
    material = str(rng.choice(["plastic", "wood", "steel"]))
    parts = [Part(bar(x, y, x + lean * length, y + length, width, width * 1.15), 0.028, material)]
    # A magazine with its cartridges.
    if rng.random() < 0.8:
        parts.append(Part(bar(x, y, x + lean * length, y + length, width * 0.55), rng.uniform(0.006, 0.014), "steel"))
    return parts


def _trigger(rng: Rng, x: float, y: float) -> list[Part]:
    radius = rng.uniform(0.014, 0.02)
    ring = curve(arc(x, y, radius, -0.2, np.pi + 0.2), 0.004)
    return [Part(ring, 0.008, "steel"), Part(bar(x, y - radius, x - 0.003, y + radius * 0.6, 0.005), 0.007, "steel")]


def pistol(rng: Rng) -> list[Part]:
    length, tall = rng.uniform(0.16, 0.23), rng.uniform(0.026, 0.034)
    slide = Part(box(0, 0, length, tall), rng.uniform(0.012, 0.02), "steel")
    barrel = Part(bar(length * 0.3, tall * 0.45, length, tall * 0.45, 0.013), 0.01, "steel", is_round=True)
    frame = Part(box(0.01, tall, length * 0.62, 0.014), 0.01, str(rng.choice(["steel", "aluminium", "plastic"])))
    grip = _grip(rng, 0.028, tall + 0.006, rng.uniform(0.085, 0.115), rng.uniform(-0.35, -0.1))
    return [slide, barrel, frame, *grip, *_trigger(rng, length * 0.38, tall + 0.026)]


def pocket_pistol(rng: Rng) -> list[Part]:
    return [part for part in pistol(rng) if part.material != "plastic" or rng.random() < 0.7]


def revolver(rng: Rng) -> list[Part]:
    barrel = rng.uniform(0.05, 0.16)
    frame = Part(np.array([(0, 0.002), (0.085, 0), (0.085, 0.05), (0.02, 0.056), (0, 0.035)]), 0.012, "steel")
    drum = Part(box(0.032, 0.006, 0.038, rng.uniform(0.036, 0.042)), 0.03, "steel", is_round=True)
    tube = Part(bar(0.08, 0.012, 0.08 + barrel, 0.012, rng.uniform(0.014, 0.02)), 0.014, "steel", is_round=True)
    hammer = Part(bar(0.004, 0.01, -0.016, -0.008, 0.009), 0.008, "steel")
    grip = _grip(rng, 0.006, 0.035, rng.uniform(0.08, 0.11), rng.uniform(-0.5, -0.25))
    return [frame, drum, tube, hammer, *grip, *_trigger(rng, 0.04, 0.064)]


def rifle(rng: Rng) -> list[Part]:
    body, barrel = rng.uniform(0.2, 0.3), rng.uniform(0.3, 0.5)
    stock = rng.uniform(0.2, 0.3)
    kind = str(rng.choice(["wood", "plastic"]))
    butt = np.array([(-stock, 0.0), (-stock, rng.uniform(0.09, 0.13)), (-0.02, 0.05), (0, 0.045), (0, 0.005)])
    parts = [
        Part(butt, 0.035, kind),
        Part(box(-0.01, 0, body, 0.05), rng.uniform(0.01, 0.018), "steel"),
        Part(bar(body, 0.015, body + barrel, 0.015, rng.uniform(0.014, 0.02)), 0.014, "steel", is_round=True),
        Part(box(body * 0.9, 0.012, rng.uniform(0.15, 0.25), 0.04), 0.03, kind),
        *_trigger(rng, 0.06, 0.068),
    ]
    if rng.random() < 0.7:
        parts.append(Part(curve([(0.13, 0.05), (0.14, 0.12), (0.17, 0.2)], rng.uniform(0.025, 0.04)), 0.016, "steel"))
    if rng.random() < 0.5:
        parts.append(Part(bar(0.02, -0.03, 0.2, -0.03, 0.03), 0.02, "aluminium", is_round=True))
    return parts


def shotgun(rng: Rng) -> list[Part]:
    barrel, stock = rng.uniform(0.45, 0.75), rng.uniform(0.25, 0.35)
    butt = np.array([(-stock, 0.03), (-stock, rng.uniform(0.13, 0.16)), (-0.03, 0.06), (0, 0.05), (0, 0.0)])
    return [
        Part(butt, 0.04, "wood"),
        Part(box(-0.02, -0.005, 0.2, 0.055), 0.02, "steel"),
        Part(bar(0.17, 0.01, 0.17 + barrel, 0.01, 0.024), 0.012, "steel", wall_m=0.003),
        Part(bar(0.17, 0.034, 0.17 + barrel * 0.8, 0.034, 0.024), 0.012, "steel", wall_m=0.002),
        Part(box(0.3, 0.02, 0.16, 0.04), 0.035, "wood"),
        *_trigger(rng, 0.05, 0.07),
    ]


def submachine_gun(rng: Rng) -> list[Part]:
    length = rng.uniform(0.25, 0.4)
    magazine = rng.uniform(0.15, 0.25)
    return [
        Part(box(0, 0, length, 0.045), rng.uniform(0.012, 0.02), "steel"),
        Part(bar(length, 0.02, length + rng.uniform(0.05, 0.15), 0.02, 0.018), 0.014, "steel", is_round=True),
        Part(box(length * 0.55, 0.04, 0.03, magazine), 0.014, "steel"),
        Part(curve([(0, 0.01), (-0.12, 0.01), (-0.24, 0.03), (-0.24, 0.12)], 0.01), 0.01, "steel"),
        *_grip(rng, 0.05, 0.045, 0.1, -0.2),
        *_trigger(rng, 0.1, 0.062),
    ]


def carbine_in_pieces(rng: Rng) -> list[Part]:
    """A barrel beside its receiver, as smuggled guns lie."""
    gap = rng.uniform(0.05, 0.1)
    receiver = rifle(rng)[1:2]
    barrel = Part(bar(-0.05, -gap, rng.uniform(0.3, 0.45), -gap, 0.018), 0.014, "steel", is_round=True)
    return [*receiver, barrel, *_grip(rng, 0.04, 0.05, 0.1, -0.3), *_trigger(rng, 0.09, 0.068)]


def flare_gun(rng: Rng) -> list[Part]:
    barrel = Part(bar(0, 0.02, rng.uniform(0.14, 0.2), 0.02, rng.uniform(0.034, 0.044)), 0.034, "steel", wall_m=0.003)
    return [barrel, *_grip(rng, 0.01, 0.04, 0.1, -0.45), *_trigger(rng, 0.055, 0.055)]


def _handle(rng: Rng, length: float, thick: float) -> list[Part]:
    material = str(rng.choice(["wood", "plastic", "plastic"]))
    parts = [Part(bar(-length, 0, 0, 0, thick, thick * rng.uniform(0.8, 1.1)), 0.018, material)]
    return [*parts, Part(bar(-length * 0.9, 0, 0, 0, thick * 0.5), 0.003, "steel")]


def kitchen_knife(rng: Rng) -> list[Part]:
    length, wide = rng.uniform(0.14, 0.26), rng.uniform(0.025, 0.05)
    blade = np.array(
        [(0, -wide / 2), (length * 0.75, -wide / 2), (length, wide * 0.3), (length * 0.7, wide / 2), (0, wide / 2)]
    )
    return [Part(blade, rng.uniform(0.003, 0.005), "steel"), *_handle(rng, rng.uniform(0.1, 0.14), wide * 0.7)]


def dagger(rng: Rng) -> list[Part]:
    length, wide = rng.uniform(0.14, 0.25), rng.uniform(0.025, 0.04)
    blade = np.array(
        [(0, -wide / 2), (length * 0.6, -wide * 0.45), (length, 0), (length * 0.6, wide * 0.45), (0, wide / 2)]
    )
    guard = Part(bar(0, -wide, 0, wide, 0.012), 0.012, "brass")
    return [Part(blade, rng.uniform(0.004, 0.006), "steel"), guard, *_handle(rng, 0.11, 0.024)]


def machete(rng: Rng) -> list[Part]:
    length, wide = rng.uniform(0.35, 0.5), rng.uniform(0.04, 0.07)
    blade = np.array(
        [
            (0, -wide * 0.3),
            (length, -wide * 0.6),
            (length * 1.02, wide * 0.1),
            (length * 0.85, wide * 0.55),
            (0, wide * 0.3),
        ]
    )
    return [Part(blade, rng.uniform(0.003, 0.004), "steel"), *_handle(rng, 0.13, 0.034)]


def folding_knife(rng: Rng) -> list[Part]:
    length = rng.uniform(0.08, 0.12)
    bend = rng.uniform(-2.2, 0.3)
    tip = length * np.cos(bend), length * np.sin(bend)
    blade = Part(bar(0, 0, *tip, 0.026, 0.006), 0.0035, "steel")
    body = Part(bar(-length, 0, 0, 0, 0.028), 0.012, str(rng.choice(["aluminium", "plastic", "steel"])))
    return [blade, body, Part(oval(0, 0, 0.006), 0.012, "steel")]


def sickle(rng: Rng) -> list[Part]:
    blade = Part(curve(arc(0.12, 0, rng.uniform(0.1, 0.14), np.pi, 2 * np.pi + 0.4), 0.026), 0.004, "steel")
    return [blade, *_handle(rng, 0.13, 0.03)]


def sword(rng: Rng) -> list[Part]:
    bow = rng.uniform(0, 0.06)
    length = rng.uniform(0.5, 0.7)
    line = [(x * length, bow * np.sin(x * np.pi)) for x in np.linspace(0, 1, 10)]
    return [
        Part(curve(line, 0.03), 0.005, "steel"),
        Part(oval(0, 0, 0.008, 0.035), 0.012, "brass"),
        *_handle(rng, 0.2, 0.026),
    ]


def hammer(rng: Rng) -> list[Part]:
    length, head = rng.uniform(0.22, 0.35), rng.uniform(0.09, 0.13)
    thick = rng.uniform(0.022, 0.034)
    shaft = Part(
        bar(0, 0, 0, length, rng.uniform(0.018, 0.028)), 0.022, str(rng.choice(["wood", "wood", "steel", "plastic"]))
    )
    claw = Part(curve(arc(-head / 2, 0.03, 0.035, -np.pi / 2, -np.pi), thick * 0.5), thick * 0.7, "steel")
    return [shaft, Part(bar(-head / 2, 0, head / 2, 0, thick), thick, "steel"), claw]


def wrench(rng: Rng) -> list[Part]:
    length, jaw = rng.uniform(0.15, 0.32), rng.uniform(0.016, 0.026)
    thick = rng.uniform(0.006, 0.01)
    shaft = Part(bar(0, 0, length, 0, jaw * 0.9), thick, "steel")
    open_end = Part(curve(arc(-jaw * 0.8, 0, jaw, 0.7, 2 * np.pi - 0.7), jaw * 0.7), thick, "steel")
    ring = Part(curve(arc(length + jaw * 0.7, 0, jaw, 0, 2 * np.pi), jaw * 0.6), thick, "steel")
    flipped = Part(open_end.points * (-1, 1), thick, "steel")
    return [shaft, flipped, ring] if rng.random() < 0.6 else [shaft, flipped]


def pliers(rng: Rng) -> list[Part]:
    spread, length = rng.uniform(0.1, 0.35), rng.uniform(0.09, 0.14)
    parts = [Part(oval(0, 0, 0.016), 0.016, "steel")]
    for side in (-1, 1):
        arm = [(0, 0), (-length * 0.4, side * spread * 0.08), (-length, side * spread * 0.14)]
        parts.append(Part(curve(arm, 0.012), 0.01, "steel"))
        parts.append(Part(curve(arm[1:], 0.018), 0.016, "plastic"))
        parts.append(Part(bar(0, 0, rng.uniform(0.04, 0.07), side * spread * 0.03, 0.016, 0.006), 0.01, "steel"))
    return parts


def screwdriver(rng: Rng) -> list[Part]:
    length, grip = rng.uniform(0.1, 0.22), rng.uniform(0.08, 0.12)
    handle = Part(oval(-grip / 2, 0, grip / 2, rng.uniform(0.013, 0.02)), 0.03, "plastic", is_round=True)
    return [handle, Part(bar(-grip * 0.6, 0, length, 0, rng.uniform(0.005, 0.009)), 0.007, "steel")]


def hand_saw(rng: Rng) -> list[Part]:
    length = rng.uniform(0.35, 0.5)
    blade = np.array([(0, -0.05), (length, -0.02), (length, 0.025), (0, 0.06)])
    grip = Part(curve(arc(-0.045, 0, 0.045, 0, 2 * np.pi), 0.026), 0.022, str(rng.choice(["wood", "plastic"])))
    return [Part(blade, 0.0025, "steel"), grip]


def crowbar(rng: Rng) -> list[Part]:
    length = rng.uniform(0.4, 0.6)
    hook = [(length + 0.03 * np.sin(t), 0.04 - 0.04 * np.cos(t)) for t in np.linspace(0, 2.6, 9)]
    return [Part(curve([(0, 0), (length * 0.5, 0), *hook], rng.uniform(0.014, 0.02)), 0.016, "steel")]


def drill(rng: Rng) -> list[Part]:
    motor = Part(box(0, 0, rng.uniform(0.16, 0.2), 0.06), 0.05, "plastic", wall_m=0.003)
    core = Part(box(0.02, 0.01, 0.09, 0.042), 0.03, "steel", is_round=True)
    chuck = Part(bar(0.17, 0.03, 0.23, 0.03, 0.032, 0.016), 0.024, "steel", is_round=True)
    battery = Part(box(0.0, 0.15, 0.1, 0.045), 0.04, "aluminium")
    return [motor, core, chuck, *_grip(rng, 0.06, 0.05, 0.11, -0.15), battery]


def _bottle(rng: Rng, body: float, tall: float, neck: float, kind: str, wall_m: float) -> list[Part]:
    shoulder = rng.uniform(0.15, 0.35) * tall
    half, thin = body / 2, neck / 2
    right = [(thin, 0), (thin, tall * 0.25), (half, tall * 0.25 + shoulder * 0.6), (half, tall)]
    outline = np.array([*right, *[(-x, y) for x, y in reversed(right)]])
    level = rng.uniform(0.2, 0.5) * tall
    fluid = [(x * 0.94, max(y, level)) for x, y in right if y >= level * 0.6]
    fill = np.array([*fluid, *[(-x, y) for x, y in reversed(fluid)]])
    parts = [Part(outline, body, kind, wall_m=wall_m), Part(fill, body * 0.9, "organic", is_round=True)]
    if rng.random() < 0.7:
        parts.append(Part(box(-thin * 1.1, -0.012, neck * 1.1, 0.02), neck, str(rng.choice(["plastic", "aluminium"]))))
    return parts


def wine_bottle(rng: Rng) -> list[Part]:
    return _bottle(rng, rng.uniform(0.07, 0.085), rng.uniform(0.27, 0.33), 0.028, "glass", 0.004)


def spirit_bottle(rng: Rng) -> list[Part]:
    return _bottle(rng, rng.uniform(0.085, 0.11), rng.uniform(0.2, 0.27), rng.uniform(0.028, 0.035), "glass", 0.005)


def plastic_bottle(rng: Rng) -> list[Part]:
    return _bottle(rng, rng.uniform(0.06, 0.1), rng.uniform(0.2, 0.34), 0.028, "plastic", 0.001)


def chemical_bottle(rng: Rng) -> list[Part]:
    return _bottle(rng, rng.uniform(0.1, 0.16), rng.uniform(0.18, 0.26), rng.uniform(0.04, 0.06), "glass", 0.004)


def canister(rng: Rng) -> list[Part]:
    width, tall = rng.uniform(0.16, 0.24), rng.uniform(0.22, 0.32)
    body = np.array([(0.03, 0), (width, 0), (width, tall), (0, tall), (0, 0.06)])
    fill = box(0.006, tall * rng.uniform(0.2, 0.5), width - 0.012, 0)
    fill[2:, 1] = tall - 0.006
    ring = Part(
        curve([(width * 0.35, 0), (width * 0.4, -0.035), (width * 0.8, -0.035), (width * 0.85, 0)], 0.018),
        0.02,
        "plastic",
    )
    return [Part(body, 0.12, "plastic", wall_m=0.003), Part(fill, 0.11, "organic"), ring]


def flask(rng: Rng) -> list[Part]:
    wide, tall = rng.uniform(0.07, 0.1), rng.uniform(0.18, 0.28)
    return [
        Part(box(-wide / 2, 0, wide, tall), wide, "steel", wall_m=0.0012),
        Part(box(-wide * 0.4, tall * 0.25, wide * 0.8, tall * 0.72), wide * 0.8, "organic", is_round=True),
        Part(box(-wide * 0.35, -0.03, wide * 0.7, 0.035), wide * 0.6, "plastic"),
    ]


def _brick(rng: Rng, x: float, y: float, width: float, tall: float) -> list[Part]:
    slack = rng.normal(0, 0.004, (4, 2))
    thick = rng.uniform(0.05, 0.09)
    return [
        Part(box(x, y, width, tall) + slack, thick, "organic"),
        Part(box(x, y, width, tall) + slack, thick, "plastic", wall_m=0.002),
    ]


def bricks(rng: Rng) -> list[Part]:
    """Pressed packets side by side and on each other."""
    width, tall = rng.uniform(0.14, 0.24), rng.uniform(0.05, 0.12)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    gap = rng.uniform(0.004, 0.012)
    return [
        part
        for row in range(rows)
        for column in range(columns)
        for part in _brick(rng, column * (width + gap), row * (tall + gap), width, tall)
    ]


def single_brick(rng: Rng) -> list[Part]:
    return _brick(rng, 0, 0, rng.uniform(0.16, 0.28), rng.uniform(0.09, 0.18))


def rolls(rng: Rng) -> list[Part]:
    """Round packets in a row."""
    radius = rng.uniform(0.03, 0.05)
    places = [
        (c * radius * 2.05, r * radius * 2.05)
        for r in range(int(rng.integers(1, 4)))
        for c in range(int(rng.integers(2, 5)))
    ]
    return [Part(oval(x, y, radius), rng.uniform(0.08, 0.16), "organic", is_round=True) for x, y in places]


def bag(rng: Rng) -> list[Part]:
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    radius = rng.uniform(0.1, 0.16) * (1 + rng.normal(0, 0.06, 16))
    outline = np.stack([radius * np.cos(angle), radius * np.sin(angle) * rng.uniform(0.6, 0.9)], -1)
    top = Part(bar(0, -0.08, rng.normal(0, 0.02), -0.17, 0.05, 0.08), 0.02, "plastic")
    return [Part(outline, rng.uniform(0.1, 0.16), "organic", is_round=True), top]


def stacked_bricks(rng: Rng) -> list[Part]:
    """A wall of packets, laid like masonry."""
    width, tall = rng.uniform(0.14, 0.2), rng.uniform(0.05, 0.08)
    return [
        part
        for row in range(int(rng.integers(3, 6)))
        for column in range(2)
        for part in _brick(rng, (column + 0.5 * (row % 2)) * width * 1.04, row * tall * 1.08, width, tall)
    ]


def tubes(rng: Rng) -> list[Part]:
    length, radius = rng.uniform(0.25, 0.4), rng.uniform(0.025, 0.04)
    return [
        Part(bar(0, row * radius * 2.1, length, row * radius * 2.1, radius * 2), radius * 2, "organic", is_round=True)
        for row in range(int(rng.integers(2, 6)))
    ]


CLASSES = ("firearm", "blade", "tool", "bottle", "bundle")
TRAINING: dict[str, tuple[Family, ...]] = {
    "firearm": (pistol, pocket_pistol, revolver, rifle, shotgun),
    "blade": (kitchen_knife, dagger, machete, folding_knife),
    "tool": (hammer, wrench, pliers, screwdriver, hand_saw),
    "bottle": (wine_bottle, spirit_bottle, plastic_bottle, canister),
    "bundle": (bricks, single_brick, rolls, bag),
}
HELD_OUT: dict[str, tuple[Family, ...]] = {
    "firearm": (submachine_gun, carbine_in_pieces, flare_gun),
    "blade": (sickle, sword),
    "tool": (crowbar, drill),
    "bottle": (chemical_bottle, flask),
    "bundle": (stacked_bricks, tubes),
}
