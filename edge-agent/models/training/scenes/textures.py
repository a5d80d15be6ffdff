"""The texture bank: grey maps (0..1) that mix the two colours of a material, drawn once per seed.

Families are split by name: those in HELD_OUT are never drawn for training, so that a set with only them measures how
the model takes surfaces that it has not seen.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import cv2
import numpy as np

from .hints import Array, Rng

SIZE_PX = 128
VARIANTS = 4
USUAL_SHARE = 0.7  # of the surfaces have a texture that is usual for them; the others have any


def _noise(rng: Rng, cells_y: int, cells_x: int, smooth: bool = True) -> Array:
    grid = rng.random((cells_y, cells_x), dtype=np.float32)
    grid = np.pad(grid, 1, mode="wrap")
    scale_y, scale_x = SIZE_PX // cells_y, SIZE_PX // cells_x
    big = cv2.resize(grid, None, fx=scale_x, fy=scale_y, interpolation=cv2.INTER_CUBIC if smooth else cv2.INTER_NEAREST)
    return np.clip(big[scale_y:-scale_y, scale_x:-scale_x][:SIZE_PX, :SIZE_PX], 0, 1)


def _axes() -> tuple[Array, ...]:
    return np.meshgrid(np.arange(SIZE_PX) / SIZE_PX, np.arange(SIZE_PX) / SIZE_PX)


def plain(rng: Rng) -> Array:
    return np.zeros((SIZE_PX, SIZE_PX), np.float32) + 0.1 * _noise(rng, 8, 8)


def cloud(rng: Rng) -> Array:
    return 0.5 * _noise(rng, 4, 4) + 0.3 * _noise(rng, 16, 16) + 0.2 * _noise(rng, 64, 64)


def wood(rng: Rng) -> Array:
    x, _ = _axes()
    warp = _noise(rng, 4, 2) + 0.3 * _noise(rng, 16, 4)
    return (0.5 + 0.5 * np.sin((x * rng.integers(6, 16) + warp * rng.uniform(1, 3)) * 2 * np.pi)) * 0.6 + 0.4 * _noise(
        rng, 8, 64
    )


def planks(rng: Rng) -> Array:
    x, _ = _axes()
    count = int(rng.integers(3, 8))
    tone = rng.random(count)[(x * count).astype(int)] * 0.6
    gap = ((x * count) % 1 < 0.08) * 1.0
    return np.clip(tone + 0.25 * _noise(rng, 4, 64) + gap, 0, 1)


def speckle(rng: Rng) -> Array:
    return (_noise(rng, 64, 64, smooth=False) > rng.uniform(0.6, 0.85)) * 1.0


def brushed(rng: Rng) -> Array:
    return _noise(rng, 128, 2) * 0.7 + 0.3 * _noise(rng, 4, 4)


def ribs(rng: Rng) -> Array:
    x, _ = _axes()
    return 0.5 + 0.5 * np.sin(x * rng.integers(4, 12) * 2 * np.pi)


def weave(rng: Rng) -> Array:
    x, y = _axes()
    n = int(rng.choice([16, 24, 32]))
    return np.clip(
        (0.5 + 0.5 * np.sin(x * n * 2 * np.pi) * np.sin(y * n * 2 * np.pi)) * 0.7 + 0.3 * _noise(rng, 8, 8), 0, 1
    )


def rust(rng: Rng) -> Array:
    field = 0.6 * _noise(rng, 8, 8) + 0.4 * _noise(rng, 32, 32)
    return np.clip((field - rng.uniform(0.45, 0.6)) * 6, 0, 1)


def printed(rng: Rng) -> Array:
    page = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    for _ in range(rng.integers(2, 6)):
        x, y = rng.integers(4, 90, 2)
        if rng.random() < 0.4:
            cv2.rectangle(
                page,
                (int(x), int(y)),
                (int(x + rng.integers(12, 40)), int(y + rng.integers(8, 30))),
                255,
                int(rng.choice([-1, 2])),
            )
        else:
            text = "".join(rng.choice(list("ABCDEFGHIKLMNORSTUX0123456789 "), 7))
            cv2.putText(
                page,
                text,
                (int(x) // 3, int(y) + 12),
                cv2.FONT_HERSHEY_SIMPLEX,
                rng.uniform(0.3, 0.9),
                255,
                int(rng.integers(1, 3)),
            )
    return page / 255


def scratches(rng: Rng) -> Array:
    page = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for _ in range(30):
        start = rng.integers(0, SIZE_PX, 2)
        end = start + rng.integers(-40, 40, 2)
        cv2.line(page, [int(v) for v in start], [int(v) for v in end], float(rng.uniform(0.3, 1)), 1)
    return page


def checker(rng: Rng) -> Array:
    x, y = _axes()
    n = int(rng.choice([4, 6, 8]))
    return ((x * n).astype(int) + (y * n).astype(int)) % 2 * 1.0


def diagonal(rng: Rng) -> Array:
    x, y = _axes()
    return (((x + y) * int(rng.integers(3, 10))) % 1 < rng.uniform(0.2, 0.6)) * 1.0


def dots(rng: Rng) -> Array:
    x, y = _axes()
    n = int(rng.choice([6, 8, 12]))
    return (np.hypot((x * n) % 1 - 0.5, (y * n) % 1 - 0.5) < rng.uniform(0.2, 0.4)) * 1.0


def cells(rng: Rng) -> Array:
    seeds = rng.random((24, 2))
    x, y = _axes()
    delta = np.abs(np.stack([x, y], -1)[:, :, None] - seeds)
    distance = np.sort(np.hypot(*np.moveaxis(np.minimum(delta, 1 - delta), -1, 0)), -1)
    return np.clip((distance[..., 1] - distance[..., 0]) * 12, 0, 1)


def bricks(rng: Rng) -> Array:
    x, y = _axes()
    n = int(rng.choice([4, 6, 8]))
    row = (y * n * 2).astype(int)
    return (((x * n + 0.5 * (row % 2)) % 1 < 0.1) | ((y * n * 2) % 1 < 0.15)) * 1.0


def camouflage(rng: Rng) -> Array:
    field = 0.7 * _noise(rng, 4, 4) + 0.3 * _noise(rng, 16, 16)
    return np.floor(np.clip(field, 0, 0.99) * 4) / 3


def plaid(rng: Rng) -> Array:
    x, y = _axes()
    n, m = rng.integers(2, 6, 2)
    return 0.5 * ((x * n) % 1 < 0.4) + 0.5 * ((y * m) % 1 < 0.3)


def rings(rng: Rng) -> Array:
    x, y = _axes()
    return 0.5 + 0.5 * np.sin(np.hypot(x - 0.5, y - 0.5) * rng.uniform(40, 90))


def waves(rng: Rng) -> Array:
    x, y = _axes()
    return (
        0.5
        + 0.5
        * np.sin((y * int(rng.integers(4, 9)) + 0.3 * np.sin(x * 2 * np.pi * int(rng.integers(1, 4)))) * 2 * np.pi)
        > 0.5
    ) * 1.0


def stripes(rng: Rng) -> Array:
    """Bars of unequal width and tone."""
    edges = np.sort(rng.random(rng.integers(4, 16)))
    tones = rng.random(len(edges) + 1)
    bars = tones[np.searchsorted(edges, np.arange(SIZE_PX) / SIZE_PX)]
    page = np.broadcast_to(bars.astype(np.float32), (SIZE_PX, SIZE_PX))
    return page if rng.random() < 0.5 else page.T


def spots(rng: Rng) -> Array:
    """Discs of all sizes and tones."""
    page = np.full((SIZE_PX, SIZE_PX), rng.uniform(0, 0.3), np.float32)
    for _ in range(rng.integers(8, 40)):
        x, y = rng.integers(0, SIZE_PX, 2)
        cv2.circle(page, (int(x), int(y)), int(rng.integers(2, 16)), float(rng.uniform(0.2, 1)), -1)
    return page


def creases(rng: Rng) -> Array:
    """Folds of paper or film: each crease parts a lighter side from a darker one."""
    x, y = _axes()
    page = np.zeros((SIZE_PX, SIZE_PX))
    for _ in range(rng.integers(5, 14)):
        angle, place = rng.uniform(0, 2 * np.pi), rng.uniform(-0.2, 1.2)
        distance = x * np.cos(angle) + y * np.sin(angle) - place
        page += np.tanh(distance * rng.uniform(8, 60)) * np.exp(-np.abs(distance) * rng.uniform(1, 8)) * rng.normal()
    return 0.5 + page / (np.abs(page).max() + 1e-6) / 2


def fibres(rng: Rng) -> Array:
    """Many short strokes, mostly one way."""
    page = np.full((SIZE_PX, SIZE_PX), 0.4, np.float32)
    way, spread = rng.uniform(0, np.pi), rng.uniform(0.1, 0.8)
    for _ in range(220):
        x, y, angle = *rng.integers(0, SIZE_PX, 2), way + rng.normal(0, spread)
        end = int(x + np.cos(angle) * 12), int(y + np.sin(angle) * 12)
        cv2.line(page, (int(x), int(y)), end, float(rng.uniform(0, 1)), 1)
    return page


def drips(rng: Rng) -> Array:
    """Runs and stains from above."""
    page = 0.15 * _noise(rng, 8, 8)
    for _ in range(rng.integers(4, 16)):
        x, top, length = rng.integers(0, SIZE_PX), rng.integers(0, 90), rng.integers(10, 90)
        cv2.line(
            page, (int(x), int(top)), (int(x), int(top + length)), float(rng.uniform(0.4, 1)), int(rng.integers(1, 7))
        )
    return cv2.GaussianBlur(page, (0, 0), 1.2)


def mosaic(rng: Rng) -> Array:
    """Squares or oblongs, each of its own tone."""
    rows, columns = rng.choice([4, 8, 16, 32], 2)
    return _noise(rng, int(rows), int(columns), smooth=False)


def triangles(rng: Rng) -> Array:
    """Large facets of differing tones."""
    page = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for _ in range(rng.integers(6, 24)):
        cv2.fillPoly(page, [rng.integers(-20, SIZE_PX + 20, (3, 2)).astype(np.int32)], float(rng.random()))
    return page


def shaded(rng: Rng) -> Array:
    """A slow passage from one tone to the other, with a little grain."""
    x, y = _axes()
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.cos(2 * np.pi * (x * np.round(np.cos(angle) * 1.5) + y * np.round(np.sin(angle) * 1.5)))
    return np.clip(0.5 + 0.45 * turn + 0.1 * (_noise(rng, 64, 64) - 0.5), 0, 1)


# Draws one map (SIZE_PX, SIZE_PX), 0..1.
TextureFamily: TypeAlias = Callable[[Rng], Array]

TRAINING = (
    plain,
    cloud,
    wood,
    planks,
    speckle,
    brushed,
    ribs,
    weave,
    rust,
    printed,
    scratches,
    checker,
    diagonal,
    dots,
)
# What training draws; TRAINING stays as it was for the evaluation sets that are drawn from it.
BROAD = (*TRAINING, stripes, spots, creases, fibres, drips, mosaic, triangles, shaded)
HELD_OUT = (cells, bricks, camouflage, plaid, rings, waves)


class TextureBank:
    """maps (T, SIZE, SIZE) float32; `pick` draws an index, mostly of a named family where this bank has it."""

    def __init__(
        self, seed: int, families: Sequence[TextureFamily] = TRAINING, usual_share: float = USUAL_SHARE
    ) -> None:
        self.usual_share = usual_share
        self.index_by_family = {}
        maps = []
        for family in families:
            rng = np.random.default_rng([seed, *family.__name__.encode()])
            self.index_by_family[family.__name__] = list(range(len(maps), len(maps) + VARIANTS))
            maps += [np.clip(family(rng), 0, 1).astype(np.float32) for _ in range(VARIANTS)]
        self.maps = np.stack(maps)

    def pick(self, rng: Rng, family: str | None = None) -> int:
        if family in self.index_by_family and rng.random() < self.usual_share:
            return int(rng.choice(self.index_by_family[family]))
        return int(rng.integers(len(self.maps)))
