"""What can be learnt from drawings: the classes of each task, the size of its pictures, and how a scene is drawn.

Seeds: a scene is drawn from [root of its split, number], so that no scene of one split can appear in another. Roots of
different tasks are different numbers, for the same reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import contraband.scene
import contraband.threats
import damage.scene
from drawn import CHUNK, Drawn
from scenes import compose, shapes, textures
from scenes.hints import Seed

HEIGHT_PX, WIDTH_PX = 192, 256

Families = TypeVar("Families")


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
    height_px: int = HEIGHT_PX
    width_px: int = WIDTH_PX
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
    scene, rendered = compose.draw_labelled(
        (root, number), bank_of(split, number // CHUNK), families, WIDTH_PX, HEIGHT_PX
    )
    return Drawn(rendered.picture, rendered.ids, [thing.class_name for thing in scene.things])


def _with_splits(
    draw: Callable[[Seed, Families, int, int], Drawn], splits: dict[str, tuple[int, Families]]
) -> Callable[[str, int], Drawn]:
    """How the scene with a number of a split is drawn; `splits` are roots of seeds and families of shapes."""

    def draw_of_split(split: str, number: int) -> Drawn:
        root, families = splits[split]
        return draw([root, number], families, HEIGHT_PX, WIDTH_PX)

    return draw_of_split


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
    _with_splits(damage.scene.draw, DAMAGE_SPLITS),
    "Container damage segmentation for demonstrations, trained on drawn walls, roofs and doors",
)
CONTRABAND = Task(
    "contraband",
    contraband.threats.CLASSES,
    "detect",
    {"held-out seeds": 0.80, "unseen shapes": None},
    _with_splits(contraband.scene.draw, CONTRABAND_SPLITS),
    "Contraband detection in X-ray pictures for demonstrations, trained on drawn pictures",
)
TASKS = {task.name: task for task in (CATEGORY, DAMAGE, CONTRABAND)}
