"""What stands before a door, sound or damaged: locking bars, hinges, handles, gaskets.

Each family of damage draws into the lit picture or bends the locking bars, which are drawn later, and returns where the
damage is: (H,W) bool.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from scenes.hints import Array, Rng

from .surface import Surface

# Lines (k,2) px of bars, and their width.
Bars: TypeAlias = list[tuple[Array, float]]
# (random numbers, picture, surface, bars) -> where
DoorFamily: TypeAlias = Callable[[Rng, Array, Surface, Bars], Array]


def _bar(picture: Array, line: Array, thick_px: float, tone: Array) -> Array:
    """A round bar with its shadow; where it is, within the window that is changed."""
    height, width = picture.shape[:2]
    margin = int(thick_px * 2.5) + 4
    left, top = np.clip(line.min(0).astype(int) - margin, 0, (width, height))
    right, bottom = np.clip(line.max(0).astype(int) + margin + 1, 0, (width, height))
    where = np.zeros((height, width), bool)
    if left >= right or top >= bottom:
        return where
    window = slice(top, bottom), slice(left, right)
    part, page = picture[window], np.zeros((bottom - top, right - left), np.float32)
    points = [np.round((line - (left, top)) * 16).astype(np.int32)]
    cv2.polylines(page, points, False, 1.0, max(1, round(thick_px)), cv2.LINE_AA, 4)
    shadow = cv2.GaussianBlur(np.roll(page, int(thick_px * 0.7), 1), (0, 0), max(0.6, thick_px * 0.3))
    part *= 1 - 0.5 * (shadow * (1 - page))[..., None]
    depth = cv2.distanceTransform((page > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.55 + 0.75 * np.clip(depth / max(1.0, thick_px / 2), 0, 1)
    part += page[..., None] * (tone.astype(np.float32) * shade[..., None] - part)
    where[window] = page > 0.5
    return where


def _tone(rng: Rng, surface: Surface) -> Array:
    """Bars are painted like the door, or galvanised."""
    return surface.paint[::8, ::8].mean((0, 1)) * 1.1 if rng.random() < 0.6 else np.full(3, rng.uniform(0.4, 0.75))


def draw_fittings(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """Bars, sound or not, with the brackets and handles of sound ones; where they are."""
    tone, where = _tone(rng, surface), np.zeros(picture.shape[:2], np.uint8)
    for line, thick in bars:
        where |= _bar(picture, line, thick, tone).astype(np.uint8)
    for line, thick in surface.bars:
        x = float(line[0, 0])
        for y in np.arange(rng.uniform(0, 0.2), 1, rng.uniform(0.25, 0.4)) * surface.size[0]:
            half = thick * rng.uniform(0.8, 1.3), thick * rng.uniform(0.4, 0.9)
            corners = (int(x - half[0]), int(y - half[1])), (int(x + half[0]), int(y + half[1]))
            cv2.rectangle(picture, *corners, (tone * rng.uniform(0.6, 1.2)).tolist(), -1)
            cv2.rectangle(where, *corners, 1, -1)
    for x, y in surface.seals:
        reach = 0.28 * surface.px_per_m * (1 if rng.random() < 0.5 else -1)
        ends = (int(x - reach / 3), int(y)), (int(x + reach), int(y + rng.uniform(-0.1, 0.1) * abs(reach)))
        thick = max(1, int(0.022 * surface.px_per_m))
        cv2.line(picture, *ends, (tone * 0.75).tolist(), thick, cv2.LINE_AA)
        cv2.line(where, *ends, 1, thick)
    return where > 0


def _filled(surface: Surface, outline: Array) -> Array:
    page = np.zeros(surface.size, np.uint8)
    cv2.fillPoly(page, [np.round(outline * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return page > 0


def _band(surface: Surface, line: Array, thick_px: float) -> Array:
    page = np.zeros(surface.size, np.uint8)
    cv2.polylines(page, [np.round(line * 16).astype(np.int32)], False, 1, max(1, round(thick_px)), cv2.LINE_8, 4)
    return page > 0


def _visible_bar(rng: Rng, surface: Surface, bars: Bars) -> int:
    inside = [k for k, (line, _) in enumerate(bars) if 0.1 < line[0, 0] / surface.size[1] < 0.9]
    return int(rng.choice(inside)) if inside else int(rng.integers(len(bars)))


def _fine(line: Array) -> Array:
    steps = np.linspace(0, 1, 80)
    return np.stack([np.interp(steps, np.linspace(0, 1, len(line)), line[:, k]) for k in range(2)], -1)


def bent_bar(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """The damage is the bent stretch and what lies between it and where it belongs."""
    k = _visible_bar(rng, surface, bars)
    straight, thick = _fine(bars[k][0]), bars[k][1]
    middle, length = rng.uniform(0.3, 0.7) * surface.size[0], rng.uniform(0.2, 0.45) * surface.px_per_m
    share = np.clip(1 - ((straight[:, 1] - middle) / length) ** 2, 0, 1)
    bent = straight.copy()
    bent[:, 0] += rng.uniform(0.09, 0.2) * surface.px_per_m * (1 if rng.random() < 0.5 else -1) * share
    bars[k] = bent, thick
    off = share > 0.05
    between = _filled(surface, np.concatenate([bent[off], straight[off][::-1]]))
    return between | _band(surface, bent[off], thick) | _band(surface, straight[off], thick)


def broken_bar(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """A bar torn apart, its ends bent aside."""
    k = _visible_bar(rng, surface, bars)
    straight, thick = _fine(bars[k][0]), bars[k][1]
    middle, length = rng.uniform(0.3, 0.7) * surface.size[0], rng.uniform(0.15, 0.3) * surface.px_per_m
    gap = length * rng.uniform(0.4, 0.8)
    pieces = []
    for piece, side in ((straight[:, 1] < middle - gap / 2, -1), (straight[:, 1] > middle + gap / 2, 1)):
        line = straight[piece].copy()
        near = np.clip(1 - np.abs(line[:, 1] - middle - side * gap / 2) / length, 0, 1)
        line[:, 0] += rng.choice([-1, 1]) * rng.uniform(0.05, 0.15) * surface.px_per_m * near**1.5
        pieces.append((line, near > 0.15))
    bars[k : k + 1] = [(line, thick) for line, _ in pieces if len(line) > 1]
    loose = [line[off] for line, off in pieces if off.any()]
    hull = cv2.convexHull(np.concatenate([*loose, straight[np.abs(straight[:, 1] - middle) < gap]]).astype(np.float32))
    return cv2.dilate(_filled(surface, hull[:, 0]).astype(np.uint8), np.ones((int(thick) | 1,) * 2)) > 0


def _down_the_seam(rng: Rng, surface: Surface, shortest: float) -> tuple[float, float]:
    """From and to where, of the height, a damage runs along the seam."""
    length = rng.uniform(shortest, 0.9)
    start = rng.uniform(0.05 - length / 3, 0.95 - length * 2 / 3)
    return start * surface.size[0], (start + length) * surface.size[0]


def door_ajar(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """A leaf that no longer closes: the dark inside in a wedge at the seam, and the leaf's bright edge beside it."""
    (x, gasket), (start, end) = surface.seam, _down_the_seam(rng, surface, 0.45)
    side = 1 if rng.random() < 0.5 else -1
    if rng.random() < 0.5:
        start, end = end, start
    wide = side * (gasket + surface.px_per_m * rng.uniform(0.07, 0.2))
    back = x - side * gasket
    where = _filled(surface, np.array([(back, start), (back, end), (x + wide, end), (x, start)]))
    edge = _band(surface, np.array([(x, start), (x + wide, end)]), max(3.0, 0.03 * surface.px_per_m)) & ~where
    picture[where] = np.array([0.02, 0.02, 0.025]) + rng.uniform(0, 0.04)
    picture[edge] *= rng.uniform(1.3, 1.8)
    return where | edge


