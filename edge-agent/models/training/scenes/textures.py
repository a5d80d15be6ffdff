"""The texture bank: grey maps (0..1) that mix the two colours of a material, drawn once per seed.

Families are split by name: those in HELD_OUT are never drawn for training, so that a set with only them measures how
the model takes surfaces that it has not seen.
"""
import cv2
import numpy as np

SIZE_PX = 128
VARIANTS = 4


def _noise(rng, cells_y, cells_x, smooth=True):
    grid = rng.random((cells_y, cells_x), dtype=np.float32)
    grid = np.pad(grid, 1, mode="wrap")
    scale_y, scale_x = SIZE_PX // cells_y, SIZE_PX // cells_x
    big = cv2.resize(grid, None, fx=scale_x, fy=scale_y, interpolation=cv2.INTER_CUBIC if smooth else cv2.INTER_NEAREST)
    return np.clip(big[scale_y:-scale_y, scale_x:-scale_x][:SIZE_PX, :SIZE_PX], 0, 1)


def _axes():
    return np.meshgrid(np.arange(SIZE_PX) / SIZE_PX, np.arange(SIZE_PX) / SIZE_PX)


def plain(rng):
    return np.zeros((SIZE_PX, SIZE_PX), np.float32) + .1 * _noise(rng, 8, 8)


def cloud(rng):
    return .5 * _noise(rng, 4, 4) + .3 * _noise(rng, 16, 16) + .2 * _noise(rng, 64, 64)


def wood(rng):
    x, y = _axes()
    warp = _noise(rng, 4, 2) + .3 * _noise(rng, 16, 4)
    return (.5 + .5 * np.sin((x * rng.integers(6, 16) + warp * rng.uniform(1, 3)) * 2 * np.pi)) * .6 \
        + .4 * _noise(rng, 8, 64)


def planks(rng):
    x, _ = _axes()
    count = int(rng.integers(3, 8))
    tone = rng.random(count)[(x * count).astype(int)] * .6
    gap = ((x * count) % 1 < .08) * 1.0
    return np.clip(tone + .25 * _noise(rng, 4, 64) + gap, 0, 1)


def speckle(rng):
    return (_noise(rng, 64, 64, smooth=False) > rng.uniform(.6, .85)) * 1.0


def brushed(rng):
    return _noise(rng, 128, 2) * .7 + .3 * _noise(rng, 4, 4)


def ribs(rng):
    x, _ = _axes()
    return .5 + .5 * np.sin(x * rng.integers(4, 12) * 2 * np.pi)


def weave(rng):
    x, y = _axes()
    n = int(rng.choice([16, 24, 32]))
    return np.clip((.5 + .5 * np.sin(x * n * 2 * np.pi) * np.sin(y * n * 2 * np.pi)) * .7 + .3 * _noise(rng, 8, 8), 0, 1)


def rust(rng):
    field = .6 * _noise(rng, 8, 8) + .4 * _noise(rng, 32, 32)
    return np.clip((field - rng.uniform(.45, .6)) * 6, 0, 1)


def printed(rng):
    page = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    for _ in range(rng.integers(2, 6)):
        x, y = rng.integers(4, 90, 2)
        if rng.random() < .4:
            cv2.rectangle(page, (int(x), int(y)), (int(x + rng.integers(12, 40)), int(y + rng.integers(8, 30))), 255,
                          int(rng.choice([-1, 2])))
        else:
            text = "".join(rng.choice(list("ABCDEFGHIKLMNORSTUX0123456789 "), 7))
            cv2.putText(page, text, (int(x) // 3, int(y) + 12), cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(.3, .9), 255,
                        int(rng.integers(1, 3)))
    return page / 255


def scratches(rng):
    page = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for _ in range(30):
        start = rng.integers(0, SIZE_PX, 2)
        end = start + rng.integers(-40, 40, 2)
        cv2.line(page, [int(v) for v in start], [int(v) for v in end], float(rng.uniform(.3, 1)), 1)
    return page


def checker(rng):
    x, y = _axes()
    n = int(rng.choice([4, 6, 8]))
    return ((x * n).astype(int) + (y * n).astype(int)) % 2 * 1.0


def diagonal(rng):
    x, y = _axes()
    return (((x + y) * int(rng.integers(3, 10))) % 1 < rng.uniform(.2, .6)) * 1.0


def dots(rng):
    x, y = _axes()
    n = int(rng.choice([6, 8, 12]))
    return (np.hypot((x * n) % 1 - .5, (y * n) % 1 - .5) < rng.uniform(.2, .4)) * 1.0


def cells(rng):
    seeds = rng.random((24, 2))
    x, y = _axes()
    delta = np.abs(np.stack([x, y], -1)[:, :, None] - seeds)
    distance = np.sort(np.hypot(*np.moveaxis(np.minimum(delta, 1 - delta), -1, 0)), -1)
    return np.clip((distance[..., 1] - distance[..., 0]) * 12, 0, 1)


def bricks(rng):
    x, y = _axes()
    n = int(rng.choice([4, 6, 8]))
    row = (y * n * 2).astype(int)
    return (((x * n + .5 * (row % 2)) % 1 < .1) | ((y * n * 2) % 1 < .15)) * 1.0


def camouflage(rng):
    field = .7 * _noise(rng, 4, 4) + .3 * _noise(rng, 16, 16)
    return np.floor(np.clip(field, 0, .99) * 4) / 3


def plaid(rng):
    x, y = _axes()
    n, m = rng.integers(2, 6, 2)
    return .5 * ((x * n) % 1 < .4) + .5 * ((y * m) % 1 < .3)


def rings(rng):
    x, y = _axes()
    return .5 + .5 * np.sin(np.hypot(x - .5, y - .5) * rng.uniform(40, 90))


def waves(rng):
    x, y = _axes()
    return (.5 + .5 * np.sin((y * int(rng.integers(4, 9)) + .3 * np.sin(x * 2 * np.pi * int(rng.integers(1, 4))))
                             * 2 * np.pi) > .5) * 1.0


TRAINING = (plain, cloud, wood, planks, speckle, brushed, ribs, weave, rust, printed, scratches, checker, diagonal, dots)
HELD_OUT = (cells, bricks, camouflage, plaid, rings, waves)


class TextureBank:
    """maps (T, SIZE, SIZE) float32; `pick` draws an index, preferring a named family where this bank has it."""

    def __init__(self, seed, families=TRAINING):
        self.index_by_family = {}
        maps = []
        for family in families:
            rng = np.random.default_rng([seed, *family.__name__.encode()])
            self.index_by_family[family.__name__] = list(range(len(maps), len(maps) + VARIANTS))
            maps += [np.clip(family(rng), 0, 1).astype(np.float32) for _ in range(VARIANTS)]
        self.maps = np.stack(maps)

    def pick(self, rng, family=None):
        if family in self.index_by_family and rng.random() < .7:
            return int(rng.choice(self.index_by_family[family]))
        return int(rng.integers(len(self.maps)))
