"""One drawn picture of a container's outside, sound or damaged, as a camera at the gate sees it."""

from dataclasses import dataclass

import cv2
import numpy as np

from container_numbers import photograph
from drawn import Drawn
from scenes.hints import Array, Rng, Seed

from . import doors, seals, surface, wounds
from .visibility import MIN_SHARE_IN_VIEW, Pictures, is_seen

CLASSES = ("dent", "hole", "rust", "tear", "damaged_door", "seal_broken")
MARGIN = 1.4  # the wall is drawn so many times larger than what the camera sees of it
CLEAR_PX = 4  # between two damages
# How wide what the camera sees is, in metres, and how often.
VIEWS = (
    (surface.side, (1.2, 4.5), 0.33),
    (surface.roof, (1.5, 4.5), 0.15),
    (surface.door, (1.4, 3.0), 0.22),
    (surface.door, (0.5, 1.3), 0.3),
)
LETTER_PX = 20.0  # what the blur is measured by


@dataclass(frozen=True)
class Families:
    """What damage is drawn from."""

    walls: dict[str, tuple[wounds.Family, ...]]
    doors: dict[str, tuple[doors.DoorFamily, ...]]
    seals: tuple[seals.SealFamily, ...]


TRAINING = Families(wounds.DAMAGE_OF_WALLS, doors.DAMAGE_OF_DOORS, seals.BROKEN)
HELD_OUT = Families(wounds.HELD_OUT_OF_WALLS, doors.HELD_OUT_OF_DOORS, seals.HELD_OUT_BROKEN)


@dataclass
class Wall:
    """A wall in its light, sound and hurt (H,W,3), and (class, where) of its damages; none lies over another."""

    sound: Array
    hurt: Array
    found: list[tuple[str, Array]]
    taken: Array

    def is_free(self, where: Array, window: tuple[slice, slice] = (slice(None), slice(None))) -> bool:
        near = cv2.dilate(where.astype(np.uint8), np.ones((2 * CLEAR_PX + 1,) * 2)) > 0
        return bool(where.any()) and not (near & self.taken[window]).any()

    def add(self, name: str, where: Array) -> None:
        self.taken |= where
        self.found.append((name, where))

    def hide(self, behind: Array) -> None:
        """What stands before damage is not part of it."""
        self.found = [(name, where & ~behind) for name, where in self.found]


def _wound(rng: Rng, steel: surface.Surface, light: surface.Light, wall: Wall, families: Families) -> None:
    """One damage to the steel, unless it would meet another one."""
    name = CLASSES[int(rng.choice(4, p=[0.36, 0.2, 0.26, 0.18]))]
    family = families.walls[name][int(rng.integers(len(families.walls[name])))]
    height, width = steel.size
    x, y = rng.uniform(0.2, 0.8, 2) * (width, height)
    # Between what is just to be seen and what fills a good part of the view.
    size_m = float(np.exp(rng.uniform(np.log(0.09), np.log(0.42)))) * steel.metres()[0]
    reach = int(wounds.reach_of(family) * size_m * steel.px_per_m) + 8
    top, left = max(0, int(y) - reach), max(0, int(x) - reach)
    window = slice(top, min(height, int(y) + reach)), slice(left, min(width, int(x) + reach))
    part = steel.part(window)
    before = part.relief.copy(), part.paint.copy(), part.opening.copy()
    where = family(rng, part, x - left, y - top, size_m)
    if not wall.is_free(where, window):
        part.relief[:], part.paint[:], part.opening[:] = before
        return
    # Light needs the surroundings, as far as hollows are shaded.
    far = surface.hollow_reach(steel) + 2
    outer = slice(max(0, top - far), window[0].stop + far), slice(max(0, left - far), window[1].stop + far)
    wall.hurt[outer] = light.on(steel.part(outer))
    whole = np.zeros(steel.size, bool)
    whole[window] = where
    wall.add(name, whole)


def _painted(rng: Rng, families: Families, size: tuple[int, int]) -> Wall:
    """The wall before it is photographed."""
    kinds, spans, shares = zip(*VIEWS)
    view = int(rng.choice(len(VIEWS), p=shares))
    steel = kinds[view](rng, *size, size[1] / rng.uniform(*spans[view]) / MARGIN)
    surface.letter(rng, steel)
    surface.weather(rng, steel)
    light = surface.draw_light(rng)
    sound = light.on(steel)
    wall = Wall(sound, sound.copy(), [], np.zeros(size, bool))
    is_close = spans[view][1] < 1.4
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.08, 0.24, 0.28, 0.25, 0.15])) // (2 if is_close else 1)):
        _wound(rng, steel, light, wall, families)
    if steel.kind == "door":
        _fit_doors(rng, steel, wall, families)
    return wall


