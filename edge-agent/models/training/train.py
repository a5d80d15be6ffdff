"""Trains a network that finds and outlines things: seeded, on two processor cores.

python train.py category --out ../.cache/run            # a bundled model
python train.py category --out ../.cache/try --scenes 32 --epochs 60 --overfit
"""

import argparse
from collections.abc import Sequence

import torch
from torch.nn import functional as F

import data
from learn import Learner, learn, parser_of
from loss import total_loss
from network import DetectionNet, anchors
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


def make_learner(worker: int, options: argparse.Namespace) -> Learner:
    """What one worker learns, from its share of every batch."""
    task = TASKS[options.task]
    scenes = data.TrainingScenes(*data.load_split(task, "train", options.scenes), options.seed, not options.overfit)
    sampler = data.EpochSampler(options.scenes, options.batch, options.epochs, options.seed, worker, options.workers)
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
    options = parser.parse_args()
    data.load_split(TASKS[options.task], "train", options.scenes)
    learn(make_learner, options)


if __name__ == "__main__":
    main()
