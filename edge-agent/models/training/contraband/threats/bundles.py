"""Wrapped packets of organic matter."""

import numpy as np

from scenes.hints import Rng

from ..parts import Part, bar, box, oval


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
    lean = rng.normal(0, 0.02)
    neck = Part(bar(0, -0.08, lean, -0.15, 0.05, 0.03), 0.05, "plastic")
    top = [neck, Part(bar(lean, -0.15, lean * 1.6, -0.21, 0.03, 0.1), 0.03, "plastic")]
    return [Part(outline, rng.uniform(0.1, 0.16), "organic", is_round=True), *top]


def taped_parcel(rng: Rng) -> list[Part]:
    """A rounded packet with tape crossed over it."""
    wide, tall, corner = rng.uniform(0.16, 0.28), rng.uniform(0.1, 0.2), 0.03
    outline = [(corner, 0), (wide - corner, 0), (wide, corner), (wide, tall - corner), (wide - corner, tall)]
    outline += [(corner, tall), (0, tall - corner), (0, corner)]
    tapes = [
        Part(bar(wide * rng.uniform(0.3, 0.7), 0, wide * rng.uniform(0.3, 0.7), tall, 0.03), 0.02, "plastic"),
        Part(bar(0, tall * rng.uniform(0.3, 0.7), wide, tall * rng.uniform(0.3, 0.7), 0.03), 0.02, "plastic"),
    ]
    return [Part(np.array(outline), rng.uniform(0.06, 0.12), "organic"), *tapes]


def pouches(rng: Rng) -> list[Part]:
    """Filled pouches, one over the rim of the next."""
    wide, tall, thick = rng.uniform(0.07, 0.11), rng.uniform(0.1, 0.16), rng.uniform(0.05, 0.08)
    parts = []
    for k in range(int(rng.integers(2, 6))):
        x, y = k * wide * 0.85, rng.normal(0, 0.01)
        parts.append(Part(oval(x, y, wide / 2, tall / 2), thick, "organic", is_round=True))
        parts.append(Part(box(x - wide * 0.4, y - tall * 0.55, wide * 0.8, tall * 0.1), 0.012, "plastic"))
    return parts


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
