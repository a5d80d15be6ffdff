"""Vehicles: cars, vans, motorcycles, tractors, fork lifts, quads. They stand along x: the nose points to +x."""
import numpy as np

from ..solid import LYING_Z, turn_z


def _wheel(s, skin, r, width, at):
    """A wheel with its middle at `at`, turning about z."""
    part = type(s)()
    part.lathe([(r * .6, 0), (r * .95, 0), (r, width * .2), (r, width * .8), (r * .95, width), (r * .6, width)], skin.dark, sides=18)
    for y in (.001, width - .001):
        part.lathe([(0, y), (r * .62, y)], skin.metal, sides=14)
        part.lathe([(0, y * 1.01 - .002 if y < .1 else y + .004), (r * .18, y)], skin.dark, sides=8)
    s.merge(part, (at[0], at[1], at[2] - width / 2), LYING_Z)


def _four_wheels(s, skin, r, width, front, back, half):
    for x in (front, back):
        for z in (-half, half):
            _wheel(s, skin, r, width, (x, r, z))


def _lamps(s, skin, x, y, half, w=.16, h=.12, red=True):
    tint = skin.coloured((0, .02), (.8, .95), (.6, .9)) if red else skin.coloured((.12, .16), (0, .2), (.9, 1))
    for z in (-half, half):
        s.box((.03, h, w), tint, (x, y, z))


def _car(s, rng, skin, length, height, body, cabin, width):
    """body, cabin: outlines in shares of length and height."""
    scale = np.array([length, height])
    body, cabin = np.array(body) * scale, np.array(cabin) * scale
    s.prism(body, width, skin.main)
    s.prism(cabin, width * .88, skin.glass, side=skin.glass)
    low, high = cabin[:, 1].min(), cabin[:, 1].max()
    roof = cabin[cabin[:, 1] > high - .05]
    s.box((np.ptp(roof[:, 0]) + .06, .04, width * .9), skin.main, (roof[:, 0].mean(), high - .01, 0))
    for x in np.linspace(roof[:, 0].min(), roof[:, 0].max(), 3):
        s.box((.06, high - low, width * .895), skin.main, (x, low, 0))
    r = height * .22
    _four_wheels(s, skin, r, .2, length * .3, -length * .3, width / 2 - .07)
    ends = body[:, 0].min(), body[:, 0].max()
    for x, red in ((ends[0], True), (ends[1], False)):
        _lamps(s, skin, x, height * .42, width * .38, red=red)
        s.box((.05, height * .12, width * .98), skin.dark, (x, height * .17, 0))
        s.box((.03, .09, .4), skin.paper, (x + np.sign(x) * .02, height * .28, 0))
    for z in (-1, 1):
        s.box((length * .2, .02, .02), skin.dark, (0, low * .95, z * width / 2))


def saloon(s, rng, skin):
    w = rng.uniform(1.2, 1.5)
    _car(s, rng, skin, rng.uniform(2.9, 3.5), rng.uniform(1.05, 1.25),
         [(-.5, .2), (.5, .2), (.5, .48), (.42, .56), (.15, .62), (-.35, .64), (-.5, .58)],
         [(-.34, .6), (.22, .6), (.08, 1.0), (-.2, 1.0)], w)


def hatchback(s, rng, skin):
    w = rng.uniform(1.15, 1.4)
    _car(s, rng, skin, rng.uniform(2.3, 2.8), rng.uniform(1.15, 1.35),
         [(-.5, .18), (.5, .18), (.5, .45), (.3, .56), (-.48, .6), (-.5, .45)],
         [(-.49, .58), (.3, .55), (.12, 1.0), (-.42, 1.0)], w)


def van(s, rng, skin):
    length, height, w = rng.uniform(2.6, 3.2), rng.uniform(1.5, 1.8), rng.uniform(1.25, 1.45)
    outline = np.array([(-.5, .15), (.5, .15), (.5, .45), (.36, .58), (.26, .98), (.22, 1), (-.5, 1)]) * (length, height)
    s.prism(outline, w, skin.main)
    s.box((.03, height * .3, w * .85), skin.glass, (length * .31, height * .6, 0), turn_z(.32))
    for z in (-1, 1):
        s.box((length * .16, height * .24, .02), skin.glass, (length * .2, height * .6, z * w / 2))
    for z in (-.24, .24):
        s.box((.02, height * .28, w * .38), skin.glass, (-length * .5, height * .6, z * w))
    s.box((.025, height * .75, .02), skin.dark, (-length * .5, height * .2, 0))
    _lamps(s, skin, -length * .5, height * .35, w * .45, .1, .3)
    _lamps(s, skin, length * .5, height * .35, w * .38, red=False)
    for x in (-.5, .5):
        s.box((.06, height * .08, w), skin.dark, (x * length, height * .14, 0))
    _four_wheels(s, skin, height * .17, .18, length * .31, -length * .31, w / 2 - .06)


