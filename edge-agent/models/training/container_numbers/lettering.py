"""Painted lettering: a number in the layouts of ISO 6346 and what stands near it, as coverage and character boxes."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from scenes.hints import Array, Rng

from . import fonts, texts


@dataclass
class Line:
    """Characters in reading order, with the corners (4,2) of each one's box: top left, then clockwise."""

    text: str
    corners: list[Array]
    is_upright: bool  # False: the characters stand one below the other
    part_of: int = -1  # which number of the picture, in the order of its lines; -1 for other lettering


@dataclass
class Lettering:
    coverage: Array  # (H,W) 0..1
    lines: list[Line] = field(default_factory=list)


class Pen:
    """Writes with one font at one size on a coverage; letters may stand apart."""

    def __init__(self, target: Array, font: Path, height_px: float, spacing: float) -> None:
        self.target, self.spacing = target, spacing
        probe = fonts.load(font, 100).getbbox("H0")
        self.font = fonts.load(font, max(6, round(height_px * 100 / (probe[3] - probe[1]))))
        top, bottom = self.font.getbbox("H0")[1::2]
        self.top, self.height = top, bottom - top
        self.digit = self.font.getlength("0")

    def advance(self, letter: str) -> float:
        width = self.digit * 0.6 if letter == " " else self.font.getlength(letter)
        return width + self.height * self.spacing

    def letter(self, letter: str, x: float, y: float) -> Array:
        """Paints a character whose cap height begins at y; its corners, of the ink across and the cap height down."""
        left, _, right, _ = self.font.getbbox(letter)
        width = right + 8
        tile = Image.new("L", (int(width) + 8, int(self.height * 1.6) + 8), 0)
        fraction = x - np.floor(x)
        ImageDraw.Draw(tile).text((4 + fraction, 4 - self.top + 0.2 * self.height), letter, font=self.font, fill=255)
        _stamp(self.target, np.asarray(tile, np.float32) / 255, int(np.floor(x)) - 4, round(y - 4 - 0.2 * self.height))
        x0, x1, y1 = x + left, x + right, y + self.height
        return np.array([[x0, y], [x1, y], [x1, y1], [x0, y1]], np.float32)

    def row(self, text: str, x: float, y: float) -> list[Array]:
        corners = []
        for letter in text:
            if letter != " ":
                corners.append(self.letter(letter, x, y))
            x += self.advance(letter)
        return corners

    def column(self, text: str, x: float, y: float, step: float) -> list[Array]:
        """Upright characters one below the other, around the middle x."""
        corners = []
        for letter in text:
            if letter != " ":
                left, _, right, _ = self.font.getbbox(letter)
                corners.append(self.letter(letter, x - (left + right) / 2, y))
            y += self.height * (step if letter != " " else 0.7)
        return corners


def _stamp(target: Array, tile: Array, x: int, y: int) -> None:
    height, width = target.shape
    x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + tile.shape[1]), min(height, y + tile.shape[0])
    if x1 > x0 and y1 > y0:
        part = target[y0:y1, x0:x1]
        np.maximum(part, tile[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def _boxed(target: Array, corners: Array, rng: Rng) -> None:
    """The frame around a check digit."""
    (x0, y0), (x1, y1) = corners[0], corners[2]
    gap = (y1 - y0) * rng.uniform(0.1, 0.25)
    first = (int(x0 - gap), int(y0 - gap))
    last = (int(x1 + gap), int(y1 + gap))
    cv2.rectangle(target, first, last, 1.0, max(1, round((y1 - y0) * rng.uniform(0.04, 0.1))), cv2.LINE_AA)


def write_number(rng: Rng, lettering: Lettering, number: str, pen: Pen, place: Array, part_of: int) -> None:
    """One number in a random usual layout from its top left corner, often with the size-type code near it."""
    owner, serial, check = number[:4], number[4:10], number[10]
    x, y = place
    pitch = pen.height * rng.uniform(1.25, 1.7)
    kind = rng.random()
    rows: list[tuple[str, float, float]] = []
    if kind < 0.40:
        gap = " " if rng.random() < 0.85 else ""
        rows = [(f"{owner}{gap}{serial}{gap}{check}", x, y)]
    elif kind < 0.60:
        indent = rng.choice([0, 0, 0.5]) * pen.height
        rows = [(owner, x, y), (f"{serial} {check}", x + indent, y + pitch)]
    elif kind < 0.68:
        rows = [(owner, x, y), (serial[:3], x, y + pitch), (f"{serial[3:]} {check}", x, y + 2 * pitch)]
    if rows:
        before = len(lettering.lines)
        for text, left, top in rows:
            corners = pen.row(text, left, top)
            lettering.lines.append(Line(text.replace(" ", ""), corners, True, part_of))
        last = rows[-1]
        if rng.random() < 0.6:
            code = texts.size_type(rng)
            corners = pen.row(code, last[1] + rng.choice([0, 0, 3]) * pen.height, last[2] + pitch)
            lettering.lines.append(Line(code, corners, True))
        final = lettering.lines[before + len(rows) - 1]
    else:
        step = rng.uniform(1.15, 1.5)
        gap = " " if rng.random() < 0.8 else ""
        if kind < 0.92:
            corners = pen.column(f"{owner}{gap}{serial}{gap}{check}", x, y, step)
            lettering.lines.append(Line(number, corners, False, part_of))
        else:
            lettering.lines.append(Line(owner, pen.column(owner, x, y, step), False, part_of))
            corners = pen.column(f"{serial}{gap}{check}", x + pen.height * rng.uniform(1.2, 1.8), y, step)
            lettering.lines.append(Line(serial + check, corners, False, part_of))
        final = lettering.lines[-1]
    if rng.random() < 0.65:
        _boxed(lettering.coverage, final.corners[-1], rng)


def write_other(rng: Rng, lettering: Lettering, font: Path, letter_px: float) -> None:
    """Weights, names, warnings and plates around the number: what must not be read as one."""
    height, width = lettering.coverage.shape
    for _ in range(int(rng.integers(0, 4))):
        kind = rng.random()
        if kind < 0.55:
            size = letter_px * rng.uniform(0.4, 0.9)
            words = [texts.weight_line(rng) for _ in range(int(rng.integers(1, 5)))]
        elif kind < 0.85:
            size, words = letter_px * rng.uniform(0.8, 3), [texts.name(rng)]
        else:
            size, words = letter_px * rng.uniform(0.5, 1), [texts.size_type(rng)]
        pen = Pen(lettering.coverage, font, max(5, size), rng.uniform(0, 0.15))
        x, y = rng.uniform(-0.1, 0.8) * width, rng.uniform(0, 0.95) * height
        taken = [corner for line in lettering.lines for corner in line.corners]
        reach = max(sum(map(pen.advance, word)) for word in words), len(words) * pen.height * 1.5
        if any(_overlaps(corner, x, y, reach, letter_px * 0.4) for corner in taken):
            continue
        for row, word in enumerate(words):
            lettering.lines.append(Line(word.replace(" ", ""), pen.row(word, x, y + row * pen.height * 1.5), True))


def _overlaps(corners: Array, x: float, y: float, reach: tuple[float, float], margin: float) -> bool:
    (x0, y0), (x1, y1) = corners.min(0) - margin, corners.max(0) + margin
    return x0 < x + reach[0] and x1 > x and y0 < y + reach[1] and y1 > y
