from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

import contraband.threats
import damage.scene
import data
import drawn
from scenes import compose, interior, loads, shapes, textures
from tasks import CATEGORY_SPLITS, TASKS


@pytest.fixture(autouse=True, scope="module")
def one_thread_of_opencv() -> None:
    """A worker that is forked while OpenCV has threads waits for them for ever."""
    cv2.setNumThreads(1)


def drawn_scenes(task: str, split: str, count: int) -> Iterator[tuple[np.ndarray, list[str]]]:
    for number in range(count):
        scene = TASKS[task].draw(split, number)
        yield scene.ids, scene.classes


@pytest.mark.parametrize(
    ("task", "split"), [*((name, "train") for name in TASKS), ("category", "real loads"), ("category", "unseen shapes")]
)
def test_every_thing_that_is_named_is_seen_and_nothing_else(task: str, split: str) -> None:
    for ids, classes in drawn_scenes(task, split, 12):
        assert set(np.unique(ids)) - {0} == set(range(1, len(classes) + 1))
        assert len(classes) <= TASKS[task].most_things


@pytest.mark.parametrize("task", TASKS)
def test_every_class_is_drawn_and_some_pictures_hold_none(task: str) -> None:
    names = [classes for _, classes in drawn_scenes(task, "train", 60)]
    assert {name for classes in names for name in classes} == set(TASKS[task].classes)
    assert any(not classes for classes in names)


@pytest.mark.parametrize("task", TASKS)
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
        *(([varied.__wrapped__ for varied in shapes.BROAD[name]], held) for name, held in shapes.HELD_OUT.items()),
        (textures.BROAD, textures.HELD_OUT),
    ):
        assert held_out
        assert not set(training) & set(held_out)


def test_broader_drawings_leave_the_recorded_evaluation_sets_as_they_were() -> None:
    for name in ("held-out seeds", "unseen textures", "unseen shapes", "unseen shapes and textures"):
        of = CATEGORY_SPLITS[name]
        assert of.arrange is compose.on_the_floor
        assert of.usual == textures.USUAL_SHARE
        assert [len(families) for families in of.shapes.values()] == [2 if "shapes" in name else 8] * 8
        assert len(of.textures) == (6 if "textures" in name else 14)
    assert len({of.root for of in CATEGORY_SPLITS.values()}) == len(CATEGORY_SPLITS)


@pytest.mark.parametrize("name", shapes.CLASSES)
def test_every_family_draws_a_thing_of_a_likely_size(name: str) -> None:
    bank = textures.TextureBank(1, textures.BROAD)
    for family in shapes.BROAD[name]:
        for seed in range(4):
            mesh, _ = compose.draw_thing(np.random.default_rng([seed, *family.__name__.encode()]), name, [family], bank)
            low, high = mesh.bounds()
            assert np.isfinite(mesh.positions).all()
            assert np.isfinite(mesh.normals).all()
            assert (high - low > 0.05).all()
            assert (high - low < 6).all()
            assert abs(low[1]) < 1e-9


@pytest.mark.parametrize("arrangement", dict.fromkeys(loads.ARRANGEMENTS))
def test_an_arrangement_keeps_to_the_room_and_to_what_the_network_can_take(
    arrangement: Callable[[loads.Stock, interior.Room], list[compose.Thing]],
) -> None:
    bank = textures.TextureBank(1, textures.BROAD)
    for seed in range(6):
        rng = np.random.default_rng(seed)
        room = interior.draw_room(rng)
        things = arrangement(loads.Stock(rng, bank, shapes.BROAD, 0.5), room)
        assert 1 <= len(things) <= loads.MOST_THINGS
        for thing in things:
            low, high = thing.mesh.bounds()
            assert low[1] > -0.05
            assert high[1] < room.height + 0.4
            assert high[2] < room.depth + 0.3
            assert abs(np.array([low[0], high[0]])).max() < room.width / 2 + 0.3


def test_batches_go_on_where_a_cut_run_stopped() -> None:
    whole = [(step, list(mine)) for step, mine in data.EpochSampler(10, 4, 3, seed=1)]
    rest = data.EpochSampler(10, 4, 3, seed=1)
    rest.first = 3
    assert len(whole) == 6
    assert len(rest) == 3
    assert [(step, list(mine)) for step, mine in rest] == whole[3:]


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
