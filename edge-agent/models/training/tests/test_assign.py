import torch

from assign import assign, centre_prior, pair_iou
from network import anchors

CENTRES, STRIDES = anchors(64, 64)


def assigned(
    boxes: list[list[float]], classes: list[int], prior_share: float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """The assignment of one picture whose network gives every class 0.5 and, at every anchor, a box of 16 pixels."""
    scores = torch.full((1, len(CENTRES), 2), 0.5)
    predicted = torch.cat([CENTRES - 8, CENTRES + 8], 1).unsqueeze(0)
    targets = torch.tensor([boxes]), torch.tensor([classes])
    thing, quality = assign(scores, predicted, *targets, CENTRES, STRIDES, prior_share)
    return thing[0], quality[0]


def test_iou_of_equal_overlapping_and_separate_boxes() -> None:
    boxes = torch.tensor([[[0.0, 0.0, 10.0, 10.0]]])
    others = torch.tensor([[[0.0, 0.0, 10.0, 10.0], [5.0, 0.0, 15.0, 10.0], [20.0, 20.0, 30.0, 30.0]]])
    torch.testing.assert_close(pair_iou(boxes, others), torch.tensor([[[1.0, 1 / 3, 0.0]]]))


def test_the_prior_is_greatest_in_the_middle_of_the_thing_on_the_level_of_its_size() -> None:
    small, large = [8.0, 8.0, 48.0, 48.0], [0.0, 0.0, 64.0, 64.0]
    prior = centre_prior(torch.tensor([[small, large]]), CENTRES, STRIDES)[0]
    best = prior.argmax(1)
    assert (CENTRES[best[0]] - 28).abs().max() <= 4
    assert STRIDES[best].flatten().tolist() == [8.0, 16.0]


def test_only_anchors_inside_a_thing_are_responsible_for_it() -> None:
    thing, quality = assigned([[8.0, 8.0, 40.0, 40.0]], [1])
    mine = thing == 0
    assert 0 < int(mine.sum()) <= 9
    assert bool(((CENTRES[mine] > 8) & (CENTRES[mine] < 40)).all())
    assert bool((quality[~mine] == 0).all())


def test_the_best_anchor_of_a_thing_should_give_its_iou() -> None:
    thing, quality = assigned([[12.0, 12.0, 28.0, 28.0]], [0], prior_share=0.0)
    iou = pair_iou(torch.tensor([[[12.0, 12.0, 28.0, 28.0]]]), torch.cat([CENTRES - 8, CENTRES + 8], 1).unsqueeze(0))[
        0, 0
    ]
    torch.testing.assert_close(quality.max(), iou[thing == 0].max())


def test_an_anchor_that_two_things_want_serves_the_one_that_its_box_overlaps_more() -> None:
    near, far = [4.0, 4.0, 20.0, 20.0], [4.0, 4.0, 60.0, 60.0]
    thing, _ = assigned([near, far], [0, 1])
    contested = int(((CENTRES - 12).abs().sum(1) + (STRIDES[:, 0] != 8) * 1_000).argmin())
    assert int(thing[contested]) == 0


def test_a_place_without_a_thing_gets_no_anchor() -> None:
    thing, quality = assigned([[8.0, 8.0, 40.0, 40.0], [0.0, 0.0, 0.0, 0.0]], [0, -1])
    assert 1 not in thing.tolist()
    assert assigned([[0.0, 0.0, 0.0, 0.0]], [-1])[1].sum() == 0
    assert quality.max() <= 1
