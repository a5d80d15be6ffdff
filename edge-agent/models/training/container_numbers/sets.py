"""Drawn scenes kept on disk: one set to learn from, and the held-out sets, whose hashes are committed before training.

    python -m container_numbers.sets train 20000      # draws into ../.cache; one that was cut goes on when called again

Seeds are [SPLITS[set], number]: no scene of one set can appear in another.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

import drawn
from scenes.hints import Array

from . import fonts, scene, texts

MAX_CHARACTERS = 110
# set -> (first part of the seed, fonts)
SPLITS = {
    "train": (11, fonts.TRAINING),
    "development": (12, fonts.TRAINING),
    "held-out": (13, fonts.HELD_OUT),
    "validation": (14, fonts.VALIDATION),
}


@dataclass
class Scenes:
    """pictures (N,H,W,3) uint8; of each character its class (N,M) int8, -1 where none, its corners (N,M,4,2) in pixels
    float32, its line (N,M) int16, whether that reads from left to right (N,M), and the number it belongs to or -1."""

    pictures: Array
    classes: Array
    corners: Array
    lines: Array
    is_row: Array
    parts: Array

    def __len__(self) -> int:
        return len(self.pictures)


@dataclass
class DrawnScenes(Scenes):
    """Scenes in the files of a set, which are not read into memory."""

    name: str

    def __reduce__(self) -> tuple[Callable[..., "DrawnScenes"], tuple[str, int]]:
        """Another process opens the files itself: a copy of the pictures would be gigabytes in memory."""
        return load, (self.name, len(self))


FIELDS = {
    "pictures": (np.uint8, (scene.HEIGHT_PX, scene.WIDTH_PX, 3)),
    "classes": (np.int8, (MAX_CHARACTERS,)),
    "corners": (np.float32, (MAX_CHARACTERS, 4, 2)),
    "lines": (np.int16, (MAX_CHARACTERS,)),
    "is_row": (np.bool_, (MAX_CHARACTERS,)),
    "parts": (np.int8, (MAX_CHARACTERS,)),
}


def empty(count: int) -> dict[str, Array]:
    """The fields of as many scenes, in which nothing is written yet."""
    arrays = {field: np.zeros((count, *shape), dtype) for field, (dtype, shape) in FIELDS.items()}
    arrays["classes"][:] = -1
    return arrays


def _draw_chunk(name: str, first: int, count: int) -> dict[str, Array]:
    root, families = SPLITS[name]
    groups = fonts.files(families)
    arrays = empty(count)
    for k in range(count):
        one = scene.draw([root, first + k], groups)
        arrays["pictures"][k] = one.picture
        place = 0
        for number, line in enumerate(one.lines):
            for letter, corners in zip(line.text, line.corners):
                middle = corners.mean(0)
                inside = (middle > 0).all() and middle[0] < scene.WIDTH_PX and middle[1] < scene.HEIGHT_PX
                if not inside or place == MAX_CHARACTERS:
                    continue
                arrays["classes"][k, place] = texts.ALPHABET.index(letter)
                arrays["corners"][k, place] = corners
                arrays["lines"][k, place] = number
                arrays["is_row"][k, place] = line.is_upright
                arrays["parts"][k, place] = line.part_of
                place += 1
    return arrays


def load(name: str, count: int) -> DrawnScenes:
    """The first `count` scenes of a set: drawn on the first call, read from the cache after."""
    fonts.files(SPLITS[name][1])
    draw = partial(_draw_chunk, name)
    return DrawnScenes(**drawn.load(drawn.CACHE / "container-numbers", name, count, FIELDS, draw), name=name)


def write_labelled(name: str, count: int, folder: Path, frames: int, first: int) -> None:
    """Pictures `NUMBER-scene-frame.png` for the evaluation command: scenes of one number that is legible in most, from
    scene `first` of the set."""
    folder.mkdir(parents=True, exist_ok=True)
    groups = fonts.files(SPLITS[name][1])
    kept, k = 0, first
    while kept < count:
        seed = [SPLITS[name][0], k]
        frames_drawn = [scene.draw(seed, groups)] if frames == 1 else scene.draw_frames(seed, groups, frames)
        k += 1
        numbers = [one.numbers for one in frames_drawn]
        if len(numbers[0]) != 1 or sum(legible for [(_, legible)] in numbers) <= frames / 2:
            continue
        for number, one in enumerate(frames_drawn):
            picture = cv2.cvtColor(one.picture, cv2.COLOR_RGB2BGR)
            cv2.imwrite(str(folder / f"{numbers[0][0][0]}-{k}-{number}.png"), picture)
        kept += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=SPLITS)
    parser.add_argument("count", type=int)
    parser.add_argument("--labelled", type=Path, help="a folder for pictures that are named after their number")
    parser.add_argument("--frames", type=int, default=1, help="pictures of each scene, with --labelled")
    parser.add_argument("--first", type=int, default=0, help="the first scene, with --labelled")
    options = parser.parse_args()
    if options.labelled:
        write_labelled(options.set, options.count, options.labelled, options.frames, options.first)
    else:
        load(options.set, options.count)


if __name__ == "__main__":
    main()
