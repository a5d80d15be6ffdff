"""The steel that is damaged: its relief in metres, its paint, and how light falls on both."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from container_numbers.panel import PAINTS
from container_numbers.panel import field as noise
from scenes.hints import Array, Rng

CORRUGATION_PITCH_M, CORRUGATION_DEPTH_M = 0.278, 0.036  # of usual side walls


@dataclass
class Surface:
    """A wall seen from the front. relief (H,W) metres towards the viewer; paint (H,W,3) 0..1; opening (H,W) 0..1 where
    the steel is missing and the dark inside is seen. What happens to the wall changes all three in place."""

    px_per_m: float
    relief: Array
    paint: Array
    opening: Array
    kind: str
    bars: list[tuple[Array, float]] = field(default_factory=list)  # lines (k,2) px of the locking bars, and their width
    seals: list[tuple[float, float]] = field(default_factory=list)  # x, y px of where a seal belongs
    seam: tuple[float, float] = (0.0, 0.0)  # of doors: x px of the gasket between the leaves, and half its width

    @property
    def size(self) -> tuple[int, int]:
        return self.relief.shape

    def part(self, window: tuple[slice, slice]) -> "Surface":
        """Rows and columns of the wall; what happens to the part happens to the wall."""
        return Surface(self.px_per_m, self.relief[window], self.paint[window], self.opening[window], self.kind)

    def metres(self) -> tuple[float, float]:
        height, width = self.size
        return width / self.px_per_m, height / self.px_per_m


def _wave(rng: Rng, length: int, pitch_px: float) -> Array:
    """The trapezoid of corrugated steel along one axis, 0..1."""
    phase = (np.arange(length) / pitch_px + rng.random()) % 1
    slope = rng.uniform(0.1, 0.2)
    return np.clip(np.minimum(phase, 1 - phase) / slope - rng.uniform(0.5, 1.2), 0, 1).astype(np.float32)


def _base(rng: Rng, height: int, width: int) -> Array:
    paint = np.asarray(PAINTS[int(rng.integers(len(PAINTS)))], np.float32)
    paint = np.clip(paint * rng.uniform(0.75, 1.3) + rng.normal(0, 0.03, 3), 0.03, 0.95).astype(np.float32)
    canvas = np.broadcast_to(paint, (height, width, 3)).copy()
    # Sun-bleached and patched paint.
    canvas *= (1 + rng.uniform(0, 0.25) * (noise(rng, height, width, 5) - 0.5))[..., None]
    return canvas


def side(rng: Rng, height: int, width: int, px_per_m: float) -> Surface:
    pitch = CORRUGATION_PITCH_M * rng.uniform(0.8, 1.3) * px_per_m
    relief = np.broadcast_to(_wave(rng, width, pitch)[None], (height, width)) * CORRUGATION_DEPTH_M
    surface = Surface(
        px_per_m, relief.astype(np.float32).copy(), _base(rng, height, width), _none(height, width), "side"
    )
    if rng.random() < 0.4:  # the rail along the top or the bottom
        edge = int(rng.uniform(0.05, 0.15) * height)
        rows = slice(0, edge) if rng.random() < 0.5 else slice(height - edge, height)
        surface.relief[rows] = 0.06
    return surface


def roof(rng: Rng, height: int, width: int, px_per_m: float) -> Surface:
    pitch = CORRUGATION_PITCH_M * rng.uniform(0.7, 1.2) * px_per_m
    wave = _wave(rng, width, pitch)
    rows = np.arange(height) / height
    ends = np.clip(np.minimum(rows, 1 - rows) / 0.04 - rng.uniform(0.2, 2), 0, 1).astype(np.float32)
    relief = wave[None] * ends[:, None] * 0.02
    surface = Surface(px_per_m, relief.astype(np.float32), _base(rng, height, width), _none(height, width), "roof")
    cover(surface.paint, np.clip((noise(rng, height, width, 6) - rng.uniform(0.55, 0.9)) * 3, 0, 0.5), 0.35)
    return surface


def door(rng: Rng, height: int, width: int, px_per_m: float) -> Surface:
    """Two leaves with flat or shallow panels, gaskets, hinges and locking bars."""
    surface = Surface(
        px_per_m, np.zeros((height, width), np.float32), _base(rng, height, width), _none(height, width), "door"
    )
    if rng.random() < 0.6:
        pitch = rng.uniform(0.3, 0.6) * px_per_m
        surface.relief += _wave(rng, height, pitch)[:, None] * 0.02
    middle = int(width * rng.uniform(0.35, 0.65))
    gasket = max(1, int(0.025 * px_per_m))
    surface.seam = float(middle), float(gasket)
    surface.relief[:, max(0, middle - gasket) : middle + gasket] = -0.015
    surface.paint[:, max(0, middle - gasket) : middle + gasket] = rng.uniform(0.02, 0.1)
    for x in (middle - rng.uniform(0.15, 0.3) * px_per_m, middle + rng.uniform(0.15, 0.3) * px_per_m,
              middle - rng.uniform(0.7, 0.95) * px_per_m, middle + rng.uniform(0.7, 0.95) * px_per_m):  # fmt: skip
        line = np.stack([np.full(24, x), np.linspace(-0.05, 1.05, 24) * height], -1)
        surface.bars.append((line, 0.034 * px_per_m))
        if 0 < x < width and rng.random() < 0.8:
            surface.seals.append((float(x + rng.uniform(0.06, 0.16) * px_per_m), height * rng.uniform(0.3, 0.75)))
    return surface


def cover(paint: Array, share: Array, colour: float | Array) -> None:
    """Lays a colour over paint (H,W,3), in place, as far as `share` (H,W) reaches."""
    paint += share[..., None] * (np.asarray(colour, np.float32) - paint)


def mean_of(colours: Array) -> Array:
    """(H,W) mean of the three colours: several times faster than `mean(2)`."""
    return cv2.transform(colours, np.full((1, 3), 1 / 3, np.float32))


def _none(height: int, width: int) -> Array:
    return np.zeros((height, width), np.float32)


def letter(rng: Rng, surface: Surface) -> None:
    """Numbers, names and signs, which are not damage."""
    height, width = surface.size
    ink = 0.92 if surface.paint.mean() < 0.5 else 0.06
    page = np.zeros((height, width), np.uint8)
    for _ in range(int(rng.integers(0, 5))):
        text = "".join(rng.choice(list("ABCDEFGHJKLMNPRSTUWXZ0123456789 "), int(rng.integers(3, 11))))
        scale = rng.uniform(0.08, 0.5) * surface.px_per_m / 22
        at = int(rng.uniform(-0.1, 0.8) * width), int(rng.uniform(0.1, 1) * height)
        cv2.putText(page, text, at, int(rng.choice([0, 2, 3])), scale, 255, max(1, int(scale * 2)), cv2.LINE_AA)
    if rng.random() < 0.3:
        corner = (rng.uniform(0, 0.9, 2) * (width, height)).astype(int)
        far = corner + (rng.uniform(0.05, 0.3, 2) * surface.px_per_m).astype(int)
        cv2.rectangle(page, corner.tolist(), far.tolist(), 255, -1 if rng.random() < 0.5 else 2)
    if rng.random() < 0.15:  # a painted stripe
        y = int(rng.uniform(0, height))
        page[y : y + int(rng.uniform(0.05, 0.4) * surface.px_per_m)] = 255
    share = page.astype(np.float32) * (rng.uniform(0.6, 1) / 255)
    cover(surface.paint, share, ink if rng.random() < 0.8 else rng.uniform(0.05, 0.95, 3))


def weather(rng: Rng, surface: Surface) -> None:
    """Dirt, run-off and scratches, which are not damage either."""
    height, width = surface.size
    if rng.random() < 0.6:
        film = rng.uniform(0.05, 0.35) * noise(rng, height, width, 6)
        cover(surface.paint, film, np.array([0.34, 0.31, 0.27]) * rng.uniform(0.5, 1.4))
    if rng.random() < 0.4:
        streaks = cv2.resize(rng.random((3, max(2, width // 4)), dtype=np.float32), (width, height))
        dark = np.clip((streaks - 0.7) * 2, 0, rng.uniform(0.1, 0.35))
        cover(surface.paint, dark, rng.uniform(0.05, 0.3))
    for _ in range(int(rng.integers(0, 5))):
        start = rng.uniform(0, 1, 2) * (width, height)
        end = start + rng.normal(0, 0.2, 2) * (width, height)
        cv2.line(
            surface.paint,
            start.astype(int).tolist(),
            end.astype(int).tolist(),
            [rng.uniform(0.2, 0.8)] * 3,
            1,
            cv2.LINE_AA,
        )
    if rng.random() < 0.2:  # a welded patch: a repair, not damage
        low = (rng.uniform(0, 0.8, 2) * (width, height)).astype(int)
        high = low + (rng.uniform(0.15, 0.5, 2) * surface.px_per_m).astype(int)
        surface.relief[low[1] : high[1], low[0] : high[0]] += 0.004
        surface.paint[low[1] : high[1], low[0] : high[0]] *= rng.uniform(0.8, 1.2)


def hollow_reach(surface: Surface) -> int:
    """Pixels over which hollows are shaded."""
    return int(0.06 * surface.px_per_m)


@dataclass(frozen=True)
class Light:
    """The sun (direction, strength), how dark hollows are, how glossy the paint is, what is seen through openings."""

    towards: Array
    sun: float
    hollows: float
    gloss: float
    inside: float

    def on(self, surface: Surface) -> Array:
        """The wall in this light (H,W,3)."""
        # Numbers of Python's own keep the arrays at 32 bits, which NumPy's would make 64.
        px_per_m, (x, y, z) = float(surface.px_per_m), self.towards.tolist()
        relief = np.ascontiguousarray(surface.relief)
        across = cv2.Sobel(relief, cv2.CV_32F, 1, 0, ksize=1, scale=px_per_m / 2, borderType=cv2.BORDER_REPLICATE)
        down = cv2.Sobel(relief, cv2.CV_32F, 0, 1, ksize=1, scale=px_per_m / 2, borderType=cv2.BORDER_REPLICATE)
        steep = cv2.sqrt(across * across + down * down + 1)
        facing = np.clip((z - across * x - down * y) / steep, 0, 1)
        hollow = cv2.blur(relief, (2 * hollow_reach(surface) + 1,) * 2) - relief
        shade = 1 - self.sun * 0.5 + self.sun * (facing - z * 0.5)
        shade -= np.clip(hollow * self.hollows, -0.15, 0.35)
        shade, shine = np.clip(shade, 0.08, 2), self.gloss * cv2.pow(facing, 30)
        picture = surface.paint * shade[..., None] + shine[..., None]
        if surface.opening.any():
            inside = np.array([0.02, 0.02, 0.025], np.float32) + np.float32(self.inside)
            picture += surface.opening[..., None] * (inside - picture)
        return picture


def draw_light(rng: Rng) -> Light:
    towards = np.array([rng.normal(0, 0.6), rng.normal(-0.5, 0.5), rng.uniform(0.5, 1.4)])
    towards /= np.linalg.norm(towards)
    return Light(towards, rng.uniform(0.3, 1.1), rng.uniform(2, 8), rng.uniform(0, 0.25), rng.uniform(0, 0.06))
