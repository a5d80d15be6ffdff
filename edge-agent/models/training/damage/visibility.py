"""What of the damage a person could make out in the finished picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from scenes.hints import Array

from .surface import mean_of

MIN_AREA_PX, MIN_SIDE_PX = 150, 14
MIN_SHARE_IN_VIEW = 0.5
MIN_CHANGE, MIN_LIGHT = 0.12, 0.35  # of the brightness that the sound wall has there, which counts as so much at least
MIN_SHARE_SEEN, MIN_SHARE_OF_BOX = 0.5, 0.8
# Rose's criterion, for the details that make up a class: contrast over noise, times the side of the detail in pixels.
DETAILS_ALONG, MIN_DETAIL_TO_NOISE = 8, 4.0


@dataclass(frozen=True)
class Pictures:
    """(H,W) brightness before noise, of the hurt and of the sound wall, and (H,W) noise of the finished picture; change
    (H,W) is what they differ by, in the picture's colours."""

    sound: Array
    change: Array
    noise: Array

    @classmethod
    def of(cls, hurt: Array, sound: Array, finished: Array) -> "Pictures":
        hurt, sound = np.clip(hurt, 0, 1), np.clip(sound, 0, 1)
        noise = mean_of(finished.astype(np.float32)) / 255 - mean_of(hurt)
        some = finished[::7, ::7].astype(int)
        shows_colour = (some.max(2) - some.min(2)).mean() > 2
        change = mean_of(cv2.absdiff(hurt, sound)) if shows_colour else cv2.absdiff(mean_of(hurt), mean_of(sound))
        return cls(mean_of(sound), change, noise - cv2.blur(noise, (9, 9)))


def _sides(where: Array) -> Array:
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    return np.array([rows[-1] - rows[0], columns[-1] - columns[0]]) + 1 if len(rows) else np.zeros(2, int)


def is_seen(pictures: Pictures, outline: Array) -> bool:
    """Whether damage within an outline is large enough and stands out, up to its ends."""
    side = int(_sides(outline).max())
    if outline.sum() < MIN_AREA_PX or side < MIN_SIDE_PX:
        return False
    detail_px = side / DETAILS_ALONG
    noise = float(pictures.noise[outline].std())
    light = max(MIN_LIGHT, float(pictures.sound[outline].mean()))
    least = max(MIN_CHANGE * light, MIN_DETAIL_TO_NOISE * noise / detail_px)
    changed = outline & (pictures.change > 0.01)
    if changed.sum() < MIN_AREA_PX / 2:
        return False
    smooth = cv2.blur(pictures.change, (max(1, round(detail_px)),) * 2)
    seen = changed & (smooth >= least / 2)
    return bool(
        pictures.change[changed].mean() >= least
        and seen.sum() >= MIN_SHARE_SEEN * changed.sum()
        and (_sides(seen) >= MIN_SHARE_OF_BOX * _sides(outline)).all()
    )
