"""The steel that numbers are painted on: colour, corrugation, ovals, rods, seams, rust and dirt."""

from dataclasses import dataclass

import cv2
import numpy as np

from scenes.hints import Array, Rng

# Linear-ish RGB 0..1 of usual paints: blues, reds and browns, greens, greys, white, orange, yellow.
PAINTS = (
    (0.10, 0.22, 0.45), (0.05, 0.12, 0.25), (0.15, 0.38, 0.60), (0.45, 0.12, 0.10), (0.35, 0.16, 0.11),
    (0.55, 0.22, 0.16), (0.12, 0.35, 0.25), (0.05, 0.25, 0.18), (0.45, 0.47, 0.48), (0.66, 0.67, 0.66),
    (0.86, 0.86, 0.83), (0.80, 0.40, 0.10), (0.85, 0.65, 0.12), (0.70, 0.10, 0.35), (0.30, 0.30, 0.32),
)  # fmt: skip


@dataclass
class Panel:
    """Steel before the lettering: its paint, the light on it, and how far its relief shifts what is seen sideways."""

    paint: Array  # (H,W,3)
    light: Array  # (H,W), 1 is flat steel
    relief: Array  # (H,W), 0..1, nearest first
    worn: Array  # (H,W), 0..1: where rust and scratches have taken paint and lettering away
    rods: list[tuple[float, float]]  # x and width of the vertical bars that stand before the steel


def field(rng: Rng, height: int, width: int, cells: int) -> Array:
    """Smooth noise 0..1 with about `cells` blobs across the picture."""
    grid = rng.random((max(2, cells * height // width), max(2, cells)), dtype=np.float32)
    return np.clip(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), 0, 1)


def _corrugation(rng: Rng, height: int, width: int, letter_px: float) -> Array:
    """A trapezoid wave across (walls), down (some doors and roofs), or flat steel."""
    kind = rng.random()
    if kind < 0.3:
        return np.zeros((height, width), np.float32)
    period = letter_px * np.exp(rng.uniform(np.log(0.7), np.log(5)))
    length = width if kind < 0.9 else height
    phase = (np.arange(length) / period + rng.random()) % 1
    slope = rng.uniform(0.08, 0.22)
    wave = np.clip(np.minimum(phase, 1 - phase) / slope - rng.uniform(0.4, 1.2), 0, 1).astype(np.float32)
    rows = wave[None, :] if kind < 0.9 else wave[:, None]
    return np.broadcast_to(rows, (height, width)).copy()


def _ovals(rng: Rng, relief: Array, letter_px: float) -> None:
    """Pressed stiffeners, as roofs and doors have them."""
    height, width = relief.shape
    for _ in range(int(rng.integers(1, 4))):
        size = letter_px * rng.uniform(1, 5), letter_px * rng.uniform(0.3, 1.2)
        if rng.random() < 0.5:
            size = size[::-1]
        middle = int(rng.uniform(0, width)), int(rng.uniform(0, height))
        shape = np.zeros_like(relief)
        cv2.ellipse(
            shape, middle, (int(size[0]) + 1, int(size[1]) + 1), rng.uniform(-5, 5), 0, 360, 1.0, -1, cv2.LINE_AA
        )
        np.maximum(relief, cv2.blur(shape, (3, 3)), out=relief)


def _wear(rng: Rng, height: int, width: int) -> Array:
    """Blotches, scratches and the streaks that run down from them."""
    worn = np.zeros((height, width), np.float32)
    if rng.random() < 0.55:
        blotches = 0.6 * field(rng, height, width, 10) + 0.4 * field(rng, height, width, 48)
        worn = np.clip((blotches - rng.uniform(0.58, 0.8)) * 7, 0, 1)
    if rng.random() < 0.35:
        streaks = cv2.resize(rng.random((3, width // 3 + 2), dtype=np.float32), (width, height))
        worn = np.maximum(worn, np.clip((streaks - rng.uniform(0.72, 0.9)) * 4, 0, rng.uniform(0.3, 0.9)))
    for _ in range(int(rng.integers(0, 5))):
        start = rng.uniform(0, 1, 2) * (width, height)
        end = start + rng.normal(0, 0.25, 2) * (width, height)
        cv2.line(worn, start.astype(int).tolist(), end.astype(int).tolist(), rng.uniform(0.3, 1), 1, cv2.LINE_AA)
    return worn


def draw(rng: Rng, height: int, width: int, letter_px: float) -> Panel:
    paint = np.asarray(PAINTS[int(rng.integers(len(PAINTS)))], np.float32)
    paint = np.clip(paint * rng.uniform(0.75, 1.3) + rng.normal(0, 0.03, 3), 0.02, 0.95).astype(np.float32)
    canvas = np.broadcast_to(paint, (height, width, 3)).copy()
    relief = _corrugation(rng, height, width, letter_px)
    if rng.random() < 0.2:
        _ovals(rng, relief, letter_px)
    # What slopes towards the light is bright, what slopes away dark; hollows get less of the sky.
    across, down = np.gradient(relief, axis=1), np.gradient(relief, axis=0)
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 3.0)
    slope = np.clip((across * np.cos(angle) + down * np.sin(angle)) * strength, -0.6, 0.6)
    light = 1 + slope - rng.uniform(0, 0.25) * (1 - relief) * (relief.max() > 0)
    if rng.random() < 0.3:
        seam = int(rng.uniform(0, height))
        light[seam : seam + int(rng.integers(1, 4))] *= rng.uniform(0.4, 0.8)
    rods = (
        [(rng.uniform(0, width), letter_px * rng.uniform(0.4, 1.1)) for _ in range(int(rng.integers(1, 4)))]
        if rng.random() < 0.25
        else []
    )
    light *= 0.85 + 0.3 * field(rng, height, width, 4)
    return Panel(canvas, light.astype(np.float32), relief, _wear(rng, height, width), rods)


def rusted(rng: Rng, picture: Array, worn: Array) -> Array:
    """Steel and rust, where the paint has worn off."""
    rust = np.asarray((0.32, 0.17, 0.09), np.float32) * rng.uniform(0.6, 1.6)
    if rng.random() < 0.25:
        rust = np.asarray((0.5, 0.5, 0.5), np.float32) * rng.uniform(0.6, 1.5)
    return picture * (1 - worn[..., None]) + rust * worn[..., None]


def dirty(rng: Rng, picture: Array) -> Array:
    """A film of dust or soot, thicker in places."""
    height, width = picture.shape[:2]
    dust = np.asarray((0.35, 0.31, 0.26), np.float32) * rng.uniform(0.5, 1.5)
    film = rng.uniform(0.1, 0.5) * field(rng, height, width, 6)[..., None]
    return picture * (1 - film) + dust * film


def with_rods(rng: Rng, picture: Array, rods: list[tuple[float, float]]) -> tuple[Array, Array]:
    """The picture with its door rods before it, and where they hide it (H,W) 0..1."""
    height, width = picture.shape[:2]
    hidden = np.zeros((height, width), np.float32)
    for x, thick in rods:
        left, right = max(0, int(x - thick / 2)), min(width, int(x + thick / 2))
        if right <= left:
            continue
        shade = np.sin(np.linspace(0.3, np.pi - 0.3, right - left)) * rng.uniform(0.6, 1.2)
        base = picture[:, left:right].mean((0, 1)) if rng.random() < 0.6 else rng.uniform(0.3, 0.7, 3)
        picture[:, left:right] = base * shade[None, :, None]
        picture[:, right : right + max(1, int(thick / 3))] *= rng.uniform(0.4, 0.9)
        hidden[:, left:right] = 1
    return picture, hidden
