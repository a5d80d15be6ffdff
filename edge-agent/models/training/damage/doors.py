"""What stands before a door, sound or damaged: locking bars, hinges, handles, gaskets, seals.

Each family of damage draws into the lit picture and returns where the damage is: (H,W) bool.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from scenes.hints import Array, Rng

from .surface import Surface

SEAL_COLOURS = ((0.9, 0.75, 0.1), (0.8, 0.12, 0.1), (0.1, 0.3, 0.75), (0.9, 0.9, 0.9), (0.15, 0.6, 0.25))
MIN_SEAL_PX = 9
# (random numbers, picture, surface) -> where
DoorFamily: TypeAlias = Callable[[Rng, Array, Surface], Array]
# (random numbers, picture, x, y, about how tall in pixels, colour) -> where
SealFamily: TypeAlias = Callable[[Rng, Array, float, float, float, Array], Array]


def _bar(picture: Array, line: Array, thick_px: float, tone: Array) -> Array:
    """A round bar with its shadow; where it is."""
    page = np.zeros(picture.shape[:2], np.float32)
    points = [np.round(line * 16).astype(np.int32)]
    cv2.polylines(page, points, False, 1.0, max(1, round(thick_px)), cv2.LINE_AA, 4)
    shadow = cv2.GaussianBlur(np.roll(page, int(thick_px * 0.7), 1), (0, 0), max(0.6, thick_px * 0.3))
    picture *= 1 - 0.5 * (shadow * (1 - page))[..., None]
    depth = cv2.distanceTransform((page > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.55 + 0.75 * np.clip(depth / max(1.0, thick_px / 2), 0, 1)
    picture[:] = picture * (1 - page[..., None]) + tone * shade[..., None] * page[..., None]
    return page > 0.5


def _tone(rng: Rng, surface: Surface) -> Array:
    """Bars are painted like the door, or galvanised."""
    return surface.paint.mean((0, 1)) * 1.1 if rng.random() < 0.6 else np.full(3, rng.uniform(0.4, 0.75))


def draw_fittings(rng: Rng, picture: Array, surface: Surface) -> None:
    """Sound bars with their brackets and handles."""
    tone = _tone(rng, surface)
    for line, thick in surface.bars:
        _bar(picture, line, thick, tone)
        x = float(line[0, 0])
        for y in np.arange(rng.uniform(0, 0.2), 1, rng.uniform(0.25, 0.4)) * surface.size[0]:
            half = thick * rng.uniform(0.8, 1.3), thick * rng.uniform(0.4, 0.9)
            corners = (int(x - half[0]), int(y - half[1])), (int(x + half[0]), int(y + half[1]))
            cv2.rectangle(picture, *corners, (tone * rng.uniform(0.6, 1.2)).tolist(), -1)
    for x, y in surface.seals:
        reach = 0.28 * surface.px_per_m * (1 if rng.random() < 0.5 else -1)
        ends = (int(x - reach / 3), int(y)), (int(x + reach), int(y + rng.uniform(-0.1, 0.1) * abs(reach)))
        cv2.line(picture, *ends, (tone * 0.75).tolist(), max(1, int(0.022 * surface.px_per_m)), cv2.LINE_AA)


def bent_bar(rng: Rng, picture: Array, surface: Surface) -> Array:
    line, thick = surface.bars[int(rng.integers(len(surface.bars)))]
    steps = np.linspace(0, 1, 80)
    bent = np.stack([np.interp(steps, np.linspace(0, 1, len(line)), line[:, k]) for k in range(2)], -1)
    middle, length = rng.uniform(0.25, 0.75) * surface.size[0], rng.uniform(0.2, 0.45) * surface.px_per_m
    share = np.clip(1 - ((bent[:, 1] - middle) / length) ** 2, 0, 1)
    bent[:, 0] += rng.uniform(0.06, 0.16) * surface.px_per_m * (1 if rng.random() < 0.5 else -1) * share
    where = _bar(picture, bent, thick, _tone(rng, surface))
    rows = np.flatnonzero(share > 0.02)
    where[: max(0, int(bent[rows[0], 1]))] = False
    where[int(bent[rows[-1], 1]) :] = False
    return where


def _gap(rng: Rng, surface: Surface, widest_m: float) -> Array:
    """A wedge along a vertical edge."""
    height, width = surface.size
    x, side = rng.uniform(0.25, 0.75) * width, 1 if rng.random() < 0.5 else -1
    start, end = np.sort(rng.uniform(-0.1, 1.1, 2) * height)
    wide = widest_m * surface.px_per_m * rng.uniform(0.5, 1)
    page = np.zeros((height, width), np.uint8)
    outline = np.array([(x, start), (x, end), (x + side * wide, end if rng.random() < 0.5 else (start + end) / 2)])
    cv2.fillPoly(page, [np.round(outline * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return page > 0


def door_ajar(rng: Rng, picture: Array, surface: Surface) -> Array:
    """A leaf that no longer closes: the dark inside in a wedge, and the leaf's bright edge beside it."""
    where = _gap(rng, surface, 0.2)
    picture[where] = np.array([0.02, 0.02, 0.025]) + rng.uniform(0, 0.04)
    edge = cv2.dilate(where.astype(np.uint8), np.ones((1, max(3, int(0.03 * surface.px_per_m)) | 1))) > 0
    picture[edge & ~where] *= rng.uniform(1.2, 1.7)
    return edge


