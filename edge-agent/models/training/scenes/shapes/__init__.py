"""The catalogue: which shape families each class has, and which of them are held out of training.

The evaluation sets "held-out seeds" and "unseen textures" are drawn from TRAINING as it was when they were recorded, so
nothing is added to it. Training draws from BROAD.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..hints import Rng
from ..skin import Skin
from ..solid import Solid
from ..vary import varied
from . import broad, carton, crate, drum, machinery, pallet, roll, sack, vehicle

# Draws one thing of a family into a solid.
Family: TypeAlias = Callable[[Solid, Rng, Skin], None]
Families: TypeAlias = dict[str, Sequence[Family]]

CLASSES = ("carton", "pallet", "drum", "sack", "crate", "roll", "machinery", "vehicle")
_MODULES = (carton, pallet, drum, sack, crate, roll, machinery, vehicle)
HELD_OUT_PER_CLASS = 2

ALL = {name: module.FAMILIES for name, module in zip(CLASSES, _MODULES)}
TRAINING = {name: families[:-HELD_OUT_PER_CLASS] for name, families in ALL.items()}
HELD_OUT = {name: families[-HELD_OUT_PER_CLASS:] for name, families in ALL.items()}
BROAD = {
    name: tuple(varied(name, family) for family in (*TRAINING[name], *further.FAMILIES))
    for name, further in zip(CLASSES, broad.MODULES)
}
