"""Names for the types in the signatures of the generator and of the training code."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
Rng: TypeAlias = np.random.Generator
# What numpy makes a generator from; scenes of different seeds never share one.
Seed: TypeAlias = int | Sequence[int]
# A point or a size, x, y, z in metres.
Vector: TypeAlias = Sequence[float] | np.ndarray
# RGB, 0..1.
Colour: TypeAlias = tuple[float, float, float]
# The least and the greatest value to draw from.
Range: TypeAlias = tuple[float, float]
