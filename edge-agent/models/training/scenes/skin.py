"""Skins: the colours and textures of one thing. Every thing is recoloured: colour alone never determines the class."""

import colorsys

from .hints import Colour, Range, Rng
from .solid import Material
from .textures import TextureBank

# class -> rows of (hue range, saturation range, value range) in 0..1, the colours such things usually have
USUAL_COLOURS = {
    "carton": [((0.06, 0.11), (0.25, 0.55), (0.5, 0.85)), ((0.05, 0.15), (0, 0.12), (0.75, 0.95))],
    "pallet": [
        ((0.07, 0.12), (0.25, 0.55), (0.4, 0.8)),
        ((0.55, 0.65), (0.5, 0.9), (0.3, 0.7)),
        ((0, 1), (0, 0.1), (0.15, 0.4)),
    ],
    "drum": [
        ((0.55, 0.66), (0.5, 0.95), (0.3, 0.8)),
        ((0, 0.03), (0.5, 0.9), (0.4, 0.8)),
        ((0.25, 0.45), (0.3, 0.8), (0.25, 0.6)),
        ((0, 1), (0, 0.1), (0.1, 0.8)),
        ((0.12, 0.16), (0.6, 0.9), (0.6, 0.9)),
    ],
    "sack": [
        ((0.08, 0.15), (0.05, 0.35), (0.6, 0.95)),
        ((0, 1), (0, 0.08), (0.6, 0.95)),
        ((0.25, 0.4), (0.2, 0.6), (0.4, 0.7)),
    ],
    "crate": [((0.07, 0.12), (0.25, 0.6), (0.4, 0.8)), ((0, 1), (0.4, 0.8), (0.3, 0.8))],
    "roll": [
        ((0.05, 0.13), (0.1, 0.45), (0.55, 0.9)),
        ((0, 1), (0, 0.1), (0.6, 0.95)),
        ((0, 1), (0.3, 0.8), (0.3, 0.8)),
    ],
    "machinery": [
        ((0.1, 0.16), (0.6, 0.95), (0.6, 0.9)),
        ((0.3, 0.5), (0.2, 0.7), (0.25, 0.6)),
        ((0, 1), (0, 0.1), (0.2, 0.7)),
        ((0.55, 0.65), (0.4, 0.8), (0.3, 0.7)),
        ((0.02, 0.08), (0.6, 0.95), (0.5, 0.9)),
    ],
    "vehicle": [((0, 1), (0.3, 0.95), (0.25, 0.9)), ((0, 1), (0, 0.08), (0.1, 0.95))],
}
USUAL_TEXTURES = {
    "carton": ("plain", "printed", "cloud"),
    "pallet": ("wood", "planks", "plain"),
    "drum": ("plain", "rust", "brushed", "printed"),
    "sack": ("weave", "printed", "cloud"),
    "crate": ("wood", "planks", "printed"),
    "roll": ("cloud", "plain", "ribs", "brushed"),
    "machinery": ("plain", "rust", "scratches", "brushed"),
    "vehicle": ("plain", "brushed", "scratches"),
}
ODD_COLOUR_SHARE = 0.3


def hsv(rng: Rng, hue: Range, saturation: Range, value: Range) -> Colour:
    """An RGB colour drawn from three ranges."""
    return colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value))


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    return tuple(c + (o - c) * share for c, o in zip(colour, other))


class Skin:
    """main: the body; alt: a second surface; dark: rubber, gaps, openings; metal: bare steel; glass; paper: labels."""

    def __init__(self, rng: Rng, class_name: str, bank: TextureBank) -> None:
        self.rng, self.bank = rng, bank
        rows = USUAL_COLOURS[class_name]
        odd = rng.random() < ODD_COLOUR_SHARE
        usual = rows[rng.integers(len(rows))]
        colour = hsv(rng, (0, 1), (0, 0.9), (0.2, 0.95)) if odd else hsv(rng, *usual)
        family = USUAL_TEXTURES[class_name][rng.integers(len(USUAL_TEXTURES[class_name]))]
        self.main = self.surface(colour, family)
        self.alt = self.surface(
            hsv(rng, (0, 1), (0, 0.8), (0.2, 0.9))
            if rng.random() < 0.5
            else mixed(colour, (0, 0, 0), rng.uniform(0.1, 0.5)),
            None,
        )
        grey = rng.uniform(0.03, 0.14)
        self.dark = self.surface((grey, grey, grey * rng.uniform(0.9, 1.15)), "plain", 0.3)
        grey = rng.uniform(0.4, 0.8)
        self.metal = self.surface((grey, grey, grey * 1.03), "brushed", 0.4, gloss=rng.uniform(0.2, 0.7))
        self.glass = self.surface(hsv(rng, (0.5, 0.65), (0.05, 0.35), (0.08, 0.5)), "plain", 0.2, gloss=0.6)
        self.paper = self.surface((0.9, 0.9, 0.87), "printed", 0.9)

    def surface(
        self,
        colour: Colour,
        family: str | None,
        strength: float | None = None,
        gloss: float | None = None,
        repeats: float | None = None,
    ) -> Material:
        """A material of one colour: the texture moves it towards a darker, lighter or (seldom) another colour."""
        rng = self.rng
        strength = rng.uniform(0.1, 0.75) if strength is None else strength
        kind = rng.random()
        if kind < 0.55:
            other = mixed(colour, (0, 0, 0), 0.55)
        elif kind < 0.85:
            other = mixed(colour, (1, 1, 1), 0.5)
        else:
            other = hsv(rng, (0, 1), (0.1, 0.9), (0.1, 0.9))
        return Material(
            colour,
            mixed(colour, other, strength),
            self.bank.pick(rng, family),
            rng.uniform(0.5, 2.2) if repeats is None else repeats,
            (rng.uniform(0.1, 0.6) if rng.random() < 0.35 else 0.0) if gloss is None else gloss,
        )

    def coloured(self, hue: Range, saturation: Range, value: Range, family: str = "plain") -> Material:
        """A further surface with a colour from the given ranges."""
        return self.surface(hsv(self.rng, hue, saturation, value), family, 0.3)
