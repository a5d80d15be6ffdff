"""Trains the two networks that read container numbers: seeded, on two processor cores.

python -m container_numbers.train characters --out ../.cache/characters
python -m container_numbers.train lines --out ../.cache/lines
python -m container_numbers.train lines --out ../.cache/lines --labelled /data/set-1/numbers    # and settled photos
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from learn import Learner, learn, parser_of
from scenes.hints import Array, Rng

from . import character_net, line_net, real_numbers, scene, sets

SIZES_PX = (224, 256, 288, 320)


@dataclass
class Task:
    """What one network learns: batches, and the loss of one."""

    network: nn.Module
    batch: int
    top_rate: float


TASKS = {
    "characters": lambda: Task(character_net.CharacterNet(), 12, 2e-3),
    "lines": lambda: Task(line_net.LineNet(), 96, 2e-3),
}


def recoloured(rng: Rng, picture: Array) -> Array:
    """Other colours, and now and then the negative: dark on light is as usual as light on dark."""
    picture = picture.astype(np.float32)
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.15:
        picture = 255 - picture
    picture = picture * rng.uniform(0.75, 1.25) + rng.uniform(-20, 20)
    return np.clip(picture, 0, 255).astype(np.uint8)


@dataclass
class Together:
    """Several sets, whose scenes follow each other; one that is given twice is seen twice."""

    sets: list[sets.Scenes]

    def __len__(self) -> int:
        return sum(len(one) for one in self.sets)

    def at(self, index: int) -> tuple[sets.Scenes, int]:
        """The set that a scene is of, and its place there."""
        for one in self.sets:
            if index < len(one):
                return one, index
            index -= len(one)
        raise IndexError(index)


class CharacterScenes(torch.utils.data.Dataset):
    """Batches of scenes by (seed of the batch, indices): pictures (B,3,H,W) uint8 of one size, classes, corners."""

    def __init__(self, scenes: Together) -> None:
        self.scenes = scenes

    def __getitem__(self, key: tuple[int, Array]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        seed, indices = key
        rng = np.random.default_rng([5, seed])
        size = int(rng.choice(SIZES_PX))
        places = [self.scenes.at(int(index)) for index in indices]
        pictures = np.stack([recoloured(rng, np.asarray(one.pictures[at])) for one, at in places])
        classes = torch.from_numpy(np.stack([one.classes[at] for one, at in places]).astype(np.int64))
        corners = torch.from_numpy(np.stack([one.corners[at] for one, at in places])) * (size / scene.WIDTH_PX)
        whole = torch.from_numpy(pictures).permute(0, 3, 1, 2)
        if size != scene.WIDTH_PX:
            whole = F.interpolate(whole.float(), size=(size, size), mode="bilinear", antialias=True).byte()
        return whole, classes, corners


class LineStrips(torch.utils.data.Dataset):
    """Batches of strips by (seed of the batch, indices of scenes): strips (B,1,32,384) uint8 and labels (B,96)."""

    def __init__(self, scenes: Together) -> None:
        self.scenes = scenes

    def __getitem__(self, key: tuple[int, Array]) -> tuple[torch.Tensor, torch.Tensor]:
        seed, indices = key
        rng = np.random.default_rng([6, seed])
        strips, labels = [], []
        for index in indices:
            one, at = self.scenes.at(int(index))
            chosen = self._choose(rng, one, at)
            if chosen is None:
                continue
            picture = recoloured(rng, np.asarray(one.pictures[at]))
            strip, label = _strip(rng, picture, *chosen)
            strips.append(strip)
            labels.append(label)
        return torch.from_numpy(np.stack(strips)).unsqueeze(1), torch.from_numpy(np.stack(labels))

    def _choose(self, rng: Rng, scenes: sets.Scenes, at: int) -> tuple[Array, Array, bool] | None:
        """Classes and corners of a line, mostly one of a number, which is what the reader is for."""
        lines, classes, parts = scenes.lines[at], scenes.classes[at], scenes.parts[at]
        is_there = classes >= 0
        wanted = is_there & (parts >= 0) if rng.random() < 0.8 and (is_there & (parts >= 0)).any() else is_there
        if not wanted.any():
            return None
        line = rng.choice(np.unique(lines[wanted]))
        members = is_there & (lines == line)
        is_row = bool(scenes.is_row[at][members][0])
        return classes[members].astype(np.int64), np.asarray(scenes.corners[at][members]), is_row


def _strip(rng: Rng, picture: Array, classes: Array, corners: Array, is_row: bool) -> tuple[Array, Array]:
    """A strip as the detector's boxes would give it, which are never quite right."""
    middles = corners.mean(1)
    heights = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
    typical = float(np.median(heights))
    middles = middles + rng.normal(0, 0.06, middles.shape) * typical + rng.normal(0, 0.05, 2) * typical
    heights = heights * np.exp(rng.normal(0, 0.06, heights.shape)) * np.exp(rng.normal(0, 0.08))
    matrix, width = line_net.rectify(middles, heights, is_row)
    return line_net.strip_of(picture, matrix, width), line_net.labels_of(corners, classes, matrix, width)


