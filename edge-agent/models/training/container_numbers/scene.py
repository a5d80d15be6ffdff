"""One drawn picture of a container's lettering, with the truth about every character in it."""

from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from scenes.hints import Array, Rng, Seed

from . import lettering as letters
from . import panel, photograph, texts
from .fonts import Path

WIDTH_PX, HEIGHT_PX = 288, 288
OVERSAMPLE = 1.25  # letters are painted this much larger, so that the view from aside does not blur them
MIN_LEGIBLE_PX = 14
MIN_CONTRAST = 0.12


@dataclass
class Scene:
    """A picture (H,W,3) uint8 RGB; lines of characters, whose corners are pixels of it; its numbers, legible or not."""

    picture: Array
    lines: list[letters.Line]
    numbers: list[tuple[str, bool]]


@dataclass
class Measures:
    """What decides whether a character can be read: whole pictures (H,W) 0..1 and the blur's sigma in pixels."""

    coverage: Array
    hidden: Array
    blur_px: float


def _paint(rng: Rng, steel: panel.Panel, coverage: Array) -> Array:
    background = float(steel.paint.mean())
    ink = np.full(3, rng.uniform(0.75, 1.0) if background < 0.5 else rng.uniform(0.0, 0.2), np.float32)
    if rng.random() < 0.12:
        ink = np.asarray(panel.PAINTS[int(rng.integers(len(panel.PAINTS)))], np.float32)
        if abs(ink.mean() - background) < 0.2:
            ink = np.full(3, 1.0 if background < 0.5 else 0.0, np.float32)
    opacity = (coverage * rng.uniform(0.65, 1.0) * (1 - steel.worn * rng.uniform(0, 0.9)))[..., None]
    return steel.paint * (1 - opacity) + ink * opacity


def _seen_from_aside(painted: Array, shift: Array) -> Array:
    """What is painted on a relief, which shifts it sideways by `shift` (H,W) pixels."""
    y, x = np.mgrid[: shift.shape[0], : shift.shape[1]].astype(np.float32)
    return cv2.remap(painted, x - shift, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _write(
    rng: Rng, shape: tuple[int, int], font: Path, letter_px: float, given: str | None
) -> tuple[letters.Lettering, list[str]]:
    sheet = letters.Lettering(np.zeros(shape, np.float32))
    numbers = []
    for part_of in range(1 if given else int(rng.choice([0, 1, 2], p=[0.06, 0.88, 0.06]))):
        number, seed = given or texts.container_number(rng), int(rng.integers(1 << 31))
        write = partial(_write_number, number, seed, part_of, font, rng.uniform(0.02, 0.3))
        # Written once on nothing, to know its extent: the number must fit on the steel.
        trial = letters.Lettering(np.zeros((1, 1), np.float32))
        write(trial, np.zeros(2), letter_px)
        extent = np.concatenate([corner for line in trial.lines for corner in line.corners]).max(0) + letter_px * 0.5
        room = np.array(shape[::-1]) * (0.9 if part_of == 0 else 0.45)
        size_px = letter_px * min(1.0, float((room / extent).min()))
        slack = np.array(shape[::-1]) * 0.97 - extent * size_px / letter_px
        before = len(sheet.lines)
        write(sheet, rng.uniform(0.02, 1, 2) * slack, size_px)
        if part_of and _meets(sheet.lines[:before], sheet.lines[before:]):
            del sheet.lines[before:]
            sheet.coverage[:] = 0
            return _write(rng, shape, font, letter_px, given)
        numbers.append(number)
    letters.write_other(rng, sheet, font, letter_px)
    return sheet, numbers


def _write_number(
    number: str,
    seed: int,
    part_of: int,
    font: Path,
    spacing: float,
    target: letters.Lettering,
    place: Array,
    size_px: float,
) -> None:
    """The same seed writes the same layout, at any place and size."""
    pen = letters.Pen(target.coverage, font, size_px, spacing)
    letters.write_number(np.random.default_rng(seed), target, number, pen, place, part_of)


def _meets(some: list[letters.Line], others: list[letters.Line]) -> bool:
    """Whether two groups of lines come near each other."""
    one, other = (np.concatenate([corner for line in lines for corner in line.corners]) for lines in (some, others))
    return bool((one.min(0) - 20 < other.max(0)).all() and (other.min(0) - 20 < one.max(0)).all())


def _fitted(rng: Rng, matrix: Array, lines: list[letters.Line]) -> Array:
    """The view, made smaller where the first number would not fit, and moved somewhere within the picture."""
    corners = np.concatenate([corner for line in lines if line.part_of == 0 for corner in line.corners])
    seen = photograph.moved(corners, matrix)
    margin = 3
    room = np.array([WIDTH_PX - 2 * margin, HEIGHT_PX - 2 * margin])
    scale = min(1.0, float((room / (seen.max(0) - seen.min(0))).min()))
    near = seen.min(0) * scale
    slack = room - (seen.max(0) - seen.min(0)) * scale
    offset = margin + rng.uniform(0, 1, 2) * slack - near
    return np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]]) @ matrix


