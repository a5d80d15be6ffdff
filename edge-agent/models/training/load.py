"""Loads for the demonstration: one fixed camera over the yard, a container with two to six things, all large enough."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from scenes import compose, interior, shapes, textures
from scenes.camera import Camera, Light
from scenes.hints import Array
from scenes.mesh import Mesh

WIDTH_PX, HEIGHT_PX = 640, 480
SEED_ROOT = 6  # no split of data.py begins with it
YARD_SEED = 42
MIN_AREA_PERCENT, MIN_VISIBLE_SHARE, MOST_THINGS = 2.2, 0.65, 6
CAMERA = Camera((0.0, 2.0, -2.1), 0.27, 0.0, 0.0, 0.84)
LIGHT = Light(0.62, 0.38, (-0.35, 0.75, -0.56), 0.35, (0.3, 2.2, 1.2), 0.018, (1.0, 0.99, 0.97))
ROOM = interior.Room(2.6, 2.5, 5.6)
BANK = textures.TextureBank(SEED_ROOT * 100_000, textures.TRAINING)


def scene_of(number: int) -> compose.Scene:
    """The load with this number: its container at rest before the camera, less the things that do not read well."""
    rng = np.random.default_rng([SEED_ROOT, number])
    things = compose.draw_things(rng, ROOM, BANK, shapes.TRAINING, int(rng.integers(5, 11)))
    scene = compose.Scene(
        ROOM,
        interior.shell(rng, ROOM, BANK),
        interior.floor(rng, ROOM, BANK),
        yard(),
        CAMERA,
        LIGHT,
        things,
        BANK,
        YARD_SEED,
    )
    while scene.things:
        rendered = compose.render(scene, WIDTH_PX // 4, HEIGHT_PX // 4)
        keep = [reads_well(rendered, k) for k in range(len(scene.things))]
        if all(keep) and len(keep) <= MOST_THINGS:
            break
        # One at a time, the least visible first: what it hid or was hidden by may read well without it.
        share = rendered.area_px(len(keep)) / np.maximum(rendered.covered_px, 1) + np.array(keep)
        scene = replace(scene, things=tuple(t for k, t in enumerate(scene.things) if k != int(share.argmin())))
    return scene


def yard() -> Mesh:
    return interior.yard(np.random.default_rng([SEED_ROOT, YARD_SEED]), BANK)


def empty_yard() -> compose.Scene:
    """The scene between two loads: the container far out of view."""
    return replace(scene_of(1), things=(), offset=(60.0, 0.0, 0.0))


def contour_of(mask: Array) -> Array | None:
    """The largest connected part's outline (k,2) in pixels, or None."""
    found, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max(found, key=cv2.contourArea)[:, 0] if found else None


def polygon_of(mask: Array, most: int) -> dict[str, list[int]]:
    """The largest part's outline in at most `most` points: {"x": [...], "y": [...]} in whole pixels."""
    outline = contour_of(mask)
    tolerance = 1.0
    while True:
        points = cv2.approxPolyDP(outline, tolerance, True)[:, 0]
        if len(points) <= most:
            return {"x": points[:, 0].tolist(), "y": points[:, 1].tolist()}
        tolerance *= 1.25


def truth_of(scene: compose.Scene, rendered: compose.Rendered, most_points: int = 40) -> list[dict[str, Any]]:
    """One row per thing that is well in view: id (1-based), class, box, polygon, areaPercent, visibleShare."""
    rows = []
    for k, thing in enumerate(scene.things):
        mask = rendered.ids == k + 1
        area = int(mask.sum())
        if area < 60:
            continue
        polygon = polygon_of(mask, most_points)
        columns, lines = np.flatnonzero(mask.any(0)), np.flatnonzero(mask.any(1))
        if len(polygon["x"]) < 3:
            continue
        rows.append(
            {
                "id": k + 1,
                "class": thing.class_name,
                "box": {
                    "x1": int(columns[0]),
                    "y1": int(lines[0]),
                    "x2": int(columns[-1]) + 1,
                    "y2": int(lines[-1]) + 1,
                },
                "polygon": polygon,
                "areaPercent": round(100 * area / mask.size, 2),
                "visibleShare": round(min(1.0, area / max(1, rendered.covered_px[k])), 2),
            }
        )
    return rows


def reads_well(rendered: compose.Rendered, index: int) -> bool:
    """Whether a person could name a thing of a picture: large, little hidden, in one piece, not cut by the picture."""
    mask = rendered.ids == index + 1
    area = np.count_nonzero(mask)
    if area < MIN_AREA_PERCENT / 100 * mask.size or area < MIN_VISIBLE_SHARE * rendered.covered_px[index]:
        return False
    columns, rows = np.flatnonzero(mask.any(0)), np.flatnonzero(mask.any(1))
    whole = columns[0] > 0 and columns[-1] < mask.shape[1] - 1 and rows[-1] < mask.shape[0] - 1
    return whole and cv2.contourArea(contour_of(mask)) > 0.75 * area


def is_varied(scene: compose.Scene) -> bool:
    """Two to six things of at least three classes (two, of two things)."""
    classes = {thing.class_name for thing in scene.things}
    return 2 <= len(scene.things) <= MOST_THINGS and len(classes) >= min(3, len(scene.things))
