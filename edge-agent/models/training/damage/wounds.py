"""Damage by class: families of shapes, of which some are never drawn for training.

Each family changes a surface in place and returns where the damage is: (H,W) bool.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from container_numbers.panel import field as noise
from scenes.hints import Array, Rng

from .surface import Surface

# (random numbers, surface, middle x, y in pixels, about how large in metres)
Family: TypeAlias = Callable[[Rng, Surface, float, float, float], Array]


def _polar(surface: Surface, x: float, y: float, angle: float, stretch: float) -> tuple[Array, Array]:
    """(distance in metres, angle) of each pixel from a point; along `angle` distances count `stretch` times less."""
    rows, columns = np.mgrid[: surface.size[0], : surface.size[1]].astype(np.float32)
    dx, dy = (columns - x) / surface.px_per_m, (rows - y) / surface.px_per_m
    along, across = dx * np.cos(angle) + dy * np.sin(angle), -dx * np.sin(angle) + dy * np.cos(angle)
    return np.hypot(along / stretch, across), np.arctan2(across, along / stretch)


def _uneven(rng: Rng, angle: Array, strength: float, waves: int) -> Array:
    """1 with random bumps round a circle."""
    total = np.ones_like(angle)
    for k in range(1, waves + 1):
        total += strength / k * rng.normal() * np.cos(k * angle + rng.uniform(0, 6.28))
    return np.clip(total, 0.4, 1.8)


def _press(surface: Surface, depth: Array) -> None:
    """Pushes the steel in, which also flattens its corrugation."""
    share = np.clip(depth / (depth.max() + 1e-9), 0, 1)
    surface.relief[:] = surface.relief * (1 - 0.75 * share) - depth


def round_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    distance, angle = _polar(surface, x, y, rng.uniform(0, np.pi), rng.uniform(1, 1.8))
    radius = size_m / 2 * _uneven(rng, angle, 0.12, 4)
    profile = np.clip(1 - (distance / radius) ** 2, 0, 1) ** rng.uniform(0.8, 1.6)
    _press(surface, profile * size_m * rng.uniform(0.12, 0.3))
    return profile > 0.12


def crease_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A sharp fold, as a fork or a corner of another container leaves."""
    distance, angle = _polar(surface, x, y, rng.normal(0, 0.5) + rng.choice([0, np.pi / 2]), rng.uniform(2, 4))
    radius = size_m / 3 * _uneven(rng, angle, 0.15, 3)
    profile = np.clip(1 - distance / radius, 0, 1)
    _press(surface, profile * size_m * rng.uniform(0.12, 0.25))
    return profile > 0.1


def buckled_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A dent with ridges round it."""
    distance, angle = _polar(surface, x, y, rng.uniform(0, np.pi), rng.uniform(1, 1.6))
    radius = size_m / 2 * _uneven(rng, angle, 0.2, 5)
    share = distance / radius
    profile = np.clip(1 - share, 0, 1)
    ridges = np.exp(-(((share - 1) / 0.18) ** 2)) * 0.35
    depth = size_m * rng.uniform(0.12, 0.25)
    _press(surface, profile * depth)
    surface.relief += (ridges * depth).astype(np.float32)
    return share < 1.1


def scraped_dent(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Pressed in along a line and scraped bare there."""
    distance, _ = _polar(surface, x, y, rng.normal(0, 0.2), rng.uniform(3, 5))
    profile = np.clip(1 - distance / (size_m / 4), 0, 1)
    _press(surface, profile * size_m * rng.uniform(0.08, 0.16))
    bare = ((profile > 0.5) * rng.uniform(0.3, 0.8) * noise(rng, *surface.size, 40))[..., None]
    surface.paint[:] = surface.paint * (1 - bare) + rng.uniform(0.35, 0.6) * bare
    return profile > 0.1


