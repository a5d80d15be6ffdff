"""The container itself (floor, corrugated walls, roof, door frame) and the yard around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .camera import Light
from .hints import Array, Range, Rng, Vector
from .mesh import Mesh
from .skin import hsv, mixed
from .solid import Material, Solid
from .textures import TextureBank

FLOOR_CELLS_PER_M = 8
YARD_DROP_M = 1.15  # a container on a lorry: its floor stands this high over the yard


@dataclass(frozen=True)
class Room:
    """Inner size in metres; the floor's top is y = 0, the door's plane z = 0, the middle x = 0."""

    width: float
    height: float
    depth: float


def draw_room(rng: Rng) -> Room:
    return Room(rng.uniform(2.2, 3.1), rng.uniform(2.1, 2.7), rng.uniform(3.6, 7.5))


def _paint(
    rng: Rng, bank: TextureBank, families: Sequence[str], hues: tuple[Range, Range, Range] | None = None
) -> Material:
    colour = hsv(rng, *(hues or ((0, 1), (0, 0.45), (0.25, 0.95))))
    other = (
        mixed(colour, (0, 0, 0), rng.uniform(0.05, 0.45))
        if rng.random() < 0.75
        else mixed(colour, hsv(rng, (0, 0.15), (0.2, 0.6), (0.2, 0.6)), rng.uniform(0.2, 0.8))
    )
    return Material(colour, other, bank.pick(rng, families[rng.integers(len(families))]), rng.uniform(0.3, 1.2), 0.0)


def _corrugated(
    start: Vector, length: float, height: float, pitch: float, depth: float, along: Vector, inward: Vector
) -> tuple[Array, Array]:
    """Quads of a corrugated wall from `start`, running `along`, its ridges pushed `inward` (unit vectors)."""
    waves = max(1, int(length / pitch))
    steps = np.concatenate([[(k, 0), (k + 0.3, 0), (k + 0.5, 1), (k + 0.8, 1)] for k in range(waves)] + [[(waves, 0)]])
    base = np.asarray(start) + np.outer(steps[:, 0] * length / waves, along) + np.outer(steps[:, 1] * depth, inward)
    up = np.array([0, height, 0])
    rows = []
    for low, high in ((0, 0.5), (0.5, 1)):
        rows.append(
            np.stack([base[:-1] + up * low, base[1:] + up * low, base[1:] + up * high, base[:-1] + up * high], 1)
        )
    quads = np.concatenate(rows)
    u = steps[:, 0] * length / waves
    uv = np.stack(
        [
            np.stack([np.tile(a, 2), np.repeat([v0, v1], len(u) - 1) * height], 1)
            for a, (v0, v1) in ((u[:-1], (0, 0.5)), (u[1:], (0, 0.5)), (u[1:], (0.5, 1)), (u[:-1], (0.5, 1)))
        ],
        1,
    )
    return quads, uv


def shell(rng: Rng, room: Room, bank: TextureBank) -> Mesh:
    """Walls, roof and door frame as one mesh; the floor is drawn apart because shadows fall on it."""
    s = Solid()
    wall = _paint(rng, bank, ("plain", "rust", "scratches", "cloud"))
    back = wall if rng.random() < 0.6 else _paint(rng, bank, ("plain", "rust", "cloud"))
    pitch, ridge = rng.uniform(0.18, 0.4), rng.uniform(0.015, 0.05)
    w, h, d = room.width / 2 + ridge, room.height, room.depth
    for x in (-w, w):
        quads, uv = _corrugated((x, 0, 0), d, h, pitch, ridge, (0, 0, 1), (-np.sign(x), 0, 0))
        s.quads(quads, wall, uv=uv)
    quads, uv = _corrugated((-w, 0, d + ridge), 2 * w, h, pitch, ridge, (1, 0, 0), (0, 0, -1))
    s.quads(quads, back, uv=uv)
    roof = wall.darker(rng.uniform(0.5, 1.05))
    for z in np.arange(0, d, 1.0):
        far = min(z + 1, d)
        s.quads([[(-w, h, z), (w, h, z), (w, h, far), (-w, h, far)]], roof)
    if rng.random() < 0.5:
        for x in (-w, w):
            for y in rng.uniform(0.3, h * 0.9, rng.integers(1, 3)):
                s.box((0.05, 0.04, d), wall.darker(0.7), (x - np.sign(x) * (ridge + 0.02), y, d / 2))
    frame = _paint(rng, bank, ("plain", "rust"), ((0, 1), (0.1, 0.8), (0.15, 0.75)))
    post = rng.uniform(0.08, 0.18)
    for x in (-w - post / 2, w + post / 2):
        s.box((post, h + 0.3, 0.15), frame, (x, -0.15, 0))
    s.box((2 * w + 2 * post, 0.2, 0.15), frame, (0, h, 0))
    s.box((2 * w + 2 * post, 0.16, 0.12), frame.darker(0.8), (0, -0.18, 0.0))
    for side in (-1, 1):
        s.box((0.05, h, rng.uniform(0.4, 1.2)), frame.darker(0.9), (side * (w + post + 0.1), 0, -0.3))
    for x in (-w - 0.12, w + 0.12):  # the outside, seen when the container stands askew or is still coming in
        for z in np.arange(0, d, 1.5):
            s.box((0.04, h + 0.3, 1.5), frame, (x, -0.15, z + 0.75))
    s.box((2 * w, 0.12, d), frame.darker(0.4), (0, -0.3, d / 2))
    return Mesh.of(s)


def floor(rng: Rng, room: Room, bank: TextureBank) -> Mesh:
    """(mesh of small floor cells, the function that returns how shadowed a floor point is for given footprints)."""
    material = (
        _paint(rng, bank, ("planks", "wood", "scratches", "cloud"), ((0.04, 0.13), (0.05, 0.5), (0.2, 0.7)))
        if rng.random() < 0.75
        else _paint(rng, bank, ("plain", "cloud", "dots"))
    )
    columns, rows = int(room.width * FLOOR_CELLS_PER_M), int(room.depth * FLOOR_CELLS_PER_M)
    x = np.linspace(-room.width / 2 - 0.05, room.width / 2 + 0.05, columns + 1)
    z = np.linspace(0, room.depth + 0.05, rows + 1)
    gx, gz = np.meshgrid(x, z)
    grid = np.stack([gx, np.zeros_like(gx), gz], -1)
    quads = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], 2).reshape(-1, 4, 3)
    s = Solid()
    s.quads(quads, material, np.broadcast_to((0.0, 1.0, 0.0), quads.shape), quads[..., [0, 2]].copy())
    return Mesh.of(s)


def floor_shadow(positions: Array, room: Room, footprints: Sequence[tuple[Array, float]], light: Light) -> Array:
    """Shade factor 0..1 at floor positions (...,3): soft dark patches under and beside things.

    footprints: (polygon (k,2) in x,z metres, height in metres) per thing; the patch is dragged away from the sun.
    """
    scale, pad = 16, 16
    page = np.ones((int(room.depth * scale) + 2 * pad, int(room.width * scale) + 2 * pad), np.float32)
    drag = np.array([light.towards_sun[0], light.towards_sun[2]]) / max(0.35, light.towards_sun[1])

    def cells(points: Array) -> Array:
        return np.round((points + (room.width / 2, 0)) * scale + pad).astype(np.int32)

    for polygon, height in footprints:
        away = polygon - drag * min(height, 1.2) * 0.6
        cast = page.copy()
        cv2.fillConvexPoly(cast, cv2.convexHull(cells(np.concatenate([polygon, away]))), 1 - 0.35 * light.sun)
        cv2.fillConvexPoly(cast, cv2.convexHull(cells(polygon * 1.0)), 0.3)
        page = np.minimum(page, cast)
    page = cv2.GaussianBlur(page, (0, 0), 1.6)
    walls = cv2.GaussianBlur(
        np.pad(np.ones((page.shape[0] - 2 * pad, page.shape[1] - 2 * pad), np.float32), pad), (0, 0), 4
    )
    page *= 0.45 + 0.55 * walls
    spots = (positions[..., [0, 2]] + (room.width / 2, 0)) * scale + pad
    column = np.clip(spots[..., 0], 0, page.shape[1] - 1).astype(int)
    row = np.clip(spots[..., 1], 0, page.shape[0] - 1).astype(int)
    return page[row, column]


def yard(rng: Rng, bank: TextureBank) -> Mesh:
    """Ground and a far wall or fence, with a few markings; nothing on it counts as a thing."""
    s = Solid()
    ground = _paint(rng, bank, ("cloud", "speckle", "plain"), ((0.05, 0.7), (0, 0.2), (0.2, 0.6)))
    for z in np.arange(-4, 24, 2.0):
        for x in np.arange(-16, 16, 4.0):
            s.quads(
                [
                    [
                        (x, -YARD_DROP_M, z),
                        (x + 4, -YARD_DROP_M, z),
                        (x + 4, -YARD_DROP_M, z + 2),
                        (x, -YARD_DROP_M, z + 2),
                    ]
                ],
                ground,
            )
    line = Material((0.85, 0.8, 0.4), (0.6, 0.55, 0.3), ground.texture)
    for x in (-4.5, -1.7, 1.7, 4.5):
        s.box((0.12, 0.01, 12), line, (x, -YARD_DROP_M, 5))
    far = _paint(rng, bank, ("ribs", "plain", "cloud"))
    distance, height = rng.uniform(12, 22), rng.uniform(1.5, 5)
    for x in np.arange(-24, 24, 6.0):
        s.box((5.95, height, 0.2), far, (x + 3, -YARD_DROP_M, distance))
    return Mesh.of(s)


def sky(rng: Rng, width_px: int, height_px: int) -> Array:
    """A background picture (H,W,3): a vertical gradient."""
    top, bottom = (
        np.array(hsv(rng, (0.52, 0.65), (0, 0.5), (0.4, 1))),
        np.array(hsv(rng, (0.05, 0.65), (0, 0.25), (0.5, 1))),
    )
    mix = np.linspace(0, 1, height_px, dtype=np.float32)[:, None, None]
    return np.broadcast_to(top * (1 - mix) + bottom * mix, (height_px, width_px, 3)).astype(np.float32)
