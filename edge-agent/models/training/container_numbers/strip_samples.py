"""Strips of drawn lines as the line reader learns them, for a test that the product makes the same ones.

python -m container_numbers.strip_samples > ../../src/reading/fixtures/strips.json
"""

import base64
import json

import cv2
import numpy as np

from . import fonts, line_net, scene

SEEDS = range(40)
# Of each kind, how many lines: rows and columns.
WANTED = {True: 3, False: 2}


def _base64(picture: np.ndarray, kind: str) -> str:
    _, packed = cv2.imencode(kind, picture)
    return base64.b64encode(packed.tobytes()).decode()


def main() -> None:
    groups = fonts.files(fonts.TRAINING)
    wanted = dict(WANTED)
    samples = []
    for seed in SEEDS:
        drawn = scene.draw([12, seed], groups)
        for line in drawn.lines:
            corners = np.asarray(line.corners)
            whole = (corners > 8).all() and (corners < scene.WIDTH_PX - 8).all()
            if line.part_of < 0 or len(line.text) < 6 or not whole or not wanted[line.is_upright]:
                continue
            wanted[line.is_upright] -= 1
            margin = 12
            left, top = np.maximum(0, np.floor(corners.min((0, 1)) - margin)).astype(int)
            right, bottom = np.ceil(corners.max((0, 1)) + margin).astype(int)
            picture = drawn.picture[top:bottom, left:right]
            corners = corners - np.array([left, top])
            heights = np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
            matrix, width = line_net.rectify(corners.mean(1), heights, line.is_upright)
            strip = line_net.strip_of(picture, matrix, width)
            low, high = corners.min(1), corners.max(1)
            boxes = np.column_stack([(low + high) / 2, high - low])
            samples.append(
                {
                    "text": line.text,
                    "isRow": bool(line.is_upright),
                    "boxes": np.round(boxes.astype(float), 2).tolist(),
                    "width": round(float(width), 2),
                    "picture": _base64(picture[..., ::-1], ".png"),
                    "strip": _base64(strip, ".png"),
                }
            )
            break
    print(json.dumps(samples, indent=1))


if __name__ == "__main__":
    main()
