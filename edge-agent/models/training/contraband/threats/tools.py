"""Hand tools."""

import numpy as np

from scenes.hints import Rng

from ..parts import Part, arc, bar, box, curve, oval
from .firearms import grip


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


def adjustable_spanner(rng: Rng) -> list[Part]:
    length, jaw = rng.uniform(0.16, 0.3), rng.uniform(0.05, 0.08)
    thick = rng.uniform(0.01, 0.016)
    gap = jaw * rng.uniform(0.2, 0.45)
    shaft = Part(bar(-length, 0, 0, 0, jaw * 0.45, jaw * 0.55), thick * 0.7, "steel")
    fixed = Part(
        np.array([(0, -jaw * 0.3), (jaw, -jaw * 0.55), (jaw, -gap / 2), (jaw * 0.4, -gap / 2)]), thick, "steel"
    )
    body = Part(box(-jaw * 0.1, -jaw * 0.35, jaw * 0.5, jaw * 0.7), thick, "steel")
    loose_jaw = Part(
        np.array([(jaw * 0.4, gap / 2), (jaw, gap / 2), (jaw * 0.9, jaw * 0.5), (0.2 * jaw, jaw * 0.55)]),
        thick,
        "steel",
    )
    return [shaft, fixed, body, loose_jaw]


def ratchet(rng: Rng) -> list[Part]:
    length, head = rng.uniform(0.16, 0.26), rng.uniform(0.016, 0.022)
    parts = [
        Part(bar(-length, 0, 0, 0, 0.016), 0.012, "steel", is_round=True),
        Part(bar(-length, 0, -length * 0.5, 0, 0.028), 0.024, str(rng.choice(["plastic", "steel"])), is_round=True),
        Part(oval(0.01, 0, head * 1.3, head), 0.02, "steel"),
    ]
    for k in range(int(rng.integers(0, 4))):  # its sockets lie beside it
        parts.append(Part(oval(-0.02 - k * 0.045, 0.045, 0.016), 0.03, "steel", wall_m=0.004))
    return parts


def bolt_cutter(rng: Rng) -> list[Part]:
    length, spread = rng.uniform(0.3, 0.5), rng.uniform(0.03, 0.09)
    parts = [Part(oval(0, 0, 0.022), 0.024, "steel")]
    for side in (-1, 1):
        arm = [(0.01, side * 0.01), (-length * 0.3, side * spread), (-length, side * (spread + 0.02))]
        parts.append(Part(curve(arm, 0.02), 0.012, "steel"))
        parts.append(Part(curve(arm[1:], 0.03), 0.02, "plastic"))
        jaw = [(0, 0), (0.03, side * 0.034), (0.08, side * 0.012), (0.075, side * 0.003)]
        parts.append(Part(np.array(jaw), 0.014, "steel"))
    return parts


def clamp(rng: Rng) -> list[Part]:
    """A bow with a screw through one end."""
    tall, deep = rng.uniform(0.12, 0.22), rng.uniform(0.06, 0.1)
    bow = [(0, 0), (-deep, 0), (-deep, tall), (0, tall)]
    screw = Part(bar(0, tall * 0.35, 0, tall * 1.35, 0.012), 0.012, "steel", is_round=True)
    turn = Part(bar(-0.035, tall * 1.32, 0.035, tall * 1.32, 0.008), 0.008, "steel", is_round=True)
    foot = Part(bar(-0.014, tall * 0.35, 0.014, tall * 0.35, 0.012), 0.02, "steel")
    return [Part(curve(bow, rng.uniform(0.018, 0.026)), 0.012, "steel"), screw, turn, foot]


def crowbar(rng: Rng) -> list[Part]:
    length = rng.uniform(0.4, 0.6)
    hook = [(length + 0.03 * np.sin(t), 0.04 - 0.04 * np.cos(t)) for t in np.linspace(0, 2.6, 9)]
    return [Part(curve([(0, 0), (length * 0.5, 0), *hook], rng.uniform(0.014, 0.02)), 0.016, "steel")]


def drill(rng: Rng) -> list[Part]:
    motor = Part(box(0, 0, rng.uniform(0.16, 0.2), 0.06), 0.05, "plastic", wall_m=0.003)
    core = Part(box(0.02, 0.01, 0.09, 0.042), 0.03, "steel", is_round=True)
    chuck = Part(bar(0.17, 0.03, 0.23, 0.03, 0.032, 0.016), 0.024, "steel", is_round=True)
    battery = Part(box(0.0, 0.15, 0.1, 0.045), 0.04, "aluminium")
    return [motor, core, chuck, *grip(rng, 0.06, 0.05, 0.11, -0.15), battery]
