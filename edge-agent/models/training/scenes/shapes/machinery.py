"""Machinery: generators, engines, pumps, lathes, gearboxes and their kin."""
import numpy as np

from ..solid import LYING_X, LYING_Z, turn_y, turn_z


def _skid(s, w, d, skin, h=.1):
    for z in (-.42, .42):
        s.box((w, h, .1), skin.dark, (0, 0, z * d))
    for x in (-.45, .45):
        s.box((.08, h, d), skin.dark, (x * w, 0, 0))
    return h


def _bolts(s, radius, y, count, material, at=(0, 0, 0), turn=None):
    part = type(s)()
    for angle in np.arange(count) * 2 * np.pi / count:
        part.cylinder(.025, .03, material, (np.cos(angle) * radius, y, np.sin(angle) * radius), sides=6)
    s.merge(part, at, turn)


def _motor(s, rng, skin, r, length, at, material=None):
    """An electric motor lying along x, from `at` to the right."""
    material = material or skin.main
    part = type(s)()
    part.cylinder(r, length, material, sides=16, top=material.darker(.7))
    for angle in np.arange(12) * np.pi / 6:
        part.box((.02, length * .75, .05), material.darker(.85), (np.sin(angle) * r, length * .1, np.cos(angle) * r), turn_y(angle))
    part.cylinder(r * 1.08, length * .1, material.darker(.6), (0, length * .92, 0), sides=16, top=skin.dark)
    part.box((r * .8, length * .35, r * .5), material, (-r, length * .3, 0))
    part.cylinder(r * .18, length * .25, skin.metal, (0, -length * .25, 0), sides=8)
    s.merge(part, at, LYING_X)
    for x in (.15, .75):
        s.box((length * .12, r * .5, r * 1.7), material.darker(.7), (at[0] + x * length, at[1] - r * 1.15, at[2]))


def generator(s, rng, skin):
    w, h, d = rng.uniform(1.1, 1.7), rng.uniform(.7, 1.1), rng.uniform(.6, .9)
    y = _skid(s, w, d, skin)
    s.box((w * .96, h, d), skin.main, (0, y, 0))
    for z in (-1, 1):
        for k in range(6):
            s.box((w * .28, h * .04, .03), skin.dark, (-w * .26, y + h * (.3 + .09 * k), z * d / 2))
        s.box((w * .25, h * .5, .02), skin.main.darker(.8), (w * .1, y + h * .25, z * d / 2))
        s.box((w * .18, h * .35, .03), skin.alt, (w * .35, y + h * .4, z * d / 2))
        s.box((w * .12, h * .12, .04), skin.glass, (w * .35, y + h * .55, z * d / 2))
    s.cylinder(.05, h * .35, skin.metal, (-w * .3, y + h, 0), sides=8)
    s.box((.3, .08, d * .5), skin.dark, (w * .2, y + h, 0))


def engine_block(s, rng, skin):
    w, h, d = rng.uniform(.6, 1.0), rng.uniform(.5, .75), rng.uniform(.4, .6)
    y = .12
    for x in (-.4, .4):
        s.box((.1, y, d * 1.2), skin.dark, (x * w, 0, 0))
    s.box((w, h * .5, d * .8), skin.main, (0, y, 0), taper=1.15)
    s.box((w * .95, h * .4, d), skin.main.darker(.85), (0, y + h * .5, 0))
    s.box((w * .85, h * .14, d * .5), skin.alt, (0, y + h * .9, 0))
    for k in range(4):
        x = (k - 1.5) / 4 * w
        s.tube([(x, y + h * .75, -d * .5), (x, y + h * .8, -d * .75), (0, y + h * .7, -d * .85)], .035, skin.metal, 8)
        s.cylinder(.03, .1, skin.dark, (x, y + h * 1.02, 0), sides=8)
    for r, dy, dz in ((.2, .3, 0), (.11, .75, .12), (.09, .7, -.18)):
        s.cylinder(r * h * 1.4, .05, skin.metal, (w * .5, y + h * dy, dz), LYING_X, 14, skin.dark)