def _legible(corners: list[Array], light: Array, measures: Measures) -> bool:
    """Whether every character is large, sharp, in contrast to its ground, in the picture and not hidden."""
    height, width = light.shape
    for four in corners:
        tall = min(np.linalg.norm(four[3] - four[0]), np.linalg.norm(four[2] - four[1]))
        if tall < MIN_LEGIBLE_PX or measures.blur_px > 0.09 * tall:
            return False
        (x0, y0), (x1, y1) = np.floor(four.min(0) - 1).astype(int), np.ceil(four.max(0) + 1).astype(int)
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            return False
        part = light[y0:y1, x0:x1]
        ink, ground = measures.coverage[y0:y1, x0:x1] > 0.6, measures.coverage[y0:y1, x0:x1] < 0.15
        if not ink.any() or not ground.any() or abs(part[ink].mean() - part[ground].mean()) < MIN_CONTRAST:
            return False
        if measures.hidden[y0:y1, x0:x1].mean() > 0.1:
            return False
    return True


def _hide(rng: Rng, picture: Array, hidden: Array, letter_px: float) -> None:
    """Something that stands before the steel: a pole, a strap, a hand."""
    height, width = hidden.shape
    start, end = rng.uniform(-0.2, 1.2, (2, 2)) * (width, height)
    mask = np.zeros_like(hidden)
    thick = max(1, int(letter_px * rng.uniform(0.15, 0.9)))
    cv2.line(mask, start.astype(int).tolist(), end.astype(int).tolist(), 1.0, thick, cv2.LINE_AA)
    picture[:] = picture * (1 - mask[..., None]) + rng.uniform(0.05, 0.8, 3).astype(np.float32) * mask[..., None]
    np.maximum(hidden, mask, out=hidden)


@dataclass
class Painted:
    """A wall of steel before it is photographed: its colours (H,W,3), and (H,W) what is ink and what is hidden."""

    picture: Array
    coverage: Array
    hidden: Array
    lines: list[letters.Line]
    numbers: list[str]


def draw(seed: Seed, groups: list[list[Path]], letter_px: tuple[float, float] = (11, 52)) -> Scene:
    """The scene of a seed, in fonts of `groups`, with capitals about as tall as `letter_px` (least, most)."""
    rng = np.random.default_rng(seed)
    return _photographed(rng, rng, _painted(rng, groups, letter_px))


def draw_frames(seed: list[int], groups: list[list[Path]], count: int) -> list[Scene]:
    """Frames of one camera that a container drives past: the same steel in the same light, from about the same side;
    blur, noise, rain and compression are each frame's own."""
    painted = _painted(np.random.default_rng(seed), groups, (11, 52))
    frames = []
    for number in range(count):
        view, own = np.random.default_rng([*seed, 1]), np.random.default_rng([*seed, 2, number])
        lines = [replace(line, corners=list(line.corners)) for line in painted.lines]
        frames.append(_photographed(view, own, replace(painted, lines=lines)))
    return frames


def paint(seed: Seed, groups: list[list[Path]], letter_px: tuple[float, float], number: str) -> Painted:
    """Steel with a given number on it."""
    return _painted(np.random.default_rng(seed), groups, letter_px, number)


