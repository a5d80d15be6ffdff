"""A small software rasteriser: triangles in, picture + depth + thing ids out.

A depth buffer (rather than painting back to front) gives exact visible masks when things touch or overlap, which is
what the segmentation truth needs. Compiled with numba: about 5 ms for a scene of 2,000 triangles at 512 x 384.
"""

import numpy as np
from numba import njit

from .hints import Array


@njit(cache=True, nogil=True)
def pixel_range(a: float, b: float, c: float, size: int) -> tuple[int, int]:
    """First and last pixel, of 0..size-1, whose middle lies between the least and the greatest of three coordinates."""
    return max(0, int(np.ceil(min(a, b, c) - 0.5))), min(size - 1, int(np.floor(max(a, b, c) - 0.5)))


@njit(cache=True, nogil=True)
def span(left: int, right: int, base1: float, slope1: float, base2: float, slope2: float) -> tuple[int, int]:
    """First and last pixel of a row whose middle lies inside the triangle (all three weights at least 0)."""
    low, high = left + 0.5, right + 0.5
    for base, slope in ((base1, slope1), (base2, slope2), (1.0 - base1 - base2, -slope1 - slope2)):
        if slope > 1e-12:
            low = max(low, -base / slope)
        elif slope < -1e-12:
            high = min(high, -base / slope)
        elif base < 0.0:
            return 1, 0
    return int(np.ceil(low - 0.5 - 1e-7)), int(np.floor(high - 0.5 + 1e-7))


@njit(cache=True, fastmath=True, nogil=True)
def fill_triangles(
    xy: Array,
    inv_depth: Array,
    uv: Array,
    shade: Array,
    gloss: Array,
    colour_a: Array,
    colour_b: Array,
    texture: Array,
    ids: Array,
    bank: Array,
    picture: Array,
    depth: Array,
    id_map: Array,
    covered_px: Array,
) -> None:
    """Draws triangles into `picture` (H,W,3 float 0..1), `depth` (1/metres, larger is nearer) and `id_map`.

    xy (n,3,2) pixels; inv_depth (n,3); uv (n,3,2) texture repeats; shade, gloss (n,3); colours (n,3); texture (n) index
    into bank (T,S,S); ids (n), triangles of one thing contiguous. covered_px[id] counts the pixels of the thing's whole
    silhouette inside the picture, hidden or not, from which the visible share of a thing follows.
    """
    height, width = depth.shape
    size = bank.shape[1]
    stamp = np.full((height, width), -1, np.int16)
    for k in range(xy.shape[0]):
        x0, y0 = xy[k, 0, 0], xy[k, 0, 1]
        x1, y1 = xy[k, 1, 0], xy[k, 1, 1]
        x2, y2 = xy[k, 2, 0], xy[k, 2, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if abs(area) < 1e-6:
            continue
        left, right = pixel_range(x0, x1, x2, width)
        top, bottom = pixel_range(y0, y1, y2, height)
        inv_area = 1.0 / area
        z0, z1, z2 = inv_depth[k, 0], inv_depth[k, 1], inv_depth[k, 2]
        tex = texture[k]
        ident = ids[k]
        slope1, slope2 = (y2 - y0) * inv_area, -(y1 - y0) * inv_area
        for y in range(top, bottom + 1):
            py = y + 0.5
            base1 = (-x0 * (y2 - y0) - (x2 - x0) * (py - y0)) * inv_area
            base2 = ((x1 - x0) * (py - y0) + x0 * (y1 - y0)) * inv_area
            first, last = span(left, right, base1, slope1, base2, slope2)
            for x in range(first, last + 1):
                px = x + 0.5
                w1 = base1 + slope1 * px
                w2 = base2 + slope2 * px
                w0 = 1.0 - w1 - w2
                if stamp[y, x] != ident:
                    stamp[y, x] = ident
                    covered_px[ident] += 1
                z = w0 * z0 + w1 * z1 + w2 * z2
                if z <= depth[y, x]:
                    continue
                depth[y, x] = z
                id_map[y, x] = ident
                a0, a1, a2 = w0 * z0 / z, w1 * z1 / z, w2 * z2 / z
                u = a0 * uv[k, 0, 0] + a1 * uv[k, 1, 0] + a2 * uv[k, 2, 0]
                v = a0 * uv[k, 0, 1] + a1 * uv[k, 1, 1] + a2 * uv[k, 2, 1]
                t = bank[tex, int(np.floor(v * size)) % size, int(np.floor(u * size)) % size]
                light = a0 * shade[k, 0] + a1 * shade[k, 1] + a2 * shade[k, 2]
                shine = a0 * gloss[k, 0] + a1 * gloss[k, 1] + a2 * gloss[k, 2]
                for c in range(3):
                    picture[y, x, c] = (colour_a[k, c] + (colour_b[k, c] - colour_a[k, c]) * t) * light + shine


def new_buffers(width_px: int, height_px: int, things: int) -> tuple[Array, Array, Array, Array]:
    """Empty picture, depth, id map (0 = no thing) and covered-pixel counts for ids 0..things."""
    return (
        np.zeros((height_px, width_px, 3), np.float32),
        np.zeros((height_px, width_px), np.float32),
        np.zeros((height_px, width_px), np.int16),
        np.zeros(things + 1, np.int64),
    )
