"""Guns of training and held-out families, the muzzle to the right."""

import numpy as np

from scenes.hints import Rng

from ..parts import Part, arc, bar, box, curve


def grip(rng: Rng, x: float, y: float, length: float, lean: float) -> list[Part]:
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
    handle = grip(rng, 0.028, tall + 0.006, rng.uniform(0.085, 0.115), rng.uniform(-0.35, -0.1))
    return [slide, barrel, frame, *handle, *_trigger(rng, length * 0.38, tall + 0.026)]


def revolver(rng: Rng) -> list[Part]:
    barrel = rng.uniform(0.05, 0.16)
    frame = Part(np.array([(0, 0.002), (0.085, 0), (0.085, 0.05), (0.02, 0.056), (0, 0.035)]), 0.012, "steel")
    drum = Part(box(0.032, 0.006, 0.038, rng.uniform(0.036, 0.042)), 0.03, "steel", is_round=True)
    tube = Part(bar(0.08, 0.012, 0.08 + barrel, 0.012, rng.uniform(0.014, 0.02)), 0.014, "steel", is_round=True)
    hammer = Part(bar(0.004, 0.01, -0.016, -0.008, 0.009), 0.008, "steel")
    handle = grip(rng, 0.006, 0.035, rng.uniform(0.08, 0.11), rng.uniform(-0.5, -0.25))
    return [frame, drum, tube, hammer, *handle, *_trigger(rng, 0.04, 0.064)]


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


def silenced_pistol(rng: Rng) -> list[Part]:
    tube = rng.uniform(0.11, 0.18)
    muzzle = Part(bar(0.18, 0.013, 0.18 + tube, 0.013, rng.uniform(0.03, 0.036)), 0.03, "aluminium", is_round=True)
    slide = Part(box(0, 0, 0.185, 0.03), rng.uniform(0.012, 0.02), "steel")
    frame = Part(box(0.01, 0.03, 0.13, 0.013), 0.012, "steel")
    return [
        slide,
        frame,
        muzzle,
        *grip(rng, 0.028, 0.036, rng.uniform(0.09, 0.12), -0.25),
        *_trigger(rng, 0.07, 0.056),
    ]


def sawn_off(rng: Rng) -> list[Part]:
    """Two barrels side by side, the stock cut to a grip."""
    barrel = rng.uniform(0.2, 0.35)
    butt = np.array([(0, 0.0), (0.02, 0.05), (-0.06, 0.09), (-0.12, 0.15), (-0.16, 0.12), (-0.08, 0.03)])
    return [
        Part(butt, 0.035, "wood"),
        Part(box(0, 0, 0.09, 0.052), rng.uniform(0.016, 0.025), "steel"),
        Part(bar(0.08, 0.012, 0.08 + barrel, 0.012, 0.023), 0.023, "steel", wall_m=0.003),
        Part(bar(0.08, 0.036, 0.08 + barrel, 0.036, 0.023), 0.023, "steel", wall_m=0.003),
        *_trigger(rng, 0.04, 0.066),
    ]


def hunting_rifle(rng: Rng) -> list[Part]:
    """One long stock, a bolt with its handle, mostly a telescope."""
    barrel, stock = rng.uniform(0.35, 0.6), rng.uniform(0.26, 0.34)
    outline = [(-stock, 0.03), (-stock, 0.14), (-0.08, 0.06), (0.36, 0.05), (0.38, 0.025), (-0.02, 0.02)]
    parts = [
        Part(np.array(outline), 0.04, str(rng.choice(["wood", "plastic"]))),
        Part(bar(0, 0.014, 0.22, 0.014, 0.03), 0.026, "steel", is_round=True),
        Part(bar(0.2, 0.014, 0.22 + barrel, 0.014, 0.022, 0.015), 0.016, "steel", is_round=True),
        Part(curve([(0.03, 0.014), (0.02, 0.04), (0.0, 0.06)], 0.009), 0.009, "steel"),
        *_trigger(rng, 0.03, 0.07),
    ]
    if rng.random() < 0.7:
        parts.append(Part(bar(-0.02, -0.03, 0.26, -0.03, 0.03), 0.012, "aluminium", is_round=True))
        parts.append(Part(bar(0.22, -0.03, 0.3, -0.03, 0.03, 0.052), 0.014, "aluminium", is_round=True))
    return parts


def submachine_gun(rng: Rng) -> list[Part]:
    length = rng.uniform(0.25, 0.4)
    magazine = rng.uniform(0.15, 0.25)
    return [
        Part(box(0, 0, length, 0.045), rng.uniform(0.012, 0.02), "steel"),
        Part(bar(length, 0.02, length + rng.uniform(0.05, 0.15), 0.02, 0.018), 0.014, "steel", is_round=True),
        Part(box(length * 0.55, 0.04, 0.03, magazine), 0.014, "steel"),
        Part(curve([(0, 0.01), (-0.12, 0.01), (-0.24, 0.03), (-0.24, 0.12)], 0.01), 0.01, "steel"),
        *grip(rng, 0.05, 0.045, 0.1, -0.2),
        *_trigger(rng, 0.1, 0.062),
    ]


def carbine_in_pieces(rng: Rng) -> list[Part]:
    """A barrel beside its receiver, as smuggled guns lie."""
    gap = rng.uniform(0.05, 0.1)
    receiver = rifle(rng)[1:2]
    barrel = Part(bar(-0.05, -gap, rng.uniform(0.3, 0.45), -gap, 0.018), 0.014, "steel", is_round=True)
    return [*receiver, barrel, *grip(rng, 0.04, 0.05, 0.1, -0.3), *_trigger(rng, 0.09, 0.068)]


def flare_gun(rng: Rng) -> list[Part]:
    barrel = Part(bar(0, 0.02, rng.uniform(0.14, 0.2), 0.02, rng.uniform(0.034, 0.044)), 0.034, "steel", wall_m=0.003)
    return [barrel, *grip(rng, 0.01, 0.04, 0.1, -0.45), *_trigger(rng, 0.055, 0.055)]
