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
    w, h, tw, th = ((far - near).clamp(1e-3) for near, far in ((x1, x2), (y1, y2), (u1, u2), (v1, v2)))
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
    """The loss of a batch's masks, weighted by quality and summed.

    coefficients (B,n,32), prototypes (B,32,h,w), things (B,n) 0-based, boxes (B,n,4) in prototype cells, quality (B,n),
    ids (B,h,w) of the truth.
    """
    height, width = ids.shape[1:]
    logits = torch.bmm(coefficients, prototypes.flatten(2)).view(*things.shape, height, width)
    target = (ids.unsqueeze(1) == (things + 1).unsqueeze(-1).unsqueeze(-1)).float()
    x = torch.arange(width, device=ids.device) + 0.5
    y = (torch.arange(height, device=ids.device) + 0.5).view(-1, 1)
    x1, y1, x2, y2 = (side.unsqueeze(-1).unsqueeze(-1) for side in boxes.unbind(-1))
    crop = ((x > x1 - 0.5) & (x < x2 + 0.5) & (y > y1 - 0.5) & (y < y2 + 0.5)).float()
    cells = crop.sum((2, 3)).clamp(1)
    bce = (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * crop).sum((2, 3)) / cells
    share, target = logits.sigmoid() * crop, target * crop
    dice = 1 - (2 * (share * target).sum((2, 3)) + 1) / (share.sum((2, 3)) + target.sum((2, 3)) + 1)
    return ((bce + dice) * quality).sum()


def total_loss(
    outputs: tuple[torch.Tensor, ...],
    ids: torch.Tensor,
    boxes: torch.Tensor,
    classes: torch.Tensor,
    centres: torch.Tensor,
    strides: torch.Tensor,
    prior_share: float,
    has_masks: bool = True,
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """(loss, its parts) of a batch; ids (B,H,W), boxes (B,G,4) in input pixels, classes (B,G), -1 for none."""
    distances, logits, coefficients, prototypes = (part.float() for part in outputs)
    predicted = boxes_from(distances, centres, strides)
    thing, quality = assign(
        logits.detach().sigmoid(), predicted.detach(), boxes, classes, centres, strides, prior_share
    )
    is_mine = thing >= 0
    class_of = classes.gather(1, thing.clamp(0))
    target = torch.zeros_like(logits).scatter_(2, class_of.clamp(0).unsqueeze(-1), quality.unsqueeze(-1))
    scale = quality.sum().clamp(1)
    parts = {"score": F.binary_cross_entropy_with_logits(logits, target, reduction="sum") / scale}
    # The anchors with a thing of each picture, as many as the fullest one has; the others weigh nothing.
    most = max(1, int(is_mine.sum(1).max()))
    weight, anchor = torch.where(is_mine, quality + 1e-9, 0.0).topk(most, 1)
    mine = thing.gather(1, anchor).clamp(0)
    goal = _of(boxes, mine)
    parts["box"] = ((1 - complete_iou(_of(predicted, anchor), goal)) * weight).sum() / scale
    if has_masks:
        size = prototypes.shape[-2:]
        small = F.interpolate(ids.unsqueeze(1).float(), size=size, mode="nearest-exact").squeeze(1).long()
        cell = ids.shape[-1] / size[-1]
        parts["mask"] = mask_loss(_of(coefficients, anchor), prototypes, mine, goal / cell, weight, small) / scale
    return sum(WEIGHTS[name] * part for name, part in parts.items()), {
        name: part.detach() for name, part in parts.items()
    }


def _of(rows: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    """The chosen (B,n) of rows (B,A,k): (B,n,k)."""
    return rows.gather(1, chosen.unsqueeze(-1).expand(-1, -1, rows.shape[-1]))
