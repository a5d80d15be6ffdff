"""The colour baseline: what can be told from colour alone.

From training scenes it counts how often each colour (12 x 12 x 12 bins) belongs to each class or to no thing; a picture's
pixels take the likeliest class, and connected patches become detections, scored by their mean likelihood.
"""
import cv2
import numpy as np

from detect import Detection

BINS = 12
MIN_PATCH_SHARE = .004


class ColourBaseline:
    def __init__(self, pictures, ids, classes, class_count):
        counts = np.ones((class_count + 1, BINS ** 3))
        for picture, id_map, kinds in zip(pictures, ids, classes):
            label_of = np.concatenate([[0], np.asarray(kinds, int) + 1])
            np.add.at(counts, (label_of[id_map], self._bins(picture)), 1)
        self.share = counts / counts.sum(0)
        # Background outweighs every class nearly everywhere; weighing classes by rarity lets things be found at all.
        weighed = counts / counts.sum(1, keepdims=True)
        weighed[0] *= 3
        self.likeliest = weighed.argmax(0)
        self.likelihood = weighed.max(0) / weighed.sum(0)

    @staticmethod
    def _bins(picture):
        step = np.asarray(picture).astype(int) * BINS // 256
        return (step[..., 0] * BINS + step[..., 1]) * BINS + step[..., 2]

    def detect(self, picture, **_):
        bins = self._bins(cv2.medianBlur(np.ascontiguousarray(picture), 5))
        kinds, likelihood, found = self.likeliest[bins], self.likelihood[bins], []
        for kind in np.unique(kinds[kinds > 0]):
            count, labels, stats, _ = cv2.connectedComponentsWithStats((kinds == kind).astype(np.uint8))
            for k in range(1, count):
                x, y, w, h, area = stats[k]
                if area >= MIN_PATCH_SHARE * kinds.size:
                    mask = labels == k
                    box = np.array([x, y, x + w, y + h], float)
                    found.append(Detection(int(kind) - 1, float(likelihood[mask].mean()), box, mask))
        return sorted(found, key=lambda d: -d.score)