def pump(s, rng, skin):
    w, d = rng.uniform(.9, 1.4), rng.uniform(.45, .65)
    s.box((w, .08, d), skin.dark)
    r = rng.uniform(.17, .24)
    y = .1 + r * 1.15
    _motor(s, rng, skin, r, w * .45, (.05, y, 0))
    s.cylinder(r * 1.25, d * .35, skin.alt, (-w * .3, y, -d * .17), LYING_Z, 18)
    s.cylinder(r * .5, r * 1.6, skin.alt, (-w * .3 - r * .7, y, 0), sides=12)
    s.cylinder(r * .75, .05, skin.metal, (-w * .3 - r * .7, y + r * 1.6, 0), sides=12, hole=r * .4)
    s.cylinder(r * .7, .05, skin.metal, (-w * .3, y, -d * .5), LYING_Z, 14, hole=r * .4)
    s.cylinder(r * .45, d * .4, skin.alt, (-w * .3, y, -d * .48), LYING_Z, 12)


def gearbox(s, rng, skin):
    w, h, d = rng.uniform(.6, 1), rng.uniform(.5, .8), rng.uniform(.45, .7)
    y = _skid(s, w * 1.15, d * 1.2, skin)
    outline = [(-w / 2, 0), (w / 2, 0), (w / 2, h * .5), (w * .25, h), (-w * .2, h), (-w / 2, h * .65)]
    s.prism(outline, d, skin.main, (0, y, 0), side=skin.main.darker(.85))
    for x, r in ((-w * .2, h * .28), (w * .22, h * .2)):
        for z in (-1, 1):
            s.cylinder(r, .07, skin.main.darker(.75), (x, y + h * .45, z * d / 2 - (.07 if z < 0 else 0)), LYING_Z, 18)
            s.cylinder(r * .35, .2, skin.metal, (x, y + h * .45, -d / 2 - .2 if z < 0 else d / 2), LYING_Z, 10)
            _bolts(s, r * .8, .03, 8, skin.metal, (x, y + h * .45, z * (d / 2 + .02)), LYING_Z)
    s.tube([(-.1, y + h, 0), (-.1, y + h * 1.15, 0), (.1, y + h * 1.15, 0), (.1, y + h, 0)], .02, skin.metal)


def lathe_machine(s, rng, skin):
    w, h, d = rng.uniform(1.4, 2.0), rng.uniform(.9, 1.2), rng.uniform(.5, .7)
    for x in (-.38, .38):
        s.box((w * .2, h * .5, d), skin.main.darker(.85), (x * w, 0, 0))
    s.box((w, h * .12, d * .9), skin.main, (0, h * .5, 0))
    s.box((w * .28, h * .42, d), skin.main, (-w * .36, h * .6, 0))
    s.cylinder(h * .15, .14, skin.metal, (-w * .22, h * .82, 0), LYING_X, 16, skin.dark)
    s.cylinder(.03, w * .5, skin.metal, (-w * .2, h * .82, 0), LYING_X, 10)
    s.box((w * .13, h * .3, d * .6), skin.main.darker(.9), (w * .38, h * .6, 0))
    s.box((w * .15, h * .14, d * .9), skin.alt, (w * .08, h * .6, 0))
    s.cylinder(.09, .03, skin.metal, (w * .08, h * .6, -d * .55), LYING_Z, 14)
    for k in range(3):
        s.cylinder(.03, .03, skin.dark, (-w * (.44 - .07 * k), h * .9, -d * .52), LYING_Z, 8)


def compressor(s, rng, skin):
    r, w = rng.uniform(.2, .32), rng.uniform(1.0, 1.5)
    y = r + .12
    part = type(s)()
    part.lathe([(0, 0), (r * .7, .03), (r, .12), (r, w - .12), (r * .7, w - .03), (0, w)], skin.main, sides=18)
    s.merge(part, (-w / 2, y, 0), LYING_X)
    for x in (-.32, .32):
        s.box((.06, .2, r * 1.6), skin.main.darker(.8), (x * w, 0, 0))
    top = y + r
    s.box((w * .75, .03, r * 1.4), skin.main.darker(.8), (0, top, 0))
    _motor(s, rng, skin, r * .5, w * .3, (w * .02, top + r * .7, 0), skin.alt)
    s.box((w * .22, r * .7, r * .8), skin.dark, (-w * .22, top + .03, 0))
    for x in (-.28, -.16):
        s.cylinder(r * .25, r * .8, skin.metal, (x * w, top + r * .6, 0), sides=10)
    s.cylinder(r * .7, .05, skin.metal, (-w * .22, top + r * .8, -r * .7), LYING_Z, 16, skin.dark)


