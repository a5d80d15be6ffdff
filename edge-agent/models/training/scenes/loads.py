"""How goods stand in real containers: rows up to the roof, loaded pallets, stacks along the walls; belts and nets."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from . import interior, shapes
from .compose import Load, Thing, draw_thing, draw_things, rectangle
from .hints import Array, Rng, Vector
from .mesh import Mesh
from .skin import hsv
from .solid import Material, Solid, turn_y
from .textures import TextureBank

MOST_THINGS = 12
STACKED = ("carton", "carton", "sack", "drum", "crate", "roll", "pallet")
# What is piled up to the roof; a pile is one thing. Rolls are not: a pile of them is a family that is held out.
PILED = ("carton", "sack", "drum", "crate", "pallet")
ON_TOP = ("carton", "carton", "sack", "roll", "crate")
ON_PALLETS = ("carton", "carton", "sack", "drum", "crate", "roll")
SINGLE = ("machinery", "vehicle")
# How much more than evenly a thing is stretched along one axis to fill its place.
MOST_STRETCH = {"vehicle": 1.05, "machinery": 1.25, "drum": 1.3, "roll": 1.4, "sack": 1.7, "pallet": 1.5}


@dataclass
class Stock:
    """What a load is drawn from. Freight is mostly alike: with a chance of `alike`, a thing is a twin of the last of
    its class."""

    rng: Rng
    bank: TextureBank
    families: shapes.Families
    alike: float
    last: dict[str, tuple[Mesh, str]] = field(default_factory=dict)

    def draw(self, class_name: str) -> tuple[Mesh, str]:
        if class_name not in self.last or self.rng.random() > self.alike:
            self.last[class_name] = draw_thing(self.rng, class_name, self.families[class_name], self.bank)
        return self.last[class_name]


@dataclass(frozen=True)
class Place:
    """A column of the room: the middle of its floor, and its size."""

    x: float
    z: float
    width: float
    height: float
    depth: float


def _fitted(stock: Stock, class_name: str, cell: Vector, at: Vector) -> Thing:
    """A thing of a class that fills a cell (w, h, d), the middle of whose base is `at`, as well as its shape allows."""
    rng, cell = stock.rng, np.asarray(cell)
    mesh, family = stock.draw(class_name)
    low, high = mesh.bounds()
    size = high - low
    if (size[0] > size[2]) != (cell[0] > cell[2]):
        mesh = mesh.placed((0, 0, 0), turn_y(np.pi / 2 * rng.choice([-1, 1])))
        size = size[[2, 1, 0]]
    scale = cell / size
    scale = np.minimum(scale, scale.min() * MOST_STRETCH.get(class_name, 2.0))
    return _thing(class_name, family, _stretched(mesh, scale).placed(at, turn_y(rng.normal(0, 0.03))))


def _stretched(mesh: Mesh, scale: Array) -> Mesh:
    """Scaled about the origin by another factor along each axis, its normals still normal and of length 1."""
    normals = mesh.normals / scale
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True) + 1e-9
    return replace(mesh, positions=mesh.positions * scale, normals=normals)


def _thing(class_name: str, family: str, mesh: Mesh) -> Thing:
    low, high = mesh.bounds()
    base = low[1] if low[1] > 0.01 else 0.0  # what stands on the floor casts a shadow
    return Thing(class_name, family, mesh, rectangle(low, high), high[1] - low[1], base)


def _pile(stock: Stock, class_name: str, place: Place, base: float) -> Thing:
    """Goods of one class on each other up to the place's height, as one thing."""
    rng, y = stock.rng, base
    tier = place.height / (rng.integers(1, 4) if class_name in PILED else 1)
    parts: list[Thing] = []
    while not parts or (class_name in PILED and len(parts) < 4 and place.height - y > 0.25):
        left = place.height - y
        high = min(left, tier * rng.uniform(0.85, 1.15)) if left > 1.3 * tier else left
        cell = (place.width * rng.uniform(0.92, 1), high, place.depth * rng.uniform(0.92, 1))
        at = (place.x + rng.normal(0, 0.015), y + 0.003, place.z + rng.normal(0, 0.015))
        parts.append(_fitted(stock, class_name, cell, at))
        y += parts[-1].height_m
        if rng.random() < 0.15:
            break
    return _thing(class_name, parts[0].family, Mesh.join([part.mesh for part in parts]))