class Batches(torch.utils.data.Sampler):
    """One worker's share of every batch: (seed, indices), in a seeded order, for `steps`."""

    def __init__(self, scenes: int, batch: int, steps: range, seed: int, worker: int, workers: int) -> None:
        self.scenes, self.batch, self.steps, self.seed = scenes, batch, steps, seed
        self.worker, self.workers = worker, workers

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[tuple[int, Array]]:
        order: Array = np.zeros(0, np.int64)
        for step in range(self.steps.stop):
            if len(order) < self.batch:
                order = np.random.default_rng([self.seed, step]).permutation(self.scenes)
            mine, order = order[: self.batch][self.worker :: self.workers], order[self.batch :]
            if step in self.steps:
                yield step * self.workers + self.worker, mine


def _loss(name: str, network: nn.Module, batch: list[torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    pictures = (batch[0].float() / 255).to(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        output = network(pictures)
    if name == "characters":
        return character_net.loss(output, batch[1], batch[2])
    value = line_net.loss(output, batch[1])
    return value, {"name": float(value.detach())}


def _scenes(options: argparse.Namespace) -> Together:
    """The drawn scenes, and the labelled pictures as often as asked for."""
    drawn_scenes = [sets.load("train", options.scenes)] if options.scenes else []
    folders = [real_numbers.load(Path(folder))[0] for folder in options.labelled]
    return Together(drawn_scenes + folders * options.labelled_times)


def make_learner(worker: int, options: argparse.Namespace) -> Learner:
    """What one worker learns, from its share of every batch."""
    task = TASKS[options.network]()
    scenes = _scenes(options)
    steps = len(scenes) * options.epochs // task.batch
    data = CharacterScenes(scenes) if options.network == "characters" else LineStrips(scenes)

    def batches(first: int) -> torch.utils.data.DataLoader:
        mine = Batches(len(scenes), task.batch, range(first, steps), options.seed, worker, options.workers)
        return torch.utils.data.DataLoader(data, sampler=mine, batch_size=None, num_workers=1, prefetch_factor=4)

    return Learner(
        task.network, task.top_rate, steps, batches, lambda _, batch: _loss(options.network, task.network, batch)
    )


def main() -> None:
    parser = parser_of(__doc__, scenes=12_000, epochs=4)
    parser.add_argument("network", choices=TASKS)
    parser.add_argument(
        "--labelled", action="append", default=[], metavar="FOLDER", help="real pictures in YOLO's layout, too"
    )
    parser.add_argument("--labelled-times", type=int, default=10, help="how often each of them is seen in an epoch")
    options = parser.parse_args()
    if options.scenes:
        sets.load("train", options.scenes)
    for folder in options.labelled:
        found, left_out = real_numbers.load(Path(folder))
        print(f"{folder}: {len(found)} pictures, left out: {left_out or 'none'}")
    learn(make_learner, options)


if __name__ == "__main__":
    main()
