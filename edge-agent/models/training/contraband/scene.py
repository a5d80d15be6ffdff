"""One drawn X-ray picture: cargo, contraband in it, and what the scanner makes of both."""

from dataclasses import dataclass

import cv2
import numpy as np

from drawn import Drawn
from scenes.hints import Array, Rng, Seed

from . import cargo, parts, threats
from .scanner import Scanner, draw_look

# What a person could name, in the finished picture; a piece that fails is left out, not left unlabelled.
MIN_SIDE_PX, MIN_AREA_PX = 22, 100  # of the longer side of its box, and of its outline
MIN_WIDTH_PX = 3.0  # area over longer side: a thinner stroke could be anything
MIN_CONTRAST = 0.08  # mean change of the grey values, of full scale
# Of its outline and of the sides of its box, where it changes the picture by half of that and stands out from noise.
MIN_SHARE_SEEN, MIN_SHARE_OF_BOX = 0.65, 0.85
# Rose's criterion, for the details that decide a class: contrast over noise, times the side of the detail in pixels.
DETAILS_ALONG, MIN_DETAIL_TO_NOISE = 8, 4.0
MIN_CONTRAST_TO_CLUTTER = 0.8  # over the standard deviation of what it lies before
CLEAR_PX = 3  # between two pieces of contraband
HOW_MANY = (0.1, 0.16, 0.2, 0.22, 0.18, 0.14)  # pieces that are hidden: none, one, ...


@dataclass(frozen=True)
class Hidden:
    """A piece of contraband: (2,h,w) attenuation and (h,w) bool outline within rows and columns of the picture."""

    name: str
    window: tuple[slice, slice]
    absorbed: Array
    outline: Array


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


def _cargo(rng: Rng, width_m: float, height_m: float, size: tuple[int, int]) -> Array:
    """(2,H,W) attenuation of everything that is lawful."""
    px_per_m = size[1] / width_m
    total = parts.attenuation(cargo.container(rng, width_m, height_m), *size, px_per_m)
    for _ in range(int(rng.integers(1, 5 + int(width_m * 4)))):
        piece = cargo.GOODS[int(rng.integers(len(cargo.GOODS)))](rng)
        piece = parts.turned(piece, rng.choice([0, np.pi / 2]) + rng.normal(0, 0.06), rng.random() < 0.5, 1.0)
        low, _ = parts.bounds(piece)
        at = rng.uniform(-0.15, 1.0, 2) * (width_m, height_m) - low
        parts.absorb(total, parts.placed(piece, *at), px_per_m)
    return total


def draw(seed: Seed, families: dict[str, tuple[parts.Family, ...]], height_px: int, width_px: int) -> Drawn:
    """The scene of a seed, with contraband of `families` that a person could name."""
    rng = np.random.default_rng(seed)
    look, size = draw_look(rng), (height_px, width_px)
    width_m = float(np.exp(rng.uniform(np.log(0.8), np.log(2.6))))
    room_m = width_m, height_px * width_m / width_px
    total = _cargo(rng, *room_m, size)
    pieces = _hide_some(rng, families, room_m, size)
    for piece in pieces:
        total[:, *piece.window] += piece.absorbed
    scanner = Scanner.set_up(rng, look, total)
    seen = [piece for piece in pieces if _is_seen(scanner, total, piece)]
    for piece in pieces:
        if piece not in seen:
            total[:, *piece.window] -= piece.absorbed
    ids = np.zeros(size, np.uint8)
    for k, piece in enumerate(seen):
        ids[piece.window][piece.outline] = k + 1
    return Drawn(scanner.recorded(scanner.shown(total)), ids, [piece.name for piece in seen])


def _hide_some(
    rng: Rng, families: dict[str, tuple[parts.Family, ...]], room_m: tuple[float, float], size: tuple[int, int]
) -> list[Hidden]:
    """Some pieces, none over another, each large enough for its class to be recognised."""
    taken, pieces, px_per_m = np.zeros(size, bool), [], size[1] / room_m[0]
    for _ in range(int(rng.choice(len(HOW_MANY), p=HOW_MANY))):
        name = threats.CLASSES[int(rng.integers(len(threats.CLASSES)))]
        family = families[name][int(rng.integers(len(families[name])))]
        piece = _placed_within(rng, _any_pose(rng, family(rng)), *room_m)
        if piece is None:
            continue
        low, high = (np.asarray(parts.bounds(piece)) * px_per_m).astype(int) + ((-CLEAR_PX - 1,), (CLEAR_PX + 2,))
        low, high = np.clip(low, 0, size[::-1]), np.clip(high, 0, size[::-1])
        window = slice(low[1], high[1]), slice(low[0], high[0])
        inside = parts.placed(piece, *(-low / px_per_m))
        outline = parts.silhouette(inside, *(high - low)[::-1], px_per_m)
        near = cv2.dilate(outline.astype(np.uint8), np.ones((2 * CLEAR_PX + 1, 2 * CLEAR_PX + 1))) > 0
        if (near & taken[window]).any() or not _is_large(outline):
            continue
        taken[window] |= outline
        pieces.append(Hidden(name, window, parts.attenuation(inside, *outline.shape, px_per_m), outline))
    return pieces


def _sides(outline: Array) -> Array:
    """Height and width of the box round an outline."""
    rows, columns = np.flatnonzero(outline.any(1)), np.flatnonzero(outline.any(0))
    return np.array([rows[-1] - rows[0], columns[-1] - columns[0]]) + 1 if len(rows) else np.zeros(2, int)


def _is_large(outline: Array) -> bool:
    side, area = int(_sides(outline).max()), int(outline.sum())
    return side >= MIN_SIDE_PX and area >= max(MIN_AREA_PX, MIN_WIDTH_PX * side)


def _is_seen(scanner: Scanner, total: Array, piece: Hidden) -> bool:
    """Whether a piece stands out from the noise and from what it lies before."""
    there, where = total[:, *piece.window], piece.outline
    shown = scanner.shown(there, noisy=False)
    behind = scanner.shown(there - piece.absorbed, noisy=False)
    noise = float((scanner.shown(there, window=piece.window) - shown).mean(2).std())
    change = np.abs(shown - behind).mean(2)
    least = MIN_DETAIL_TO_NOISE * noise / (_sides(where).max() / DETAILS_ALONG)
    contrast, seen = float(change[where].mean()), where & (change >= max(MIN_CONTRAST, least) / 2)
    return bool(
        contrast >= max(MIN_CONTRAST, least)
        and seen.sum() >= MIN_SHARE_SEEN * where.sum()
        and (_sides(seen) >= MIN_SHARE_OF_BOX * _sides(where)).all()
        and contrast >= MIN_CONTRAST_TO_CLUTTER * behind.mean(2)[where].std()
    )
