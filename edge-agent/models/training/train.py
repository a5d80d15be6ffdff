"""Trains a network that finds and outlines things: seeded, on two processor cores, or on one GPU with --device cuda.

python train.py category --out ../.cache/run            # a bundled model
python train.py category --out ../.cache/run --labelled /data/set-1/category    # with judged pictures of a site
python train.py category --out ../.cache/try --scenes 32 --epochs 60 --overfit
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import torch
from torch.nn import functional as F

import data
import real
from learn import Learner, learn, parser_of
from loss import total_loss
from network import DetectionNet, anchors
from scenes.hints import Array
from tasks import TASKS, Task

PRIOR_SHARE_OF_RUN = 0.12
# pictures (B,3,H,W) 0..1, ids (B,H,W), boxes (B,G,4) in pixels, classes (B,G), -1 where none
Batch: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]


def sizes_of(task: Task) -> list[tuple[int, int]]:
    """Height, width in each fifth of a run: small pictures are cheap."""
    return [
        (round(task.height_px * share / 32) * 32, round(task.width_px * share / 32) * 32)
        for share in (1 / 2, 2 / 3, 1, 1, 1)
    ]


def resized(batch: Batch, size: tuple[int, int]) -> Batch:
    """A batch at another size: pictures averaged, ids nearest, boxes scaled."""
    pictures, ids, boxes, classes = batch
    full = ids.shape[1:]
    if size != full:
        pictures = F.interpolate(pictures, size=size, mode="bilinear", antialias=True, align_corners=False)
        ids = F.interpolate(ids.unsqueeze(1).float(), size=size, mode="nearest-exact").squeeze(1)
        boxes = boxes * torch.tensor([size[1] / full[1], size[0] / full[0]], device=boxes.device).repeat(2)
    return pictures.to(memory_format=torch.channels_last), ids.long(), boxes, classes


def _labelled(task: Task, options: argparse.Namespace) -> list[tuple[Array, Array, Array]]:
    """Folders of real pictures, each as often as asked for."""
    folders = [real.load(task, Path(folder)) for folder in options.labelled]
    return [(one.pictures, one.ids, one.classes) for one in folders for _ in range(options.labelled_times)]


def make_learner(worker: int, options: argparse.Namespace) -> Learner:
    """What one worker learns, from its share of every batch."""
    task = TASKS[options.task]
    sets = [data.load_split(task, "train", options.scenes), *_labelled(task, options)]
    scenes = data.TrainingScenes(sets, options.seed, options.device, not options.overfit, task.may_stand_on_head)
    sampler = data.EpochSampler(len(scenes), options.batch, options.epochs, options.seed, worker, options.workers)
    network = DetectionNet(len(task.classes), task.breadth)
    sizes = sizes_of(task)
    grids = {size: [part.to(options.device) for part in anchors(*size)] for size in sizes}

    def loss(done: float, batch: Batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        size = sizes[int(done * len(sizes))]
        pictures, ids, boxes, classes = resized(batch, size)
        with torch.autocast(options.device, torch.bfloat16):
            outputs = network(pictures)
        prior = max(0.0, 1 - done / PRIOR_SHARE_OF_RUN)
        return total_loss(outputs, ids, boxes, classes, *grids[size], prior, task.layout == "segment")

    def batches(first: int) -> Iterator[Batch]:
        sampler.first = first
        return (scenes.batch(seed, indices) for seed, indices in sampler)

    return Learner(network, options.rate, sampler.steps, batches, loss)


def main() -> None:
    parser = parser_of(__doc__, scenes=8000, epochs=9)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--batch", type=int, default=24, help="of all workers together")
    parser.add_argument(
        "--overfit", action="store_true", help="no augmentation: a check that the network can learn at all"
    )
    parser.add_argument(
        "--labelled", action="append", default=[], metavar="FOLDER", help="real pictures in YOLO's layout, too"
    )
    parser.add_argument("--labelled-times", type=int, default=10, help="how often each of them is seen in an epoch")
    options = parser.parse_args()
    task = TASKS[options.task]
    data.load_split(task, "train", options.scenes)
    for folder in options.labelled:
        found = real.load(task, Path(folder))
        print(f"{folder}: {len(found.pictures)} pictures, left out: {found.left_out or 'none'}")
    learn(make_learner, options)


if __name__ == "__main__":
    main()
