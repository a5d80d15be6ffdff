"""Trains the network: seeded, on two processor cores.

    python train.py --out ../.cache/run            # the bundled model
    python train.py --out ../.cache/try --scenes 32 --epochs 60 --overfit

Writes checkpoint.pt (averaged weights) twice an epoch and log.jsonl; a run that is cut is usable from its checkpoint.
"""

import argparse
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path

import torch
import torch.distributed as dist
from torch.nn import functional as F

import data
from loss import total_loss
from network import CategoryNet, anchors
from optimise import Average, Log, optimiser_of, rate, share_gradients

FULL = (data.HEIGHT_PX, data.WIDTH_PX)
SIZES = ((96, 128), (128, 160), FULL)  # height, width of the first, second and last part: small pictures are cheap
PRIOR_SHARE_OF_RUN = 0.12


def resized(
    batch: Sequence[torch.Tensor], size: tuple[int, int]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """A batch at another size: pictures to 0..1, ids nearest, boxes scaled."""
    pictures, ids, boxes, classes = batch
    pictures = pictures.float() / 255
    if size != FULL:
        pictures = F.interpolate(pictures, size=size, mode="bilinear", antialias=True, align_corners=False)
        ids = F.interpolate(ids.unsqueeze(1).float(), size=size, mode="nearest-exact").squeeze(1)
        boxes = boxes * torch.tensor([size[1] / FULL[1], size[0] / FULL[0]]).repeat(2)
    return pictures.to(memory_format=torch.channels_last), ids.long(), boxes, classes


def train(worker: int, options: argparse.Namespace) -> None:
    """One worker of the run: its share of every batch on one thread.

    Two of these use two cores better than one with two threads, which wait for each other at every small convolution.
    """
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    out = Path(options.out)
    dist.init_process_group(
        "gloo", init_method=f"file://{out.resolve()}/meeting", rank=worker, world_size=options.workers
    )
    scenes = data.TrainingScenes(*data.load_split("train", options.scenes), options.seed, not options.overfit)
    sampler = data.EpochSampler(options.scenes, options.batch, options.epochs, options.seed, worker, options.workers)
    loader = torch.utils.data.DataLoader(scenes, batch_sampler=sampler, num_workers=1, prefetch_factor=6)
    network = CategoryNet().to(memory_format=torch.channels_last).train()
    average, log = (Average(network, 0.999), Log(out / "log.jsonl", options.log_steps)) if worker == 0 else (None, None)
    optimiser = optimiser_of(network, options.rate)
    steps, per_epoch = len(sampler), options.scenes // options.batch
    grids = {size: anchors(*size) for size in SIZES}
    for step, batch in enumerate(loader):
        size = SIZES[step * len(SIZES) // steps]
        pictures, ids, boxes, classes = resized(batch, size)
        for group in optimiser.param_groups:
            group["lr"] = rate(step, steps, options.rate)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = network(pictures)
        prior = max(0.0, 1 - step / (PRIOR_SHARE_OF_RUN * steps))
        loss, parts = total_loss(outputs, ids, boxes, classes, *grids[size], prior)
        optimiser.zero_grad(set_to_none=False)
        loss.backward()
        share_gradients(network, options.workers)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimiser.step()
        if worker == 0:
            average.update(network)
            log.add(parts, step, steps, size)
            if (step + 1) % max(1, per_epoch // 2) == 0 or step + 1 == steps:
                torch.save({"network": average.network.state_dict(), "step": step + 1}, out / "checkpoint.pt")
    cpu_seconds = torch.tensor([time.process_time() + sum(os.times()[2:4])])
    dist.all_reduce(cpu_seconds)
    if worker == 0:
        print(json.dumps({"cpuSecondsOfAllWorkers": round(cpu_seconds.item())}), file=log.file, flush=True)
    dist.destroy_process_group()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=8000)
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--batch", type=int, default=24, help="of all workers together")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--log-steps", type=int, default=50)
    parser.add_argument(
        "--overfit", action="store_true", help="no augmentation: a check that the network can learn at all"
    )
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "meeting").unlink(missing_ok=True)
    data.load_split("train", options.scenes)
    torch.multiprocessing.spawn(train, (options,), options.workers)


if __name__ == "__main__":
    main()