def motorcycle(s, rng, skin):
    k, r = rng.uniform(.85, 1.05), .31
    for x in (-.65, .65):
        _wheel(s, skin, r * k, .13, (x * k, r * k, 0))
        s.box((.5 * k, .03, .16), skin.main, (x * k, r * 2.02 * k, 0), turn_z(-.2 * np.sign(x)))
    s.blob((.5 * k, .3 * k, .3), skin.main, rng, (.12 * k, .68 * k, 0), None, .8, 0)
    s.box((.6 * k, .1, .26), skin.dark, (-.4 * k, .72 * k, 0), turn_z(.1))
    s.box((.42 * k, .32 * k, .28), skin.metal, (0, .28 * k, 0))
    s.tube([(.65 * k, r * k, .1), (.42 * k, .95 * k, .1)], .03, skin.metal)
    s.tube([(.65 * k, r * k, -.1), (.42 * k, .95 * k, -.1)], .03, skin.metal)
    s.tube([(.36 * k, 1.0 * k, -.36), (.42 * k, .96 * k, 0), (.36 * k, 1.0 * k, .36)], .025, skin.dark)
    s.cylinder(.1 * k, .1, skin.glass, (.46 * k, .82 * k, 0), turn_z(-np.pi / 2), 12)
    s.tube([(0, .3 * k, .16), (-.75 * k, .35 * k, .18)], .05, skin.metal)
    s.tube([(-.65 * k, r * k, .12), (-.1 * k, .4 * k, .12)], .03, skin.dark)


def tractor(s, rng, skin):
    k = rng.uniform(.75, .95)
    for z in (-1, 1):
        _wheel(s, skin, .62 * k, .3 * k, (-.6 * k, .62 * k, z * .62 * k))
        _wheel(s, skin, .36 * k, .2 * k, (.85 * k, .36 * k, z * .5 * k))
        s.box((.8 * k, .05, .34 * k), skin.main, (-.6 * k, 1.26 * k, z * .6 * k))
    s.box((1.35 * k, .5 * k, .5 * k), skin.main, (.45 * k, .55 * k, 0), taper=.95)
    s.box((.03, .35 * k, .4 * k), skin.dark, (1.12 * k, .62 * k, 0))
    s.box((.8 * k, .4 * k, .6 * k), skin.dark, (-.5 * k, .4 * k, 0))
    s.box((.75 * k, .72 * k, .85 * k), skin.glass, (-.5 * k, .95 * k, 0), taper=.9)
    for x in (-.86, -.14):
        for z in (-.4, .4):
            s.box((.06, .75 * k, .06), skin.main, (x * k, .95 * k, z * k))
    s.box((.9 * k, .08, .95 * k), skin.main, (-.5 * k, 1.67 * k, 0))
    s.cylinder(.04, .5 * k, skin.dark, (.5 * k, 1.0 * k, .15 * k), sides=8)


def fork_lift(s, rng, skin):
    k = rng.uniform(.8, 1)
    _four_wheels(s, skin, .24 * k, .18, .45 * k, -.45 * k, .4 * k)
    s.prism(np.array([(-.75, .18), (.6, .18), (.6, .5), (.1, .55), (0, .85), (-.7, .9), (-.8, .6)]) * k, .85 * k, skin.main)
    s.box((.35 * k, .12, .45 * k), skin.dark, (-.2 * k, .86 * k, 0))
    s.box((.1, .4 * k, .42 * k), skin.dark, (-.42 * k, .9 * k, 0), turn_z(.15))
    for x, z in ((-.65, -.38), (-.65, .38), (.3, -.38), (.3, .38)):
        s.box((.05, 1.35 * k if x > 0 else 1.0 * k, .05), skin.dark, (x * k, .5 * k if x > 0 else .85 * k, z * k))
    s.box((1.05 * k, .05, .85 * k), skin.dark, (-.17 * k, 1.84 * k, 0))
    for z in (-.28, .28):
        s.box((.1, 1.9 * k, .08), skin.metal.darker(.6), (.72 * k, .08, z * k))
        s.box((.8 * k, .05, .11), skin.metal.darker(.5), (1.15 * k, .06, z * k * .7))
    for y in (.3, .95, 1.75):
        s.box((.08, .09, .62 * k), skin.metal.darker(.6), (.73 * k, y * k, 0))