def _fit_doors(rng: Rng, steel: surface.Surface, wall: Wall, families: Families) -> None:
    """Damage to the doors; bars and seals before the steel."""
    bars = list(steel.bars)
    if rng.random() < 0.55:
        family = families.doors["damaged_door"][int(rng.integers(len(families.doors["damaged_door"])))]
        trial = wall.hurt.copy()
        where = family(rng, trial, steel, bars)
        if wall.is_free(where):
            wall.hurt = trial
            wall.add("damaged_door", where)
        else:
            bars = list(steel.bars)
    seed = int(rng.integers(1 << 31))
    doors.draw_fittings(np.random.default_rng(seed), wall.sound, steel, steel.bars)
    fittings = doors.draw_fittings(np.random.default_rng(seed), wall.hurt, steel, bars)
    wall.found = [(name, where if name == "damaged_door" else where & ~fittings) for name, where in wall.found]
    for outline, seal in seals.draw(rng, wall.sound, wall.hurt, steel, families.seals):
        wall.hide(seal)
        wall.found.append(("seal_broken", outline))


def draw(seed: Seed, families: Families, height_px: int, width_px: int) -> Drawn:
    """The scene of a seed, with damage of `families` that a person could make out."""
    rng = np.random.default_rng(seed)
    size = height_px, width_px
    canvas = int(height_px * MARGIN), int(width_px * MARGIN)
    wall = _painted(rng, families, canvas)
    matrix = _view(rng, canvas, size)
    beyond = (rng.uniform(0.1, 0.9) + rng.normal(0, 0.05, 3)).tolist()

    def through_lens(picture: Array) -> Array:
        return cv2.warpPerspective(picture, matrix, size[::-1], flags=cv2.INTER_LINEAR, borderValue=beyond)

    camera, recorder = (int(value) for value in rng.integers(1 << 31, size=2))
    hurt, sound = photographed(camera, through_lens(wall.hurt), through_lens(wall.sound))
    finished = photograph.recorded(*_twice(recorder), hurt)
    outlines = _outlines(wall, matrix, size)
    pictures = Pictures.of(hurt, sound, finished)
    kept = [(name, where) for name, where in outlines if is_seen(pictures, where)]
    if len(kept) < len(wall.found):
        hidden = np.ones(size, np.float32)
        for _, where in kept:
            hidden[cv2.dilate(where.astype(np.uint8), np.ones((9, 9))) > 0] = 0
        hidden = cv2.GaussianBlur(hidden, (0, 0), 2)[..., None]
        finished = photograph.recorded(*_twice(recorder), hurt + hidden * (sound - hurt))
    ids = np.zeros(size, np.uint8)
    for k, (_, where) in enumerate(kept):
        ids[where] = k + 1
    return Drawn(finished, ids, [name for name, _ in kept])


def _twice(seed: int) -> tuple[Rng, Rng]:
    rng = np.random.default_rng(seed)
    return rng, rng


def photographed(seed: int, hurt: Array, sound: Array) -> tuple[Array, Array]:
    """Both walls through the same camera in the same light, before noise."""
    exposed, settings = [], None
    for picture in (hurt, sound):
        rng = np.random.default_rng(seed)
        seen = photograph.under_lights(rng, picture.astype(np.float32)).astype(np.float32)
        drawn = photograph.exposure(rng, seen)
        settings = settings or drawn
        seen = photograph.exposed(seen, *(float(value) for value in settings))
        if rng.random() < 0.1:
            seen = photograph.rained_on(rng, seen)
        exposed.append(photograph.blurred(rng, seen.astype(np.float32), LETTER_PX)[0])
    return exposed[0], exposed[1]


def _outlines(wall: Wall, matrix: Array, size: tuple[int, int]) -> list[tuple[str, Array]]:
    """(class, where) in the picture, of damage that is mostly in view; what is drawn later stands before."""
    numbers = np.zeros(wall.taken.shape, np.uint8)
    for k, (_, where) in enumerate(wall.found):
        numbers[where] = k + 1
    in_view = cv2.warpPerspective(
        np.ones(size, np.uint8), matrix, numbers.shape[::-1], flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    totals, shown = (np.bincount(part.ravel(), minlength=len(wall.found) + 1) for part in (numbers, numbers * in_view))
    seen = cv2.warpPerspective(numbers, matrix, size[::-1], flags=cv2.INTER_NEAREST)
    return [
        (name, seen == k + 1)
        for k, (name, _) in enumerate(wall.found)
        if shown[k + 1] >= MIN_SHARE_IN_VIEW * max(1, totals[k + 1])
    ]


def _view(rng: Rng, canvas: tuple[int, int], picture: tuple[int, int]) -> Array:
    """A homography (3,3) that shows the middle of the canvas, turned and from aside."""
    smaller = picture[1] / canvas[1] * 1.25
    centred = np.diag([smaller, smaller, 1]) @ np.array([[1, 0, -canvas[1] / 2], [0, 1, -canvas[0] / 2], [0, 0, 1]])
    return photograph.view(rng, canvas, picture, np.zeros(2)) @ centred
