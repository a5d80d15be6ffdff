"""Folders of labelled real pictures in YOLO's layout (data.yaml, images/, labels/), such as the cloud exports from what
reviewers have judged, as scenes to train on."""

import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from letterbox import letterbox
from scenes.hints import Array
from tasks import Task


@dataclass(frozen=True)
class Labelled:
    """pictures (N,H,W,3) uint8 RGB, ids (N,H,W) uint8 and classes (N,most things) int8, as `data.load_split` gives
    them; left_out counts pictures that cannot be trained on, by reason."""

    pictures: Array
    ids: Array
    classes: Array
    left_out: dict[str, int]


def names_of(folder: Path) -> list[str]:
    """The classes of data.yaml: a list of lines, or one in brackets."""
    text = (folder / "data.yaml").read_text()
    block = re.search(r"^names:[ \t]*\n((?:[ \t]*(?:-|\d+:)[^\n]*\n?)*)", text, re.MULTILINE)
    inline = re.search(r"^names:[ \t]*\[([^\]]*)\]", text, re.MULTILINE)
    if not block and not inline:
        raise SystemExit(f"{folder / 'data.yaml'} has no names")
    entries = re.findall(r"(?:-|\d+:)[ \t]*([^\n]*)", block[1]) if block else inline[1].split(",")
    return [entry.strip().strip("\"'") for entry in entries if entry.strip()]


def outline_of(values: list[float], width: int, height: int) -> Array:
    """Corners (k,2) in pixels from a box (x, y, width, height) or an outline, in shares of the picture."""
    points = np.asarray(values, float)
    if len(values) == 4:
        (x, y), (w, h) = points[:2], points[2:] / 2
        points = np.array([x - w, y - h, x + w, y - h, x + w, y + h, x - w, y + h])
    return points.reshape(-1, 2) * (width, height)


def _read(task: Task, image: Path, labels: Path, names: list[str]) -> tuple[Array, Array, list[int]] | str:
    """Picture, ids and classes, or why it cannot be trained on."""
    loaded = cv2.imread(str(image), cv2.IMREAD_COLOR)
    if loaded is None:
        return "picture unreadable"
    picture, scale, left, top = letterbox(cv2.cvtColor(loaded, cv2.COLOR_BGR2RGB), task.height_px, task.width_px)
    lines = [line.split() for line in labels.read_text().splitlines() if line.strip()] if labels.exists() else []
    if len(lines) > task.most_things:
        return f"more than {task.most_things} things"
    kinds = [names[int(line[0])] for line in lines]
    if any(kind not in task.classes for kind in kinds):
        return "unknown class"
    outlines = [outline_of([float(value) for value in line[1:]], *loaded.shape[1::-1]) for line in lines]
    ids = np.zeros(picture.shape[:2], np.uint8)
    # The largest first: smaller things lie on or before it.
    for k in sorted(range(len(lines)), key=lambda k: -cv2.contourArea(outlines[k].astype(np.float32))):
        corners = np.round((outlines[k] * scale + (left, top)) * 16).astype(np.int32)
        cv2.fillPoly(ids, [corners], k + 1, cv2.LINE_8, 4)
    return picture, ids, [task.classes.index(kind) for kind in kinds]


def load(task: Task, folder: Path) -> Labelled:
    """All pictures of a folder, fitted to the task's size."""
    names = names_of(folder)
    files = sorted(path for path in (folder / "images").iterdir() if path.is_file())
    left_out: dict[str, int] = {}
    read = []
    for image in files:
        one = _read(task, image, folder / "labels" / f"{image.stem}.txt", names)
        if isinstance(one, str):
            left_out[one] = left_out.get(one, 0) + 1
        else:
            read.append(one)
    if not read:
        raise SystemExit(f"{folder} has no picture to train on: {left_out or 'it is empty'}")
    classes = np.full((len(read), task.most_things), -1, np.int8)
    for k, (_, _, kinds) in enumerate(read):
        classes[k, : len(kinds)] = kinds
    return Labelled(np.stack([one[0] for one in read]), np.stack([one[1] for one in read]), classes, left_out)
