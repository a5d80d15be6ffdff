"""What an object is made of, as an X-ray sees it: flat outlines with a thickness, of one material each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from scenes.hints import Array, Rng

# Attenuation per metre of the lower and the higher energy. What counts is their ratio, by which dual-energy scanners
# separate light elements (about 1.1), aluminium and glass (1.3) and steel (1.6). 20 mm of steel is dark.
MATERIALS = {
    "steel": (48.0, 30.0),
    "brass": (52.0, 32.0),
    "aluminium": (13.0, 9.8),
    "glass": (12.5, 9.6),
    "organic": (5.2, 4.8),
    "plastic": (4.6, 4.3),
    "wood": (3.0, 2.8),
}
OUTLINE_STEPS = 14
MIN_ROUND_PX = 1.5


@dataclass(frozen=True)
class Part:
    """points (k,2) metres, x to the right and y down; thickness along the ray in metres; round parts are thickest in
    the middle; of hollow ones only the wall (metres) is material, besides the front and the back."""

    points: Array
    thickness_m: float
    material: str
    is_round: bool = False
    wall_m: float | None = None


Family: TypeAlias = Callable[[Rng], list[Part]]


def box(x: float, y: float, width: float, height: float) -> Array:
    """A rectangle by its upper left corner."""
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def oval(x: float, y: float, radius_x: float, radius_y: float | None = None) -> Array:
    angle = np.linspace(0, 2 * np.pi, 2 * OUTLINE_STEPS, endpoint=False)
    return np.stack([x + radius_x * np.cos(angle), y + (radius_y or radius_x) * np.sin(angle)], -1)


def bar(x1: float, y1: float, x2: float, y2: float, thick: float, thick_end: float | None = None) -> Array:
    """A straight bar between two points, which may taper."""
    along = np.array([x2 - x1, y2 - y1])
    across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-9) / 2
    end = thick if thick_end is None else thick_end
    a, b = np.array([x1, y1]), np.array([x2, y2])
    return np.stack([a + across * thick, b + across * end, b - across * end, a - across * thick])


def curve(points: list[tuple[float, float]], thick: float) -> Array:
    """The outline of a band of even width about a line."""
    line = np.asarray(points, float)
    along = np.gradient(line, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], -1)
    across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-9
    return np.concatenate([line + across * thick / 2, (line - across * thick / 2)[::-1]])


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[tuple[float, float]]:
    """Points of an arc about (x, y), angles in radians, from the right towards below."""
    return [
        (x + radius * np.cos(angle), y + radius * np.sin(angle)) for angle in np.linspace(start, end, OUTLINE_STEPS)
    ]


def turned(parts: list[Part], angle: float, mirror: bool, squeeze: float, scale: float = 1.0) -> list[Part]:
    """The parts turned in the picture, mirrored, and seen at a slant: `squeeze` shortens what was horizontal."""
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = np.array([[cos, -sin], [sin, cos]]) @ np.diag([(-1 if mirror else 1) * squeeze, 1.0]) * scale
    return [replace(part, points=part.points @ matrix.T, thickness_m=part.thickness_m * scale) for part in parts]


def placed(parts: list[Part], x: float, y: float) -> list[Part]:
    return [replace(part, points=part.points + (x, y)) for part in parts]


def bounds(parts: list[Part]) -> tuple[Array, Array]:
    every = np.concatenate([part.points for part in parts])
    return every.min(0), every.max(0)


def path_of(part: Part, height: int, width: int, px_per_m: float) -> tuple[tuple[slice, slice], Array]:
    """Rows and columns of the picture around a part, and the metres of material (h,w) that the rays cross there."""
    outline = np.round(part.points * px_per_m * 16).astype(np.int32)
    left, top = np.clip(outline.min(0) // 16 - 2, 0, (width, height))
    right, bottom = np.clip(outline.max(0) // 16 + 3, 0, (width, height))
    where = slice(top, bottom), slice(left, right)
    inside = np.zeros((bottom - top, right - left), np.uint8)
    if inside.size == 0:
        return where, inside.astype(np.float32)
    cv2.fillPoly(inside, [outline - np.array([left, top], np.int32) * 16], 255, cv2.LINE_AA, 4)
    share = inside.astype(np.float32) * np.float32(part.thickness_m / 255)
    if not part.is_round and part.wall_m is None:
        return where, share
    share = inside.astype(np.float32) / 255
    depth = cv2.distanceTransform((inside > 127).astype(np.uint8), cv2.DIST_L2, 3)
    if part.wall_m is not None:
        # Rays through the rim cross the wall lengthwise; the others cross it twice.
        rim = np.exp(-depth / max(0.7, part.wall_m * px_per_m))
        return where, share * (2 * part.wall_m + (part.thickness_m - 2 * part.wall_m) * rim)
    radius = float(depth.max())
    if radius < MIN_ROUND_PX:  # too thin for a profile: its mean
        return where, share * (part.thickness_m * np.pi / 4)
    return where, share * part.thickness_m * np.sqrt(np.clip(1 - (1 - depth / radius) ** 2, 0, 1))


def silhouette(parts: list[Part], height: int, width: int, px_per_m: float) -> Array:
    """(H,W) bool: where parts cover at least half of a pixel."""
    page = np.zeros((height, width), np.uint8)
    for part in parts:
        cv2.fillPoly(page, [np.round(part.points * px_per_m * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return page > 127


def attenuation(parts: list[Part], height: int, width: int, px_per_m: float) -> Array:
    """(2,H,W) of the lower and the higher energy."""
    total = np.zeros((2, height, width), np.float32)
    absorb(total, parts, px_per_m)
    return total


def absorb(total: Array, parts: list[Part], px_per_m: float) -> None:
    """Adds the parts to the (2,H,W) attenuation of a picture."""
    for part in parts:
        where, path = path_of(part, *total.shape[1:], px_per_m)
        for energy, coefficient in enumerate(MATERIALS[part.material]):
            total[energy][where] += coefficient * path
