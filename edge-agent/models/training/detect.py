"""Runs the exported file the way the agent does: letterbox, run, sort out overlaps, cut masks to boxes."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from letterbox import letterbox
from scenes.hints import Array


@dataclass(frozen=True)
class Detection:
    """box x1,y1,x2,y2 and mask (H,W) bool, both in pixels of the picture that was given; without a mask in the model's
    output the mask is the whole box."""

    class_index: int
    score: float
    box: np.ndarray
    mask: np.ndarray


def keep_best(boxes: Array, scores: Array, iou_limit: float, most: int) -> list[int]:
    """Greedy non-maximum suppression: indices of the boxes kept, best first."""
    order, kept = np.argsort(-scores), []
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    while len(order) and len(kept) < most:
        best, order = order[0], order[1:]
        kept.append(best)
        near = np.maximum(boxes[best, :2], boxes[order, :2])
        far = np.minimum(boxes[best, 2:], boxes[order, 2:])
        shared = np.prod(np.clip(far - near, 0, None), 1)
        order = order[shared / (area[best] + area[order] - shared + 1e-9) <= iou_limit]
    return kept


class Model:
    def __init__(self, path: str | Path, threads: int = 1) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.height_px, self.width_px = self.session.get_inputs()[0].shape[2:]

    def detect(
        self, picture: Array, confidence: float = 0.25, iou_limit: float = 0.7, most: int = 300
    ) -> list[Detection]:
        """Detections of an RGB picture (H,W,3 uint8), best first; overlaps compete within a class."""
        padded, scale, left, top = letterbox(picture, self.height_px, self.width_px)
        tensor = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / 255
        outputs = self.session.run(None, {"images": tensor})
        rows, prototypes = outputs[0][0].T, outputs[1][0] if len(outputs) > 1 else None
        classes = rows.shape[1] - 4 - (0 if prototypes is None else prototypes.shape[0])
        scores = rows[:, 4 : 4 + classes]
        kinds, best = scores.argmax(1), scores.max(1)
        rows, kinds, best = (values[best > confidence] for values in (rows, kinds, best))
        middle, half = rows[:, :2], rows[:, 2:4] / 2
        boxes = np.concatenate([middle - half, middle + half], 1)
        apart = boxes + kinds[:, None] * 10_000
        found = []
        for k in keep_best(apart, best, iou_limit, most):
            if prototypes is None:
                mask = np.where(self._inside(boxes[k]), 1.0, -1.0).astype(np.float32)
            else:
                mask = self._mask(rows[k, 4 + classes :], prototypes, boxes[k])
            mask = mask[top : self.height_px - top or None, left : self.width_px - left or None]
            mask = cv2.resize(mask, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR) > 0
            box = (boxes[k] - (left, top, left, top)) / scale
            found.append(Detection(int(kinds[k]), float(best[k]), box, mask))
        return found

    def _mask(self, coefficients: Array, prototypes: Array, box: Array) -> Array:
        """Logits (H,W) at input size, cut to the box while still at the prototypes' size."""
        logits = np.tensordot(coefficients, prototypes, 1)
        cell = self.width_px / logits.shape[1]
        x1, y1, x2, y2 = box / cell
        x, y = np.arange(logits.shape[1]) + 0.5, np.arange(logits.shape[0]) + 0.5
        inside = ((y > y1 - 0.5) & (y < y2 + 0.5))[:, None] & ((x > x1 - 0.5) & (x < x2 + 0.5))
        logits = np.where(inside, logits, -4.0).astype(np.float32)
        full = cv2.resize(logits, (self.width_px, self.height_px), interpolation=cv2.INTER_LINEAR)
        return np.where(self._inside(box), full, -4.0)

    def _inside(self, box: Array) -> Array:
        """(H,W) bool: the pixels whose middles lie in a box."""
        x, y = np.arange(self.width_px) + 0.5, np.arange(self.height_px) + 0.5
        return ((y > box[1]) & (y < box[3]))[:, None] & ((x > box[0]) & (x < box[2]))
