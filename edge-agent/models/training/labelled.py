"""Writes drawn scenes as pictures and labels in YOLO's layout, as the evaluation command reads them.

python labelled.py damage "held-out seeds" 400 FOLDER
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

import data
from scenes.hints import Array
from tasks import TASKS, Task


def outline_of(mask: Array) -> Array:
    """One outline (k,2) in pixels round all parts of a mask, which bridges without width join."""
    # Drawn twice as large, the outline runs within a quarter of a pixel of the pixels' edges.
    large = np.kron(mask.astype(np.uint8), np.ones((2, 2), np.uint8))
    found, _ = cv2.findContours(large, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = [(contour[:, 0] + 0.5) / 2 for contour in sorted(found, key=cv2.contourArea, reverse=True)]
    joined = parts[0]
    for part in parts[1:]:
        distance = np.linalg.norm(joined[:, None] - part[None], axis=2)
        here, there = np.unravel_index(distance.argmin(), distance.shape)
        loop = np.concatenate([part[there:], part[: there + 1]])
        joined = np.concatenate([joined[: here + 1], loop, joined[here:]])
    return joined


def write(task: Task, split: str, count: int, folder: Path) -> None:
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "labels").mkdir(exist_ok=True)
    names = "\n".join(f"  - {name}" for name in task.classes)
    (folder / "data.yaml").write_text(f"names:\n{names}\n")
    for k, (picture, ids, classes) in enumerate(zip(*data.load_split(task, split, count))):
        cv2.imwrite(str(folder / "images" / f"{k:05}.png"), cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR))
        lines = []
        for number, kind in enumerate(int(kind) for kind in classes if kind >= 0):
            outline = outline_of(np.asarray(ids) == number + 1) / (task.width_px, task.height_px)
            lines.append(" ".join([str(kind), *(f"{value:.5f}" for value in outline.ravel())]))
        (folder / "labels" / f"{k:05}.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("split")
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    write(TASKS[options.task], options.split, options.count, options.folder)


if __name__ == "__main__":
    main()