def pickup(s, rng, skin):
    length, h, w = rng.uniform(2.8, 3.3), rng.uniform(1.15, 1.35), rng.uniform(1.25, 1.45)
    _car(s, rng, skin, length, h, [(-.5, .28), (.5, .28), (.5, .52), (.44, .6), (.2, .64), (-.5, .64)],
         [(-.12, .6), (.27, .6), (.15, 1), (-.1, 1)], w)
    s.box((length * .36, .03, w * .85), skin.dark, (-length * .31, h * .64, 0))


def beach_buggy(s, rng, skin):
    k = rng.uniform(.85, 1.05)
    _four_wheels(s, skin, .3 * k, .24, .7 * k, -.7 * k, .55 * k)
    s.prism(np.array([(-.7, .3), (.9, .28), (.85, .5), (.3, .6), (-.3, .45), (-.75, .65)]) * k, .8 * k, skin.main)
    for z in (-.4, .4):
        s.tube(np.array([(.5, .55, z), (.1, 1.25, z), (-.5, 1.25, z), (-.8, .6, z)]) * k, .035, skin.metal)
        s.box((.1, .45 * k, .3 * k), skin.dark, (-.35 * k, .55 * k, z * k * .5), turn_z(.2))
    for x in (.1, -.5):
        s.tube(np.array([(x, 1.25, -.4), (x, 1.25, .4)]) * k, .035, skin.metal)
    _lamps(s, skin, .88 * k, .42 * k, .25 * k, .12, .12, False)


def quad(s, rng, skin):
    k = rng.uniform(.8, 1)
    _four_wheels(s, skin, .29 * k, .26, .55 * k, -.55 * k, .42 * k)
    s.box((1.1 * k, .25 * k, .35 * k), skin.dark, (0, .3 * k, 0))
    for x in (-.55, .55):
        s.box((.62 * k, .06, 1.0 * k), skin.main, (x * k, .6 * k, 0), turn_z(-.12 * np.sign(x)))
    s.blob((.85 * k, .28 * k, .38 * k), skin.dark, rng, (-.2 * k, .58 * k, 0), None, .6, 0)
    s.blob((.45 * k, .3 * k, .35 * k), skin.main, rng, (.32 * k, .6 * k, 0), None, .6, 0)
    s.tube(np.array([(.3, 1.0, -.38), (.42, .9, 0), (.3, 1.0, .38)]) * k, .03, skin.dark)
    for x in (-.62, .68):
        for z in (-.25, 0, .25):
            s.tube(np.array([(x - .22, .72, z), (x + .22, .72, z)]) * k, .018, skin.metal)
    _lamps(s, skin, .86 * k, .56 * k, .25 * k, .12, .1, False)


def small_truck(s, rng, skin):
    length, w = rng.uniform(2.8, 3.3), rng.uniform(1.25, 1.45)
    s.box((length, .12, w * .6), skin.dark, (0, .38, 0))
    s.prism(np.array([(.2, .3), (.5, .3), (.5, .75), (.42, 1.35), (.2, 1.4)]) * (length, 1), w, skin.main)
    s.box((.03, .42, w * .85), skin.glass, (length * .475, .82, 0), turn_z(.2))
    for z in (-1, 1):
        s.box((length * .12, .35, .02), skin.glass, (length * .32, .85, z * w / 2))
        s.box((length * .66, .3, .03), skin.alt, (-length * .16, .5, z * w / 2))
    s.box((length * .66, .05, w), skin.alt.darker(.8), (-length * .16, .5, 0))
    s.box((.03, .3, w), skin.alt, (-length * .49, .5, 0))
    _lamps(s, skin, -length * .5, .4, w * .4)
    _lamps(s, skin, length * .5, .5, w * .38, red=False)
    _four_wheels(s, skin, .3, .2, length * .33, -length * .28, w / 2 - .08)


FAMILIES = (saloon, hatchback, van, motorcycle, tractor, fork_lift, pickup, beach_buggy, quad, small_truck)
