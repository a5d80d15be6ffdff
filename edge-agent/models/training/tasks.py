"""What can be learnt from drawings: the classes of each task, the size of its pictures, and how a scene is drawn.

Seeds: a scene is drawn from [root of its split, number], so that no scene of one split can appear in another. Roots of
different tasks are different numbers, for the same reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import contraband.scene
import contraband.threats
import damage.scene
from drawn import CHUNK, Drawn
from scenes import compose, loads, shapes, textures
from scenes.hints import Seed

HEIGHT_PX, WIDTH_PX = 192, 256
FINE_HEIGHT_PX, FINE_WIDTH_PX = 288, 384  # where what is looked for is small: seals, knives

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
    may_stand_on_head: bool = False  # whether a picture turned upside down is as likely as an upright one
    breadth: float = 1.0  # of the network
    marked_percent: float = 2.0  # of scenes like those of training, whose pictures may be marked as unlike them


@dataclass(frozen=True)
class Loads:
    """What the category scenes of a split are drawn from; `usual` is the share of surfaces with a usual texture."""

    root: int
    textures: Sequence[textures.TextureFamily]
    shapes: shapes.Families
    arrange: compose.Arrange = compose.on_the_floor
    usual: float = textures.USUAL_SHARE


# Training draws more shapes, textures and arrangements than the sets that models have been measured on, which stay.
# Scores are calibrated on "development": drawn as for training, from seeds of its own.
CATEGORY_SPLITS = {
    "train": Loads(1, textures.BROAD, shapes.BROAD, loads.training_load, 0.4),
    "held-out seeds": Loads(2, textures.TRAINING, shapes.TRAINING),
    "unseen textures": Loads(3, textures.HELD_OUT, shapes.TRAINING),
    "unseen shapes": Loads(4, textures.TRAINING, shapes.HELD_OUT),
    "unseen shapes and textures": Loads(5, textures.HELD_OUT, shapes.HELD_OUT),
    "real loads": Loads(7, textures.BROAD, shapes.BROAD, loads.real_load, 0.4),
    "development": Loads(8, textures.BROAD, shapes.BROAD, loads.training_load, 0.4),
}
DAMAGE_SPLITS = {
    "train": (21, damage.scene.TRAINING),
    "held-out seeds": (22, damage.scene.TRAINING),
    "unseen shapes": (23, damage.scene.HELD_OUT),
    "development": (24, damage.scene.TRAINING),
}
CONTRABAND_SPLITS = {
    "train": (31, contraband.threats.TRAINING),
    "held-out seeds": (32, contraband.threats.TRAINING),
    "unseen shapes": (33, contraband.threats.HELD_OUT),
    "development": (34, contraband.threats.TRAINING),
}


@lru_cache(maxsize=2)
def bank_of(split: str, chunk: int) -> textures.TextureBank:
    """The texture bank of a chunk of a split of the category scenes; it changes every CHUNK scenes."""
    of = CATEGORY_SPLITS[split]
    return textures.TextureBank(of.root * 100_000 + chunk, of.textures, of.usual)


def _draw_category(split: str, number: int) -> Drawn:
    of = CATEGORY_SPLITS[split]
    bank = bank_of(split, number // CHUNK)
    scene, rendered = compose.draw_labelled((of.root, number), bank, of.shapes, WIDTH_PX, HEIGHT_PX, of.arrange)
    return Drawn(rendered.picture, rendered.ids, [thing.class_name for thing in scene.things])


def _with_splits(
    draw: Callable[[Seed, Families, int, int], Drawn],
    splits: dict[str, tuple[int, Families]],
    height_px: int,
    width_px: int,
) -> Callable[[str, int], Drawn]:
    """How the scene with a number of a split is drawn; `splits` are roots of seeds and families of shapes."""

    def draw_of_split(split: str, number: int) -> Drawn:
        root, families = splits[split]
        return draw([root, number], families, height_px, width_px)

    return draw_of_split


CATEGORY = Task(
    "category",
    shapes.CLASSES,
    "segment",
    {
        "held-out seeds": 0.80,
        "unseen textures": 0.75,
        "unseen shapes": 0.50,
        "unseen shapes and textures": None,
        "real loads": None,
    },
    _draw_category,
    "Cargo category segmentation for demonstrations, trained on drawn scenes",
    breadth=1.25,
    marked_percent=0.5,  # full loads are strange to it, and a lower limit would mark more of them
)
DAMAGE = Task(
    "damage",
    damage.scene.CLASSES,
    "segment",
    {"held-out seeds": 0.65, "unseen shapes": None},
    _with_splits(damage.scene.draw, DAMAGE_SPLITS, FINE_HEIGHT_PX, FINE_WIDTH_PX),
    "Container damage segmentation for demonstrations, trained on drawn walls, roofs and doors",
    FINE_HEIGHT_PX,
    FINE_WIDTH_PX,
    breadth=1.25,
)
CONTRABAND = Task(
    "contraband",
    contraband.threats.CLASSES,
    "detect",
    {"held-out seeds": 0.80, "unseen shapes": None},
    _with_splits(contraband.scene.draw, CONTRABAND_SPLITS, FINE_HEIGHT_PX, FINE_WIDTH_PX),
    "Contraband detection in X-ray pictures for demonstrations, trained on drawn pictures",
    FINE_HEIGHT_PX,
    FINE_WIDTH_PX,
    may_stand_on_head=True,
    breadth=1.25,
)
TASKS = {task.name: task for task in (CATEGORY, DAMAGE, CONTRABAND)}
