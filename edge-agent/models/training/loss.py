"""The loss: BCE on scores, CIoU on boxes, BCE + Dice on masks cut to their boxes."""

import math

import torch
from torch.nn import functional as F

from assign import assign
from network import boxes_from

WEIGHTS = {"score": 1.0, "box": 5.0, "mask": 3.0}


def complete_iou(boxes: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """CIoU (n) of x1,y1,x2,y2 boxes (Zheng et al., 2020)."""
    x1, y1, x2, y2 = boxes.unbind(-1)
    u1, v1, u2, v2 = targets.unbind(-1)
    w, h, tw, th = (x2 - x1).clamp(1e-3), (y2 - y1).clamp(1e-3), u2 - u1, v2 - v1
    shared = (torch.minimum(x2, u2) - torch.maximum(x1, u1)).clamp(0) * (
        torch.minimum(y2, v2) - torch.maximum(y1, v1)
    ).clamp(0)
    iou = shared / (w * h + tw * th - shared).clamp(1e-6)
    diagonal = (torch.maximum(x2, u2) - torch.minimum(x1, u1)) ** 2 + (
        torch.maximum(y2, v2) - torch.minimum(y1, v1)
    ) ** 2
    apart = ((x1 + x2 - u1 - u2) ** 2 + (y1 + y2 - v1 - v2) ** 2) / 4
    aspect = 4 / math.pi**2 * (torch.atan(tw / th) - torch.atan(w / h)) ** 2
    with torch.no_grad():
        share = aspect / (1 - iou + aspect).clamp(1e-6)
    return iou - apart / diagonal.clamp(1e-6) - share * aspect


def mask_loss(
    coefficients: torch.Tensor,
    prototypes: torch.Tensor,
    things: torch.Tensor,
    boxes: torch.Tensor,
    quality: torch.Tensor,
    ids: torch.Tensor,
) -> torch.Tensor:
    """The loss of one picture, weighted by quality and summed.

    coefficients (n,32), prototypes (32,h,w), things (n) 0-based, boxes (n,4) in prototype cells, quality (n), ids (h,w)
    of the truth.
    """
    height, width = ids.shape
    logits = (coefficients @ prototypes.flatten(1)).view(-1, height, width)
    target = (ids.unsqueeze(0) == (things + 1).view(-1, 1, 1)).float()
    x = torch.arange(width).view(1, 1, -1) + 0.5
    y = torch.arange(height).view(1, -1, 1) + 0.5
    x1, y1, x2, y2 = (side.view(-1, 1, 1) for side in boxes.unbind(-1))
    crop = ((x > x1 - 0.5) & (x < x2 + 0.5) & (y > y1 - 0.5) & (y < y2 + 0.5)).float()
    cells = crop.sum((1, 2)).clamp(1)
    bce = (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * crop).sum((1, 2)) / cells
    share, target = logits.sigmoid() * crop, target * crop
    dice = 1 - (2 * (share * target).sum((1, 2)) + 1) / (share.sum((1, 2)) + target.sum((1, 2)) + 1)
    return ((bce + dice) * quality).sum()


def total_loss(
    outputs: tuple[torch.Tensor, ...],
    ids: torch.Tensor,
    boxes: torch.Tensor,
    classes: torch.Tensor,
    centres: torch.Tensor,
    strides: torch.Tensor,
    prior_share: float,
) -> tuple[torch.Tensor, dict[str, float]]:
    """(loss, parts as floats) of a batch; ids (B,H,W), boxes (B,G,4) in input pixels, classes (B,G), -1 for none."""
    distances, logits, coefficients, prototypes = (part.float() for part in outputs)
    predicted = boxes_from(distances, centres, strides)
    thing, quality = assign(
        logits.detach().sigmoid(), predicted.detach(), boxes, classes, centres, strides, prior_share
    )
    picture, anchor = (thing >= 0).nonzero(as_tuple=True)
    mine = thing[picture, anchor]
    target = torch.zeros_like(logits)
    target[picture, anchor, classes[picture, mine]] = quality[picture, anchor]
    weight = quality[picture, anchor]
    scale = weight.sum().clamp(1)
    score = F.binary_cross_entropy_with_logits(logits, target, reduction="sum") / scale
    if len(picture) == 0:
        return WEIGHTS["score"] * score, {"score": score.item(), "box": 0.0, "mask": 0.0}
    goal = boxes[picture, mine]
    box = ((1 - complete_iou(predicted[picture, anchor], goal)) * weight).sum() / scale
    small = F.interpolate(ids.unsqueeze(1).float(), size=prototypes.shape[-2:], mode="nearest-exact").squeeze(1).long()
    cell = ids.shape[-1] / prototypes.shape[-1]
    chosen = coefficients[picture, anchor]
    counts = torch.bincount(picture, minlength=len(ids)).tolist()
    rows = zip(
        chosen.split(counts), prototypes, mine.split(counts), (goal / cell).split(counts), weight.split(counts), small
    )
    mask = sum(mask_loss(*row) for row in rows if len(row[0])) / scale
    parts = {"score": score, "box": box, "mask": mask}
    return sum(WEIGHTS[name] * part for name, part in parts.items()), {
        name: part.item() for name, part in parts.items()
    }
