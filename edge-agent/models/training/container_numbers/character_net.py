"""The detector of single characters: without anchors, one cell of 4 x 4 pixels for each middle of a character."""

import numpy as np
import torch
from numba import njit
from torch import nn
from torch.nn import functional as F

from network import Block, Conv, Pooled
from scenes.hints import Array

from .texts import ALPHABET

STRIDE = 4
CLASSES = len(ALPHABET)


class CharacterNet(nn.Module):
    """pictures (B,3,H,W) 0..1 -> (B,41,H/4,W/4): whether a character's middle lies in the cell (logit), its offset x, y
    from the cell's middle and the logarithm of its width and height, both in cells, and 36 class logits (0-9, A-Z).
    H and W are multiples of 32."""

    def __init__(self, neck: int = 56) -> None:
        super().__init__()
        self.stem = nn.Sequential(Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), Block(32, 24))
        self.at8 = nn.Sequential(Conv(32, 56, 3, 2), Block(56, 40), Block(56, 40))
        self.at16 = nn.Sequential(Conv(56, 80, 3, 2), Block(80, 48), Block(80, 48))
        self.at32 = nn.Sequential(Conv(80, 96, 3, 2), Block(96, 48), Pooled(96))
        self.lateral = nn.ModuleList([Conv(32, neck, 1), Conv(56, neck, 1), Conv(80, neck, 1), Conv(96, neck, 1)])
        self.merge = nn.ModuleList([Block(neck, 40), Block(neck, 40), Block(neck, 40)])
        self.place = nn.Sequential(Conv(neck, 32), nn.Conv2d(32, 5, 1))
        self.name = nn.Sequential(Conv(neck, 64), nn.Conv2d(64, CLASSES, 1))
        nn.init.constant_(self.place[-1].bias[:1], -4.6)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        at4 = self.stem(pictures)
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        p4, p8, p16, p32 = (lateral(x) for lateral, x in zip(self.lateral, (at4, at8, at16, at32)))
        p16 = self.merge[2](p16 + F.interpolate(p32, scale_factor=2.0))
        p8 = self.merge[1](p8 + F.interpolate(p16, scale_factor=2.0))
        p4 = self.merge[0](p4 + F.interpolate(p8, scale_factor=2.0))
        return torch.cat([self.place(p4), self.name(p4)], 1)


def targets(classes: torch.Tensor, corners: torch.Tensor, height: int, width: int) -> tuple[torch.Tensor, ...]:
    """From classes (B,M), -1 where none, and corners (B,M,4,2) in pixels: how near each cell is to a middle (B,h,w),
    1 there; and the cells to learn places and names in: picture, row, column, class, x, y, log width, log height."""
    pictures, places = (classes >= 0).nonzero(as_tuple=True)
    mine = corners[pictures, places]
    low, high = mine.amin(1) / STRIDE, mine.amax(1) / STRIDE
    boxes = torch.cat([(low + high) / 2, (high - low).clamp(min=0.5)], 1).numpy()
    near = np.zeros((classes.shape[0], height, width), np.float32)
    most = int(((0.3 * boxes[:, 2:].min(1) + 2) ** 2).sum())
    cells = np.empty((most, 8), np.float32)
    count = _fill(pictures.numpy(), classes[pictures, places].numpy(), boxes, near, cells)
    table = torch.from_numpy(cells[:count])
    return torch.from_numpy(near), table[:, :4].long(), torch.cat([table[:, 4:6], table[:, 6:8].log()], 1)


@njit(cache=True)
def _fill(pictures: Array, classes: Array, boxes: Array, near: Array, cells: Array) -> int:
    """Fills `near` and `cells` with characters in pictures (n): classes (n), boxes (n,4) x, y of the middle, width and
    height in cells. Returns how many rows of `cells` are used."""
    height, width = near.shape[1:]
    count = 0
    for k in range(len(pictures)):
        x, y, w, h = boxes[k]
        column, row = int(np.floor(x)), int(np.floor(y))
        if not (0 <= column < width and 0 <= row < height):
            continue
        reach = max(1, int(0.3 * min(w, h)))
        sigma = max(0.6, 0.18 * min(w, h))
        for r in range(max(0, row - 2 * reach), min(height, row + 2 * reach + 1)):
            for c in range(max(0, column - 2 * reach), min(width, column + 2 * reach + 1)):
                dx, dy = c + 0.5 - x, r + 0.5 - y
                value = 1.0 if r == row and c == column else np.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma))
                near[pictures[k], r, c] = max(near[pictures[k], r, c], value)
                if abs(r - row) <= reach // 2 and abs(c - column) <= reach // 2:
                    cells[count, :4] = np.array([pictures[k], r, c, classes[k]])
                    cells[count, 4:] = np.array([x - c - 0.5, y - r - 0.5, float(w), float(h)])
                    count += 1
    return count


def loss(
    output: torch.Tensor, classes: torch.Tensor, corners: torch.Tensor
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Penalty-reduced focal loss of the middles, L1 of the places, cross-entropy of the names. Classes and corners are
    in the processor's memory, wherever the output is."""
    output = output.float()
    near, cells, places = (part.to(output.device) for part in targets(classes, corners, *output.shape[2:]))
    logit = output[:, 0]
    chance = logit.sigmoid().clamp(1e-5, 1 - 1e-5)
    is_middle = near == 1
    hit = -((1 - chance) ** 2 * chance.log())[is_middle].sum()
    miss = -((1 - near) ** 4 * chance**2 * (1 - chance).log()).sum()  # 0 where the middle is
    count = is_middle.sum().clamp(1)
    found = output[cells[:, 0], :, cells[:, 1], cells[:, 2]]
    total = max(1, len(cells))
    place = F.l1_loss(found[:, 1:5], places, reduction="sum") / total
    name = F.cross_entropy(found[:, 5:], cells[:, 3], reduction="sum") / total
    middle = (hit + miss) / count
    parts = {"middle": middle.detach(), "place": place.detach(), "name": name.detach()}
    return middle + 0.5 * place + name, parts
