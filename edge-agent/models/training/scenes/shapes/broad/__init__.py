"""Further families of every class, that only training and the split "real loads" draw.

They widen what a class may look like, so that a network learns what makes a drum a drum rather than ten templates. None
repeats a family that is held out.
"""

from . import carton, crate, drum, machinery, pallet, roll, sack, vehicle

MODULES = (carton, pallet, drum, sack, crate, roll, machinery, vehicle)