def torn_gasket(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """The rubber strip hangs out of the seam, which is bare there."""
    (x, gasket), (start, end) = surface.seam, _down_the_seam(rng, surface, 0.3)
    bare = _filled(surface, np.array([(x - gasket, start), (x + gasket, start), (x + gasket, end), (x - gasket, end)]))
    picture[bare] = np.array([0.45, 0.42, 0.4]) * rng.uniform(0.7, 1.3)
    along = np.linspace(0, 1, 30)
    reach = surface.px_per_m * rng.uniform(0.1, 0.28) * (1 if rng.random() < 0.5 else -1)
    wave = 0.2 * np.sin(along * rng.uniform(4, 9)) * along
    line = np.stack([x + reach * (along ** rng.uniform(0.6, 1.6) + wave), start + (end - start) * along], -1)
    strip = _bar(picture, line, max(2.0, 1.6 * gasket), np.full(3, rng.uniform(0.03, 0.1)))
    between = _filled(surface, np.concatenate([line, [(x, end), (x, start)]]))
    return bare | strip | between


def folded_edge(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """The edge of a leaf folded back from the seam, dark behind it."""
    (x, gasket), height = surface.seam, surface.size[0]
    side, middle = 1 if rng.random() < 0.5 else -1, rng.uniform(0.2, 0.8) * height
    tall, deep = surface.px_per_m * rng.uniform(0.12, 0.3), surface.px_per_m * rng.uniform(0.1, 0.2)
    near = x + side * gasket
    opening = np.array([(near, middle - tall), (near + side * deep, middle), (near, middle + tall)])
    flap = opening + (side * deep * rng.uniform(0.1, 0.25), 0)
    flap[1, 0] += side * deep * rng.uniform(0.3, 0.8)
    folded = _filled(surface, np.concatenate([opening, flap[::-1]]))
    picture[_filled(surface, opening)] = rng.uniform(0.01, 0.06)
    picture[folded] = surface.paint[::8, ::8].mean((0, 1)) * rng.choice([rng.uniform(0.35, 0.6), rng.uniform(1.3, 1.8)])
    return _filled(surface, opening) | folded


def broken_hinge(rng: Rng, picture: Array, surface: Surface, bars: Bars) -> Array:
    """A hinge whose plate hangs aslant, with the bare place where it was."""
    height, width = surface.size
    x, y = rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height
    size = rng.uniform(0.12, 0.22) * surface.px_per_m
    page = np.zeros((height, width), np.uint8)
    bare = cv2.boxPoints(((x, y), (size, size * 0.6), 0))
    cv2.fillPoly(page, [bare.astype(np.int32)], 1)
    picture[page > 0] = np.array([0.4, 0.25, 0.15]) * rng.uniform(0.6, 1.4)
    plate = np.zeros_like(page)
    hanging = cv2.boxPoints(
        ((x + size * 0.2, y + size * 0.5), (size, size * 0.5), rng.choice([-1, 1]) * rng.uniform(20, 50))
    )
    cv2.fillPoly(plate, [hanging.astype(np.int32)], 1)
    picture[plate > 0] = _tone(rng, surface) * rng.uniform(0.7, 1.2)
    return (page | plate) > 0


DAMAGE_OF_DOORS: dict[str, tuple[DoorFamily, ...]] = {
    "damaged_door": (bent_bar, broken_bar, door_ajar, torn_gasket, folded_edge)
}
HELD_OUT_OF_DOORS: dict[str, tuple[DoorFamily, ...]] = {"damaged_door": (broken_hinge,)}
