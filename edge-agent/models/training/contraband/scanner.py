"""What a scanner makes of attenuation: counted photons, a picture of them, and its faults."""

from dataclasses import dataclass

import cv2
import numpy as np

from scenes.hints import Array, Rng
from scenes.lens import compressed

Window = tuple[slice, slice]
EVERYTHING: Window = slice(None), slice(None)


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


def _table_of_hues() -> Array:
    """(1,256,3) of dual-energy displays, by ratio from 1 to 1.7: orange for light elements, green for middle ones, blue
    for metals."""
    steps = [1.0, 1.15, 1.3, 1.45, 1.7]
    colours = np.array([(1.0, 0.55, 0.1), (0.95, 0.6, 0.15), (0.25, 0.75, 0.25), (0.15, 0.45, 0.85), (0.1, 0.2, 0.75)])
    ratios = np.linspace(1, 1.7, 256)
    return np.stack([np.interp(ratios, steps, colours[:, k]) for k in range(3)], -1)[None].astype(np.float32)


HUES = _table_of_hues()


@dataclass(frozen=True)
class Scanner:
    """One scanner, set for one picture; `grain` (2,H,W) is the noise of the two energies in standard deviations, and
    `lines` (H,1) how far off each line is."""

    look: Look
    grain: Array
    lines: Array
    black: float
    white: float
    walls: float  # thickness (a logarithm) that stays white

    @classmethod
    def set_up(cls, rng: Rng, look: Look, attenuation: Array) -> "Scanner":
        """Black, white and the container's own walls follow from the whole picture."""
        grain = rng.standard_normal(attenuation.shape, np.float32)
        # A detector that is a little off draws its line through the whole picture.
        lines = 1 + rng.normal(0, look.stripes, (attenuation.shape[1], 1)).astype(np.float32)
        scanner = cls(look, grain, lines, 0.0, 1.0, 0.0)
        counted = scanner._counted(attenuation, EVERYTHING, noisy=True)
        black, white = np.percentile(np.sqrt(counted[0, ::2, ::2]) * look.gamma, (look.low, look.high))
        walls = np.percentile(cls._thickness(counted[0])[::2, ::2], 5)
        return cls(look, grain, lines, float(black), float(white), float(walls))

    def _counted(self, attenuation: Array, window: Window, noisy: bool) -> Array:
        """(2,h,w): shares of the photons that arrive."""
        arrived = np.empty_like(attenuation)
        for energy, path in enumerate(attenuation):
            rate = cv2.GaussianBlur(cv2.exp(-path), (0, 0), self.look.blur_px) * self.look.photons
            if noisy:
                rate += self.grain[energy][window] * cv2.sqrt(cv2.max(rate, 0.3))
            arrived[energy] = np.clip(rate, 0.3, None) / self.look.photons
        if noisy:
            arrived[0] *= self.lines[window[0]]
        return np.clip(arrived, 1e-5, 1)

    @staticmethod
    def _thickness(counted: Array) -> Array:
        return -cv2.log(np.clip(cv2.blur(counted, (3, 3)), 1e-5, 0.999))

    def shown(self, attenuation: Array, window: Window = EVERYTHING, noisy: bool = True) -> Array:
        """The picture (h,w,3), 0..1, of (2,h,w) attenuation that lies within a window of the whole."""
        counted = self._counted(attenuation, window, noisy)
        light = cv2.sqrt(counted[0]) * self.look.gamma
        grey = np.clip((light - self.black) / max(self.white - self.black, 1e-3), 0, 1)
        if self.look.inverted:
            grey = 1 - grey
        if not self.look.coloured:
            return cv2.merge([grey, grey, grey])
        low, high = self._thickness(counted[0]), self._thickness(counted[1])
        step = np.clip((low / cv2.max(high, 1e-3) - 1) * (255 / 0.7), 0, 255).astype(np.uint8)
        hue = HUES[0][step]
        # The container's own walls stay white, as scanners are set.
        share = np.clip((low - self.walls) * 1.5, 0, 1)[..., None] * 0.8
        return np.clip(grey[..., None] * (1 - share + hue * (share * 1.4)), 0, 1)

    def recorded(self, picture: Array) -> Array:
        done = (picture * 255).astype(np.uint8)
        return done if self.look.jpeg is None else compressed(done, self.look.jpeg)
