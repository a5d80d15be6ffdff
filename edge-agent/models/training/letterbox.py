"""A picture fitted into a model's input, as the agent does it."""

import cv2
import numpy as np

from scenes.hints import Array

GREY = 114


def letterbox(picture: Array, height_px: int, width_px: int) -> tuple[Array, float, int, int]:
    """(picture scaled to fit and padded with grey, scale, left, top)."""
    scale = min(height_px / picture.shape[0], width_px / picture.shape[1])
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    if size != picture.shape[1::-1]:
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (width_px - size[0]) // 2, (height_px - size[1]) // 2
    padded = np.full((height_px, width_px, 3), GREY, np.uint8)
    padded[top : top + size[1], left : left + size[0]] = picture
    return padded, scale, left, top
