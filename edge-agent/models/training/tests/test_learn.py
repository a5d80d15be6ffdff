"""A run, as far as it does not depend on what is learnt."""

import argparse
from pathlib import Path

import torch
from torch import nn

import learn


def network() -> nn.Module:
    return nn.Conv2d(1, 1, 1)


def make_learner(_worker: int, options: argparse.Namespace) -> learn.Learner:
    model = network()
    picture = torch.ones(1, 1, 2, 2)
    return learn.Learner(
        model, options.rate, 1, lambda _: [picture], lambda _, batch: (model(batch).mean(), {"mean": torch.ones(())})
    )


def test_a_run_goes_on_from_the_weights_of_another(tmp_path: Path) -> None:
    earlier = network().state_dict()
    torch.save({"network": earlier, "step": 7}, tmp_path / "earlier.pt")
    arguments = ["--out", f"{tmp_path}/run", "--workers", "1", "--rate", "0", "--start", f"{tmp_path}/earlier.pt"]
    options = learn.parser_of(None, scenes=1, epochs=1).parse_args(arguments)
    learn.learn(make_learner, options)
    written = torch.load(tmp_path / "run" / "checkpoint.pt", weights_only=True)
    assert written["step"] == 1
    assert all(torch.equal(written["network"][name], value) for name, value in earlier.items())
