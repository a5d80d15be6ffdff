"""One drawn picture of a container's outside, sound or damaged, as a camera at the gate sees it."""

from dataclasses import dataclass

import cv2
import numpy as np

from container_numbers import photograph
from drawn import Drawn
from scenes.hints import Array, Rng, Seed

from . import doors, surface, wounds

CLASSES = ("dent", "hole", "rust", "tear", "damaged_door", "seal_broken")
SHARP = 1.5  # drawn this many times larger
MIN_AREA_PX, MIN_SHARE_SEEN = 50, 0.5
CLEAR_PX = 3  # between two damages
MIN_CHANGE = 0.08  # of the wall's mean brightness: damage that changes less is left out, not left unlabelled
# How wide what the camera sees is, in metres, and how often.
VIEWS = (
    (surface.side, (1.2, 4.5), 0.36),
    (surface.roof, (1.5, 4.5), 0.16),
    (surface.door, (1.6, 3.2), 0.24),
    (surface.door, (0.5, 1.2), 0.24),
)
LETTER_PX = 20.0  # what the blur is measured by


@dataclass(frozen=True)
class Families:
    """What damage is drawn from."""

    walls: dict[str, tuple[wounds.Family, ...]]
    doors: dict[str, tuple[doors.DoorFamily, ...]]
    seals: tuple[doors.SealFamily, ...]


TRAINING = Families(wounds.DAMAGE_OF_WALLS, doors.DAMAGE_OF_DOORS, doors.BROKEN_SEALS)
HELD_OUT = Families(wounds.HELD_OUT_OF_WALLS, doors.HELD_OUT_OF_DOORS, doors.HELD_OUT_BROKEN_SEALS)


@dataclass
class Damages:
    """What has been damaged so far, none over another."""

    taken: Array
    found: list[tuple[str, Array]]

    def is_free(self, where: Array) -> bool:
        near = cv2.dilate(where.astype(np.uint8), np.ones((2 * CLEAR_PX + 1,) * 2)) > 0
        return not (near & self.taken).any()

    def add(self, name: str, where: Array) -> None:
        self.taken |= where
        self.found.append((name, where))


def _wound(
    rng: Rng, wall: surface.Surface, light: surface.Light, sound: Array, families: Families, damages: Damages
) -> Array:
    """One damage to the steel, which `sound` shows in this light; returns the new picture of it. The wall stays as it
    was where the damage would meet another one or hardly be seen."""
    name = CLASSES[int(rng.choice(4, p=[0.36, 0.2, 0.26, 0.18]))]
    family = families.walls[name][int(rng.integers(len(families.walls[name])))]
    height, width = wall.size
    x, y = rng.uniform(0.2, 0.8, 2) * (width, height)
    # Between what is just to be seen and what fills a good part of the view.
    size_m = float(np.exp(rng.uniform(np.log(0.09), np.log(0.42)))) * wall.metres()[0]
    before = wall.relief.copy(), wall.paint.copy(), wall.opening.copy()
    where = family(rng, wall, x, y, size_m)
    if damages.is_free(where) and where.any():
        hurt = light.on(wall)
        if np.abs(hurt[where] - sound[where]).mean() >= MIN_CHANGE * max(0.1, float(sound.mean())):
            damages.add(name, where)
            return hurt
    wall.relief, wall.paint, wall.opening = before
    return sound


def _painted(rng: Rng, families: Families, size: tuple[int, int]) -> tuple[Array, Damages]:
    """The wall before it is photographed, and its damages."""
    kinds, spans, shares = zip(*VIEWS)
    view = int(rng.choice(len(VIEWS), p=shares))
    wall = kinds[view](rng, *size, size[1] / rng.uniform(*spans[view]) / 1.4)
    surface.letter(rng, wall)
    surface.weather(rng, wall)
    light, damages = surface.draw_light(rng), Damages(np.zeros(size, bool), [])
    is_close, picture = spans[view][1] < 1.5, light.on(wall)
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.12, 0.3, 0.28, 0.2, 0.1])) // (2 if is_close else 1)):
        picture = _wound(rng, wall, light, picture, families, damages)
    if wall.kind == "door":
        _fit_doors(rng, picture, wall, families, damages)
    return picture, damages


def _fit_doors(rng: Rng, picture: Array, wall: surface.Surface, families: Families, damages: Damages) -> None:
    """Bars and seals before the steel: what they hide of a damage is not part of it."""
    before = picture.copy()
    doors.draw_fittings(rng, picture, wall)
    hidden = np.abs(picture - before).max(2) > 0.05
    for k, (name, where) in enumerate(damages.found):
        damages.found[k] = name, where & ~hidden
    if rng.random() < 0.5:
        family = families.doors["damaged_door"][int(rng.integers(len(families.doors["damaged_door"])))]
        trial = picture.copy()
        where = family(rng, trial, wall)
        if damages.is_free(where):
            picture[:] = trial
            damages.add("damaged_door", where)
    for where in doors.draw_seals(rng, picture, wall, families.seals):
        for k, (name, other) in enumerate(damages.found):
            damages.found[k] = name, other & ~where
        damages.found.append(("seal_broken", where))


def draw(seed: Seed, families: Families, height_px: int, width_px: int) -> Drawn:
    """The scene of a seed, with damage of `families` that a person could make out."""
    rng = np.random.default_rng(seed)
    canvas = int(height_px * SHARP * 1.4), int(width_px * SHARP * 1.4)
    painted, damages = _painted(rng, families, canvas)
    matrix = _view(rng, canvas, (height_px, width_px))
    beyond = (rng.uniform(0.1, 0.9) + rng.normal(0, 0.05, 3)).tolist()
    seen = cv2.warpPerspective(painted, matrix, (width_px, height_px), flags=cv2.INTER_AREA, borderValue=beyond)
    ids, classes = np.zeros((height_px, width_px), np.uint8), []
    scale = (width_px / canvas[1] * 1.4) ** 2
    for name, where in damages.found:
        mask = cv2.warpPerspective(where.astype(np.uint8), matrix, (width_px, height_px), flags=cv2.INTER_NEAREST) > 0
        if mask.sum() >= max(MIN_AREA_PX, MIN_SHARE_SEEN * where.sum() * scale * 0.5):
            classes.append(name)
            ids[mask] = len(classes)
        elif mask.any():
            # Too little of it to ask for: what would be seen of it is taken out of the picture.
            seen[cv2.dilate(mask.astype(np.uint8), np.ones((5, 5))) > 0] = np.median(seen, (0, 1))
    seen = photograph.lit(rng, seen)
    if rng.random() < 0.1:
        seen = photograph.rained_on(rng, seen)
    seen, _ = photograph.blurred(rng, seen.astype(np.float32), LETTER_PX)
    return Drawn(photograph.recorded(rng, rng, seen), ids, classes)


def _view(rng: Rng, canvas: tuple[int, int], picture: tuple[int, int]) -> Array:
    """A homography (3,3) that shows the middle of the canvas, turned and from aside."""
    smaller = picture[1] / canvas[1] * 1.25
    centred = np.diag([smaller, smaller, 1]) @ np.array([[1, 0, -canvas[1] / 2], [0, 1, -canvas[0] / 2], [0, 0, 1]])
    return photograph.view(rng, canvas, picture, np.zeros(2)) @ centred