def pushed_in_panel(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A square field of the wall pushed in, with folds at its rim."""
    rows, columns = np.mgrid[: surface.size[0], : surface.size[1]].astype(np.float32)
    half = size_m / 2 * np.array([rng.uniform(0.8, 1.4), rng.uniform(0.6, 1)])
    dx, dy = np.abs(columns - x) / surface.px_per_m / half[0], np.abs(rows - y) / surface.px_per_m / half[1]
    profile = np.clip((1 - np.maximum(dx, dy)) * rng.uniform(2, 4), 0, 1)
    _press(surface, profile * size_m * rng.uniform(0.12, 0.22))
    return profile > 0.1


def many_dents(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A group of small dents that count as one."""
    where = np.zeros(surface.size, bool)
    for _ in range(int(rng.integers(3, 7))):
        dx, dy = rng.normal(0, 0.22, 2) * size_m * surface.px_per_m
        where |= round_dent(rng, surface, x + dx, y + dy, size_m * rng.uniform(0.25, 0.4))
    close = max(3, int(size_m * surface.px_per_m * 0.2)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0


def _open(rng: Rng, surface: Surface, where: Array, rim_m: float) -> Array:
    """Takes the steel away, with a bent and rusty rim; returns the opening with its rim."""
    inner = where.astype(np.uint8)
    wide = max(1, int(rim_m * surface.px_per_m))
    outer = cv2.dilate(inner, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1)))
    rim = ((outer > 0) & ~where).astype(np.float32)
    bent = cv2.GaussianBlur(rim, (0, 0), max(0.6, wide / 2))
    surface.relief += bent * rng.uniform(-0.05, 0.04)
    rust = (
        np.array([0.35, 0.18, 0.08]) * rng.uniform(0.5, 1.4)
        if rng.random() < 0.6
        else np.full(3, rng.uniform(0.3, 0.7))
    )
    share = (bent * rng.uniform(0.3, 0.9))[..., None]
    surface.paint[:] = surface.paint * (1 - share) + rust * share
    np.maximum(surface.opening, cv2.GaussianBlur(inner.astype(np.float32), (0, 0), 0.6), out=surface.opening)
    return outer > 0


def _polygon(surface: Surface, points: Array) -> Array:
    page = np.zeros(surface.size, np.uint8)
    cv2.fillPoly(page, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return page > 0


def _star(rng: Rng, x: float, y: float, radius_px: float, corners: int, jag: float) -> Array:
    angle = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radius = radius_px * np.exp(rng.normal(0, jag, corners))
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)


def jagged_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    size = size_m * 0.5
    where = _polygon(surface, _star(rng, x, y, size / 2 * surface.px_per_m, int(rng.integers(7, 16)), 0.28))
    return _open(rng, surface, where, size * 0.12)


def punched_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Round or square, as a fork's tip makes."""
    size = size_m * rng.uniform(0.25, 0.45)
    distance, angle = _polar(surface, x, y, 0, rng.uniform(1, 1.7))
    surface.relief -= (np.exp(-((distance / size) ** 2)) * size * 0.35).astype(np.float32)
    return _open(rng, surface, distance < size / 2 * _uneven(rng, angle, 0.06, 5), size * 0.1)


