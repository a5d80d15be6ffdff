"""Skins: the colours and textures of one thing. Every thing is recoloured, so colour alone never tells the class."""
import colorsys

from .solid import Material

# class -> rows of (hue range, saturation range, value range) in 0..1, the colours such things usually have
USUAL_COLOURS = {
    "carton": [((.06, .11), (.25, .55), (.5, .85)), ((.05, .15), (0, .12), (.75, .95))],
    "pallet": [((.07, .12), (.25, .55), (.4, .8)), ((.55, .65), (.5, .9), (.3, .7)), ((0, 1), (0, .1), (.15, .4))],
    "drum": [((.55, .66), (.5, .95), (.3, .8)), ((0, .03), (.5, .9), (.4, .8)), ((.25, .45), (.3, .8), (.25, .6)),
             ((0, 1), (0, .1), (.1, .8)), ((.12, .16), (.6, .9), (.6, .9))],
    "sack": [((.08, .15), (.05, .35), (.6, .95)), ((0, 1), (0, .08), (.6, .95)), ((.25, .4), (.2, .6), (.4, .7))],
    "crate": [((.07, .12), (.25, .6), (.4, .8)), ((0, 1), (.4, .8), (.3, .8))],
    "roll": [((.05, .13), (.1, .45), (.55, .9)), ((0, 1), (0, .1), (.6, .95)), ((0, 1), (.3, .8), (.3, .8))],
    "machinery": [((.1, .16), (.6, .95), (.6, .9)), ((.3, .5), (.2, .7), (.25, .6)), ((0, 1), (0, .1), (.2, .7)),
                  ((.55, .65), (.4, .8), (.3, .7)), ((.02, .08), (.6, .95), (.5, .9))],
    "vehicle": [((0, 1), (.3, .95), (.25, .9)), ((0, 1), (0, .08), (.1, .95))],
}
USUAL_TEXTURES = {"carton": ("plain", "printed", "cloud"), "pallet": ("wood", "planks", "plain"),
                  "drum": ("plain", "rust", "brushed", "printed"), "sack": ("weave", "printed", "cloud"),
                  "crate": ("wood", "planks", "printed"), "roll": ("cloud", "plain", "ribs", "brushed"),
                  "machinery": ("plain", "rust", "scratches", "brushed"), "vehicle": ("plain", "brushed", "scratches")}
ODD_COLOUR_SHARE = .3


def hsv(rng, hue, saturation, value):
    """An RGB colour drawn from three ranges."""
    return colorsys.hsv_to_rgb(rng.uniform(*hue) % 1, rng.uniform(*saturation), rng.uniform(*value))


def mixed(colour, other, share):
    return tuple(c + (o - c) * share for c, o in zip(colour, other))


class Skin:
    """main: the body; alt: a second surface; dark: rubber, gaps, openings; metal: bare steel; glass; paper: labels."""

    def __init__(self, rng, class_name, bank):
        self.rng, self.bank = rng, bank
        rows = USUAL_COLOURS[class_name]
        odd = rng.random() < ODD_COLOUR_SHARE
        usual = rows[rng.integers(len(rows))]
        colour = hsv(rng, (0, 1), (0, .9), (.2, .95)) if odd else hsv(rng, *usual)
        family = USUAL_TEXTURES[class_name][rng.integers(len(USUAL_TEXTURES[class_name]))]
        self.main = self.surface(colour, family)
        self.alt = self.surface(hsv(rng, (0, 1), (0, .8), (.2, .9)) if rng.random() < .5 else
                                mixed(colour, (0, 0, 0), rng.uniform(.1, .5)), None)
        grey = rng.uniform(.03, .14)
        self.dark = self.surface((grey, grey, grey * rng.uniform(.9, 1.15)), "plain", .3)
        grey = rng.uniform(.4, .8)
        self.metal = self.surface((grey, grey, grey * 1.03), "brushed", .4, gloss=rng.uniform(.2, .7))
        self.glass = self.surface(hsv(rng, (.5, .65), (.05, .35), (.08, .5)), "plain", .2, gloss=.6)
        self.paper = self.surface((.9, .9, .87), "printed", .9)

    def surface(self, colour, family, strength=None, gloss=None, repeats=None):
        """A material of one colour: the texture moves it towards a darker, lighter or (seldom) another colour."""
        rng = self.rng
        strength = rng.uniform(.1, .75) if strength is None else strength
        kind = rng.random()
        if kind < .55:
            other = mixed(colour, (0, 0, 0), .55)
        elif kind < .85:
            other = mixed(colour, (1, 1, 1), .5)
        else:
            other = hsv(rng, (0, 1), (.1, .9), (.1, .9))
        return Material(colour, mixed(colour, other, strength), self.bank.pick(rng, family),
                        rng.uniform(.5, 2.2) if repeats is None else repeats,
                        (rng.uniform(.1, .6) if rng.random() < .35 else 0.0) if gloss is None else gloss)

    def coloured(self, hue, saturation, value, family="plain"):
        """A further surface with a colour from the given ranges."""
        return self.surface(hsv(self.rng, hue, saturation, value), family, .3)