def torn_gasket(rng: Rng, picture: Array, surface: Surface) -> Array:
    """A rubber strip that hangs out of its groove."""
    height, width = surface.size
    x, y = rng.uniform(0.2, 0.8) * width, rng.uniform(0, 0.6) * height
    length = rng.uniform(0.25, 0.7) * surface.px_per_m
    along = np.linspace(0, 1, 30)
    sway = rng.uniform(0.03, 0.1) * surface.px_per_m * np.sin(along * rng.uniform(3, 9) + rng.uniform(0, 6))
    line = np.stack([x + sway * along + rng.normal(0, 0.1) * length * along, y + length * along], -1)
    thick = max(2.0, rng.uniform(0.02, 0.035) * surface.px_per_m)
    return _bar(picture, line, thick, np.full(3, rng.uniform(0.03, 0.12)))


def broken_hinge(rng: Rng, picture: Array, surface: Surface) -> Array:
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


def _oval(picture: Array, x: float, y: float, radius_x: float, radius_y: float) -> Array:
    page = np.zeros(picture.shape[:2], np.uint8)
    cv2.ellipse(page, (int(x), int(y)), (max(1, int(radius_x)), max(1, int(radius_y))), 0, 0, 360, 1, -1)
    return page > 0


def headless_bolt(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A pin with its foot; the head is missing."""
    half = size_px / 2
    cv2.line(
        picture,
        (int(x), int(y - half)),
        (int(x), int(y + half)),
        (0.6, 0.6, 0.62),
        max(1, int(size_px * 0.14)),
        cv2.LINE_AA,
    )
    foot = _oval(picture, x, y + half, size_px * 0.2, size_px * 0.26)
    picture[foot] = colour
    return foot | _oval(picture, x, y, size_px * 0.1, half)


def bolt(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    where = headless_bolt(rng, picture, x, y, size_px, colour)
    head = _oval(picture, x, y - size_px / 2, size_px * 0.24, size_px * 0.2)
    picture[head] = colour * 0.9
    return where | head


def parted_bolt(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """The foot on its pin, and the head hanging beside it."""
    where = headless_bolt(rng, picture, x, y, size_px, colour)
    side = size_px * rng.uniform(0.5, 1) * (1 if rng.random() < 0.5 else -1)
    head = _oval(picture, x + side, y + size_px * rng.uniform(-0.3, 0.5), size_px * 0.24, size_px * 0.2)
    picture[head] = colour * 0.9
    return where | head


def _loop(picture: Array, x: float, y: float, size_px: float, colour: Array, degrees: tuple[int, int]) -> Array:
    page = np.zeros(picture.shape[:2], np.uint8)
    axes = int(size_px * 0.25) + 1, int(size_px * 0.4) + 1
    cv2.ellipse(page, (int(x), int(y - size_px * 0.2)), axes, 0, *degrees, 1, max(1, int(size_px * 0.1)))
    picture[page > 0] = colour * 0.8
    return page > 0


def strap(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A closed loop with its tag."""
    where = _loop(picture, x, y, size_px, colour, (0, 360))
    tag = _oval(picture, x, y + size_px * 0.35, size_px * 0.22, size_px * 0.3)
    picture[tag] = colour
    return where | tag


def cut_strap(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """An open loop whose ends hang down, the tag on one of them."""
    where = _loop(picture, x, y, size_px, colour, (130, 410))
    page = np.zeros(picture.shape[:2], np.uint8)
    for side in (-1, 1):
        start = int(x + side * size_px * 0.22), int(y)
        end = int(x + side * size_px * rng.uniform(0.3, 0.6)), int(y + size_px * rng.uniform(0.2, 0.7))
        cv2.line(page, start, end, 1, max(1, int(size_px * 0.1)))
    picture[page > 0] = colour * 0.8
    tag = _oval(picture, *end, size_px * 0.2, size_px * 0.26)
    picture[tag] = colour
    return where | (page > 0) | tag


def frayed_cable(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A cut cable: two ends, each a brush of wires."""
    page = np.zeros(picture.shape[:2], np.uint8)
    for side in (-1, 1):
        at = x + side * size_px * 0.15, y - size_px * 0.1
        cv2.line(
            page,
            (int(x + side * size_px * 0.5), int(y - size_px * 0.5)),
            (int(at[0]), int(at[1])),
            1,
            max(1, int(size_px * 0.12)),
        )
        for _ in range(5):
            end = at[0] - side * size_px * rng.uniform(0, 0.3), at[1] + size_px * rng.uniform(0.15, 0.5)
            cv2.line(page, (int(at[0]), int(at[1])), (int(end[0]), int(end[1])), 1, 1)
    picture[page > 0] = rng.uniform(0.45, 0.7)
    lock = _oval(picture, x + size_px * 0.5, y - size_px * 0.5, size_px * 0.22, size_px * 0.22)
    picture[lock] = colour
    return (page > 0) | lock


SOUND_SEALS: tuple[SealFamily, ...] = (bolt, strap)
DAMAGE_OF_DOORS: dict[str, tuple[DoorFamily, ...]] = {"damaged_door": (bent_bar, door_ajar, torn_gasket)}
HELD_OUT_OF_DOORS: dict[str, tuple[DoorFamily, ...]] = {"damaged_door": (broken_hinge,)}
BROKEN_SEALS: tuple[SealFamily, ...] = (headless_bolt, cut_strap)
HELD_OUT_BROKEN_SEALS: tuple[SealFamily, ...] = (parted_bolt, frayed_cable)


def draw_seals(rng: Rng, picture: Array, surface: Surface, broken: tuple[SealFamily, ...]) -> list[Array]:
    """A seal at most of its places, half of them broken; where the broken ones are."""
    found = []
    for x, y in surface.seals:
        size_px = surface.px_per_m * rng.uniform(0.07, 0.13)
        if size_px < MIN_SEAL_PX or rng.random() < 0.15:
            continue
        is_broken = rng.random() < 0.55
        families = broken if is_broken else SOUND_SEALS
        colour = np.clip(np.array(SEAL_COLOURS[int(rng.integers(len(SEAL_COLOURS)))]) * rng.uniform(0.6, 1.15), 0, 1)
        where = families[int(rng.integers(len(families)))](rng, picture, x, y, size_px, colour)
        if is_broken:
            close = max(3, int(size_px * 0.5)) | 1
            found.append(cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((close, close))) > 0)
    return found