def rusted_through(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Several openings in a rusted field; the openings are the damage of this class."""
    distance, _ = _polar(surface, x, y, 0, rng.uniform(1, 2))
    field = np.clip(1.3 - distance / (size_m * 0.4), 0, 1) * noise(
        rng, *surface.size, int(14 / size_m * surface.metres()[0]) + 4
    )
    stained = (np.clip(field * 3, 0, 1) * 0.8)[..., None]
    surface.paint[:] = surface.paint * (1 - stained) + np.array([0.33, 0.17, 0.08]) * rng.uniform(0.6, 1.4) * stained
    where = field > np.quantile(field[distance < size_m * 0.4], 0.8) if (distance < size_m * 0.4).any() else field > 2
    return _open(rng, surface, where, size_m * 0.03)


def cut_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Three sides cut and the flap bent aside."""
    half = size_m * surface.px_per_m * np.array([rng.uniform(0.2, 0.35), rng.uniform(0.15, 0.3)])
    corners = np.array(
        [(x - half[0], y - half[1]), (x + half[0], y - half[1]), (x + half[0], y + half[1]), (x - half[0], y + half[1])]
    )
    flap = corners[[0, 1]] - (0, half[1] * rng.uniform(0.4, 0.9))
    outer = _open(rng, surface, _polygon(surface, corners), size_m * 0.03)
    folded = _polygon(surface, np.concatenate([corners[[1, 0]], flap]))
    surface.paint[folded] = surface.paint[folded] * rng.uniform(0.5, 1.3)
    surface.relief[folded] += 0.05
    return outer | folded


def _blotch(rng: Rng, surface: Surface, x: float, y: float, size_m: float, stretch: float, sharp: float) -> Array:
    """(H,W) 0..1: a patch with a fractal rim."""
    distance, _ = _polar(surface, x, y, np.pi / 2, stretch)
    cells = max(4, int(surface.metres()[0] / size_m * 4))
    grain = (
        0.5 * noise(rng, *surface.size, cells)
        + 0.3 * noise(rng, *surface.size, cells * 3)
        + 0.2 * noise(rng, *surface.size, cells * 8)
    )
    return np.clip((1.05 - distance / (size_m / 2) + (grain - 0.5) * 1.3) * sharp, 0, 1)


def _stain(rng: Rng, surface: Surface, share: Array) -> Array:
    tone = np.array([0.36, 0.18, 0.08]) * rng.uniform(0.55, 1.6) + rng.normal(0, 0.015, 3)
    grain = (0.75 + 0.5 * noise(rng, *surface.size, 60))[..., None]
    cover = (share * rng.uniform(0.75, 1))[..., None]
    surface.paint[:] = surface.paint * (1 - cover) + tone * grain * cover
    surface.relief -= (share * 0.003 * noise(rng, *surface.size, 80)).astype(np.float32)
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


def flaking(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Paint that comes off in plates over rust."""
    patch = _blotch(rng, surface, x, y, size_m, rng.uniform(0.8, 1.5), 8)
    plates = noise(rng, *surface.size, int(surface.metres()[0] / size_m * 8) + 5) > 0.42
    where = _stain(rng, surface, patch * plates)
    rim = cv2.dilate(where.astype(np.uint8), np.ones((3, 3))) > 0
    surface.paint[rim & ~where] = np.clip(surface.paint[rim & ~where] * 1.35, 0, 1)
    close = max(3, int(size_m * surface.px_per_m * 0.1)) | 1
    return cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0


def _slit(rng: Rng, x: float, y: float, length_px: float, wide_px: float, angle: float, bow: float) -> Array:
    """The outline of a jagged slit."""
    along = np.linspace(-0.5, 0.5, 14)
    wide = wide_px / 2 * np.sqrt(np.clip(1 - (2 * along) ** 2, 0.02, 1))
    middle = bow * (1 - (2 * along) ** 2) + rng.normal(0, 0.04, 14) * wide_px
    upper = np.stack([along * length_px, middle - wide * np.exp(rng.normal(0, 0.3, 14))], -1)
    lower = np.stack([along * length_px, middle + wide * np.exp(rng.normal(0, 0.3, 14))], -1)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.concatenate([upper, lower[::-1]]) @ turn.T + (x, y)


def long_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    length = size_m * surface.px_per_m
    outline = _slit(rng, x, y, length, length * rng.uniform(0.08, 0.2), rng.uniform(0, np.pi), 0)
    return _open(rng, surface, _polygon(surface, outline), size_m * 0.04)


def curved_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    length = size_m * surface.px_per_m
    outline = _slit(
        rng, x, y, length, length * rng.uniform(0.08, 0.16), rng.uniform(0, np.pi), length * rng.uniform(0.1, 0.3)
    )
    return _open(rng, surface, _polygon(surface, outline), size_m * 0.05)


def forked_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Three slits that meet."""
    where = np.zeros(surface.size, bool)
    start = rng.uniform(0, 2 * np.pi)
    for k in range(3):
        angle = start + k * 2.1 + rng.normal(0, 0.2)
        length = size_m * surface.px_per_m * rng.uniform(0.4, 0.6)
        to = x + np.cos(angle) * length / 2, y + np.sin(angle) * length / 2
        where |= _polygon(surface, _slit(rng, *to, length, length * 0.2, angle, 0))
    return _open(rng, surface, where, size_m * 0.03)


DAMAGE_OF_WALLS: dict[str, tuple[Family, ...]] = {
    "dent": (round_dent, crease_dent, buckled_dent, scraped_dent),
    "hole": (jagged_hole, punched_hole, rusted_through),
    "rust": (rust_patch, rust_streak, rust_along_a_ridge, rust_speckle),
    "tear": (long_tear, curved_tear),
}
HELD_OUT_OF_WALLS: dict[str, tuple[Family, ...]] = {
    "dent": (pushed_in_panel, many_dents),
    "hole": (cut_hole,),
    "rust": (flaking,),
    "tear": (forked_tear,),
}
