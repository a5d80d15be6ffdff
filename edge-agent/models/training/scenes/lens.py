"""What stands between the scene and the picture: contact shade, exposure, blur, noise, compression."""

import cv2
import numpy as np

from .hints import Array, Rng, Seed


def _contact_shade(picture: Array, inv_depth: Array, strength: float) -> Array:
    """Darkens what lies just behind something nearer: cheap ambient occlusion from the depth buffer."""
    near = np.minimum(inv_depth, 2.0)
    blurred = cv2.blur(near, (near.shape[1] // 24 | 1, near.shape[1] // 24 | 1))
    crease = np.clip((blurred - near) / (near + 0.05), 0, 0.6)
    return picture * (1 - strength * crease)[..., None]


def _light_patches(rng: Rng, height: int, width: int) -> Array:
    """A smooth random field about 1: uneven light over the picture."""
    grid = rng.normal(0, 1, (4, 5)).astype(np.float32)
    return np.clip(
        1 + rng.uniform(0.02, 0.2) * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), 0.4, 1.7
    )


def _blur(rng: Rng, picture: Array) -> Array:
    kind = rng.random()
    if kind < 0.45:
        return picture
    if kind < 0.85:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.1))
    length = int(rng.integers(2, 5))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    cv2.line(kernel, [int(round(length - v)) for v in reach], [int(round(length + v)) for v in reach], 1.0, 1)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def compressed(picture: Array, quality: int) -> Array:
    """A picture (H,W,3) uint8 with the losses of a JPEG file of a quality from 1 to 100."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def through_lens(picture: Array, inv_depth: Array, width_px: int, height_px: int, seed: Seed | None = None) -> Array:
    """A rendered float picture to uint8 at the asked size. Without a seed: contact shade and a fixed exposure only."""
    rng = np.random.default_rng(seed) if seed is not None else None
    picture = _contact_shade(picture, inv_depth, 0.5 if rng is None else rng.uniform(0.2, 0.8))
    small = cv2.resize(picture, (width_px, height_px), interpolation=cv2.INTER_AREA)
    if rng is None:
        return np.clip(small * 255, 0, 255).astype(np.uint8)
    small = small * _light_patches(rng, height_px, width_px)[..., None]
    if rng.random() < 0.25:
        depth = 1 / np.maximum(cv2.resize(inv_depth, (width_px, height_px)), 0.05)
        haze = 1 - np.exp(-rng.uniform(0.01, 0.06) * depth)[..., None]
        small = small * (1 - haze) + rng.uniform(0.5, 0.9) * haze
    target = rng.uniform(0.28, 0.55)  # most cameras expose by themselves, not quite right
    gain = np.clip(target / (small.mean() + 0.02), 0.5, 3.5) ** rng.uniform(0.5, 1)
    small = np.clip(small * gain, 0, 1.4) ** np.exp(rng.normal(0, 0.15))
    if rng.random() < 0.1:
        small = np.repeat(small @ np.array([0.3, 0.59, 0.11], np.float32)[:, None], 3, 2)
    small = _blur(rng, small.astype(np.float32))
    small = small + rng.normal(0, 1, small.shape).astype(np.float32) * rng.uniform(0.002, 0.03)
    done = np.clip(small * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        done = compressed(done, int(rng.integers(35, 95)))
    return done
