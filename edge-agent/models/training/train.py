"""Trains the network: seeded, on two processor cores.

    python train.py --out ../.cache/run            # the bundled model
    python train.py --out ../.cache/try --scenes 32 --epochs 60 --overfit

Writes checkpoint.pt (averaged weights) after every epoch and log.jsonl; a run that is cut is usable from its checkpoint.
"""
import argparse
import copy
import json
import math
import time
from pathlib import Path

import torch
from torch.nn import functional as F

import data
from loss import total_loss
from network import CategoryNet, anchors

SMALL = (128, 160)  # height, width of the first part of the training: 2.4 times cheaper a picture
FULL = (data.HEIGHT_PX, data.WIDTH_PX)
PRIOR_SHARE_OF_RUN = .12


class Average:
    """A moving average of the weights: what is exported."""

    def __init__(self, network, decay):
        self.network, self.decay, self.updates = copy.deepcopy(network).eval(), decay, 0

    @torch.no_grad()
    def update(self, network):
        self.updates += 1
        keep = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs.detach(), 1 - keep)
            else:
                mine.copy_(theirs)


def rate(step, steps, top):
    """Learning rate: a short rise, then half a cosine down to 2 % of the top."""
    warm = min(300, steps // 10)
    if step < warm:
        return top * (step + 1) / warm
    done = (step - warm) / max(1, steps - warm)
    return top * (.02 + .98 * (1 + math.cos(math.pi * done)) / 2)


def resized(batch, size):
    """A batch at another size: pictures to 0..1, ids nearest, boxes scaled."""
    pictures, ids, boxes, classes = batch
    pictures = pictures.float() / 255
    if size != FULL:
        pictures = F.interpolate(pictures, size=size, mode="bilinear", antialias=True, align_corners=False)
        ids = F.interpolate(ids.unsqueeze(1).float(), size=size, mode="nearest-exact").squeeze(1)
        boxes = boxes * torch.tensor([size[1] / FULL[1], size[0] / FULL[0]]).repeat(2)
    return pictures.to(memory_format=torch.channels_last), ids.long(), boxes, classes


def optimiser_of(network, top_rate):
    decayed = [p for p in network.parameters() if p.ndim > 1]
    plain = [p for p in network.parameters() if p.ndim <= 1]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": .03}, {"params": plain, "weight_decay": 0.0}], lr=top_rate)


def train(options):
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    scenes = data.TrainingScenes(*data.load_split("train", options.scenes), options.seed, not options.overfit)
    sampler = data.EpochSampler(options.scenes, options.batch, options.epochs, options.seed)
    loader = torch.utils.data.DataLoader(scenes, batch_sampler=sampler, num_workers=1, prefetch_factor=6)
    network = CategoryNet().to(memory_format=torch.channels_last).train()
    average = Average(network, .998)
    optimiser = optimiser_of(network, options.rate)
    steps, per_epoch = len(sampler), options.scenes // options.batch
    small_steps = int(options.small_epochs) * per_epoch
    grids = {size: anchors(*size) for size in (SMALL, FULL)}
    started, log, sums = time.time(), open(out / "log.jsonl", "w"), {}
    for step, batch in enumerate(loader):
        size = SMALL if step < small_steps else FULL
        pictures, ids, boxes, classes = resized(batch, size)
        for group in optimiser.param_groups:
            group["lr"] = rate(step, steps, options.rate)
        with torch.autocast("cpu", torch.bfloat16):
            outputs = network(pictures)
        prior = max(0.0, 1 - step / (PRIOR_SHARE_OF_RUN * steps))
        loss, parts = total_loss(outputs, ids, boxes, classes, *grids[size], prior)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        optimiser.step()
        average.update(network)
        for name, value in parts.items():
            sums[name] = sums.get(name, 0) + value
        if (step + 1) % options.log_steps == 0:
            row = {name: round(value / options.log_steps, 4) for name, value in sums.items()}
            row |= {"step": step + 1, "of": steps, "height": size[0], "seconds": round(time.time() - started),
                    "cpuSeconds": round(time.process_time())}
            print(json.dumps(row), flush=True)
            log.write(json.dumps(row) + "\n")
            log.flush()
            sums = {}
        if (step + 1) % per_epoch == 0 or step + 1 == steps:
            torch.save({"network": average.network.state_dict(), "step": step + 1, "options": vars(options)}, out / "checkpoint.pt")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=12000)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--small-epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--log-steps", type=int, default=50)
    parser.add_argument("--overfit", action="store_true", help="no augmentation: a check that the network can learn at all")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
