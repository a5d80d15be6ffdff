"""Solids: triangles with normals, texture coordinates and materials; metres, x right, y up, z away from the door."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from .hints import Array, Colour, Rng, Vector


@dataclass(frozen=True)
class Material:
    """Two colours (RGB 0..1) mixed by a texture; `repeats` is texture repeats per metre, `gloss` the highlight 0..1."""

    a: Colour
    b: Colour
    texture: int = 0
    repeats: float = 1.0
    gloss: float = 0.0

    def darker(self, factor: float) -> Material:
        """The same surface with both colours scaled (a factor over 1 brightens)."""

        def scale(colour: Colour) -> Colour:
            return tuple(min(1.0, c * factor) for c in colour)

        return replace(self, a=scale(self.a), b=scale(self.b))


def turn_y(radians: float) -> Array:
    c, s = np.cos(radians), np.sin(radians)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def turn_x(radians: float) -> Array:
    c, s = np.cos(radians), np.sin(radians)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def turn_z(radians: float) -> Array:
    c, s = np.cos(radians), np.sin(radians)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


LYING_X = turn_z(-np.pi / 2)  # takes the +y axis of a lathe to +x
LYING_Z = turn_x(np.pi / 2)  # takes the +y axis of a lathe to +z

_BOX_CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (0, 1) for z in (-0.5, 0.5)])
_BOX_FACES = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])

_TRIANGLES = np.array([0, 1, 2, 0, 2, 3])  # the corners of a quad's two triangles


def _lengths(vectors: Array) -> Array:
    """As np.linalg.norm along the last axis of (n,3), without its checks, which take longer than the sums."""
    return np.sqrt(np.add.reduce(vectors * vectors, 1))


def _crossed(a: Array, b: Array) -> Array:
    """As np.cross of (n,3)."""
    (a0, a1, a2), (b0, b1, b2) = a.T, b.T
    return np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], 1)


class Solid:
    """A growing list of triangles. `at` is always the middle of the part's base, `turn` a 3x3 rotation about it."""

    def __init__(self) -> None:
        self.parts = []  # (positions (n,3,3), normals (n,3,3), uv (n,3,2), Material)

    def quads(
        self,
        corners: ArrayLike,
        material: Material,
        normals: Array | None = None,
        uv: Array | None = None,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
    ) -> Solid:
        """Quads (n,4,3) as two triangles each; flat normals and metric texture coordinates unless given."""
        corners = np.asarray(corners, np.float64)
        if uv is None:
            along, across = _lengths(corners[:, 1] - corners[:, 0]), _lengths(corners[:, 3] - corners[:, 0])
            uv = np.zeros((len(corners), 4, 2))
            uv[:, 1, 0] = uv[:, 2, 0] = along
            uv[:, 2, 1] = uv[:, 3, 1] = across
        if normals is None:
            flat = _crossed(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
            flat /= _lengths(flat)[:, None] + 1e-12
            normals = np.repeat(flat, 6, 0).reshape(-1, 3, 3)
        else:
            normals = normals[:, _TRIANGLES].reshape(-1, 3, 3)
        positions, uv = corners[:, _TRIANGLES].reshape(-1, 3, 3), uv[:, _TRIANGLES].reshape(-1, 3, 2)
        self._add(positions, normals, uv, material, at, turn)
        return self

    def box(
        self,
        size: Vector,
        material: Material,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
        taper: float = 1.0,
        shear: float = 0.0,
    ) -> Solid:
        """A box (sx, sy, sz) standing on `at`; taper scales its top, shear slides the top along x (metres)."""
        corners = _BOX_CORNERS * np.asarray(size, float)
        top = _BOX_CORNERS[:, 1] > 0
        corners[top] *= (taper, 1, taper)
        corners[top, 0] += shear
        return self.quads(corners[_BOX_FACES], material, at=at, turn=turn)

    def lathe(
        self,
        profile: ArrayLike,
        material: Material,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
        sides: int = 18,
        squash: float = 1.0,
    ) -> Solid:
        """A surface of revolution about +y: profile rows (radius, height); squash scales its depth."""
        profile = np.asarray(profile, float)
        angle = np.linspace(0, 2 * np.pi, sides + 1)
        ring = np.stack([np.cos(angle), np.sin(angle) * squash], 1)
        r0, y0, r1, y1 = profile[:-1, 0], profile[:-1, 1], profile[1:, 0], profile[1:, 1]
        step = np.hypot(r1 - r0, y1 - y0) + 1e-9
        n_radial, n_up = (y1 - y0) / step, (r0 - r1) / step
        length = np.concatenate([[0], np.cumsum(step)])
        turns = np.max(profile[:, 0]) * angle

        def corner(radius: Array, height: Array, i: Array) -> Array:
            return np.stack(
                [radius[:, None] * ring[i, 0], np.repeat(height[:, None], len(i), 1), radius[:, None] * ring[i, 1]], -1
            )

        i, j = np.arange(sides), np.arange(1, sides + 1)
        corners = np.stack([corner(r0, y0, i), corner(r0, y0, j), corner(r1, y1, j), corner(r1, y1, i)], 2)
        normals = np.stack([corner(n_radial, n_up, k) for k in (i, j, j, i)], 2)
        rows = len(step)
        u = np.stack([turns[i], turns[j], turns[j], turns[i]], 1)[None].repeat(rows, 0)
        v = np.stack([length[:-1], length[:-1], length[1:], length[1:]], 1)[:, None].repeat(sides, 1)
        return self.quads(
            corners.reshape(-1, 4, 3),
            material,
            normals.reshape(-1, 4, 3),
            np.stack([u, v], -1).reshape(-1, 4, 2),
            at,
            turn,
        )

    def cylinder(
        self,
        radius: float,
        height: float,
        material: Material,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
        sides: int = 18,
        top: Material | None = None,
        hole: float = 0.0,
    ) -> Solid:
        """A closed cylinder about +y; `top` is the material of both ends, `hole` the radius of a bore shown dark."""
        self.lathe([(radius, 0), (radius, height)], material, at, turn, sides)
        ends = top or material
        self.lathe([(hole, 0), (radius, 0)], ends, at, turn, sides)
        self.lathe([(radius, height), (hole, height)], ends, at, turn, sides)
        if hole:
            self.lathe([(0, 0.03), (hole, 0.03)], ends.darker(0.25), at, turn, sides)
            self.lathe([(hole, height - 0.03), (0, height - 0.03)], ends.darker(0.25), at, turn, sides)
        return self

    def prism(
        self,
        outline: ArrayLike,
        depth: float,
        material: Material,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
        side: Material | None = None,
    ) -> Solid:
        """An outline (n,2) in x,y, star-shaped about its mean, extruded along z and centred; `side` skins the rim."""
        outline = np.asarray(outline, float)
        following = np.roll(outline, -1, 0)
        middle = np.repeat(outline.mean(0)[None], len(outline), 0)

        def at_z(points: Array, z: float) -> Array:
            return np.concatenate([points, np.full((len(points), 1), z)], 1)

        for z in (-depth / 2, depth / 2):
            corners = np.stack([at_z(middle, z), at_z(outline, z), at_z(following, z), at_z(following, z)], 1)
            normals = np.broadcast_to((0, 0, np.sign(z)), corners.shape)
            self.quads(corners, material, normals, corners[..., :2].copy(), at, turn)
        rim = np.stack(
            [
                at_z(outline, -depth / 2),
                at_z(following, -depth / 2),
                at_z(following, depth / 2),
                at_z(outline, depth / 2),
            ],
            1,
        )
        return self.quads(rim, side or material, at=at, turn=turn)

    def blob(
        self,
        size: Vector,
        material: Material,
        rng: Rng,
        at: Vector = (0, 0, 0),
        turn: Array | None = None,
        roundness: float = 0.6,
        wobble: float = 0.06,
        rows: int = 8,
        columns: int = 16,
    ) -> Solid:
        """A soft cushion (sx, sy, sz): a superellipsoid with a smooth random wobble and a flattened base."""
        lat = np.linspace(-np.pi / 2, np.pi / 2, rows + 1)[:, None]
        lon = np.linspace(0, 2 * np.pi, columns + 1)[None]

        def power(value: Array) -> Array:
            return np.sign(value) * np.abs(value) ** roundness

        dent = np.zeros((rows + 1, columns + 1))
        for _ in range(4):
            a, b = rng.integers(1, 4, 2)
            dent += wobble * rng.normal() * np.sin(a * lon + rng.uniform(0, 6)) * np.cos(b * lat + rng.uniform(0, 6))
        radius = 1 + dent
        radius[:, -1] = radius[:, 0]
        points = np.stack(
            [
                radius * power(np.cos(lat)) * power(np.cos(lon)),
                radius * power(np.sin(lat)) * np.ones_like(lon),
                radius * power(np.cos(lat)) * power(np.sin(lon)),
            ],
            -1,
        )
        points = points * (np.asarray(size, float) / 2)
        points[..., 1] = np.maximum(points[..., 1], -0.42 * size[1]) + 0.42 * size[1]
        normals = np.cross(np.gradient(points, axis=0), np.gradient(points, axis=1))
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True) + 1e-9
        outward = np.sign((normals * (points - (0, 0.42 * size[1], 0))).sum(-1, keepdims=True))
        normals *= np.where(outward == 0, 1, outward)

        def grid(values: Array) -> Array:
            return np.stack([values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]], 2).reshape(
                -1, 4, values.shape[-1]
            )

        flat = np.stack(
            [np.broadcast_to(lon / np.pi * size[0], dent.shape), np.broadcast_to(lat / 2 * size[1] * 2, dent.shape)], -1
        )
        return self.quads(grid(points), material, grid(normals), grid(flat), at, turn)

    def tube(self, points: ArrayLike, radius: float, material: Material, sides: int = 8) -> Solid:
        """A pipe through `points` (n,3), straight between them."""
        points = np.asarray(points, float)
        for start, end in pairwise(points):
            axis = end - start
            length = np.linalg.norm(axis)
            if length < 1e-6:
                continue
            self.lathe(
                [(radius, -radius * 0.4), (radius, length + radius * 0.4)],
                material,
                start,
                _rotation_from_y(axis / length),
                sides,
            )
        return self

    def merge(self, other: Solid, at: Vector = (0, 0, 0), turn: Array | None = None, scale: float = 1.0) -> Solid:
        """Adds another solid, scaled about its base, turned, then moved."""
        for positions, normals, uv, material in other.parts:
            self._add(positions * scale, normals, uv * scale / material.repeats, material, at, turn)
        return self

    def bounds(self) -> tuple[Array, Array]:
        """(min (3), max (3)) of all vertices."""
        everything = np.concatenate([part[0].reshape(-1, 3) for part in self.parts])
        return everything.min(0), everything.max(0)

    def _add(
        self, positions: Array, normals: Array, uv: Array, material: Material, at: Vector, turn: Array | None
    ) -> None:
        if turn is not None:
            positions, normals = positions @ turn.T, normals @ turn.T
        self.parts.append((positions + np.asarray(at, float), normals, uv * material.repeats, material))


def _rotation_from_y(direction: Array) -> Array:
    """The rotation that takes +y to `direction` (unit)."""
    helper = np.array([1.0, 0, 0]) if abs(direction[0]) < 0.9 else np.array([0, 0, 1.0])
    x = np.cross(direction, helper)
    x /= np.linalg.norm(x)
    return np.stack([x, direction, np.cross(x, direction)], 1)
