"""Holes and tears: where the steel is missing."""

import cv2
import numpy as np

from container_numbers.panel import field as noise
from scenes.hints import Array, Rng

from ..surface import Surface, cover
from .fields import polar, uneven


def _open(rng: Rng, surface: Surface, where: Array, rim_m: float) -> Array:
    """Takes the steel away, with a bent and rusty rim; returns the opening with its rim."""
    inner = where.astype(np.uint8)
    wide = max(1, int(rim_m * surface.px_per_m))
    outer = cv2.dilate(inner, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1)))
    rim = ((outer > 0) & ~where).astype(np.float32)
    bent = cv2.GaussianBlur(rim, (0, 0), max(0.6, wide / 2))
    surface.relief += bent * rng.uniform(-0.05, 0.04)
    rust = (
        np.array([0.35, 0.18, 0.08]) * rng.uniform(0.5, 1.4)
        if rng.random() < 0.6
        else np.full(3, rng.uniform(0.3, 0.7))
    )
    cover(surface.paint, bent * rng.uniform(0.3, 0.9), rust)
    np.maximum(surface.opening, cv2.GaussianBlur(inner.astype(np.float32), (0, 0), 0.6), out=surface.opening)
    return outer > 0


def _polygon(surface: Surface, points: Array) -> Array:
    page = np.zeros(surface.size, np.uint8)
    cv2.fillPoly(page, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return page > 0


def _star(rng: Rng, x: float, y: float, radius_px: float, corners: int, jag: float) -> Array:
    angle = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radius = radius_px * np.exp(rng.normal(0, jag, corners))
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)


def _slit(rng: Rng, x: float, y: float, length_px: float, wide_px: float, angle: float, bow: float) -> Array:
    """The outline of a jagged slit."""
    along = np.linspace(-0.5, 0.5, 14)
    wide = wide_px / 2 * np.sqrt(np.clip(1 - (2 * along) ** 2, 0.02, 1))
    middle = bow * (1 - (2 * along) ** 2) + rng.normal(0, 0.04, 14) * wide_px
    upper = np.stack([along * length_px, middle - wide * np.exp(rng.normal(0, 0.3, 14))], -1)
    lower = np.stack([along * length_px, middle + wide * np.exp(rng.normal(0, 0.3, 14))], -1)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.concatenate([upper, lower[::-1]]) @ turn.T + (x, y)


def jagged_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    size = size_m * 0.5
    where = _polygon(surface, _star(rng, x, y, size / 2 * surface.px_per_m, int(rng.integers(7, 16)), 0.28))
    return _open(rng, surface, where, size * 0.12)


def punched_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Round or square, as a fork's tip makes."""
    size = size_m * rng.uniform(0.25, 0.45)
    distance, angle = polar(surface, x, y, 0, rng.uniform(1, 1.7))
    surface.relief -= (np.exp(-((distance / size) ** 2)) * size * 0.35).astype(np.float32)
    return _open(rng, surface, distance < size / 2 * uneven(rng, angle, 0.06, 5), size * 0.1)


def rusted_through(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Several openings in a rusted field; the openings are the damage of this class."""
    distance, _ = polar(surface, x, y, 0, rng.uniform(1, 2))
    field = np.clip(1.3 - distance / (size_m * 0.4), 0, 1) * noise(
        rng, *surface.size, int(14 / size_m * surface.metres()[0]) + 4
    )
    cover(surface.paint, np.clip(field * 3, 0, 1) * 0.8, np.array([0.33, 0.17, 0.08]) * rng.uniform(0.6, 1.4))
    where = field > np.quantile(field[distance < size_m * 0.4], 0.8) if (distance < size_m * 0.4).any() else field > 2
    return _open(rng, surface, where, size_m * 0.03)


def cut_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Three sides cut and the flap bent aside."""
    half = size_m * surface.px_per_m * np.array([rng.uniform(0.2, 0.35), rng.uniform(0.15, 0.3)])
    corners = np.array(
        [(x - half[0], y - half[1]), (x + half[0], y - half[1]), (x + half[0], y + half[1]), (x - half[0], y + half[1])]
    )
    flap = corners[[0, 1]] - (0, half[1] * rng.uniform(0.4, 0.9))
    outer = _open(rng, surface, _polygon(surface, corners), size_m * 0.03)
    folded = _polygon(surface, np.concatenate([corners[[1, 0]], flap]))
    surface.paint[folded] = surface.paint[folded] * rng.uniform(0.5, 1.3)
    surface.relief[folded] += 0.05
    return outer | folded


def slot_hole(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """A long opening with round ends, its lower lip bent out."""
    half, radius = (
        size_m * surface.px_per_m * rng.uniform(0.15, 0.28),
        size_m * surface.px_per_m * rng.uniform(0.08, 0.14),
    )
    turn = rng.normal(0, 0.3) + rng.choice([0, np.pi / 2])
    reach = np.array([np.cos(turn), np.sin(turn)]) * half
    page = np.zeros(surface.size, np.uint8)
    ends = (np.array([x, y]) - reach).astype(int).tolist(), (np.array([x, y]) + reach).astype(int).tolist()
    cv2.line(page, *ends, 1, max(3, int(2 * radius)))
    lip = np.roll(page, max(1, int(radius * 0.4)), 0) & ~page
    surface.relief += cv2.GaussianBlur(lip.astype(np.float32), (0, 0), max(0.8, radius / 4)) * rng.uniform(0.01, 0.04)
    return _open(rng, surface, page > 0, size_m * 0.03)


def long_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    length = size_m * surface.px_per_m
    outline = _slit(rng, x, y, length, length * rng.uniform(0.08, 0.2), rng.uniform(0, np.pi), 0)
    return _open(rng, surface, _polygon(surface, outline), size_m * 0.04)


def curved_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    length = size_m * surface.px_per_m
    outline = _slit(
        rng, x, y, length, length * rng.uniform(0.08, 0.16), rng.uniform(0, np.pi), length * rng.uniform(0.1, 0.3)
    )
    return _open(rng, surface, _polygon(surface, outline), size_m * 0.05)


def corner_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Two slits that meet at a right angle, the corner between them bent in."""
    start, length = rng.uniform(0, 2 * np.pi), size_m * surface.px_per_m * rng.uniform(0.4, 0.6)
    where = np.zeros(surface.size, bool)
    ends = [np.array([x, y])]
    for angle in (start, start + np.pi / 2 + rng.normal(0, 0.15)):
        along = np.array([np.cos(angle), np.sin(angle)]) * length
        ends.append(np.array([x, y]) + along * 0.8)
        where |= _polygon(surface, _slit(rng, *(np.array([x, y]) + along * 0.45), length, length * 0.16, angle, 0))
    corner = cv2.GaussianBlur(_polygon(surface, np.stack(ends)).astype(np.float32), (0, 0), max(1, length / 12))
    surface.relief -= corner * size_m * np.float32(rng.uniform(0.03, 0.08))
    return _open(rng, surface, where, size_m * 0.03)


def forked_tear(rng: Rng, surface: Surface, x: float, y: float, size_m: float) -> Array:
    """Three slits that meet."""
    where = np.zeros(surface.size, bool)
    start = rng.uniform(0, 2 * np.pi)
    for k in range(3):
        angle = start + k * 2.1 + rng.normal(0, 0.2)
        length = size_m * surface.px_per_m * rng.uniform(0.4, 0.6)
        to = x + np.cos(angle) * length / 2, y + np.sin(angle) * length / 2
        where |= _polygon(surface, _slit(rng, *to, length, length * 0.2, angle, 0))
    return _open(rng, surface, where, size_m * 0.03)
