"""Seals on the locking bars of a door, sound and broken.

Each family draws into the lit picture and returns where the seal is: (H,W) bool.
"""

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np

from scenes.hints import Array, Rng

from .surface import Surface

COLOURS = ((0.9, 0.75, 0.1), (0.8, 0.12, 0.1), (0.1, 0.3, 0.75), (0.9, 0.9, 0.9), (0.15, 0.6, 0.25))
# Before the camera shrinks them: a smaller seal is drawn sound, because a break could not be recognised, and the
# smallest not at all.
MIN_BROKEN_PX, MIN_PX = 26, 9
# (random numbers, picture, x, y, about how tall in pixels, colour) -> where
SealFamily: TypeAlias = Callable[[Rng, Array, float, float, float, Array], Array]


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


def lock(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A case with a closed shackle."""
    return _lock(picture, x, y, size_px, colour, 0)


def open_lock(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A case whose shackle is forced out of one side and stands aslant."""
    return _lock(picture, x, y, size_px, colour, float(rng.choice([-1, 1]) * rng.uniform(35, 75)))


def _lock(picture: Array, x: float, y: float, size_px: float, colour: Array, degrees: float) -> Array:
    page = np.zeros(picture.shape[:2], np.uint8)
    wide, thick = size_px * 0.22, max(2, round(size_px * 0.09))
    # The shackle turns about the foot that stays in the case.
    foot = np.array([x + (wide if degrees > 0 else -wide), y])
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    angle = np.linspace(np.pi, 2 * np.pi, 12)
    bow = np.stack([x + wide * np.cos(angle), y - size_px * 0.18 + wide * np.sin(angle)], -1)
    line = np.concatenate([[(x - wide, y)], bow, [(x + wide, y)]])
    turned = (line - foot) @ matrix.T + foot
    cv2.polylines(page, [np.round(turned * 16).astype(np.int32)], False, 1, thick, cv2.LINE_8, 4)
    picture[page > 0] = 0.62
    case = np.zeros_like(page)
    corners = (int(x - size_px * 0.3), int(y)), (int(x + size_px * 0.3), int(y + size_px * 0.45))
    cv2.rectangle(case, *corners, 1, -1)
    picture[case > 0] = colour
    return (page | case) > 0


def hanging_strap(rng: Rng, picture: Array, x: float, y: float, size_px: float, colour: Array) -> Array:
    """A strap torn off at its tag: one end still round the bar, the rest hangs down."""
    page = np.zeros(picture.shape[:2], np.uint8)
    along, sway = np.linspace(0, 1, 14), rng.uniform(-0.35, 0.35)
    line = np.stack([x + sway * size_px * np.sin(along * 2.5), y + size_px * (along * 1.1 - 0.5)], -1)
    cv2.polylines(page, [np.round(line * 16).astype(np.int32)], False, 1, max(2, round(size_px * 0.1)), cv2.LINE_8, 4)
    picture[page > 0] = colour * 0.8
    tag = _oval(picture, *line[-1], size_px * 0.2, size_px * 0.26)
    picture[tag] = colour
    return (page > 0) | tag


SOUND: tuple[SealFamily, ...] = (bolt, strap, lock)
BROKEN: tuple[SealFamily, ...] = (headless_bolt, cut_strap, open_lock, hanging_strap)
HELD_OUT_BROKEN: tuple[SealFamily, ...] = (parted_bolt, frayed_cable)


def _outlined(where: Array) -> Array:
    """The hull of all parts of a seal, as a person outlines it."""
    points = cv2.findNonZero(where.astype(np.uint8))
    page = np.zeros(where.shape, np.uint8)
    if points is not None:
        cv2.fillConvexPoly(page, cv2.convexHull(points), 1)
    return cv2.dilate(page, np.ones((3, 3))) > 0


def draw(
    rng: Rng, sound: Array, hurt: Array, surface: Surface, broken: tuple[SealFamily, ...]
) -> list[tuple[Array, Array]]:
    """A seal at most of its places, many of them broken, into the picture of the hurt door; sound ones also into that
    of the sound door. Returns (outline, where it is drawn) of the broken ones."""
    found = []
    for x, y in surface.seals:
        size_px = surface.px_per_m * rng.uniform(0.07, 0.13)
        if size_px < MIN_PX or rng.random() < 0.15:
            continue
        is_broken = rng.random() < 0.6 and size_px >= MIN_BROKEN_PX
        families = broken if is_broken else SOUND
        colour = np.clip(np.array(COLOURS[int(rng.integers(len(COLOURS)))]) * rng.uniform(0.6, 1.15), 0, 1)
        family, seed = families[int(rng.integers(len(families)))], int(rng.integers(1 << 31))
        reach = int(1.6 * size_px) + 4
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        window = slice(top, max(0, int(y) + reach)), slice(left, max(0, int(x) + reach))
        if not hurt[window].size:  # the seal is out of the picture
            continue
        here = x - left, y - top, size_px, colour
        where = family(np.random.default_rng(seed), hurt[window], *here)
        if is_broken:
            found.append((_whole(surface, window, _outlined(where)), _whole(surface, window, where)))
        else:
            family(np.random.default_rng(seed), sound[window], *here)
    return found


def _whole(surface: Surface, window: tuple[slice, slice], where: Array) -> Array:
    page = np.zeros(surface.size, bool)
    page[window] = where
    return page