def press(s, rng, skin):
    w, h, d = rng.uniform(.7, 1.1), rng.uniform(1.3, 1.9), rng.uniform(.6, .8)
    s.box((w, h * .35, d), skin.main)
    for x in (-.4, .4):
        s.box((w * .2, h * .45, d * .8), skin.main.darker(.85), (x * w, h * .35, 0))
    s.box((w, h * .25, d), skin.main, (0, h * .78, 0))
    s.cylinder(w * .12, h * .25, skin.metal, (0, h * .54, 0), sides=12)
    s.box((w * .4, h * .06, d * .6), skin.metal, (0, h * .5, 0))
    s.box((w * .5, h * .05, d * .8), skin.dark, (0, h * .35, 0))
    s.box((w * .25, h * .15, .08), skin.alt, (w * .25, h * .85, -d * .53))
    s.cylinder(w * .14, h * .12, skin.dark, (0, h * 1.03, 0), sides=12)


def excavator_arm(s, rng, skin):
    k, w = rng.uniform(.8, 1.1), rng.uniform(.16, .24)
    s.box((.5 * k, .14, .5), skin.dark, (-.6 * k, 0, 0))
    boom = [(-.75, .12), (-.45, .12), (-.2, .75), (.3, 1.0), (.25, 1.2), (-.35, .95)]
    s.prism(np.array(boom) * k, w, skin.main)
    s.box((.75 * k, .17, w * .9), skin.main.darker(.85), (.42 * k, .62 * k, 0), turn_z(-1.15))
    s.prism(np.array([(.3, .02), (.85, .05), (.85, .5), (.6, .55), (.5, .3)]) * k, .5, skin.dark, side=skin.metal)
    s.tube([(-.35 * k, .3 * k, w * .8), (.05 * k, .8 * k, w * .8)], .05, skin.metal)
    s.tube([(0, 1.15 * k, 0), (.4 * k, 1.12 * k, 0)], .045, skin.metal)


def turbine_on_frame(s, rng, skin):
    r, w = rng.uniform(.28, .4), rng.uniform(1.1, 1.6)
    y = _skid(s, w, r * 2.2, skin, .12)
    for x in (-.35, .3):
        s.prism([(-.08, 0), (.08, 0), (.05, r), (-.05, r)], r * 2, skin.dark, (x * w, y, 0))
    part = type(s)()
    part.lathe([(0, 0), (r * .5, 0), (r * .6, w * .25), (r, w * .3), (r, w * .5), (r * .7, w * .55), (r * .75, w * .8), (r * 1.05, w * .9),
                (r * 1.05, w), (r * .9, w)], skin.main, sides=20)
    part.lathe([(r * .9, w * .98), (0, w * .95)], skin.dark)
    for v in (.3, .5, .9):
        part.lathe([(r * 1.02, w * v), (r * 1.12, w * v), (r * 1.12, w * v + .04), (r * 1.02, w * v + .04)], skin.metal, sides=20)
    s.merge(part, (-w / 2, y + r * 1.1, 0), LYING_X)


def conveyor_drive(s, rng, skin):
    w, h, d = rng.uniform(1.3, 1.9), rng.uniform(.5, .8), rng.uniform(.5, .7)
    for x in (-.4, .4):
        for z in (-.45, .45):
            s.box((.07, h, .07), skin.main, (x * w, 0, z * d))
    for z in (-.5, .5):
        s.box((w, .16, .05), skin.main, (0, h, z * d))
    s.box((w, .03, d * .85), skin.dark, (0, h + .09, 0))
    for x in np.linspace(-.48, .48, 7):
        s.cylinder(.06, d * .95, skin.metal, (x * w, h + .07, -d * .475), LYING_Z, 10)
    _motor(s, rng, skin, .15, .4, (w * .05, h * .5, -d * .5), skin.alt)
    s.box((.3, .35, .14), skin.alt, (-w * .25, h * .4, -d * .55))


FAMILIES = (generator, engine_block, pump, gearbox, lathe_machine, compressor, press, excavator_arm, turbine_on_frame,
            conveyor_drive)