def _painted(rng: Rng, groups: list[list[Path]], letter_px: tuple[float, float], given: str | None = None) -> Painted:
    group = groups[int(rng.integers(len(groups)))]
    font = group[int(rng.integers(len(group)))]
    tall = float(np.exp(rng.uniform(*np.log(letter_px))))
    painted_px = tall * OVERSAMPLE
    shape = int(HEIGHT_PX * OVERSAMPLE * 1.6), int(WIDTH_PX * OVERSAMPLE * 1.6)
    sheet, numbers = _write(rng, shape, font, painted_px, given)
    steel = panel.draw(rng, *shape, painted_px)
    shift = ((steel.relief - 0.5) * rng.normal(0, 0.08) * painted_px).astype(np.float32)
    picture = _seen_from_aside(_paint(rng, steel, sheet.coverage), shift)
    coverage = _seen_from_aside(sheet.coverage, shift)
    picture = panel.rusted(rng, picture, steel.worn * rng.uniform(0, 1))
    picture = picture * steel.light[..., None]
    if rng.random() < 0.4:
        picture = panel.dirty(rng, picture)
    picture, hidden = panel.with_rods(rng, picture, steel.rods)
    for line in sheet.lines:
        for corner in line.corners:
            x, y = np.clip(corner.mean(0), 0, np.array(shape[::-1]) - 1).astype(int)
            corner[:, 0] += shift[y, x]
    return Painted(picture.astype(np.float32), coverage, hidden, sheet.lines, numbers)


def _moved_on(rng: Rng) -> Array:
    """Where a container has driven between two frames, and how the camera has trembled."""
    scale = np.exp(rng.normal(0, 0.03))
    x, y = rng.normal(0, [0.04 * WIDTH_PX, 0.01 * HEIGHT_PX])
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])


def _photographed(rng: Rng, own: Rng, painted: Painted) -> Scene:
    """`own` decides what differs between the frames of one camera; a single picture has one and the same of both."""
    picture, coverage, hidden = painted.picture, painted.coverage, painted.hidden
    lines, numbers = painted.lines, painted.numbers
    shape = coverage.shape
    size = (HEIGHT_PX, WIDTH_PX)
    owned = [corner for line in lines if line.part_of == 0 for corner in line.corners]
    about = np.concatenate(owned).mean(0) if owned else np.array(shape[::-1]) / 2
    smaller = np.diag([1 / OVERSAMPLE, 1 / OVERSAMPLE, 1])
    matrix = (
        photograph.view(rng, shape, size, np.zeros(2))
        @ smaller
        @ np.array([[1, 0, -about[0]], [0, 1, -about[1]], [0, 0, 1]])
    )
    if owned:
        matrix = _fitted(rng, matrix, lines)
    if own is not rng:
        matrix = _moved_on(own) @ matrix
    beyond = rng.uniform(0.02, 0.9) + rng.normal(0, 0.05, 3)  # the yard, the sky
    seen, covered, behind = (
        cv2.warpPerspective(layer, matrix, size[::-1], flags=cv2.INTER_LINEAR, borderValue=border)
        for layer, border in ((picture, beyond.tolist()), (coverage, 0), (hidden, 0))
    )
    for line in lines:
        line.corners = [photograph.moved(corner, matrix) for corner in line.corners]
    tall = [float(np.linalg.norm(corner[3] - corner[0])) for line in lines for corner in line.corners]
    letter_px = float(np.median(tall)) if tall else 20.0
    seen = photograph.lit(rng, seen)
    if rng.random() < 0.1:
        _hide(rng, seen, behind, letter_px)
    if rng.random() < 0.12:
        seen = photograph.rained_on(own, seen)
    seen, blur_px = photograph.blurred(own, seen.astype(np.float32), letter_px)
    done = photograph.recorded(rng, own, seen)
    light = done.mean(2) / 255
    measures = Measures(covered, behind, blur_px)
    legible = [
        _legible([corner for line in lines if line.part_of == part for corner in line.corners], light, measures)
        for part in range(len(numbers))
    ]
    return Scene(done, lines, list(zip(numbers, legible)))
