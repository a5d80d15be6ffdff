"""What the camera makes of the steel: angle, light, weather, blur, noise, compression."""

import cv2
import numpy as np

from scenes.hints import Array, Rng
from scenes.lens import compressed

from .panel import field


def view(rng: Rng, canvas: tuple[int, int], picture: tuple[int, int], about: Array) -> Array:
    """A homography (3,3) from the canvas to the picture (both height, width): turned, tilted up to 25°, from aside.

    `about` is the point of the canvas that comes to lie about the middle of the picture.
    """
    height, width = picture
    roll = np.radians(np.clip(rng.normal(0, 7), -25, 25))
    yaw, pitch = np.radians(np.clip(rng.normal(0, [20, 10]), [-50, -28], [50, 28]))
    focal = width * rng.uniform(0.9, 3)
    about_z = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    about_y = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]])
    turned = about_z @ about_y @ about_x
    # The plane z = 0 in units of pixels, `focal` in front of the camera.
    plane = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, focal]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    centred = np.array([[1, 0, -about[0]], [0, 1, -about[1]], [0, 0, 1]])
    return lens @ plane @ centred


def moved(points: Array, matrix: Array) -> Array:
    """Points (N,2) through a homography."""
    whole = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return (whole[:, :2] / whole[:, 2:]).astype(np.float32)


def lit(rng: Rng, picture: Array) -> Array:
    """Shadow edges, glare and the exposure of a day or a night."""
    picture = under_lights(rng, picture)
    gain, gamma = exposure(rng, picture)
    return exposed(picture, gain, gamma)


def under_lights(rng: Rng, picture: Array) -> Array:
    """Shadow edges, glare, a lamp at night."""
    height, width = picture.shape[:2]
    if rng.random() < 0.3:
        edge = np.zeros((height, width), np.float32)
        corners = (rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)).astype(np.int32)
        cv2.fillConvexPoly(edge, cv2.convexHull(corners), 1.0)
        blur = rng.uniform(0.5, 6)
        picture = picture * (1 - rng.uniform(0.3, 0.7) * cv2.GaussianBlur(edge, (0, 0), blur))[..., None]
    if rng.random() < 0.12:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        middle, radius = rng.uniform(0, 1, 2) * (width, height), width * rng.uniform(0.08, 0.4)
        glare = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * radius**2))
        picture = picture + rng.uniform(0.15, 0.7) * glare[..., None]
    if rng.random() < 0.2:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        middle = rng.uniform(0.1, 0.9, 2) * (width, height)
        lamp = np.exp(-((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (2 * (width * rng.uniform(0.3, 0.8)) ** 2))
        picture = picture * (rng.uniform(0.05, 0.3) + lamp[..., None]) * rng.uniform(0.9, 1.1, 3)
    return picture


def exposure(rng: Rng, picture: Array) -> tuple[float, float]:
    """Gain and gamma that a camera sets for a picture."""
    target = rng.uniform(0.2, 0.6)
    gain = np.clip(target / (picture.mean() + 0.02), 0.4, 4) ** rng.uniform(0.4, 1)
    return gain, np.exp(rng.normal(0, 0.15))


def exposed(picture: Array, gain: float, gamma: float) -> Array:
    return np.clip(picture * gain, 0, 1.3) ** gamma


def rained_on(rng: Rng, picture: Array) -> Array:
    """Streaks of rain, or a haze of it."""
    height, width = picture.shape[:2]
    drops = (rng.random((height, width)) > 1 - rng.uniform(0.002, 0.012)).astype(np.float32)
    length = int(rng.integers(5, 17))
    kernel = np.zeros((length, length), np.float32)
    lean = rng.uniform(-0.3, 0.3) * length
    cv2.line(kernel, (int(length / 2 - lean), 0), (int(length / 2 + lean), length - 1), 1.0, 1)
    streaks = cv2.filter2D(drops, -1, kernel / kernel.sum() * 3)[..., None]
    haze = rng.uniform(0, 0.35)
    return picture * (1 - haze) + 0.6 * haze + np.clip(streaks, 0, 0.4)


def blurred(rng: Rng, picture: Array, letter_px: float) -> tuple[Array, float]:
    """Out of focus or moved; and by how many pixels (sigma), as a measure of legibility."""
    kind = rng.random()
    if kind < 0.35:
        return picture, 0.0
    if kind < 0.75:
        sigma = rng.uniform(0.3, 0.03 * letter_px + 0.8)
        return cv2.GaussianBlur(picture, (0, 0), sigma), float(sigma)
    length = rng.uniform(1.5, 0.12 * letter_px + 2.5)
    size = int(np.ceil(length)) * 2 + 1
    kernel = np.zeros((size * 8, size * 8), np.float32)
    angle = rng.uniform(-0.3, 0.3) + (np.pi / 2 if rng.random() < 0.2 else 0)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length * 4
    middle = np.array([size * 4, size * 4])
    cv2.line(kernel, (middle - reach).astype(int).tolist(), (middle + reach).astype(int).tolist(), 1.0, 8, cv2.LINE_AA)
    kernel = cv2.resize(kernel, (size, size), interpolation=cv2.INTER_AREA)
    return cv2.filter2D(picture, -1, kernel / kernel.sum()), float(length / 3.5)


def recorded(camera: Rng, rng: Rng, picture: Array) -> Array:
    """Sometimes no colour and uneven light, which are the camera's; noise, bytes and compression of one picture."""
    height, width = picture.shape[:2]
    if camera.random() < 0.2:
        picture = np.repeat(picture @ np.array([0.3, 0.59, 0.11], np.float32)[:, None], 3, 2)
    if camera.random() < 0.2:
        picture = picture * (0.8 + 0.4 * field(camera, height, width, 3)[..., None])
    strength = rng.uniform(0.002, 0.045)
    grain = rng.normal(0, 1, picture.shape).astype(np.float32)
    if rng.random() < 0.3:
        grain = cv2.blur(grain, (2, 2)) * 2
    done = np.clip((picture + grain * strength) * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        done = compressed(done, int(rng.integers(30, 95)))
    return done
