"""Labelled photos of container numbers become scenes that both networks learn from."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from container_numbers import real_numbers, scene, texts

NUMBERS = ("CSQU3054383", "TGHU7599330", "MEDU6246078", "HLXU2008419")


def boxes_of(parts: list[str], *, left: float, top: float, step: float, tall: float, down: float = 1.6) -> np.ndarray:
    """Corners (N,2,2) of the boxes around characters in rows."""
    places = [(left + k * step, top + row * down * tall) for row, part in enumerate(parts) for k in range(len(part))]
    return np.array([[(x, y), (x + 0.7 * step, y + tall)] for x, y in places])


def write(folder: Path, name: str, boxes: np.ndarray, text: str, size: tuple[int, int] = (1920, 1080)) -> None:
    """A dark picture, wide and high as `size`, with white characters in their boxes, and its labels."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    names = "".join(f'  - "{letter}"\n' for letter in texts.ALPHABET)
    (folder / "data.yaml").write_text(f"names:\n{names}")
    picture = np.full((size[1], size[0], 3), 40, np.uint8)
    lines = []
    for letter, ((x0, y0), (x1, y1)) in zip(text, boxes):
        tall = y1 - y0
        place = (int(x0), int(y1))
        cv2.putText(picture, letter, place, cv2.FONT_HERSHEY_SIMPLEX, tall / 22, (255, 255, 255), int(tall / 10) + 1)
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) / size
        lines.append(" ".join([str(texts.ALPHABET.index(letter)), *(f"{value:.5f}" for value in corners.ravel())]))
    cv2.imwrite(str(folder / "images" / f"{name}.png"), picture)
    (folder / "labels" / f"{name}.txt").write_text("\n".join(lines) + "\n")


def row(number: str, left: float = 700, tall: float = 60) -> np.ndarray:
    return boxes_of([number], left=left, top=500, step=0.8 * tall, tall=tall)


@pytest.mark.parametrize("parts", [["CSQU3054383"], ["CSQU", "3054383"], ["CSQU", "305438", "3"]])
def test_rows_are_separated(parts: list[str]) -> None:
    boxes = boxes_of(parts, left=0, top=0, step=20, tall=24)
    found = real_numbers.lines_of(boxes.mean(1), np.full(11, 24.0))
    assert found is not None
    assert found[0].tolist() == [line for line, part in enumerate(parts) for _ in part]
    assert found[1]


def test_columns_are_separated_and_more_than_three_lines_are_refused() -> None:
    heights = np.full(11, 24.0)
    middles = np.array([[0, 30 * k] for k in range(4)] + [[60, 30 * k] for k in range(7)], float)
    found = real_numbers.lines_of(middles, heights)
    assert found is not None
    assert found[0].tolist() == [0] * 4 + [1] * 7
    assert not found[1]
    scattered = np.array([[200 * (k % 2), 300 * k] for k in range(11)], float)
    assert real_numbers.lines_of(scattered, heights) is None


@pytest.mark.parametrize("is_row", [True, False])
@pytest.mark.parametrize("tilt", [-0.3, 0.0, 0.3])
def test_tilted_characters_get_their_own_size_from_upright_boxes(tilt: float, is_row: bool) -> None:
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    own = np.array([[-8, -12], [8, -12], [8, 12], [-8, 12]], float) @ turn.T
    step = turn @ (np.array([20.0, 0]) if is_row else np.array([0, 30.0]))
    true = np.stack([own + 100 + k * step for k in range(11)])
    (x0, y0), (x1, y1) = true.min(1).T, true.max(1).T
    boxes = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], 1).reshape(-1, 4, 2)
    assert real_numbers.upright(boxes, np.zeros(11), is_row) == pytest.approx(true, abs=0.01)


def test_a_photo_is_cut_around_its_number_and_fitted(tmp_path: Path) -> None:
    beside = boxes_of(["45G1"], left=700, top=640, step=48, tall=60)
    boxes = np.concatenate([row(NUMBERS[0]), beside])
    write(tmp_path, f"{NUMBERS[0]}-1", boxes, f"{NUMBERS[0]}45G1")
    labels = tmp_path / "labels" / f"{NUMBERS[0]}-1.txt"
    labels.write_text("\n".join(labels.read_text().splitlines()[:11]))
    scenes, left_out = real_numbers.load(tmp_path)
    assert left_out == {}
    assert "".join(texts.ALPHABET[k] for k in scenes.classes[0] if k >= 0) == NUMBERS[0]
    corners = scenes.corners[0, :11]
    assert corners.min() >= 0
    assert corners.max() <= scene.WIDTH_PX
    assert (scenes.parts[0, :11] == 0).all()
    bright = (scenes.pictures[0] > 160).all(2)
    for four in corners:
        (x0, y0), (x1, y1) = np.floor(four.min(0)).astype(int), np.ceil(four.max(0)).astype(int)
        assert bright[y0:y1, x0:x1].mean() > 0.05
    # The code below it, which has no labels, is not in the picture.
    assert not bright[int(corners[..., 1].max()) + 5 :].any()


def test_photos_that_cannot_be_trained_on_are_counted(tmp_path: Path) -> None:
    number, other = NUMBERS[:2]
    write(tmp_path, f"{number}-1", row(number), number)
    write(tmp_path, f"{other}-2", row(number), number)
    write(tmp_path, f"{number}-3", row(number)[:10], number[:10])
    write(tmp_path, f"{number}-4", row(number, tall=7), number)
    (tmp_path / "images" / f"{number}-5.jpg").write_text("no picture")
    scenes, left_out = real_numbers.load(tmp_path)
    assert len(scenes) == 1
    assert left_out == {
        "labels are not the number of the name": 2,
        "characters under 9 pixels": 1,
        "picture unreadable": 1,
    }


@pytest.mark.parametrize("network", ["characters", "lines"])
def test_both_networks_learn_from_labelled_photos_alone(tmp_path: Path, network: str) -> None:
    for k, number in enumerate(NUMBERS):
        write(tmp_path / "set", f"{number}-{k}", row(number, left=300 * k), number)
    command = [
        sys.executable,
        "-m",
        "container_numbers.train",
        network,
        "--scenes",
        "0",
        "--out",
        str(tmp_path / "out"),
    ]
    labelled = ["--labelled", str(tmp_path / "set"), "--labelled-times", "30" if network == "characters" else "240"]
    rest = ["--epochs", "2", "--log-steps", "5", "--workers", "1"]
    done = subprocess.run([*command, *labelled, *rest], check=True, capture_output=True, text=True)
    assert done.stdout == f"{tmp_path / 'set'}: 4 pictures, left out: none\n"
    rows = [json.loads(line) for line in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    assert rows[-2]["step"] == 20
    assert rows[-2]["name"] < 0.9 * rows[0]["name"]
    assert torch.load(tmp_path / "out" / "checkpoint.pt", weights_only=True)["step"] == 20
