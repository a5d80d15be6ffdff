"""Rust on steel that is still there."""

import cv2
import numpy as np

from container_numbers.panel import field as noise
from scenes.hints import Array, Rng

from ..surface import Surface, cover
from .fields import cells_of, polar


def _blotch(rng: Rng, surface: Surface, x: float, y: float, size_m: float, stretch: float, sharp: float) -> Array:
    """(H,W) 0..1: a patch with a fractal rim."""
    distance, _ = polar(surface, x, y, np.pi / 2, stretch)
    cells = max(4, int(surface.metres()[0] / size_m * 4))
    grain = (
        0.5 * noise(rng, *surface.size, cells)
        + 0.3 * noise(rng, *surface.size, cells * 3)
        + 0.2 * noise(rng, *surface.size, cells * 8)
    )
    return np.clip((1.05 - distance / (size_m / 2) + (grain - 0.5) * 1.3) * sharp, 0, 1)


def _stain(rng: Rng, surface: Surface, share: Array) -> Array:
    tone = np.array([0.36, 0.18, 0.08]) * rng.uniform(0.55, 1.6) + rng.normal(0, 0.015, 3)
    grain = (0.75 + 0.5 * noise(rng, *surface.size, cells_of(surface, 9)))[..., None]
    cover(surface.paint, share * rng.uniform(0.75, 1), tone.astype(np.float32) * grain)
    surface.relief -= (share * 0.003 * noise(rng, *surface.size, cells_of(surface, 7))).astype(np.float32)
    return share > 0.35


def rust_patch(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    return _stain(rng, surface, _blotch(rng, surface, x, y, size_m, rng.uniform(0.6, 1.4), rng.uniform(2, 6)))


def rust_streak(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Run down from a spot."""
    return _stain(rng, surface, _blotch(rng, surface, x, y, size_m * 0.6, rng.uniform(2, 4), rng.uniform(1.5, 4)))


def rust_along_a_ridge(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    ridge = np.clip(surface.relief / (surface.relief.max() + 1e-6), 0, 1)
    share = _blotch(rng, surface, x, y, size_m * 1.2, rng.uniform(1, 3), 3) * (0.25 + 0.75 * ridge)
    return _stain(rng, surface, np.clip(share * 1.3, 0, 1))


def rust_speckle(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Many spots close together."""
    patch = _blotch(rng, surface, x, y, size_m, 1, 3)
    spots = np.clip((noise(rng, *surface.size, int(surface.metres()[0] / size_m * 14) + 6) - 0.5) * 6, 0, 1)
    _stain(rng, surface, patch * spots)
    close = max(3, int(size_m * surface.px_per_m * 0.12)) | 1
    return cv2.morphologyEx(((patch * spots) > 0.3).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0


def weeping_rust(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Streaks that run down from a seam, one beside the other."""
    where = np.zeros(surface.size, bool)
    share = np.zeros(surface.size, np.float32)
    count = int(rng.integers(3, 7))
    for k in range(count):
        middle = x + (k - (count - 1) / 2) * size_m * surface.px_per_m * 0.22 * rng.uniform(0.8, 1.2)
        length = size_m * rng.uniform(0.3, 0.9)
        wide = size_m * rng.uniform(0.08, 0.16)
        low = y + length / 2 * surface.px_per_m
        np.maximum(share, _blotch(rng, surface, middle, low, wide, length / wide, rng.uniform(2, 4)), out=share)
    _stain(rng, surface, share)
    where = share > 0.3
    close = max(3, int(size_m * surface.px_per_m * 0.14)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0


def flaking(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Paint that comes off in plates over rust."""
    patch = _blotch(rng, surface, x, y, size_m, rng.uniform(0.8, 1.5), 8)
    plates = noise(rng, *surface.size, int(surface.metres()[0] / size_m * 8) + 5) > 0.42
    where = _stain(rng, surface, patch * plates)
    rim = cv2.dilate(where.astype(np.uint8), np.ones((3, 3))) > 0
    surface.paint[rim & ~where] = np.clip(surface.paint[rim & ~where] * 1.35, 0, 1)
    close = max(3, int(size_m * surface.px_per_m * 0.1)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0
