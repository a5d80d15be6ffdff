from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from contraband import cargo, parts, scanner, threats
from contraband import scene as x_ray
from damage import doors, scene, seals, surface, visibility, wounds

SIZE = 288, 384
KNIFE = threats.blades.kitchen_knife


def hidden_knife(look: scanner.Look, behind_m: float, width_m: float = 1.0) -> bool:
    """Whether a knife is asked for behind a plate of steel."""
    rng = np.random.default_rng(1)
    px_per_m = SIZE[1] / width_m
    piece = parts.placed(KNIFE(rng), 0.3, 0.3)
    outline = parts.silhouette(piece, *SIZE, px_per_m)
    absorbed = parts.attenuation(piece, *SIZE, px_per_m)
    plate = parts.Part(parts.box(-1, -1, 4, 4), behind_m, "steel")
    slope = np.linspace(0, 1, SIZE[1], dtype=np.float32)  # black and white need something to be set by
    total = absorbed + parts.attenuation([plate], *SIZE, px_per_m) + slope
    scan = scanner.Scanner.set_up(rng, look, total)
    rows, columns = np.flatnonzero(outline.any(1)), np.flatnonzero(outline.any(0))
    window = slice(rows[0] - 4, rows[-1] + 5), slice(columns[0] - 4, columns[-1] + 5)
    return x_ray._is_large(outline) and x_ray._is_seen(
        scan, total, x_ray.Hidden("blade", window, absorbed[:, *window], outline[window])
    )


LOOK = scanner.Look(20_000, 0.5, 0, 1, 0.5, 99.5, True, False, None)


def test_what_noise_or_distance_hides_is_not_asked_for() -> None:
    assert hidden_knife(LOOK, 0.002, width_m=2.0)
    assert hidden_knife(LOOK, 0.08, width_m=2.0)
    assert not hidden_knife(replace(LOOK, photons=150), 0.08, width_m=2.0)
    assert not hidden_knife(LOOK, 0.002, width_m=6.0)


def test_lawful_goods_are_no_bundles() -> None:
    """A solid organic box or ball would be one; those in tins are not."""
    for seed in range(300):
        item = cargo._item(np.random.default_rng(seed), 0.15)
        in_steel = any(part.material == "steel" and part.wall_m is not None for part in item)
        assert in_steel or not any(part.material == "organic" and part.wall_m is None for part in item)


def pictures_of(change: float, noise: float, seen: slice) -> visibility.Pictures:
    shown = np.zeros(SIZE, np.float32)
    shown[100:140, seen] = change
    grain = np.random.default_rng(1).normal(0, noise, SIZE).astype(np.float32)
    return visibility.Pictures(np.full(SIZE, 0.5, np.float32), shown, grain)


def test_damage_stands_out_up_to_its_ends_or_is_not_asked_for() -> None:
    outline = np.zeros(SIZE, bool)
    outline[100:140, 100:160] = True
    small = np.zeros(SIZE, bool)
    small[100:110, 100:110] = True
    whole = slice(100, 160)
    assert visibility.is_seen(pictures_of(0.1, 0.01, whole), outline)
    assert not visibility.is_seen(pictures_of(0.1, 0.01, whole), small)
    assert not visibility.is_seen(pictures_of(0.04, 0.01, whole), outline)
    assert not visibility.is_seen(pictures_of(0.1, 0.3, whole), outline)
    assert not visibility.is_seen(pictures_of(0.1, 0.01, slice(100, 140)), outline)


@pytest.mark.parametrize(
    "family", [family for held in (scene.TRAINING, scene.HELD_OUT) for some in held.walls.values() for family in some]
)
def test_a_wound_changes_the_wall_within_its_reach_only(family: wounds.Family) -> None:
    for seed in range(3):
        rng = np.random.default_rng(seed)
        wall = surface.side(rng, 400, 500, 160.0)
        before = wall.relief.copy(), wall.paint.copy()
        where = family(rng, wall, 250.0, 200.0, 0.5)
        assert where.any()
        changed = (np.abs(wall.relief - before[0]) > 0.002) | (np.abs(wall.paint - before[1]).max(2) > 0.02) | where
        reach = int(wounds.reach_of(family) * 0.5 * 160) + 8
        rows, columns = np.nonzero(changed)
        assert max(np.abs(rows - 200).max(), np.abs(columns - 250).max()) <= reach


@pytest.mark.parametrize(
    "family", [family for held in (scene.TRAINING, scene.HELD_OUT) for family in held.doors["damaged_door"]]
)
def test_a_damaged_door_looks_different_where_it_is_outlined(family: doors.DoorFamily) -> None:
    rng = np.random.default_rng(4)
    wall = surface.door(rng, 400, 540, 200.0)
    pictures = [np.full((400, 540, 3), 0.5, np.float32) for _ in range(2)]
    bars = list(wall.bars)
    where = family(rng, pictures[0], wall, bars)
    for picture, these in zip(pictures, (bars, wall.bars)):
        doors.draw_fittings(np.random.default_rng(1), picture, wall, these)
    changed = np.abs(pictures[0] - pictures[1]).max(2) > 0.05
    assert changed[where].mean() > 0.3
    assert changed[~where].mean() < 0.02


def seal_px(family: Callable, size_px: float) -> np.ndarray:
    picture = np.full((200, 200, 3), 0.3, np.float32)
    where = family(np.random.default_rng(2), picture, 100.0, 100.0, size_px, np.array([0.9, 0.8, 0.1]))
    changed = np.abs(picture - 0.3).max(2) > 0.01
    assert (where | ~changed).mean() > 0.995
    return where


@pytest.mark.parametrize("family", [*seals.SOUND, *seals.BROKEN, *seals.HELD_OUT_BROKEN])
def test_a_seal_is_drawn_where_it_is_said_to_be(family: Callable) -> None:
    assert 0.05 * 60 * 60 < seal_px(family, 60.0).sum() < 2 * 60 * 60


def test_small_seals_are_never_broken() -> None:
    rng = np.random.default_rng(1)
    wall = surface.door(rng, 400, 540, 150.0)  # a seal has at most 20 pixels
    wall.seals = [(100.0 + k, 200.0) for k in range(40)]
    sound, hurt = (np.full((400, 540, 3), 0.5, np.float32) for _ in range(2))
    assert seals.draw(rng, sound, hurt, wall, seals.BROKEN) == []
    assert (sound == hurt).all()
    assert not (sound == 0.5).all()
