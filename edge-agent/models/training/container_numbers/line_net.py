"""The reader of one line: a rectified strip 32 pixels high, to a character or none for each 4 pixels across."""

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from network import Conv
from scenes.hints import Array

from .texts import ALPHABET

HEIGHT_PX, WIDTH_PX = 32, 384
STEP_PX = 4
NONE = len(ALPHABET)
# The strip's height over that of its characters, and what is left beside the first and the last, in their heights.
AROUND, BESIDE = 1.5, 0.9
UNSURE = -100  # between a character and none: not learned


class LineNet(nn.Module):
    """strips (B,1,32,W) 0..1 -> (B,37,W/4) logits: 0-9, A-Z, none. W is a multiple of 4."""

    def __init__(self) -> None:
        super().__init__()
        self.strip = nn.Sequential(
            Conv(1, 24), Conv(24, 40, 3, 2), Conv(40, 64), Conv(64, 80, 3, 2), Conv(80, 96), Conv(96, 96)
        )  # (96, 8, W/4)
        self.column = nn.Sequential(nn.Conv2d(96, 160, (8, 1), bias=False), nn.BatchNorm2d(160), nn.SiLU())
        self.context = nn.ModuleList([Conv1(160, 96, 5), Conv1(160, 96, 5), Conv1(160, 96, 5)])
        self.name = nn.Conv1d(160, NONE + 1, 1)

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        x = self.column(self.strip(strips)).squeeze(2)
        for block in self.context:
            x = x + block(x)
        return self.name(x)


class Conv1(nn.Sequential):
    def __init__(self, width: int, middle: int, size: int) -> None:
        super().__init__(
            nn.Conv1d(width, middle, size, padding=size // 2, bias=False), nn.BatchNorm1d(middle), nn.SiLU(),
            nn.Conv1d(middle, width, size, padding=size // 2, bias=False), nn.BatchNorm1d(width), nn.SiLU(),
        )  # fmt: skip


def rectify(middles: Array, heights: Array, is_row: bool) -> tuple[Array, float]:
    """The matrix (3,3) from the picture to the strip of a line, and the strip's used width in pixels.

    `middles` (N,2) and `heights` (N) of its characters in reading order, in pixels. A column is turned, so that it
    reads from left to right with its characters lying on their left side.
    """
    centre = middles.mean(0)
    if len(middles) > 1:
        _, _, axes = np.linalg.svd(middles - centre)
        along = axes[0] * np.sign(axes[0] @ (middles[-1] - middles[0]) or 1)
    else:
        along = np.array([1.0, 0.0]) if is_row else np.array([0.0, 1.0])
    down = np.array([-along[1], along[0]])
    places = (middles - centre) @ along
    slope = 0.0
    if len(middles) >= 4:
        spread = places - places.mean()
        slope = float((spread * heights).sum() / max(1e-6, (spread**2).sum()))
    typical = float(np.median(heights))
    slope = float(np.clip(slope, -0.1, 0.1))

    def height_at(place: float) -> float:
        return max(0.4 * typical, typical + slope * (place - float(np.median(places))))

    first, last = places[0] - BESIDE * height_at(places[0]), places[-1] + BESIDE * height_at(places[-1])
    corners = []
    for place, side in ((first, -1), (last, -1), (last, 1), (first, 1)):
        corners.append(centre + along * place + down * side * AROUND / 2 * height_at(place))
    width = min(float(WIDTH_PX), HEIGHT_PX * (last - first) / (AROUND * typical))
    strip = np.array([[0, 0], [width, 0], [width, HEIGHT_PX], [0, HEIGHT_PX]], np.float32)
    return cv2.getPerspectiveTransform(np.asarray(corners, np.float32), strip), width


def strip_of(picture: Array, matrix: Array, width: float) -> Array:
    """The strip (32,384) uint8 of a picture (H,W,3): grey, and a mean grey beyond its used width."""
    grey = (picture.sum(2, dtype=np.uint16) // 3).astype(np.uint8)
    strip = cv2.warpPerspective(grey, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR, borderValue=127)
    strip[:, int(width) :] = 127
    return strip


def labels_of(corners: Array, classes: Array, matrix: Array, width: float) -> Array:
    """What each of the 96 columns of a strip shows (int64): the character whose middle is near, none, or UNSURE."""
    steps = (np.arange(WIDTH_PX // STEP_PX) + 0.5) * STEP_PX
    labels = np.full(len(steps), NONE, np.int64)
    for four, letter in zip(corners, classes):
        whole = np.column_stack([four, np.ones(4)]) @ matrix.T
        seen = whole[:, :2] / whole[:, 2:]
        middle, half = seen[:, 0].mean(), (seen[:, 0].max() - seen[:, 0].min()) / 2
        away = np.abs(steps - middle)
        labels[(away < 0.75 * half) & (labels == NONE)] = UNSURE
        labels[away < max(0.35 * half, STEP_PX / 2)] = letter
    labels[steps > width] = NONE
    return labels


def loss(output: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross-entropy at known places: of characters and of what lies between them, with equal weight together."""
    each = F.cross_entropy(output.float(), labels, ignore_index=UNSURE, reduction="none")
    is_none = labels == NONE
    is_letter = (labels != UNSURE) & ~is_none
    return each[is_letter].mean() + 0.5 * each[is_none].mean()
