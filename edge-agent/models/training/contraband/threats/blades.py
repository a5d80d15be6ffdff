"""Knives and what else is made to cut or stab, the point to the right."""

import numpy as np

from scenes.hints import Rng

from ..parts import Part, arc, bar, curve, oval


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


def cleaver(rng: Rng) -> list[Part]:
    length, wide = rng.uniform(0.15, 0.22), rng.uniform(0.07, 0.11)
    blade = [(0, -wide * 0.3), (length, -wide * 0.3), (length * 0.98, wide * 0.7), (length * 0.08, wide * 0.7)]
    hole = Part(oval(length * 0.88, -wide * 0.12, 0.008), 0.001, "plastic")
    return [Part(np.array(blade), rng.uniform(0.003, 0.005), "steel"), hole, *_handle(rng, 0.12, 0.03)]


def hunting_knife(rng: Rng) -> list[Part]:
    """A clipped point, a full tang with rivets."""
    length, wide = rng.uniform(0.12, 0.2), rng.uniform(0.03, 0.042)
    blade = [(0, -wide / 2), (length * 0.6, -wide / 2), (length * 0.78, -wide * 0.1), (length, -wide * 0.05)]
    blade += [(length * 0.85, wide * 0.35), (length * 0.6, wide / 2), (0, wide / 2)]
    rivets = [Part(oval(-x, 0, 0.005), 0.018, "brass") for x in (0.03, 0.06, 0.09)]
    guard = Part(bar(0, -wide * 0.5, 0, wide * 0.9, 0.01), 0.014, "brass")
    return [Part(np.array(blade), rng.uniform(0.004, 0.006), "steel"), guard, *_handle(rng, 0.12, 0.03), *rivets]


def throwing_knife(rng: Rng) -> list[Part]:
    """All of one piece of steel, with a ring at its end."""
    length = rng.uniform(0.2, 0.3)
    line = [(0, -0.008), (length * 0.4, -0.01), (length * 0.55, -0.02), (length, 0)]
    outline = np.array([*line, *[(x, -y) for x, y in reversed(line[:-1])]])
    ring = Part(curve(arc(-0.014, 0, 0.014, 0, 2 * np.pi), 0.008), 0.005, "steel")
    return [Part(outline, rng.uniform(0.004, 0.006), "steel"), ring]


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
