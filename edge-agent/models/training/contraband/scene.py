"""One drawn X-ray picture: cargo, contraband in it, and what the scanner makes of both."""

from dataclasses import dataclass

import cv2
import numpy as np

from drawn import Drawn
from scenes.hints import Array, Rng, Seed
from scenes.lens import compressed

from . import cargo, parts, threats

SHARP = 2  # drawn this many times larger, then averaged down
MIN_CONTRAST = 0.05  # of full scale, in the finished grey picture: less is left out, not left unlabelled
MIN_SHARE_SEEN = 0.5  # of its own outline
MIN_SIDE_PX, MIN_AREA_PX = 7, 45
CLEAR_PX = 2  # between two pieces of contraband


@dataclass(frozen=True)
class Look:
    """How one scanner shows attenuation, and its faults."""

    photons: float
    blur_px: float
    stripes: float
    gamma: float
    low: float  # percentiles that become black and white
    high: float
    coloured: bool
    inverted: bool
    jpeg: int | None


def draw_look(rng: Rng) -> Look:
    return Look(
        float(np.exp(rng.uniform(np.log(150), np.log(20_000)))),
        rng.uniform(0.2, 0.9),
        rng.uniform(0, 0.02) * (rng.random() < 0.5),
        float(np.exp(rng.normal(0, 0.2))),
        rng.uniform(0, 1.5),
        rng.uniform(97.5, 100),
        bool(rng.random() < 0.5),
        bool(rng.random() < 0.05),
        int(rng.integers(45, 95)) if rng.random() < 0.6 else None,
    )


def _hue(ratio: Array) -> Array:
    """(H,W,3) of dual-energy displays: orange for light elements, green for middle ones, blue for metals."""
    steps = np.array([1.0, 1.15, 1.3, 1.45, 1.7], np.float32)
    colours = np.array(
        [(1.0, 0.55, 0.1), (0.95, 0.6, 0.15), (0.25, 0.75, 0.25), (0.15, 0.45, 0.85), (0.1, 0.2, 0.75)], np.float32
    )
    return np.stack([np.interp(ratio, steps, colours[:, k]) for k in range(3)], -1)


def shown(attenuation: Array, look: Look, size: tuple[int, int], noise: Rng) -> Array:
    """(2,H,W) attenuation to the picture (h,w,3), 0..1, of a scanner."""
    height, width = size
    counted = []
    for path in attenuation:
        rate = cv2.resize(np.exp(-path), (width, height), interpolation=cv2.INTER_AREA)
        rate = cv2.GaussianBlur(rate, (0, 0), look.blur_px) * look.photons
        grains = rate + noise.normal(0, 1, rate.shape) * np.sqrt(np.maximum(rate, 0.3))
        counted.append(np.clip(grains, 0.3, None) / look.photons)
    # A detector that is a little off draws its line through the whole picture.
    counted[0] = counted[0] * (1 + noise.normal(0, look.stripes, (height, 1)))
    light = np.clip(counted[0], 1e-5, 1) ** 0.5 * look.gamma
    low, high = np.percentile(light, (look.low, look.high))
    grey = np.clip((light - low) / max(high - low, 1e-3), 0, 1).astype(np.float32)
    if look.inverted:
        grey = 1 - grey
    if not look.coloured:
        return np.repeat(grey[..., None], 3, 2)
    thick = [-np.log(np.clip(cv2.blur(part.astype(np.float32), (3, 3)), 1e-5, 0.999)) for part in counted]
    hue = _hue(thick[0] / np.maximum(thick[1], 1e-3))
    # The container's own walls stay white, as scanners are set.
    beyond = thick[0] - np.percentile(thick[0], 5)
    share = np.clip(beyond * 1.5, 0, 1)[..., None] * 0.8
    return np.clip(grey[..., None] * (1 - share) + grey[..., None] * hue * share * 1.4, 0, 1)


def _recorded(picture: Array, look: Look) -> Array:
    done = np.clip(picture * 255, 0, 255).astype(np.uint8)
    return done if look.jpeg is None else compressed(done, look.jpeg)


def _any_pose(rng: Rng, piece: list[parts.Part]) -> list[parts.Part]:
    """Turned any way, seen a little from aside."""
    return parts.turned(
        piece, rng.uniform(0, 2 * np.pi), rng.random() < 0.5, rng.uniform(0.6, 1), np.exp(rng.normal(0, 0.08))
    )


