from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import contraband.threats
import damage.scene
import data
import drawn
from tasks import TASKS

NEW = ("damage", "contraband")


def drawn_scenes(task: str, split: str, count: int) -> Iterator[tuple[np.ndarray, list[str]]]:
    for number in range(count):
        scene = TASKS[task].draw(split, number)
        yield scene.ids, scene.classes


@pytest.mark.parametrize("task", NEW)
def test_every_thing_that_is_named_is_seen_and_nothing_else(task: str) -> None:
    for ids, classes in drawn_scenes(task, "train", 12):
        assert set(np.unique(ids)) - {0} == set(range(1, len(classes) + 1))


@pytest.mark.parametrize("task", NEW)
def test_every_class_is_drawn_and_some_pictures_hold_none(task: str) -> None:
    names = [classes for _, classes in drawn_scenes(task, "train", 60)]
    assert {name for classes in names for name in classes} == set(TASKS[task].classes)
    assert any(not classes for classes in names)


@pytest.mark.parametrize("task", NEW)
def test_a_scene_follows_from_its_split_and_number(task: str) -> None:
    one, again, other = (TASKS[task].draw(split, 3).picture for split in ("train", "train", "held-out seeds"))
    assert (one == again).all()
    assert not (one == other).all()


def test_what_is_held_out_is_not_trained_on() -> None:
    threats = contraband.threats
    for training, held_out in (
        *((threats.TRAINING[name], threats.HELD_OUT[name]) for name in threats.CLASSES),
        *((damage.scene.TRAINING.walls[name], held) for name, held in damage.scene.HELD_OUT.walls.items()),
        (damage.scene.TRAINING.doors["damaged_door"], damage.scene.HELD_OUT.doors["damaged_door"]),
        (damage.scene.TRAINING.seals, damage.scene.HELD_OUT.seals),
    ):
        assert held_out
        assert not set(training) & set(held_out)


def test_batches_go_on_where_a_cut_run_stopped() -> None:
    whole = list(data.EpochSampler(10, 4, 3, seed=1))
    rest = data.EpochSampler(10, 4, 3, seed=1)
    rest.first = 3
    assert len(whole) == 6
    assert len(rest) == 3
    assert list(rest) == whole[3:]


def draw_squares(first: int, count: int) -> dict[str, np.ndarray]:
    return {"squares": np.arange(first, first + count) ** 2}


def test_a_drawing_that_was_cut_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fields: drawn.Fields = {"squares": (np.int64, ())}
    real_pool = drawn.Pool

    class CutPool:
        """Draws two chunks and stops."""

        def __init__(self, workers: int) -> None:
            self.pool = real_pool(workers)

        def __enter__(self) -> "CutPool":
            return self

        def __exit__(self, *_: object) -> None:
            self.pool.terminate()

        def imap_unordered(self, call: object, jobs: list) -> Iterator:
            self.jobs = jobs
            yield from islice(self.pool.imap_unordered(call, jobs), 2)
            raise KeyboardInterrupt

    monkeypatch.setattr(drawn, "Pool", CutPool)
    with pytest.raises(KeyboardInterrupt):
        drawn.load(tmp_path, "set", 1000, fields, draw_squares)
    monkeypatch.setattr(drawn, "Pool", real_pool)
    asked = []

    def noting(first: int, count: int) -> dict[str, np.ndarray]:
        asked.append(first)
        return draw_squares(first, count)

    monkeypatch.setattr(drawn, "Pool", InThisProcess)
    squares = drawn.load(tmp_path, "set", 1000, fields, noting)["squares"]
    assert len(asked) == 3
    assert (np.asarray(squares) == np.arange(1000) ** 2).all()
    assert not list(tmp_path.glob("*.draft"))


class InThisProcess:
    """A pool of no processes."""

    def __init__(self, workers: int) -> None:
        pass

    def __enter__(self) -> "InThisProcess":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def imap_unordered(self, call: object, jobs: list) -> Iterator:
        return map(call, jobs)
