"""Variations of any family: what happens to goods on their way. Deformed, repainted, wrapped, strapped, covered.

A varied family draws its thing, then changes the solid's parts. The network sees no template twice, and learns that
film, belts and covers lie over goods of many classes.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

import cv2
import numpy as np

from .hints import Array, Rng
from .skin import Skin, hsv, mixed
from .solid import Material, Solid

STIFF = ("vehicle", "machinery")  # bent less than cardboard and cloth
# Straps about a single carton are a family that is held out: cartons get none.
STRAPPED = ("sack", "crate", "roll", "drum", "machinery")
WRAPPED = ("carton", "drum", "sack", "crate", "roll", "machinery")
COVERED = ("machinery", "vehicle")  # what a cover makes of a crate or a roll, no person could name


def _deform(s: Solid, rng: Rng, amount: float) -> None:
    """Stretches, tapers, bulges, shears and twists the whole solid a little; normals stay as they are."""
    low, high = s.bounds()
    middle, height = (low + high) / 2, max(high[1] - low[1], 1e-6)
    stretch = np.exp(rng.normal(0, 0.14, 3))
    taper, bulge = rng.normal(0, 0.09, 2) * amount, rng.normal(0, 0.06, 2) * amount
    shear, twist = rng.normal(0, 0.05, 2) * amount, rng.normal(0, 0.08) * amount
    for k, (positions, normals, uv, material) in enumerate(s.parts):
        t = (positions[..., 1] - low[1]) / height
        moved = positions - (middle[0], low[1], middle[2])
        swell = np.sin(np.pi * np.clip(t, 0, 1))
        x = moved[..., 0] * (1 + taper[0] * (t - 0.5) + bulge[0] * swell)
        z = moved[..., 2] * (1 + taper[1] * (t - 0.5) + bulge[1] * swell)
        c, d = np.cos(twist * t), np.sin(twist * t)
        x, z = c * x + d * z + shear[0] * t * height, c * z - d * x + shear[1] * t * height
        s.parts[k] = np.stack([x, moved[..., 1], z], -1) * stretch, normals, uv, material


def _repaint(s: Solid, rng: Rng, skin: Skin) -> None:
    """Gives some of the materials another tone, colour or texture."""
    new: dict[int, Material] = {}
    for k, (*shape, material) in enumerate(s.parts):
        if id(material) not in new:
            kind = rng.random()
            if kind < 0.2:
                new[id(material)] = skin.surface(hsv(rng, (0, 1), (0, 0.9), (0.1, 0.95)), None)
            elif kind < 0.5:
                new[id(material)] = replace(material.darker(rng.uniform(0.55, 1.4)), texture=skin.bank.pick(rng))
            else:
                new[id(material)] = material
        s.parts[k] = (*shape, new[id(material)])


def _lose_parts(s: Solid, rng: Rng) -> None:
    """Leaves out some of the small parts."""
    whole = np.ptp(s.bounds(), axis=0).max()
    small = [np.ptp(part[0].reshape(-1, 3), axis=0).max() < 0.3 * whole for part in s.parts]
    kept = [part for part, little in zip(s.parts, small) if not (little and rng.random() < 0.25)]
    if kept:
        s.parts[:] = kept


def _under_film(s: Solid, rng: Rng) -> None:
    """Clear or tinted film over everything: paler, shinier, less of the surface's own colour."""
    tint = (
        hsv(rng, (0.4, 0.7), (0, 0.2), (0.6, 0.95)) if rng.random() < 0.8 else hsv(rng, (0, 1), (0, 0.9), (0.05, 0.8))
    )
    share, gloss, streaks = rng.uniform(0.2, 0.65), rng.uniform(0.2, 0.6), rng.uniform(0, 0.3)
    for k, (positions, normals, uv, material) in enumerate(s.parts):
        wrapped = replace(
            material,
            a=mixed(material.a, tint, share),
            b=mixed(mixed(material.b, tint, share), (1, 1, 1), streaks),
            gloss=max(material.gloss, gloss),
        )
        s.parts[k] = positions, normals, uv, wrapped


def hull_of(points: Array) -> Array:
    """The convex hull (k,2) of points (n,2), in order."""
    return cv2.convexHull(np.ascontiguousarray(points, np.float32))[:, 0].astype(float)


