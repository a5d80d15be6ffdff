"""Which anchors are responsible for which thing: task-aligned assignment (Feng et al., TOOD, 2021) with a centre prior.

An anchor's fitness for a thing is score^A * IoU^B. At the start neither means anything, so the fitness is multiplied
with a prior for anchors near the thing's middle on the level of its size; the prior fades out over the first part.
"""

import torch

SCORE_POWER, IOU_POWER, TOP_ANCHORS = 0.5, 4.0, 9


def pair_iou(boxes: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
    """IoU (B,G,A) of boxes (B,G,4) with others (B,A,4)."""
    x1, y1, x2, y2 = boxes.unsqueeze(2).unbind(-1)
    u1, v1, u2, v2 = others.unsqueeze(1).unbind(-1)
    shared = (torch.minimum(x2, u2) - torch.maximum(x1, u1)).clamp(0) * (
        torch.minimum(y2, v2) - torch.maximum(y1, v1)
    ).clamp(0)
    union = (x2 - x1) * (y2 - y1) + (u2 - u1).clamp(0) * (v2 - v1).clamp(0) - shared
    return shared / union.clamp(1e-6)


def centre_prior(boxes: torch.Tensor, centres: torch.Tensor, strides: torch.Tensor) -> torch.Tensor:
    """(B,G,A): near 1 in the thing's middle on the level whose stride is about a quarter of its size."""
    x1, y1, x2, y2 = boxes.unsqueeze(2).unbind(-1)
    width, height = (x2 - x1).clamp(1), (y2 - y1).clamp(1)
    dx, dy = (centres[:, 0] - (x1 + x2) / 2) / width, (centres[:, 1] - (y1 + y2) / 2) / height
    level = torch.log2((width * height).sqrt() / (strides[:, 0] * 4.5))
    return torch.exp(-(dx**2 + dy**2) * 8 - level**2)


@torch.no_grad()
def assign(
    scores: torch.Tensor,
    predicted: torch.Tensor,
    boxes: torch.Tensor,
    classes: torch.Tensor,
    centres: torch.Tensor,
    strides: torch.Tensor,
    prior_share: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Targets for one batch.

    scores (B,A,C) sigmoid, predicted (B,A,4), boxes (B,G,4), classes (B,G) with -1 for none.
    Returns (thing (B,A) index into G, or -1; quality (B,A) 0..1, the score that the anchor should give).
    """
    valid = classes >= 0
    things = classes.shape[1]
    asked = scores.transpose(1, 2).gather(1, classes.clamp(0).unsqueeze(-1).expand(-1, -1, scores.shape[1]))
    iou = pair_iou(boxes, predicted)
    x1, y1, x2, y2 = boxes.unsqueeze(2).unbind(-1)
    inside = (
        torch.minimum(
            torch.minimum(centres[:, 0] - x1, x2 - centres[:, 0]), torch.minimum(centres[:, 1] - y1, y2 - centres[:, 1])
        )
        > 0
    )
    inside &= valid.unsqueeze(-1)
    fitness = asked**SCORE_POWER * iou**IOU_POWER
    if prior_share > 0:
        fitness = fitness * (1 - prior_share) + prior_share * centre_prior(boxes, centres, strides) * (0.05 + fitness)
    fitness = fitness * inside
    best, index = fitness.topk(TOP_ANCHORS, -1)
    chosen = torch.zeros_like(inside).scatter_(2, index, best > 1e-9)
    contested = torch.where(chosen, iou + 1e-6, torch.zeros_like(iou))
    strongest, thing = contested.max(1)
    taken = strongest > 0
    thing = torch.where(taken, thing, torch.full_like(thing, -1))
    mine = torch.nn.functional.one_hot(thing.clamp(0), things).transpose(1, 2).bool() & taken.unsqueeze(1)
    fitness, iou = fitness * mine, iou * mine
    scale = iou.amax(-1, keepdim=True) / fitness.amax(-1, keepdim=True).clamp(1e-9)
    return thing, (fitness * scale).amax(1)
