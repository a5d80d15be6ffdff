"""Scenes drawn once and kept on disk, and the batches that training reads from them.

Seeds: training scenes are [SPLIT["train"], number], each evaluation set and the video have splits of their own, so no
scene of one can appear in another. The texture bank changes every CHUNK scenes.
"""

import os
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import torch

from scenes import compose, shapes, textures
from scenes.hints import Array, Rng

WIDTH_PX, HEIGHT_PX = 256, 192
CHUNK = 200
MAX_THINGS = 12
CACHE = Path(__file__).resolve().parent.parent / ".cache"
# split -> (first part of the seed, texture families, shape families)
SPLITS = {
    "train": (1, textures.TRAINING, shapes.TRAINING),
    "held-out seeds": (2, textures.TRAINING, shapes.TRAINING),
    "unseen textures": (3, textures.HELD_OUT, shapes.TRAINING),
    "unseen shapes": (4, textures.TRAINING, shapes.HELD_OUT),
    "unseen shapes and textures": (5, textures.HELD_OUT, shapes.HELD_OUT),
}


def bank_of(split: str, chunk: int) -> textures.TextureBank:
    """The texture bank of a chunk of a split."""
    root, families, _ = SPLITS[split]
    return textures.TextureBank(root * 100_000 + chunk, families)


def _draw_chunk(job: tuple[str, int, int]) -> tuple[int, Array, Array, Array]:
    split, chunk, count = job
    cv2.setNumThreads(1)
    root, _, families = SPLITS[split]
    bank = bank_of(split, chunk)
    pictures = np.zeros((count, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    ids = np.zeros((count, HEIGHT_PX, WIDTH_PX), np.uint8)
    classes = np.full((count, MAX_THINGS), -1, np.int8)
    for k in range(count):
        scene, rendered = compose.draw_labelled((root, chunk * CHUNK + k), bank, families)
        pictures[k], ids[k] = rendered.picture, rendered.ids
        classes[k, : len(scene.things)] = [shapes.CLASSES.index(thing.class_name) for thing in scene.things]
    return chunk, pictures, ids, classes


def load_split(split: str, count: int, workers: int = 2) -> tuple[Array, Array, Array]:
    """(pictures (N,192,256,3) uint8 RGB, ids (N,192,256) uint8, classes (N,12) int8, -1 where no thing) of a split.

    Drawn on the first call, read from the cache folder after.
    """
    CACHE.mkdir(exist_ok=True)
    paths = [CACHE / f"{split.replace(' ', '-')}-{count}-{name}.npy" for name in ("pictures", "ids", "classes")]
    if not all(path.exists() for path in paths):
        shapes_of = [(count, HEIGHT_PX, WIDTH_PX, 3), (count, HEIGHT_PX, WIDTH_PX), (count, MAX_THINGS)]
        drafts = [path.with_suffix(f".{os.getpid()}.tmp") for path in paths]
        arrays = [
            np.lib.format.open_memmap(draft, "w+", dtype, shape)
            for draft, dtype, shape in zip(drafts, (np.uint8, np.uint8, np.int8), shapes_of)
        ]
        jobs = [(split, first // CHUNK, min(CHUNK, count - first)) for first in range(0, count, CHUNK)]
        with Pool(workers) as pool:
            for chunk, *parts in pool.imap_unordered(_draw_chunk, jobs):
                for array, part in zip(arrays, parts):
                    array[chunk * CHUNK : chunk * CHUNK + len(part)] = part
        for array, draft, path in zip(arrays, drafts, paths):
            array.flush()
            draft.rename(path)
    return tuple(np.load(path, mmap_mode="r") for path in paths)


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
    x, y = rng.uniform(-slack, slack, 2) * (WIDTH_PX, HEIGHT_PX)
    a = zoom * mirror
    matrix = np.array([[a, 0, WIDTH_PX / 2 * (1 - a) + x], [0, zoom, HEIGHT_PX / 2 * (1 - zoom) + y]])
    size = (WIDTH_PX, HEIGHT_PX)
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
    """Augmented scenes: (picture (3,H,W) uint8, ids (H,W) uint8, boxes (12,4), classes (12), -1 where none)."""

    def __init__(self, pictures: Array, ids: Array, classes: Array, seed: int, augment: bool = True) -> None:
        self.pictures, self.ids, self.classes = pictures, ids, classes
        self.seed, self.augment = seed, augment

    def __len__(self) -> int:
        return len(self.pictures)

    def __getitem__(self, key: tuple[int, int]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        index, epoch = key
        picture, ids = np.array(self.pictures[index]), np.array(self.ids[index])
        classes = np.asarray(self.classes[index]).astype(np.int64)
        if self.augment:
            rng = np.random.default_rng([self.seed, epoch, index])
            picture, ids = _shifted(rng, picture, ids)
            picture = _recoloured(rng, picture)
        boxes = boxes_of(ids, MAX_THINGS)
        area = np.bincount(ids.ravel(), minlength=MAX_THINGS + 1)[1 : MAX_THINGS + 1]
        hidden = np.isnan(boxes[:, 0]) | (area < 60)
        classes[hidden] = -1
        boxes[hidden] = 0
        return (
            torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1))),
            torch.from_numpy(ids),
            torch.from_numpy(boxes),
            torch.from_numpy(classes),
        )


class EpochSampler(torch.utils.data.Sampler):
    """One worker's share of every batch: (index, epoch) pairs in a seeded order, for `epochs` epochs on end."""

    def __init__(self, scenes: int, batch: int, epochs: int, seed: int, worker: int = 0, workers: int = 1) -> None:
        self.scenes, self.batch, self.epochs, self.seed = scenes, batch, epochs, seed
        self.worker, self.workers = worker, workers

    def __len__(self) -> int:
        return self.scenes // self.batch * self.epochs

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        for epoch in range(self.epochs):
            order = np.random.default_rng([self.seed, epoch]).permutation(self.scenes)
            for k in range(self.scenes // self.batch):
                yield [
                    (int(i), epoch) for i in order[k * self.batch : (k + 1) * self.batch][self.worker :: self.workers]
                ]


if __name__ == "__main__":
    import sys

    load_split(sys.argv[1], int(sys.argv[2]))
