"""Bottles and canisters with what is in them."""

import numpy as np

from scenes.hints import Rng

from ..parts import Part, box, curve


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
    return _bottle(rng, rng.uniform(0.06, 0.1), rng.uniform(0.2, 0.34), 0.028, "plastic", 0.002)


def beer_bottle(rng: Rng) -> list[Part]:
    return _bottle(rng, rng.uniform(0.058, 0.068), rng.uniform(0.19, 0.24), 0.026, "glass", 0.003)


def demijohn(rng: Rng) -> list[Part]:
    """A round body under a short neck."""
    radius, neck = rng.uniform(0.08, 0.14), rng.uniform(0.03, 0.045)
    angle = np.linspace(0.25, 2 * np.pi - 0.25, 26) - np.pi / 2
    body = radius * np.stack([np.cos(angle), np.sin(angle)], -1)
    top = np.array([(-neck / 2, -radius - 0.05), (neck / 2, -radius - 0.05)])
    level = radius * rng.uniform(-0.5, 0.3)
    fill = body[body[:, 1] > level] * 0.95
    return [
        Part(np.concatenate([body, top]), radius * 1.4, "glass", wall_m=0.004),
        Part(fill, radius * 1.5, "organic", is_round=True),
        Part(box(-neck * 0.6, -radius - 0.07, neck * 1.2, 0.025), neck, "plastic"),
    ]


def jug(rng: Rng) -> list[Part]:
    """A bottle for cleaning agents: its neck aside, an opening for the hand."""
    wide, tall = rng.uniform(0.1, 0.15), rng.uniform(0.22, 0.3)
    level, grip = tall * rng.uniform(0.35, 0.55), wide * 0.22
    outline = [
        (wide * 0.2, 0),
        (wide * 0.5, 0),
        (wide * 0.55, tall * 0.1),
        (wide, tall * 0.25),
        (wide, tall),
        (0, tall),
    ]
    outline += [(0, tall * 0.3)]
    bow = curve([(wide * 0.5, tall * 0.08), (wide, tall * 0.14), (wide, tall * 0.35)], grip * 0.6)
    return [
        Part(np.array(outline), 0.08, "plastic", wall_m=0.005),
        Part(box(wide * 0.04, level, wide * 0.92, tall * 0.98 - level), 0.08, "organic"),
        Part(bow, 0.03, "plastic"),
        Part(box(wide * 0.18, -0.03, wide * 0.34, 0.035), 0.04, "plastic"),
    ]


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
    return [Part(body, 0.12, "plastic", wall_m=0.006), Part(fill, 0.11, "organic"), ring]


def flask(rng: Rng) -> list[Part]:
    wide, tall = rng.uniform(0.07, 0.1), rng.uniform(0.18, 0.28)
    return [
        Part(box(-wide / 2, 0, wide, tall), wide, "steel", wall_m=0.0012),
        Part(box(-wide * 0.4, tall * 0.25, wide * 0.8, tall * 0.72), wide * 0.8, "organic", is_round=True),
        Part(box(-wide * 0.35, -0.03, wide * 0.7, 0.035), wide * 0.6, "plastic"),
    ]
