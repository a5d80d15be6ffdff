"""Drawn scenes, and sets of them on disk, one file for each field. An interrupted drawing resumes on the next call."""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from scenes.hints import Array

# Workers are forks of this process, and OpenCV in a fork waits for ever for threads that only its parent has.
cv2.setNumThreads(1)


@dataclass(frozen=True)
class Drawn:
    """picture (H,W,3) uint8 RGB; ids (H,W) uint8, k+1 where the k-th of `classes` is seen."""

    picture: Array
    ids: Array
    classes: list[str]


CACHE = Path(__file__).resolve().parent.parent / ".cache"  # ignored by git
CHUNK = 200  # scenes that one call of `draw` draws; drawings may change what they share between chunks
# field -> (dtype, shape of one scene)
Fields = dict[str, tuple[type, tuple[int, ...]]]
# (first number, how many) -> field -> (how many, ...)
DrawChunk = Callable[[int, int], dict[str, Array]]


def _draft(path: Path, dtype: type, shape: tuple[int, ...]) -> Array:
    """The array in a file that is filled bit by bit: a new one holds zeros."""
    if path.exists():
        return np.lib.format.open_memmap(path, "r+")
    return np.lib.format.open_memmap(path, "w+", dtype, shape)


def _call(job: tuple[DrawChunk, int, int]) -> tuple[int, dict[str, Array]]:
    draw, first, count = job
    return first, draw(first, count)


def load(
    folder: Path, name: str, count: int, fields: Fields, draw: DrawChunk, workers: int | None = None
) -> dict[str, Array]:
    """The first `count` scenes of a set: drawn on the first call by as many workers as there are cores, read after."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {field: folder / f"{name}-{count}-{field}.npy" for field in fields}
    if not all(path.exists() for path in paths.values()):
        drafts = {field: path.with_suffix(".draft") for field, path in paths.items()}
        arrays = {field: _draft(drafts[field], dtype, (count, *shape)) for field, (dtype, shape) in fields.items()}
        drawn_path = folder / f"{name}-{count}-drawn.draft"
        drawn = _draft(drawn_path, np.bool_, (count,))
        jobs = [(draw, first, min(CHUNK, count - first)) for first in range(0, count, CHUNK) if not drawn[first]]
        with Pool(workers) as pool:
            for first, parts in pool.imap_unordered(_call, jobs):
                for field, part in parts.items():
                    arrays[field][first : first + len(part)] = part
                drawn[first] = True
        for field, path in paths.items():
            arrays[field].flush()
            drafts[field].rename(path)
        drawn_path.unlink()
    return {field: np.load(path, mmap_mode="r") for field, path in paths.items()}
