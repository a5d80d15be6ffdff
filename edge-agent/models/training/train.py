"""Trains a network that finds and outlines things: seeded, on two processor cores.

python train.py category --out ../.cache/run            # a bundled model
python train.py category --out ../.cache/run --labelled /data/set-1/category    # with judged pictures of a site
python train.py category --out ../.cache/try --scenes 32 --epochs 60 --overfit
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

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


def sizes_of(task: Task) -> list[tuple[int, int]]:
    """Height, width in the first, second and last part of a run: small pictures are cheap."""
    full = task.height_px, task.width_px
    return [(96, 128), (128, 160), full]


def resized(
    batch: Sequence[torch.Tensor], size: tuple[int, int]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """A batch at another size: pictures to 0..1, ids nearest, boxes scaled."""
    pictures, ids, boxes, classes = batch
    pictures = pictures.float() / 255
    full = ids.shape[1:]
    if size != full:
        pictures = F.interpolate(pictures, size=size, mode="bilinear", antialias=True, align_corners=False)
        ids = F.interpolate(ids.unsqueeze(1).float(), size=size, mode="nearest-exact").squeeze(1)
        boxes = boxes * torch.tensor([size[1] / full[1], size[0] / full[0]]).repeat(2)
    return pictures.to(memory_format=torch.channels_last), ids.long(), boxes, classes


def _labelled(task: Task, options: argparse.Namespace) -> list[tuple[Array, Array, Array]]:
    """Folders of real pictures, each as often as asked for."""
    folders = [real.load(task, Path(folder)) for folder in options.labelled]
    return [(one.pictures, one.ids, one.classes) for one in folders for _ in range(options.labelled_times)]


def make_learner(worker: int, options: argparse.Namespace) -> Learner:
    """What one worker learns, from its share of every batch."""
    task = TASKS[options.task]
    sets = [data.load_split(task, "train", options.scenes), *_labelled(task, options)]
    scenes = data.TrainingScenes(sets, options.seed, not options.overfit)
    sampler = data.EpochSampler(len(scenes), options.batch, options.epochs, options.seed, worker, options.workers)
    network = DetectionNet(len(task.classes))
    sizes = sizes_of(task)
    grids = {size: anchors(*size) for size in sizes}

    def loss(step: int, batch: Sequence[torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
        size = sizes[step * len(sizes) // sampler.steps]
        pictures, ids, boxes, classes = resized(batch, size)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = network(pictures)
        prior = max(0.0, 1 - step / (PRIOR_SHARE_OF_RUN * sampler.steps))
        return total_loss(outputs, ids, boxes, classes, *grids[size], prior)

    def batches(first: int) -> torch.utils.data.DataLoader:
        sampler.first = first
        return torch.utils.data.DataLoader(scenes, batch_sampler=sampler, num_workers=1, prefetch_factor=6)

    return Learner(network, options.rate, sampler.steps, batches, loss)


def main() -> None:
    parser = parser_of(__doc__, scenes=8000, epochs=9)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--batch", type=int, default=24, help="of all workers together")
    parser.add_argument("--rate", type=float, default=2e-3)
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
