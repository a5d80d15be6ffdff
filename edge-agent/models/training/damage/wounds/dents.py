"""Steel pressed out of its shape."""

import cv2
import numpy as np

from container_numbers.panel import field as noise
from scenes.hints import Array, Rng

from ..surface import Surface, cover
from .fields import cells_of, polar, press, uneven


def round_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    distance, angle = polar(surface, x, y, rng.uniform(0, np.pi), rng.uniform(1, 1.8))
    radius = size_m / 2 * uneven(rng, angle, 0.12, 4)
    profile = np.clip(1 - (distance / radius) ** 2, 0, 1) ** rng.uniform(0.8, 1.6)
    press(surface, profile * size_m * rng.uniform(0.12, 0.3))
    return profile > 0.12


def crease_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A sharp fold, as a fork or a corner of another container leaves."""
    distance, angle = polar(surface, x, y, rng.normal(0, 0.5) + rng.choice([0, np.pi / 2]), rng.uniform(2, 4))
    radius = size_m / 3 * uneven(rng, angle, 0.15, 3)
    profile = np.clip(1 - distance / radius, 0, 1)
    press(surface, profile * size_m * rng.uniform(0.12, 0.25))
    return profile > 0.1


def buckled_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A dent with ridges round it."""
    distance, angle = polar(surface, x, y, rng.uniform(0, np.pi), rng.uniform(1, 1.6))
    radius = size_m / 2 * uneven(rng, angle, 0.2, 5)
    share = distance / radius
    profile = np.clip(1 - share, 0, 1)
    ridges = np.exp(-(((share - 1) / 0.18) ** 2)) * 0.35
    depth = size_m * rng.uniform(0.12, 0.25)
    press(surface, profile * depth)
    surface.relief += (ridges * depth).astype(np.float32)
    return share < 1.1


def scraped_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Pressed in along a line and scraped bare there."""
    distance, _ = polar(surface, x, y, rng.normal(0, 0.2), rng.uniform(3, 5))
    profile = np.clip(1 - distance / (size_m / 4), 0, 1)
    press(surface, profile * size_m * rng.uniform(0.08, 0.16))
    bare = (profile > 0.5) * rng.uniform(0.3, 0.8) * noise(rng, *surface.size, cells_of(surface, 13))
    cover(surface.paint, bare.astype(np.float32), rng.uniform(0.35, 0.6))
    return profile > 0.1


def bulge(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Pushed out from within by a load that has shifted."""
    distance, angle = polar(surface, x, y, rng.uniform(0, np.pi), rng.uniform(1, 1.7))
    profile = np.clip(1.1 - distance / (size_m / 2 * uneven(rng, angle, 0.1, 4)), 0, 1) ** rng.uniform(0.6, 1.2)
    press(surface, profile * size_m * rng.uniform(0.12, 0.25))
    surface.relief += (2 * profile * size_m * rng.uniform(0.12, 0.25)).astype(np.float32)
    return profile > 0.15


def raked_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Folds beside each other, as something hard leaves that was dragged along."""
    turn, count = rng.uniform(0, np.pi), int(rng.integers(2, 5))
    where = np.zeros(surface.size, bool)
    for k in range(count):
        aside = (k - (count - 1) / 2) * size_m * 0.22 * surface.px_per_m
        middle = x - np.sin(turn) * aside, y + np.cos(turn) * aside
        distance, _ = polar(surface, *middle, turn + rng.normal(0, 0.06), rng.uniform(3, 4.5))
        profile = np.clip(1 - distance / (size_m * 0.15), 0, 1)
        press(surface, profile * size_m * rng.uniform(0.07, 0.12))
        where |= profile > 0.1
    close = max(3, int(size_m * surface.px_per_m * 0.2)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0


def pushed_in_panel(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A square field of the wall pushed in, with folds at its rim."""
    rows, columns = np.mgrid[: surface.size[0], : surface.size[1]].astype(np.float32)
    half = size_m / 2 * np.array([rng.uniform(0.8, 1.4), rng.uniform(0.6, 1)])
    dx, dy = np.abs(columns - x) / surface.px_per_m / half[0], np.abs(rows - y) / surface.px_per_m / half[1]
    profile = np.clip((1 - np.maximum(dx, dy)) * rng.uniform(2, 4), 0, 1)
    press(surface, profile * size_m * rng.uniform(0.12, 0.22))
    return profile > 0.1


def many_dents(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A group of small dents that count as one."""
    where = np.zeros(surface.size, bool)
    for _ in range(int(rng.integers(3, 7))):
        dx, dy = rng.normal(0, 0.22, 2) * size_m * surface.px_per_m
        where |= round_dent(rng, surface, x + dx, y + dy, size_m * rng.uniform(0.25, 0.4))
    close = max(3, int(size_m * surface.px_per_m * 0.2)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0
