"""What every training run here shares: averaged weights, the learning rate, gradients of several workers, the log."""

import copy
import json
import math
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn


class Average:
    """A moving average of the weights: what is exported."""

    def __init__(self, network: nn.Module, decay: float) -> None:
        self.network, self.decay, self.updates = copy.deepcopy(network).eval(), decay, 0

    @torch.no_grad()
    def update(self, network: nn.Module) -> None:
        self.updates += 1
        keep = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for mine, theirs in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs.detach(), 1 - keep)
            else:
                mine.copy_(theirs)


def rate(step: int, steps: int, top: float) -> float:
    """Learning rate: a short rise, then half a cosine down to 2 % of the top."""
    warm = min(400, steps // 10)
    if step < warm:
        return top * (step + 1) / warm
    done = (step - warm) / max(1, steps - warm)
    return top * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def optimiser_of(network: nn.Module, top_rate: float) -> torch.optim.Optimizer:
    decayed = [p for p in network.parameters() if p.ndim > 1]
    plain = [p for p in network.parameters() if p.ndim <= 1]
    return torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}], lr=top_rate
    )


def share_gradients(network: nn.Module, workers: int) -> None:
    """Replaces every worker's gradients with their mean."""
    gradients = [p.grad for p in network.parameters()]
    flat = torch.cat([g.flatten() for g in gradients])
    dist.all_reduce(flat)
    flat /= workers
    for gradient, mean in zip(gradients, flat.split([g.numel() for g in gradients])):
        gradient.copy_(mean.view_as(gradient))


class Log:
    """Sums of the loss's parts, written as one row every `every` steps; only the first worker keeps one."""

    def __init__(self, path: Path, every: int) -> None:
        self.file = open(path, "w")  # noqa: SIM115 -- open for as long as the run lasts
        self.every, self.started = every, time.time()
        self.sums: dict[str, float] = {}

    def add(self, parts: dict[str, float], step: int, steps: int, size: tuple[int, int]) -> None:
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, 0) + value / self.every
        if (step + 1) % self.every:
            return
        row = {name: round(value, 4) for name, value in self.sums.items()}
        row |= {
            "step": step + 1,
            "of": steps,
            "height": size[0],
            "seconds": round(time.time() - self.started),
            "cpuSeconds": round(time.process_time()),
        }
        print(json.dumps(row), file=self.file, flush=True)
        self.sums = {}