def _placed_within(rng: Rng, piece: list[parts.Part], width_m: float, height_m: float) -> list[parts.Part] | None:
    low, high = parts.bounds(piece)
    room = np.array([width_m, height_m]) * 0.98 - (high - low)
    if (room < 0).any():
        return None
    return parts.placed(piece, *(rng.uniform(0, 1, 2) * room - low + 0.01 * width_m))


def draw(seed: Seed, families: dict[str, tuple[parts.Family, ...]], height_px: int, width_px: int) -> Drawn:
    """The scene of a seed, with contraband of `families` that a person could make out."""
    rng = np.random.default_rng(seed)
    look = draw_look(rng)
    height, width = height_px * SHARP, width_px * SHARP
    width_m = float(np.exp(rng.uniform(np.log(0.8), np.log(2.6))))
    px_per_m = width / width_m
    height_m = height / px_per_m
    background = parts.attenuation(cargo.container(rng, width_m, height_m), height, width, px_per_m)
    for _ in range(int(rng.integers(1, 5 + int(width_m * 4)))):
        piece = cargo.GOODS[int(rng.integers(len(cargo.GOODS)))](rng)
        piece = parts.turned(piece, rng.choice([0, np.pi / 2]) + rng.normal(0, 0.06), rng.random() < 0.5, 1.0)
        low, _ = parts.bounds(piece)
        at = rng.uniform(-0.15, 1.0, 2) * (width_m, height_m) - low
        background += parts.attenuation(parts.placed(piece, *at), height, width, px_per_m)
    pieces = _hide_some(rng, families, (width_m, height_m), (height, width))
    noise_seed = int(rng.integers(1 << 31))
    size = (height_px, width_px)

    def through_scanner(chosen: list[tuple[str, Array]]) -> Array:
        total = background + sum((absorbed for _, absorbed in chosen), np.zeros_like(background))
        return shown(total, look, size, np.random.default_rng(noise_seed))

    while True:
        picture = through_scanner(pieces)
        kept = [
            k
            for k in range(len(pieces))
            if _is_seen(picture, through_scanner([p for i, p in enumerate(pieces) if i != k]), pieces[k][1])
        ]
        if len(kept) == len(pieces):
            break
        pieces = [pieces[k] for k in kept]
    ids = np.zeros(size, np.uint8)
    for k, (_, absorbed) in enumerate(pieces):
        ids[_outline(absorbed)] = k + 1
    return Drawn(_recorded(picture, look), ids, [name for name, _ in pieces])


def _hide_some(
    rng: Rng, families: dict[str, tuple[parts.Family, ...]], room_m: tuple[float, float], size: tuple[int, int]
) -> list[tuple[str, Array]]:
    """(class, attenuation) of up to four pieces, none over another."""
    taken = np.zeros((size[0] // SHARP, size[1] // SHARP), bool)
    pieces = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.12, 0.3, 0.28, 0.2, 0.1]))):
        name = threats.CLASSES[int(rng.integers(len(threats.CLASSES)))]
        family = families[name][int(rng.integers(len(families[name])))]
        piece = _placed_within(rng, _any_pose(rng, family(rng)), *room_m)
        if piece is None:
            continue
        absorbed = parts.attenuation(piece, *size, size[1] / room_m[0])
        where = _outline(absorbed)
        near = cv2.dilate(where.astype(np.uint8), np.ones((2 * CLEAR_PX + 1, 2 * CLEAR_PX + 1))) > 0
        if (near & taken).any():
            continue
        taken |= where
        pieces.append((name, absorbed))
    return pieces


def _outline(absorbed: Array) -> Array:
    """(h,w) bool: where a piece covers at least half of a pixel of the finished picture."""
    there = (absorbed[0] > 1e-4).astype(np.float32)
    return cv2.resize(there, None, fx=1 / SHARP, fy=1 / SHARP, interpolation=cv2.INTER_AREA) >= 0.5


def _is_seen(picture: Array, without: Array, absorbed: Array) -> bool:
    """Whether a piece is large enough and changes the picture enough."""
    where = _outline(absorbed)
    if where.sum() < MIN_AREA_PX:
        return False
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    if max(rows[-1] - rows[0], columns[-1] - columns[0]) < MIN_SIDE_PX:
        return False
    change = np.abs(picture - without).mean(2)[where]
    return bool(change.mean() >= MIN_CONTRAST and (change >= MIN_CONTRAST / 2).mean() >= MIN_SHARE_SEEN)
