"""Meshes: a solid flattened to arrays once, so that turning, moving and lighting it are a few array operations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from .hints import Array, Colour, Vector
from .solid import Solid


@dataclass(frozen=True)
class Mesh:
    """Triangles (n,3,3) in metres with normals, texture coordinates, colours (n,3), texture (n) and gloss (n)."""

    positions: np.ndarray
    normals: np.ndarray
    uv: np.ndarray
    colour_a: np.ndarray
    colour_b: np.ndarray
    texture: np.ndarray
    gloss: np.ndarray

    @staticmethod
    def of(solid: Solid) -> Mesh:
        counts = [len(part[0]) for part in solid.parts]
        materials = [part[3] for part in solid.parts]

        def spread(values: Sequence[float | Colour]) -> Array:
            return np.repeat(np.array(values), counts, 0)

        return Mesh(
            np.concatenate([part[0] for part in solid.parts]),
            np.concatenate([part[1] for part in solid.parts]),
            np.concatenate([part[2] for part in solid.parts]),
            spread([m.a for m in materials]),
            spread([m.b for m in materials]),
            spread([m.texture for m in materials]),
            spread([m.gloss for m in materials]),
        )

    @staticmethod
    def join(meshes: Sequence[Mesh]) -> Mesh:
        return Mesh(*(np.concatenate([getattr(mesh, name) for mesh in meshes]) for name in Mesh.__dataclass_fields__))

    def placed(self, at: Vector, turn: Array | None = None, scale: float = 1.0) -> Mesh:
        """Scaled about the origin, turned, then moved."""
        positions, normals = self.positions * scale, self.normals
        if turn is not None:
            positions, normals = positions @ turn.T, normals @ turn.T
        return replace(self, positions=positions + np.asarray(at, float), normals=normals)

    def bounds(self) -> tuple[Array, Array]:
        flat = self.positions.reshape(-1, 3)
        return flat.min(0), flat.max(0)
