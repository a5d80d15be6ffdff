"""Damage by class: families of shapes, of which some are never drawn for training.

Each family changes a surface in place, within `reach_of` it, and returns where the damage is: (H,W) bool.
"""

from collections.abc import Callable
from typing import TypeAlias

from scenes.hints import Array, Rng

from ..surface import Surface
from . import dents, openings, rust

# (random numbers, surface, middle x, y in pixels, about how large in metres)
Family: TypeAlias = Callable[[Rng, Surface, float, float, float], Array]


DAMAGE_OF_WALLS: dict[str, tuple[Family, ...]] = {
    "dent": (
        dents.round_dent,
        dents.crease_dent,
        dents.buckled_dent,
        dents.scraped_dent,
        dents.bulge,
        dents.raked_dent,
    ),
    "hole": (openings.jagged_hole, openings.punched_hole, openings.rusted_through, openings.slot_hole),
    "rust": (rust.rust_patch, rust.rust_streak, rust.rust_along_a_ridge, rust.rust_speckle, rust.weeping_rust),
    "tear": (openings.long_tear, openings.curved_tear, openings.corner_tear),
}
HELD_OUT_OF_WALLS: dict[str, tuple[Family, ...]] = {
    "dent": (dents.pushed_in_panel, dents.many_dents),
    "hole": (openings.cut_hole,),
    "rust": (rust.flaking,),
    "tear": (openings.forked_tear,),
}


def reach_of(family: Family) -> float:
    """How far from its middle a damage changes the wall, in its sizes."""
    return 2.2 if family in (dents.crease_dent, dents.scraped_dent, rust.rust_streak, rust.rust_along_a_ridge) else 1.1
