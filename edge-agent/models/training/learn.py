"""What every training run here shares: workers that average their gradients and their weights, the learning rate, the
log, and going on after a cut.

Two workers of one thread each use two cores better than one with two threads, which wait for each other at every small
convolution. A GPU has one worker. Files of a run: checkpoint.pt (averaged weights, which are exported), resume.pt and
log.jsonl. A run that is started again with the same options goes on from resume.pt, and its result is the same.
"""

import argparse
import copy
import json
import math
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
        torch._foreach_lerp_(_floating(self.network), _floating(network), 1 - keep)


def _floating(network: nn.Module) -> list[torch.Tensor]:
    """Weights and running statistics; the counters of batch norms play no part."""
    return [value for value in network.state_dict().values() if value.dtype.is_floating_point]


def rate(step: int, steps: int, done: float, top: float) -> float:
    """Learning rate where a share of the run is done: a short rise, then half a cosine down to 2 % of the top."""
    warm = min(400, steps // 10)
    if step < warm:
        return top * (step + 1) / warm
    done = max(0.0, done - warm / steps) / (1 - warm / steps)
    return top * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def optimiser_of(network: nn.Module, top_rate: float) -> torch.optim.Optimizer:
    decayed = [p for p in network.parameters() if p.ndim > 1]
    plain = [p for p in network.parameters() if p.ndim <= 1]
    return torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}],
        lr=top_rate,
        fused=plain[0].is_cuda,
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
    """Sums of the loss's parts, written as one row every `every` steps."""

    def __init__(self, path: Path, every: int, goes_on: bool) -> None:
        self.file = open(path, "a" if goes_on else "w")  # noqa: SIM115 -- open for as long as the run lasts
        self.every, self.started = every, time.time()
        self.sums: dict[str, torch.Tensor] = {}

    def write(self, row: dict[str, float]) -> None:
        print(json.dumps(row), file=self.file, flush=True)

    def add(self, parts: dict[str, torch.Tensor], step: int, steps: int) -> None:
        """Sums stay where the losses are: reading one from a GPU waits for it."""
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, 0) + value / self.every
        if (step + 1) % self.every:
            return
        spent = {"seconds": round(time.time() - self.started), "cpuSeconds": round(time.process_time())}
        self.write(
            {name: round(float(value), 4) for name, value in self.sums.items()}
            | {"step": step + 1, "of": steps}
            | spent
        )
        self.sums = {}


@dataclass
class Learner:
    """What one network learns: `batches` gives one worker's share from a step on, `loss` the loss of one of them where
    a share of the run is done."""

    network: nn.Module
    top_rate: float
    steps: int
    batches: Callable[[int], Iterable[Any]]
    loss: Callable[[float, Any], tuple[torch.Tensor, dict[str, torch.Tensor]]]


class Run:
    """All that changes while a network learns."""

    def __init__(self, learner: Learner, out: Path, options: dict[str, object]) -> None:
        self.network, self.out, self.options = learner.network, out, options
        self.average, self.optimiser = Average(learner.network, 0.999), optimiser_of(learner.network, learner.top_rate)

    def save(self, step: int) -> None:
        torch.save({"network": self.average.network.state_dict(), "step": step}, self.out / "checkpoint.pt")
        state = {name: part.state_dict() for name, part in self._parts().items()}
        torch.save({**state, "step": step, "options": self.options}, self.out / "resume.draft")
        (self.out / "resume.draft").replace(self.out / "resume.pt")

    def resume(self) -> int:
        """The step to go on with: 0 where nothing was saved with these options."""
        path = self.out / "resume.pt"
        saved = torch.load(path, map_location=self.options["device"]) if path.exists() else {"options": None}
        if saved["options"] != self.options:
            return 0
        for name, part in self._parts().items():
            part.load_state_dict(saved[name])
        self.average.updates = saved["step"]
        return saved["step"]

    def _parts(self) -> dict[str, Any]:
        return {"network": self.network, "average": self.average.network, "optimiser": self.optimiser}


# (worker's number, options) -> what it learns
MakeLearner = Callable[[int, argparse.Namespace], Learner]


def _work(worker: int, make: MakeLearner, options: argparse.Namespace) -> None:
    """One worker of the run: its share of every batch on one thread."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    out = Path(options.out)
    if options.workers > 1:
        meeting = f"file://{out.resolve()}/meeting"
        dist.init_process_group("gloo", init_method=meeting, rank=worker, world_size=options.workers)
    learner = make(worker, options)
    if options.start:
        learner.network.load_state_dict(torch.load(options.start, map_location="cpu")["network"])
    network = learner.network.to(options.device, memory_format=torch.channels_last).train()
    run = Run(learner, out, vars(options))
    first, started = 0 if options.minutes else run.resume(), time.monotonic()
    log = Log(out / "log.jsonl", options.log_steps, first > 0) if worker == 0 else None
    for step, batch in enumerate(learner.batches(first), first):
        done = step / learner.steps
        if options.minutes:
            done = max(done, (time.monotonic() - started) / 60 / options.minutes)
        if done >= 1:
            run.save(step)
            break
        for group in run.optimiser.param_groups:
            group["lr"] = rate(step, learner.steps, done, learner.top_rate)
        loss, parts = learner.loss(done, batch)
        run.optimiser.zero_grad(set_to_none=False)
        loss.backward()
        if options.workers > 1:
            share_gradients(network, options.workers)
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10.0)
        run.optimiser.step()
        if log:
            run.average.update(network)
            log.add(parts, step, learner.steps)
            if (step + 1) % options.save_steps == 0 or step + 1 == learner.steps:
                run.save(step + 1)
    cpu_seconds = torch.tensor([time.process_time() + sum(os.times()[2:4])])
    if options.workers > 1:
        dist.all_reduce(cpu_seconds)
        dist.destroy_process_group()
    if log:
        gpu = {"gpu": torch.cuda.get_device_name()} if options.device == "cuda" else {}
        log.write({"cpuSecondsOfAllWorkers": round(cpu_seconds.item())} | gpu)


def parser_of(description: str | None, scenes: int, epochs: int) -> argparse.ArgumentParser:
    """The options that every training run has."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=scenes)
    parser.add_argument("--epochs", type=int, default=epochs)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", metavar="CHECKPOINT", help="goes on from the weights of an earlier run")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--workers", type=int, default=2, help="processes; a GPU has one")
    parser.add_argument(
        "--minutes",
        type=float,
        help="ends after so many, however far it is, for one worker: the result cannot be repeated exactly",
    )
    parser.add_argument("--log-steps", type=int, default=50)
    parser.add_argument("--save-steps", type=int, default=250)
    return parser


def learn(make: MakeLearner, options: argparse.Namespace) -> None:
    """Runs the training in `workers` processes, or in this one for a GPU."""
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "meeting").unlink(missing_ok=True)
    if options.device == "cuda":
        options.workers = 1
    if options.minutes and options.workers > 1:
        raise SystemExit("--minutes needs --workers 1: several workers could not agree on when to end")
    if options.workers == 1:
        _work(0, make, options)
    else:
        torch.multiprocessing.spawn(_work, (make, options), options.workers)
