"""What can be learnt from drawings: the classes of each task, the size of its pictures, and how a scene is drawn.

Seeds: a scene is drawn from [root of its split, number], so that no scene of one split can appear in another. Roots of
different tasks are different numbers, for the same reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import contraband.scene
import contraband.threats
import damage.scene
from drawn import CHUNK
from scenes import compose, shapes, textures
from scenes.hints import Array


@dataclass(frozen=True)
class Drawn:
    """picture (H,W,3) uint8 RGB; ids (H,W) uint8, k+1 where the k-th of `classes` is seen."""

    picture: Array
    ids: Array
    classes: list[str]


@dataclass(frozen=True)
class Task:
    """`draw` draws the scene with a number of a split; `splits` are those that are not trained on, and what the mAP50
    of each should reach, where that was set beforehand."""

    name: str
    classes: tuple[str, ...]
    layout: str  # "segment" or "detect": what the exported file gives
    splits: dict[str, float | None]
    draw: Callable[[str, int], Drawn]
    description: str
    height_px: int = 192
    width_px: int = 256
    most_things: int = 12


CATEGORY_SPLITS = {
    "train": (1, textures.TRAINING, shapes.TRAINING),
    "held-out seeds": (2, textures.TRAINING, shapes.TRAINING),
    "unseen textures": (3, textures.HELD_OUT, shapes.TRAINING),
    "unseen shapes": (4, textures.TRAINING, shapes.HELD_OUT),
    "unseen shapes and textures": (5, textures.HELD_OUT, shapes.HELD_OUT),
}
DAMAGE_SPLITS = {
    "train": (21, damage.scene.TRAINING),
    "held-out seeds": (22, damage.scene.TRAINING),
    "unseen shapes": (23, damage.scene.HELD_OUT),
}
CONTRABAND_SPLITS = {
    "train": (31, contraband.threats.TRAINING),
    "held-out seeds": (32, contraband.threats.TRAINING),
    "unseen shapes": (33, contraband.threats.HELD_OUT),
}


@lru_cache(maxsize=2)
def bank_of(split: str, chunk: int) -> textures.TextureBank:
    """The texture bank of a chunk of a split of the category scenes; it changes every CHUNK scenes."""
    root, families, _ = CATEGORY_SPLITS[split]
    return textures.TextureBank(root * 100_000 + chunk, families)


def _draw_category(split: str, number: int) -> Drawn:
    root, _, families = CATEGORY_SPLITS[split]
    scene, rendered = compose.draw_labelled((root, number), bank_of(split, number // CHUNK), families)
    return Drawn(rendered.picture, rendered.ids, [thing.class_name for thing in scene.things])


def _draw_damage(split: str, number: int) -> Drawn:
    root, families = DAMAGE_SPLITS[split]
    scene = damage.scene.draw([root, number], families, 192, 256)
    return Drawn(scene.picture, scene.ids, scene.classes)


def _draw_contraband(split: str, number: int) -> Drawn:
    root, families = CONTRABAND_SPLITS[split]
    scene = contraband.scene.draw([root, number], families, 192, 256)
    return Drawn(scene.picture, scene.ids, scene.classes)


CATEGORY = Task(
    "category",
    shapes.CLASSES,
    "segment",
    {"held-out seeds": 0.62, "unseen textures": 0.57, "unseen shapes": 0.30, "unseen shapes and textures": None},
    _draw_category,
    "Cargo category segmentation for demonstrations, trained on drawn scenes",
)
DAMAGE = Task(
    "damage",
    damage.scene.CLASSES,
    "segment",
    {"held-out seeds": 0.65, "unseen shapes": None},
    _draw_damage,
    "Container damage segmentation for demonstrations, trained on drawn walls, roofs and doors",
)
CONTRABAND = Task(
    "contraband",
    contraband.threats.CLASSES,
    "detect",
    {"held-out seeds": 0.80, "unseen shapes": None},
    _draw_contraband,
    "Contraband detection in X-ray pictures for demonstrations, trained on drawn pictures",
)
TASKS = {task.name: task for task in (CATEGORY, DAMAGE, CONTRABAND)}
