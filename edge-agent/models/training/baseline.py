"""The colour baseline: what colour alone reveals.

From training scenes it counts how often each colour (12 x 12 x 12 bins) belongs to each class or to no thing. A
picture is split into patches of one colour (k-means on Lab); the likeliest class of a patch's pixels names it, and
scores it.
"""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from detect import Detection
from scenes.hints import Array

BINS = 12
COLOURS_PER_PICTURE = 10
MIN_PATCH_SHARE, MAX_PATCH_SHARE = 0.004, 0.5


class ColourBaseline:
    def __init__(
        self, pictures: Iterable[Array], ids: Iterable[Array], classes: Iterable[Array], class_count: int
    ) -> None:
        counts = np.ones((class_count + 1, BINS**3))
        for picture, id_map, kinds in zip(pictures, ids, classes):
            label_of = np.concatenate([[0], np.asarray(kinds, int) + 1])
            np.add.at(counts, (label_of[id_map], self._bins(picture)), 1)
        self.log_likelihood = np.log(counts / counts.sum(1, keepdims=True))

    @staticmethod
    def _bins(picture: Array) -> Array:
        step = np.asarray(picture).astype(int) * BINS // 256
        return (step[..., 0] * BINS + step[..., 1]) * BINS + step[..., 2]

    def _patches(self, picture: Array) -> Iterator[tuple[Array, Array]]:
        """Masks of connected parts of one colour."""
        lab = cv2.cvtColor(cv2.medianBlur(np.ascontiguousarray(picture), 5), cv2.COLOR_RGB2Lab).astype(np.float32)
        cv2.setRNGSeed(1)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1.0)
        _, _, middles = cv2.kmeans(
            lab[::3, ::3].reshape(-1, 3), COLOURS_PER_PICTURE, None, stop, 1, cv2.KMEANS_PP_CENTERS
        )
        nearest = ((lab[..., None, :] - middles) ** 2).sum(-1).argmin(-1)
        for colour in range(COLOURS_PER_PICTURE):
            count, labels, stats, _ = cv2.connectedComponentsWithStats((nearest == colour).astype(np.uint8))
            for k in range(1, count):
                if MIN_PATCH_SHARE <= stats[k, cv2.CC_STAT_AREA] / nearest.size <= MAX_PATCH_SHARE:
                    yield labels == k, stats[k, :4]

    def detect(self, picture: Array, **_: object) -> list[Detection]:
        bins, found = self._bins(picture), []
        for mask, (x, y, w, h) in self._patches(picture):
            mean = self.log_likelihood[:, bins[mask]].mean(1)
            share = np.exp(mean - mean.max())
            share /= share.sum()
            kind = int(share[1:].argmax())
            found.append(Detection(kind, float(share[kind + 1]), np.array([x, y, x + w, y + h], float), mask))
        return sorted(found, key=lambda d: -d.score)
