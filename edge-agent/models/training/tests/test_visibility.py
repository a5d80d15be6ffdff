from dataclasses import replace

import numpy as np

from contraband import cargo, parts, scanner, threats
from contraband import scene as x_ray

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
