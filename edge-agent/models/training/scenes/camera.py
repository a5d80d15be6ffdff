"""The camera at the door, and the light."""

from dataclasses import dataclass

import numpy as np

from .hints import Array, Colour, Rng, Vector
from .solid import turn_x, turn_y, turn_z


@dataclass(frozen=True)
class Camera:
    """position in metres; pitch down, yaw, roll in radians; focal length in shares of the picture's width."""

    position: Vector
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    focal: float = 0.8

    def project(self, points: Array, width_px: int, height_px: int) -> tuple[Array, Array]:
        """World points (...,3) to (pixels (...,2), depth (...) in metres along the view)."""
        seen = (points - np.asarray(self.position)) @ self._turn().T
        depth = seen[..., 2]
        safe = np.maximum(depth, 1e-3)
        x = width_px / 2 + self.focal * width_px * seen[..., 0] / safe
        y = height_px / 2 - self.focal * width_px * seen[..., 1] / safe
        return np.stack([x, y], -1), depth

    def _turn(self) -> Array:
        return turn_z(self.roll) @ turn_x(-self.pitch) @ turn_y(-self.yaw)


@dataclass(frozen=True)
class Light:
    """ambient, sun (strength, direction to it), lamp (strength, position) and how fast it fades into the depth."""

    ambient: float
    sun: float
    towards_sun: Vector
    lamp: float
    lamp_at: Vector
    fade_per_m: float
    tint: Colour

    def on(self, positions: Array, normals: Array, gloss: Array, eye: Vector) -> tuple[Array, Array]:
        """(shade (n,3), highlight (n,3)) of triangles' corners; surfaces are two-sided, lit towards the eye."""
        to_eye = np.asarray(eye) - positions
        distance = np.linalg.norm(to_eye, axis=-1, keepdims=True)
        to_eye = to_eye / (distance + 1e-9)
        normals = np.where((normals * to_eye).sum(-1, keepdims=True) < 0, -normals, normals)
        to_lamp = np.asarray(self.lamp_at) - positions
        reach = np.linalg.norm(to_lamp, axis=-1)
        from_sun = np.maximum(0, normals @ np.asarray(self.towards_sun))
        from_lamp = np.maximum(0, (normals * to_lamp).sum(-1) / (reach + 1e-9)) / (1 + 0.25 * reach**2)
        fade = np.exp(-self.fade_per_m * np.maximum(0, positions[..., 2]))
        shade = (self.ambient + self.sun * from_sun + self.lamp * from_lamp) * fade
        half = to_eye + np.asarray(self.towards_sun)
        half /= np.linalg.norm(half, axis=-1, keepdims=True) + 1e-9
        shine = gloss[:, None] * np.maximum(0, (normals * half).sum(-1)) ** 24 * fade * (self.sun + self.lamp) * 0.35
        return shade, shine


def draw_light(rng: Rng) -> Light:
    direction = np.array([rng.normal(0, 0.6), rng.uniform(0.5, 1.2), rng.uniform(-1.2, 0.1)])
    lamp_height = rng.uniform(1.6, 2.4)
    warm = rng.normal(0, 0.06)
    return Light(
        rng.uniform(0.25, 0.6),
        rng.uniform(0.15, 0.6),
        tuple(direction / np.linalg.norm(direction)),
        rng.uniform(0, 1.1) * (rng.random() < 0.6),
        (rng.normal(0, 0.6), lamp_height, rng.uniform(-0.5, 4)),
        rng.uniform(0, 0.13),
        (1 + warm, 1 + rng.normal(0, 0.02), 1 - warm),
    )


def draw_camera(rng: Rng, room_depth_m: float) -> Camera:
    """Before the door, between knee and head height, looking at the floor somewhere inside."""
    height = rng.uniform(0.8, 2.25)
    z = rng.uniform(-2.4, -0.5)
    target = rng.uniform(0.25, 0.55) * min(room_depth_m, 6) + 0.8
    aim = rng.uniform(0.15, 0.9)
    pitch = np.arctan2(height - aim, target - z)
    fov = np.radians(rng.uniform(50, 76))
    return Camera(
        (rng.normal(0, 0.25), height, z),
        float(pitch),
        float(rng.normal(0, 0.06)),
        float(rng.normal(0, 0.02)),
        float(0.5 / np.tan(fov / 2)),
    )
