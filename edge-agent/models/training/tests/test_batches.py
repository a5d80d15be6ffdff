"""What the networks learn from: boxes and classes that fit the augmented pictures."""

import numpy as np
import torch

import data
import learn

HEIGHT, WIDTH, MOST = 96, 128, 4


def scenes_of(count: int, may_stand_on_head: bool = False) -> data.TrainingScenes:
    """Grey pictures with a white square as thing 1 in the upper left corner."""
    pictures, ids = np.full((count, HEIGHT, WIDTH, 3), 90, np.uint8), np.zeros((count, HEIGHT, WIDTH), np.uint8)
    pictures[:, 10:40, 20:60], ids[:, 10:40, 20:60] = 255, 1
    classes = np.full((count, MOST), -1, np.int8)
    classes[:, 0] = 2
    return data.TrainingScenes([(pictures, ids, classes)], seed=1, may_stand_on_head=may_stand_on_head)


def test_boxes_and_ids_move_with_their_picture() -> None:
    pictures, ids, boxes, classes = scenes_of(40).batch(0, np.arange(40))
    assert pictures.shape == (40, 3, HEIGHT, WIDTH)
    seen = classes[:, 0] == 2
    assert seen.sum() > 30
    for picture, numbered, box in zip(pictures[seen], ids[seen], boxes[seen, 0]):
        inside = numbered == 1
        assert picture.mean(0)[inside].mean() > picture.mean(0)[~inside].mean() + 0.1
        x1, y1, x2, y2 = box.int().tolist()
        assert inside[y1:y2, x1:x2].sum() == inside.sum()
        assert inside[y1].any()
        assert inside[:, x2 - 1].any()


def test_what_is_shifted_out_of_the_picture_is_not_asked_for() -> None:
    _, ids, boxes, classes = scenes_of(200).batch(1, np.arange(200))
    left = (ids == 1).sum((1, 2)) < data.MIN_AREA_PX
    assert ((classes[:, 0] == -1) == left).all()
    assert (boxes[left, 0] == 0).all()
    assert (classes[:, 1:] == -1).all()


def test_only_pictures_without_an_upper_side_are_turned_upside_down() -> None:
    def share_below(scenes: data.TrainingScenes) -> float:
        _, _, boxes, classes = scenes.batch(2, np.arange(100))
        return ((boxes[:, 0, 1] + boxes[:, 0, 3]) / 2 > HEIGHT / 2)[classes[:, 0] == 2].float().mean().item()

    assert share_below(scenes_of(100)) < 0.25
    assert 0.3 < share_below(scenes_of(100, may_stand_on_head=True)) < 0.7


def test_a_batch_follows_from_seed_and_step() -> None:
    scenes, chosen = scenes_of(8), np.arange(8)
    first, again, other = (scenes.batch(step, chosen)[0] for step in (3, 3, 4))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_the_learning_rate_rises_and_falls_to_a_fiftieth_by_steps_or_by_time() -> None:
    assert learn.rate(0, 1000, 0.0, 2.0) == 2.0 / 100
    assert learn.rate(99, 1000, 0.099, 2.0) == 2.0
    assert abs(learn.rate(999, 1000, 1.0, 2.0) - 0.04) < 1e-9
    # A run that its minutes end at the 300th of 1,000 steps.
    assert abs(learn.rate(300, 1000, 1.0, 2.0) - 0.04) < 1e-9
    assert learn.rate(300, 1000, 0.3, 2.0) > learn.rate(300, 1000, 0.6, 2.0)