def _stack(stock: Stock, class_name: str, place: Place, on_pallet: bool) -> list[Thing]:
    """One place of a load from the floor up: perhaps a pallet, goods of one class, perhaps something else on top."""
    rng, things, y = stock.rng, [], 0.0
    if on_pallet:
        things.append(
            _fitted(stock, "pallet", (place.width, rng.uniform(0.12, 0.2), place.depth), (place.x, 0, place.z))
        )
        y = things[0].height_m
    things.append(_pile(stock, class_name, place, y))
    top = things[-1].base_m + things[-1].height_m
    if class_name not in ("vehicle", "sack") and place.height - top > 0.25 and rng.random() < 0.6:
        other = ON_TOP[rng.integers(len(ON_TOP))]
        cell = (place.width * rng.uniform(0.5, 0.95), place.height - top, place.depth * rng.uniform(0.5, 0.95))
        if other != class_name:
            things.append(_fitted(stock, other, cell, (place.x, top + 0.003, place.z)))
    return things


def _class_of(rng: Rng, single_share: float = 0.22) -> str:
    names = SINGLE if rng.random() < single_share else STACKED
    return names[rng.integers(len(names))]


def _rows(stock: Stock, room: interior.Room, start: float, most: int) -> list[Thing]:
    """Rows across the whole width, from `start` metres behind the door on, of at most so many things."""
    rng, z = stock.rng, start
    things: list[Thing] = []
    one_class, name = rng.random() < 0.5, _class_of(rng)
    height = room.height * rng.uniform(0.45, 0.97)
    while z < min(room.depth - 0.6, start + 3.5):
        name = name if one_class else _class_of(rng)
        alone = name in SINGLE
        deep = min(rng.uniform(1.6, 3.2) if name == "vehicle" else rng.uniform(0.6, 1.25), room.depth - z)
        columns = 1 if name == "vehicle" else int(rng.integers(1, 3)) if alone else int(rng.integers(2, 5))
        on_pallet = name in ON_PALLETS and rng.random() < 0.35
        w = room.width * rng.uniform(0.92, 0.99) / columns
        for k in range(columns):
            own = _class_of(rng, 0.0) if rng.random() < 0.12 and not alone else name
            high = min(room.height * 0.97, height * rng.uniform(0.85, 1.08))
            place = Place((k - (columns - 1) / 2) * w, z + deep / 2, w * 0.98, high, deep * 0.97)
            stack = _stack(stock, own, place, on_pallet and own != "pallet") if rng.random() < 0.94 else []
            if len(things) + len(stack) > most:
                return things
            things += stack
        z += deep
        height *= rng.uniform(0.8, 1.2)
    return things


def to_the_roof(stock: Stock, room: interior.Room) -> list[Thing]:
    return _rows(stock, room, stock.rng.uniform(0.05, 1.5), MOST_THINGS)


def part_filled(stock: Stock, room: interior.Room) -> list[Thing]:
    """The rear full, a few things before it on the floor."""
    rng = stock.rng
    start = rng.uniform(1.6, max(1.8, room.depth - 1.5))
    front = interior.Room(room.width, room.height, start)
    some = draw_things(rng, front, stock.bank, stock.families, int(rng.integers(0, 4)))
    return [*some, *_rows(stock, room, start, MOST_THINGS - len(some))]


def along_the_walls(stock: Stock, room: interior.Room) -> list[Thing]:
    """Stacks along one wall or both, an aisle between."""
    rng = stock.rng
    things: list[Thing] = []
    sides = (-1, 1) if rng.random() < 0.75 else (rng.choice([-1, 1]),)
    for number, side in enumerate(sides):
        w, z, name = rng.uniform(0.6, room.width * 0.45), rng.uniform(0.1, 1.2), _class_of(rng)
        while z < min(5.0, room.depth - 0.7):
            name = _class_of(rng) if rng.random() < 0.3 else name
            deep = min(rng.uniform(1.2, 2.4) if name in SINGLE else rng.uniform(0.6, 1.2), room.depth - z)
            high = room.height * rng.uniform(0.3, 0.95)
            place = Place(side * (room.width - w) / 2, z + deep / 2, w, high, deep * 0.97)
            stack = _stack(stock, name, place, name in ON_PALLETS and rng.random() < 0.3)
            if len(things) + len(stack) > MOST_THINGS * (number + 1) // len(sides):
                break
            things += stack
            z += deep + (rng.uniform(0.1, 0.6) if rng.random() < 0.25 else 0.0)
    return things


