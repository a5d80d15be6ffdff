"""What the shapes of damage are made from."""

import numpy as np

from scenes.hints import Array, Rng

from ..surface import Surface


def polar(surface: Surface, x: float, y: float, angle: float, stretch: float) -> tuple[Array, Array]:
    """(distance in metres, angle) of each pixel from a point; along `angle` distances count `stretch` times less."""
    rows, columns = np.mgrid[: surface.size[0], : surface.size[1]].astype(np.float32)
    dx, dy = (columns - x) / surface.px_per_m, (rows - y) / surface.px_per_m
    along, across = dx * np.cos(angle) + dy * np.sin(angle), -dx * np.sin(angle) + dy * np.cos(angle)
    return np.hypot(along / stretch, across), np.arctan2(across, along / stretch)


def cells_of(surface: Surface, pixels: float) -> int:
    """Blobs of noise across a surface, each of about so many pixels."""
    return int(surface.size[1] / pixels)


def uneven(rng: Rng, angle: Array, strength: float, waves: int) -> Array:
    """1 with random bumps round a circle."""
    total = np.ones_like(angle)
    for k in range(1, waves + 1):
        total += strength / k * rng.normal() * np.cos(k * angle + rng.uniform(0, 6.28))
    return np.clip(total, 0.4, 1.8)


def press(surface: Surface, depth: Array) -> None:
    """Pushes the steel in, which also flattens its corrugation."""
    share = np.clip(depth / (depth.max() + 1e-9), 0, 1)
    surface.relief[:] = surface.relief * (1 - 0.75 * share) - depth
