import pytest
import torch

from loss import complete_iou, mask_loss, total_loss
from network import DetectionNet, anchors

SIZE_PX, CLASSES = 64, 8


def test_complete_iou_is_1_for_equal_boxes_and_falls_with_distance() -> None:
    target = torch.tensor([[10.0, 10.0, 30.0, 20.0]])
    moved = [complete_iou(target + shift, target).item() for shift in (0.0, 2.0, 10.0, 100.0)]
    assert moved[0] == pytest.approx(1.0, abs=1e-5)
    assert moved == sorted(moved, reverse=True)
    assert moved[-1] < 0


def test_complete_iou_prefers_the_right_shape() -> None:
    target = torch.tensor([[0.0, 0.0, 20.0, 10.0]])
    lying, standing = torch.tensor([[5.0, 2.5, 15.0, 7.5]]), torch.tensor([[7.5, 0.0, 12.5, 10.0]])
    assert complete_iou(lying, target) > complete_iou(standing, target)


def test_the_mask_loss_counts_only_what_lies_in_the_box() -> None:
    ids = torch.zeros(8, 8, dtype=torch.long)
    ids[2:6, 2:6] = 1
    box, quality, things = torch.tensor([[[2.0, 2.0, 6.0, 6.0]]]), torch.ones(1, 1), torch.tensor([[0]])
    right = torch.where(ids == 1, 20.0, -20.0).unsqueeze(0)
    outside = right.clone()
    outside[0, 0, 0] = 20.0
    inside = right.clone()
    inside[0, 3, 3] = -20.0
    one = torch.ones(1, 1, 1)
    exact, elsewhere, wrong = (
        mask_loss(one, prototypes.unsqueeze(0), things, box, quality, ids.unsqueeze(0)).item()
        for prototypes in (right, outside, inside)
    )
    assert exact == pytest.approx(0.0, abs=1e-3)
    assert elsewhere == exact
    assert wrong > exact + 0.1


def scene(things: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """ids, boxes and classes of one picture with a square thing, or none."""
    ids = torch.zeros(1, SIZE_PX, SIZE_PX, dtype=torch.long)
    boxes, classes = torch.zeros(1, 2, 4), torch.full((1, 2), -1)
    if things:
        ids[0, 16:48, 16:48] = 1
        boxes[0, 0], classes[0, 0] = torch.tensor([16.0, 16.0, 48.0, 48.0]), 3
    return ids, boxes, classes


def test_the_total_loss_does_not_depend_on_what_else_is_in_the_batch() -> None:
    """Pictures with and without things, of which the emptier ones are filled up with anchors that weigh nothing."""
    torch.manual_seed(1)
    network = DetectionNet(CLASSES).eval()
    pictures, grid = torch.rand(2, 3, SIZE_PX, SIZE_PX), anchors(SIZE_PX, SIZE_PX)
    one, none = scene(1), scene(0)
    both = [torch.cat(parts) for parts in zip(one, none)]
    _, alone = total_loss(network(pictures[:1]), *one, *grid, 1.0)
    _, together = total_loss(network(pictures), *both, *grid, 1.0)
    assert together["box"].item() == pytest.approx(alone["box"].item(), rel=1e-4)
    assert together["mask"].item() == pytest.approx(alone["mask"].item(), rel=1e-4)


@pytest.mark.parametrize("things", [0, 1])
def test_the_total_loss_is_finite_and_has_a_gradient_everywhere_it_should(things: int) -> None:
    torch.manual_seed(1)
    network = DetectionNet(CLASSES).train()
    outputs = network(torch.rand(2, 3, SIZE_PX, SIZE_PX))
    ids, boxes, classes = (part.expand(2, *part.shape[1:]) for part in scene(things))
    loss, parts = total_loss(outputs, ids, boxes, classes, *anchors(SIZE_PX, SIZE_PX), 1.0)
    loss.backward()
    assert torch.isfinite(loss)
    assert parts["score"] > 0
    assert (parts["box"] > 0) == (parts["mask"] > 0) == bool(things)
    gradients = [p.grad for p in network.head.parameters() if p.grad is not None]
    assert all(torch.isfinite(gradient).all() for gradient in gradients)
    assert any(gradient.abs().sum() > 0 for gradient in gradients)


def test_a_few_steps_on_one_scene_lower_the_loss() -> None:
    torch.manual_seed(1)
    network = DetectionNet(CLASSES, breadth=0.5).train()
    pictures = torch.rand(2, 3, SIZE_PX, SIZE_PX)
    ids, boxes, classes = (part.expand(2, *part.shape[1:]) for part in scene(1))
    grid = anchors(SIZE_PX, SIZE_PX)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3)
    losses = []
    for _ in range(8):
        loss, _ = total_loss(network(pictures), ids, boxes, classes, *grid, 1.0)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < 0.9 * losses[0]
