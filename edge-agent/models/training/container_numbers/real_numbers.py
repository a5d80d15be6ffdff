"""Folders of real pictures of container numbers in YOLO's layout (data.yaml, images/, labels/), as scenes to train on:
the cloud writes such a folder, `numbers`, from the numbers that people have confirmed or corrected. A picture's name
begins with its number, and its labels are the number's eleven characters in order."""

from pathlib import Path

import cv2
import numpy as np

from real import names_of, outline_of
from scenes.hints import Array

from . import scene, sets, texts

LENGTH = 11
MAX_LINES = 3
# What is kept around the number, and its tallest and least characters: heights, and pixels of a scene.
AROUND, TALLEST_PX, LEAST_PX = 0.5, 52, 9
GREY = 114


def lines_of(middles: Array, heights: Array) -> tuple[Array, bool] | None:
    """The line of each character (N), counted from 0, and whether lines are rows, from middles (N,2) and heights (N) in
    reading order; None for more lines than a number has. The agent links characters by the same distances."""
    size = (heights[:-1] + heights[1:]) / 2
    across, down = (np.diff(middles, axis=0) / size[:, None]).T
    in_row = (across >= 0.25) & (across <= 2.8) & (np.abs(down) <= 0.3 + 0.45 * across)
    in_column = (down >= 0.7) & (down <= 3.4) & (np.abs(across) <= 0.3 + 0.45 * down)
    is_row = bool(in_row.sum() >= in_column.sum())
    linked = in_row if is_row else in_column
    lines = np.concatenate([[0], np.cumsum(~linked)])
    return (lines, is_row) if lines[-1] < MAX_LINES else None


def upright(corners: Array, lines: Array, is_row: bool) -> Array:
    """Corners (N,4,2) of tilted characters, from those of the upright boxes around them: each is turned as its line
    is, with the size that fits into its box. Short and steep lines keep their boxes."""
    turned = corners.copy()
    for line in np.unique(lines):
        mine = corners[lines == line]
        middles = mine.mean(1)
        way = middles[-1] - middles[0]
        x, y = np.array(way if is_row else (way[1], -way[0])) / max(1e-6, float(np.hypot(*way)))
        width, height = (mine[:, 2] - mine[:, 0]).T
        spread = x * x - y * y
        if len(mine) < 3 or abs(y) > 0.5 or x <= 0:
            continue
        wide, tall = (width * x - height * abs(y)) / spread, (height * x - width * abs(y)) / spread
        fits = (wide > 0.2 * width) & (tall > 0.5 * height)
        wide, tall = np.where(fits, wide, width), np.where(fits, tall, height)
        along, below = np.outer(wide / 2, (x, y)), np.outer(tall / 2, (-y, x))
        four = [-along - below, along - below, along + below, -along + below]
        turned[lines == line] = middles[:, None] + np.stack(four, 1)
    return turned


def _labels(path: Path, names: list[str], size: tuple[int, int]) -> tuple[str, Array]:
    """The characters of a label file and the boxes around them (N,4,2) in pixels, from the top left clockwise."""
    rows = [line.split() for line in path.read_text().splitlines() if line.strip()] if path.exists() else []
    outlines = [outline_of([float(value) for value in row[1:]], *size) for row in rows]
    corners = np.array([[one.min(0), one.max(0)] for one in outlines]).reshape(-1, 2, 2)
    (x0, y0), (x1, y1) = corners[:, 0].T, corners[:, 1].T
    return "".join(names[int(row[0])] for row in rows), np.stack([x0, y0, x1, y0, x1, y1, x0, y1], 1).reshape(-1, 4, 2)


def _read(image: Path, names: list[str]) -> tuple[Array, Array, Array, bool] | str:
    """Picture, corners, lines and whether these are rows, or why the picture cannot be trained on."""
    loaded = cv2.imread(str(image), cv2.IMREAD_COLOR)
    if loaded is None:
        return "picture unreadable"
    labels = image.parent.parent / "labels" / f"{image.stem}.txt"
    text, corners = _labels(labels, names, loaded.shape[1::-1])
    if text != image.stem[:LENGTH] or len(text) != LENGTH:
        return "labels are not the number of the name"
    heights = corners[:, 2, 1] - corners[:, 0, 1]
    found = lines_of(corners.mean(1), heights)
    if not found:
        return "more than three lines"
    # Other lettering is not labelled, and must not be learnt as steel: what is farther from the number is grey.
    margin = AROUND * float(np.median(heights))
    low = np.maximum(0, np.floor(corners.min((0, 1)) - margin)).astype(int)
    high = np.minimum(loaded.shape[1::-1], np.ceil(corners.max((0, 1)) + margin)).astype(int)
    scale = min(1.0, scene.WIDTH_PX / (high - low).max(), TALLEST_PX / float(np.median(heights)))
    if float(heights.min()) * scale < LEAST_PX:
        return f"characters under {LEAST_PX} pixels"
    cut = cv2.cvtColor(loaded[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2RGB)
    width, height = (max(1, int(side * scale)) for side in high - low)
    picture = np.full((scene.HEIGHT_PX, scene.WIDTH_PX, 3), GREY, np.uint8)
    left, top = (scene.WIDTH_PX - width) // 2, (scene.HEIGHT_PX - height) // 2
    picture[top : top + height, left : left + width] = cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)
    placed = (corners - low) * (width / (high - low)[0], height / (high - low)[1]) + (left, top)
    return picture, upright(placed, *found), *found


def load(folder: Path) -> tuple[sets.Scenes, dict[str, int]]:
    """All pictures of a folder that can be trained on, and how many others there are, by reason."""
    names = names_of(folder)
    left_out: dict[str, int] = {}
    read = []
    for image in sorted(path for path in (folder / "images").iterdir() if path.is_file()):
        one = _read(image, names)
        if isinstance(one, str):
            left_out[one] = left_out.get(one, 0) + 1
        else:
            read.append((image.stem[:LENGTH], *one))
    if not read:
        raise SystemExit(f"{folder} has no picture to train on: {left_out or 'it is empty'}")
    scenes = sets.Scenes(**sets.empty(len(read)))
    for k, (number, picture, corners, lines, is_row) in enumerate(read):
        scenes.pictures[k] = picture
        scenes.classes[k, :LENGTH] = [texts.ALPHABET.index(letter) for letter in number]
        scenes.corners[k, :LENGTH], scenes.lines[k, :LENGTH] = corners, lines
        scenes.is_row[k, :LENGTH], scenes.parts[k, :LENGTH] = is_row, 0
    return scenes, left_out