def on_pallets(stock: Stock, room: interior.Room) -> list[Thing]:
    """Loaded pallets, each with goods of one kind, not all places taken."""
    rng, w = stock.rng, room.width / 2
    things: list[Thing] = []
    deep, z = rng.uniform(0.9, 1.3), rng.uniform(0.1, 1.6)
    while z + deep < min(room.depth, 5.5):
        for side in (-0.5, 0.5):
            name = ON_PALLETS[rng.integers(len(ON_PALLETS))]
            place = Place(side * w, z + deep / 2, w * rng.uniform(0.75, 0.95), rng.uniform(0.5, 1.9), deep * 0.92)
            stack = _stack(stock, name, place, rng.random() < 0.9) if rng.random() < 0.8 else []
            if len(things) + len(stack) > MOST_THINGS:
                return things
            things += stack
        z += deep * rng.uniform(1.0, 1.2)
    return things


def crowded(stock: Stock, room: interior.Room) -> list[Thing]:
    return list(draw_things(stock.rng, room, stock.bank, stock.families, MOST_THINGS))


ARRANGEMENTS = (to_the_roof, to_the_roof, part_filled, along_the_walls, on_pallets, crowded)


def _lashings(rng: Rng, room: interior.Room, z: float, height: float, bank: TextureBank) -> Mesh:
    """Belts, bars or a net across the room before the load at `z`; nothing of it counts as a thing."""
    s = Solid()
    colour = hsv(rng, (0, 1), (0, 0.9), (0.1, 0.9))
    material = Material(colour, colour, bank.pick(rng), 1.0, rng.uniform(0, 0.4))
    kind, w = rng.random(), room.width
    if kind < 0.45:
        wide = rng.uniform(0.03, 0.08)
        for y in rng.uniform(0.15, 0.95, rng.integers(1, 4)) * height:
            s.box((w, wide, 0.01), material, (0, y, z))
    elif kind < 0.7:
        for y in rng.uniform(0.2, 1.0, rng.integers(1, 3)) * height:
            s.tube([(-w / 2, y, z), (w / 2, y, z)], rng.uniform(0.02, 0.045), material)
    else:
        for y in np.linspace(0.1, 1, rng.integers(3, 7)) * height:
            s.box((w, 0.025, 0.01), material, (0, y, z))
        for x in np.linspace(-0.45, 0.45, rng.integers(3, 8)) * w:
            s.box((0.025, height, 0.01), material, (x, 0, z))
    return Mesh.of(s)


def _front(things: Sequence[Thing]) -> float:
    return min(thing.footprint[:, 1].min() for thing in things)


def real_load(rng: Rng, room: interior.Room, bank: TextureBank, families: shapes.Families, count: int) -> Load:
    """A load as freight travels; `count` is not used: an arrangement has its own."""
    arrangement = ARRANGEMENTS[rng.integers(len(ARRANGEMENTS))]
    things = tuple(arrangement(Stock(rng, bank, families, rng.choice([0.0, 0.6, 0.95])), room))
    lashed = things and arrangement is not crowded and rng.random() < 0.3
    if not lashed:
        return Load(things)
    height = min(room.height * 0.95, max(thing.base_m + thing.height_m for thing in things))
    return Load(things, (_lashings(rng, room, _front(things) - 0.04, height, bank),))


def training_load(rng: Rng, room: interior.Room, bank: TextureBank, families: shapes.Families, count: int) -> Load:
    """What training draws: things on the floor mostly, real loads in three of ten scenes."""
    if rng.random() < 0.3:
        return real_load(rng, room, bank, families, count)
    return Load(draw_things(rng, room, bank, families, count))