def _ring(s: Solid, axis: int, start: float, end: float, slack: float, material: Material) -> None:
    """A band about the whole solid, from start to end along an axis: tight where the solid is convex."""
    first, second = [k for k in range(3) if k != axis]
    points = np.concatenate([part[0].reshape(-1, 3) for part in s.parts])
    near = points[(points[:, axis] > start - 0.15) & (points[:, axis] < end + 0.15)]
    if len(near) < 3:
        return
    hull = hull_of(near[:, [first, second]])
    middle = (hull.min(0) + hull.max(0)) / 2
    hull = middle + (hull - middle) * (1 + slack)
    following = np.roll(hull, -1, 0)

    def at(outline: Array, place: float) -> Array:
        corners = np.empty((len(outline), 3))
        corners[:, axis], corners[:, first], corners[:, second] = place, outline[:, 0], outline[:, 1]
        return corners

    s.quads(np.stack([at(hull, start), at(following, start), at(following, end), at(hull, end)], 1), material)


def _film_band(s: Solid, rng: Rng, skin: Skin) -> None:
    """Film that cannot be seen through, about the upper, middle or lower part."""
    low, high = s.bounds()
    height = high[1] - low[1]
    share = rng.uniform(0.2, 0.5)
    start = low[1] + rng.uniform(0, 1 - share) * height
    tint = hsv(rng, (0, 1), (0, 0.15), (0.05, 0.95)) if rng.random() < 0.7 else hsv(rng, (0, 1), (0.3, 0.9), (0.2, 0.8))
    _ring(s, 1, start, start + share * height, 0.015, skin.surface(tint, "scratches", 0.4, gloss=rng.uniform(0.2, 0.6)))


def _straps(s: Solid, rng: Rng, skin: Skin) -> None:
    low, high = s.bounds()
    width = rng.uniform(0.02, 0.07)
    material = skin.coloured((0, 1), (0, 0.9), (0.05, 0.9))
    axis = int(rng.choice([0, 0, 1, 2]))
    for t in rng.uniform(0.15, 0.85, rng.integers(1, 4)):
        place = low[axis] + t * (high[axis] - low[axis])
        _ring(s, axis, place, place + width, 0.006, material)


def _cover(s: Solid, rng: Rng, skin: Skin) -> None:
    """A sheet over the upper part, hanging down at its sides."""
    low, high = s.bounds()
    height = high[1] - low[1]
    bottom, top = low[1] + rng.uniform(0.35, 0.7) * height, high[1] + 0.01
    points = np.concatenate([part[0].reshape(-1, 3) for part in s.parts])
    upper = hull_of(points[points[:, 1] > high[1] - 0.25 * height][:, [0, 2]])
    lower = hull_of(points[:, [0, 2]])
    angles = np.linspace(0, 2 * np.pi, 25)[:-1]
    ways = np.stack([np.cos(angles), np.sin(angles)], 1)
    middle = (lower.min(0) + lower.max(0)) / 2

    def around(hull: Array, grow: float) -> Array:
        """The hull's support points in 24 directions: as many above as below."""
        return middle + (hull - middle)[((hull - middle) @ ways.T).argmax(0)] * grow

    inner, outer = around(upper, 1.01), around(lower, 1.03 + 0.05 * rng.random(24)[:, None])
    hem = bottom + height * rng.normal(0, 0.03, 24)
    a = np.insert(inner, 1, top, axis=1)
    b = np.insert(outer, 1, 0, axis=1)
    b[:, 1] = hem
    shoulder = np.insert(around(lower, 1.02), 1, top - 0.25 * height * rng.uniform(0.3, 1), axis=1)
    sheet = skin.surface(hsv(rng, (0, 1), (0, 0.8), (0.1, 0.9)), "cloud", gloss=rng.uniform(0, 0.5))
    for upper_row, lower_row in ((a, shoulder), (shoulder, b)):
        ends = np.roll(upper_row, -1, 0), np.roll(lower_row, -1, 0)
        s.quads(np.stack([upper_row, ends[0], ends[1], lower_row], 1), sheet)
    peak = np.repeat(a.mean(0)[None], 24, 0)
    s.quads(np.stack([peak, a, np.roll(a, -1, 0), np.roll(a, -1, 0)], 1), sheet)


def varied(class_name: str, family: Callable[[Solid, Rng, Skin], None]) -> Callable[[Solid, Rng, Skin], None]:
    """The family, with variations."""

    @wraps(family)
    def draw(s: Solid, rng: Rng, skin: Skin) -> None:
        family(s, rng, skin)
        if rng.random() < 0.55:
            _deform(s, rng, 0.5 if class_name in STIFF else 1.0)
        if rng.random() < 0.4:
            _repaint(s, rng, skin)
        if rng.random() < 0.15:
            _lose_parts(s, rng)
        if class_name in WRAPPED and rng.random() < 0.12:
            _under_film(s, rng)
        if class_name in WRAPPED and rng.random() < 0.06:
            _film_band(s, rng, skin)
        if class_name in STRAPPED and rng.random() < 0.08:
            _straps(s, rng, skin)
        if class_name in COVERED and rng.random() < 0.05:
            _cover(s, rng, skin)

    return draw
