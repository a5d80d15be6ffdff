"""A task's scenes, and the batches that training reads from them."""

from collections.abc import Iterator, Sequence
from functools import partial

import cv2
import numpy as np
import torch

import drawn
from scenes.hints import Array, Rng
from tasks import TASKS, Task

MIN_AREA_PX = 40  # what is left of a thing after the shift: less is not asked for


def _draw_chunk(task: str, split: str, first: int, count: int) -> dict[str, Array]:
    scenes = [TASKS[task].draw(split, first + k) for k in range(count)]
    classes = np.full((count, TASKS[task].most_things), -1, np.int8)
    for k, scene in enumerate(scenes):
        classes[k, : len(scene.classes)] = [TASKS[task].classes.index(name) for name in scene.classes]
    pictures, ids = (np.stack(parts) for parts in zip(*((scene.picture, scene.ids) for scene in scenes)))
    return {"pictures": pictures, "ids": ids, "classes": classes}


def load_split(task: Task, split: str, count: int) -> tuple[Array, Array, Array]:
    """(pictures (N,H,W,3) uint8 RGB, ids (N,H,W) uint8, classes (N,most_things) int8, -1 where no thing) of a split.

    Drawn on the first call, read from the cache folder after.
    """
    size = task.height_px, task.width_px
    fields = {"pictures": (np.uint8, (*size, 3)), "ids": (np.uint8, size), "classes": (np.int8, (task.most_things,))}
    draw = partial(_draw_chunk, task.name, split)
    parts = drawn.load(drawn.CACHE / task.name, split.replace(" ", "-"), count, fields, draw)
    return parts["pictures"], parts["ids"], parts["classes"]


def boxes_of(ids: Array, count: int) -> Array:
    """Boxes (count,4) x1,y1,x2,y2 in pixels of things 1..count in an id map; NaN where a thing is not seen."""
    boxes = np.full((count, 4), np.nan, np.float32)
    for k in range(count):
        seen = ids == k + 1
        columns, rows = np.flatnonzero(seen.any(0)), np.flatnonzero(seen.any(1))
        if len(columns):
            boxes[k] = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return boxes


def _shifted(rng: Rng, picture: Array, ids: Array) -> tuple[Array, Array]:
    """A random zoom, shift and mirror; what comes in from outside is the letterbox grey."""
    zoom = np.exp(rng.uniform(-0.25, 0.3))
    mirror = -1 if rng.random() < 0.5 else 1
    slack = np.abs(zoom - 1) * 0.5 + 0.06
    height, width = ids.shape
    x, y = rng.uniform(-slack, slack, 2) * (width, height)
    a = zoom * mirror
    matrix = np.array([[a, 0, width / 2 * (1 - a) + x], [0, zoom, height / 2 * (1 - zoom) + y]])
    size = (width, height)
    return (
        cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114)),
        cv2.warpAffine(ids, matrix, size, flags=cv2.INTER_NEAREST, borderValue=0),
    )


def _recoloured(rng: Rng, picture: Array) -> Array:
    picture = picture.astype(np.float32)
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.5:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0.3, 1.5)
    picture = picture * rng.uniform(0.75, 1.3, 3 if rng.random() < 0.3 else 1).astype(np.float32) + rng.uniform(-20, 20)
    if rng.random() < 0.2:
        picture = picture + rng.normal(0, rng.uniform(2, 10), picture.shape).astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


class TrainingScenes(torch.utils.data.Dataset):
    """Augmented scenes: (picture (3,H,W) uint8, ids (H,W) uint8, boxes (most things,4), classes, -1 where none).

    `sets` are (pictures, ids, classes) as `load_split` gives them, one after the other.
    """

    def __init__(self, sets: Sequence[tuple[Array, Array, Array]], seed: int, augment: bool = True) -> None:
        self.sets, self.seed, self.augment = sets, seed, augment
        self.ends = np.cumsum([len(pictures) for pictures, _, _ in sets])

    def __len__(self) -> int:
        return int(self.ends[-1])

    def __getitem__(self, key: tuple[int, int]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        index, epoch = key
        chosen = int(np.searchsorted(self.ends, index, side="right"))
        place = index - (int(self.ends[chosen - 1]) if chosen else 0)
        picture, ids, classes = (np.array(part[place]) for part in self.sets[chosen])
        classes = classes.astype(np.int64)
        if self.augment:
            rng = np.random.default_rng([self.seed, epoch, index])
            picture, ids = _shifted(rng, picture, ids)
            picture = _recoloured(rng, picture)
        most = len(classes)
        boxes = boxes_of(ids, most)
        area = np.bincount(ids.ravel(), minlength=most + 1)[1 : most + 1]
        hidden = np.isnan(boxes[:, 0]) | (area < MIN_AREA_PX)
        classes[hidden] = -1
        boxes[hidden] = 0
        return (
            torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1))),
            torch.from_numpy(ids),
            torch.from_numpy(boxes),
            torch.from_numpy(classes),
        )


class EpochSampler(torch.utils.data.Sampler):
    """One worker's share of every batch from step `first` on: (index, epoch) pairs in a seeded order, for `epochs`
    epochs on end."""

    def __init__(self, scenes: int, batch: int, epochs: int, seed: int, worker: int = 0, workers: int = 1) -> None:
        self.scenes, self.batch, self.seed = scenes, batch, seed
        self.worker, self.workers, self.first = worker, workers, 0
        self.steps = scenes // batch * epochs

    def __len__(self) -> int:
        return self.steps - self.first

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        for step in range(self.first, self.steps):
            epoch, k = divmod(step, self.scenes // self.batch)
            order = np.random.default_rng([self.seed, epoch]).permutation(self.scenes)
            mine = order[k * self.batch : (k + 1) * self.batch][self.worker :: self.workers]
            yield [(int(i), epoch) for i in mine]


if __name__ == "__main__":
    import sys

    load_split(TASKS[sys.argv[1]], sys.argv[2], int(sys.argv[3]))
