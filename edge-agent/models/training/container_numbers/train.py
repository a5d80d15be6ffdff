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
NETWORKS = {"characters": character_net.CharacterNet, "lines": line_net.LineNet}
BATCHES = {"characters": 12, "lines": 96}


def recoloured(rng: Rng, pictures: torch.Tensor) -> torch.Tensor:
    """Pictures (B,3,H,W) 0..255 in other colours, and now and then as negatives: dark on light is as usual as light on
    dark."""
    count = len(pictures)
    order = np.stack([rng.permutation(3) if rng.random() < 0.3 else np.arange(3) for _ in range(count)])
    negative = np.where(rng.random(count) < 0.15, -1.0, 1.0)
    gain = rng.uniform(0.75, 1.25, count) * negative
    offset = np.where(negative < 0, 255 * -gain, 0) + rng.uniform(-20, 20, count)

    def of_each(values: Array) -> torch.Tensor:
        return torch.from_numpy(values.astype(np.float32)).to(pictures.device).view(-1, 1, 1, 1)

    mixed = torch.from_numpy(order).to(pictures.device).view(count, 3, 1, 1).expand_as(pictures)
    return (pictures.gather(1, mixed) * of_each(gain) + of_each(offset)).clamp(0, 255)


def recoloured_strip(rng: Rng, strip: Array) -> Array:
    """The same for a grey strip."""
    strip = 255 - strip.astype(np.float32) if rng.random() < 0.15 else strip.astype(np.float32)
    return np.clip(strip * rng.uniform(0.75, 1.25) + rng.uniform(-20, 20), 0, 255).astype(np.uint8)


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
    """Batches of scenes by (seed of the batch, indices): pictures (B,H,W,3) uint8, classes, corners in shares of the
    picture's side, and the side that the batch is learnt at, in pixels."""

    def __init__(self, scenes: Together) -> None:
        self.scenes = scenes

    def __getitem__(self, key: tuple[int, Array]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]:
        places = [self.scenes.at(int(index)) for index in key[1]]
        return (
            torch.from_numpy(np.stack([one.pictures[at] for one, at in places])),
            torch.from_numpy(np.stack([one.classes[at] for one, at in places]).astype(np.int64)),
            torch.from_numpy(np.stack([one.corners[at] for one, at in places])) / scene.WIDTH_PX,
            key[0],
        )


def _characters_loss(
    network: nn.Module, device: str, batch: tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    pictures, classes, corners, seed = batch
    rng = np.random.default_rng([5, int(seed)])
    size = int(rng.choice(SIZES_PX))
    pictures = pictures.to(device, non_blocking=True).permute(0, 3, 1, 2).float()
    if size != scene.WIDTH_PX:
        pictures = F.interpolate(pictures, size=(size, size), mode="bilinear", antialias=True)
    pictures = recoloured(rng, pictures) / 255
    with torch.autocast(device, torch.bfloat16):
        output = network(pictures.to(memory_format=torch.channels_last))
    return character_net.loss(output, classes, corners * size)


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
            strip, label = _strip(rng, np.asarray(one.pictures[at]), *chosen)
            strips.append(recoloured_strip(rng, strip))
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


def _lines_loss(
    network: nn.Module, device: str, batch: tuple[torch.Tensor, torch.Tensor]
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    strips, labels = (part.to(device, non_blocking=True) for part in batch)
    with torch.autocast(device, torch.bfloat16):
        output = network((strips.float() / 255).to(memory_format=torch.channels_last))
    value = line_net.loss(output, labels)
    return value, {"name": value.detach()}


def _scenes(options: argparse.Namespace) -> Together:
    """The drawn scenes, and the labelled pictures as often as asked for."""
    drawn_scenes = [sets.load("train", options.scenes)] if options.scenes else []
    folders = [real_numbers.load(Path(folder))[0] for folder in options.labelled]
    return Together(drawn_scenes + folders * options.labelled_times)


def make_learner(worker: int, options: argparse.Namespace) -> Learner:
    """What one worker learns, from its share of every batch."""
    network = NETWORKS[options.network]()
    scenes = _scenes(options)
    steps = len(scenes) * options.epochs // options.batch
    is_lines = options.network == "lines"
    data, loss = (LineStrips(scenes), _lines_loss) if is_lines else (CharacterScenes(scenes), _characters_loss)

    def batches(first: int) -> torch.utils.data.DataLoader:
        mine = Batches(len(scenes), options.batch, range(first, steps), options.seed, worker, options.workers)
        return torch.utils.data.DataLoader(
            data, sampler=mine, batch_size=None, num_workers=options.loaders, prefetch_factor=4
        )

    return Learner(network, options.rate, steps, batches, lambda _, batch: loss(network, options.device, batch))


def main() -> None:
    parser = parser_of(__doc__, scenes=12_000, epochs=4)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("--batch", type=int, help="of all workers together: 12 pictures, or 96 lines")
    parser.add_argument("--loaders", type=int, default=1, help="processes of each worker that read the scenes")
    parser.add_argument(
        "--labelled", action="append", default=[], metavar="FOLDER", help="real pictures in YOLO's layout, too"
    )
    parser.add_argument("--labelled-times", type=int, default=10, help="how often each of them is seen in an epoch")
    options = parser.parse_args()
    options.batch = options.batch or BATCHES[options.network]
    if options.scenes:
        sets.load("train", options.scenes)
    for folder in options.labelled:
        found, left_out = real_numbers.load(Path(folder))
        print(f"{folder}: {len(found)} pictures, left out: {left_out or 'none'}")
    learn(make_learner, options)


if __name__ == "__main__":
    main()
