"""Composes a scene from a seed, and renders it: which things stand where in which container, seen by which camera."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from . import interior, shapes
from .camera import Camera, Light, draw_camera, draw_light
from .hints import Array, Rng, Seed, Vector
from .lens import through_lens
from .mesh import Mesh
from .raster import fill_triangles, new_buffers
from .skin import Skin
from .solid import Solid, turn_y
from .textures import TextureBank

SHARP = 2  # scenes are drawn this many times larger, then averaged down
MIN_AREA_SHARE = 0.005  # of the picture: smaller things are left out of the scene, not left unlabelled
MIN_VISIBLE_SHARE = 0.3  # of the thing's own outline
HOSTS = ("pallet", "pallet", "crate", "carton")
GUESTS = ("carton", "sack", "drum", "crate", "roll")


@dataclass(frozen=True)
class Thing:
    class_name: str
    family: str
    mesh: Mesh
    footprint: np.ndarray  # (4,2) x,z in metres
    height_m: float
    base_m: float = 0.0


@dataclass(frozen=True)
class Load:
    """Things, and what holds them: meshes that are seen but count as nothing."""

    things: tuple[Thing, ...]
    fittings: tuple[Mesh, ...] = ()


# (rng, room, bank, families, how many things to try) -> the load of a room
Arrange: TypeAlias = Callable[[Rng, interior.Room, TextureBank, shapes.Families, int], Load]


@dataclass(frozen=True)
class Scene:
    room: interior.Room
    shell: Mesh
    floor: Mesh
    yard: Mesh
    camera: Camera
    light: Light
    things: tuple[Thing, ...]
    bank: TextureBank
    seed: Seed
    offset: Vector = (0.0, 0.0, 0.0)  # where the container stands against the camera


@dataclass(frozen=True)
class Rendered:
    """picture (H,W,3) uint8 RGB; ids (H,W) with k+1 where things[k] is seen; covered_px per thing, hidden or not."""

    picture: np.ndarray
    ids: np.ndarray
    covered_px: np.ndarray

    def area_px(self, things: int) -> Array:
        return np.bincount(self.ids.ravel(), minlength=things + 1)[1:]


def draw_thing(rng: Rng, class_name: str, families: Sequence[shapes.Family], bank: TextureBank) -> tuple[Mesh, str]:
    """A thing at the origin: (mesh, family name)."""
    family = families[rng.integers(len(families))]
    solid = Solid()
    family(solid, rng, Skin(rng, class_name, bank))
    stretch = np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.08))
    mesh = Mesh.of(solid)
    mesh = mesh.placed((0, 0, 0), np.diag(stretch))
    low, high = mesh.bounds()
    return mesh.placed((-(low[0] + high[0]) / 2, -low[1], -(low[2] + high[2]) / 2)), family.__name__


def _heading(rng: Rng, class_name: str) -> float:
    if class_name == "vehicle":
        base = rng.choice([np.pi / 2, -np.pi / 2, np.pi / 2, -np.pi / 2, 0.0, np.pi])
        return base + rng.normal(0, 0.25)
    return (
        rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.2)
        if rng.random() < 0.75
        else rng.uniform(0, 6.28)
    )


def _overlaps(low: Array, high: Array, taken: list[tuple[Array, Array]], gap: float = 0.04) -> bool:
    return any(
        low[0] < b[1][0] + gap and high[0] > b[0][0] - gap and low[2] < b[1][2] + gap and high[2] > b[0][2] - gap
        for b in taken
    )


def rectangle(low: Array, high: Array) -> Array:
    return np.array([(low[0], low[2]), (high[0], low[2]), (high[0], high[2]), (low[0], high[2])])


def place(
    rng: Rng,
    room: interior.Room,
    class_name: str,
    families: Sequence[shapes.Family],
    bank: TextureBank,
    taken: list[tuple[Array, Array]],
) -> Thing | None:
    """A thing on the free floor, or None when twelve tries find no room. Adds its bounds to `taken`."""
    mesh, family = draw_thing(rng, class_name, families, bank)
    mesh = mesh.placed((0, 0, 0), turn_y(_heading(rng, class_name)))
    low, high = mesh.bounds()
    size = high - low
    usual = rng.uniform(0.7, 0.95) if class_name == "vehicle" else rng.uniform(0.9, 1.25)
    fit = min(usual, (room.width * 0.96) / size[0], (room.height * 0.93) / size[1])
    mesh, size = mesh.placed((0, 0, 0), scale=fit), size * fit
    for _ in range(12):
        reach = max(0.3, min(room.depth, 5.5) - size[2])
        x = rng.uniform(-0.5, 0.5) * (room.width - size[0])
        z = 0.15 + size[2] / 2 + reach * rng.random() ** 1.2
        low, high = (
            np.array([x - size[0] / 2, 0, z - size[2] / 2]),
            np.array([x + size[0] / 2, size[1], z + size[2] / 2]),
        )
        if not _overlaps(low, high, taken) and high[2] < room.depth:
            taken.append((low, high))
            moved = mesh.placed((x, 0, z))
            return Thing(class_name, family, moved, rectangle(low, high), size[1])
    return None


def place_on(rng: Rng, host: Thing, class_name: str, families: Sequence[shapes.Family], bank: TextureBank) -> Thing:
    """A thing standing on another one."""
    mesh, family = draw_thing(rng, class_name, families, bank)
    low, high = mesh.bounds()
    room_x, room_z = np.ptp(host.footprint, axis=0) * 0.8
    fit = min(1.2, room_x / (high[0] - low[0]), room_z / (high[2] - low[2]))
    middle = host.footprint.mean(0)
    moved = mesh.placed((middle[0], host.height_m + 0.005, middle[1]), turn_y(rng.choice([0.0, np.pi])), fit)
    low, high = moved.bounds()
    return Thing(class_name, family, moved, rectangle(low, high), high[1] - low[1], host.height_m)


def draw_things(
    rng: Rng, room: interior.Room, bank: TextureBank, families: shapes.Families, count: int
) -> tuple[Thing, ...]:
    things: list[Thing] = []
    taken: list[tuple[Array, Array]] = []
    failures = 0
    while len(things) < count and failures < 5:
        class_name = shapes.CLASSES[rng.integers(len(shapes.CLASSES))]
        thing = place(rng, room, class_name, families[class_name], bank, taken)
        if thing is None:
            failures += 1
            continue
        things.append(thing)
        if len(things) < count and class_name in HOSTS and thing.height_m < 0.9 and rng.random() < 0.4:
            guest = GUESTS[rng.integers(len(GUESTS))]
            things.append(place_on(rng, thing, guest, families[guest], bank))
    return tuple(things)


def on_the_floor(rng: Rng, room: interior.Room, bank: TextureBank, families: shapes.Families, count: int) -> Load:
    return Load(draw_things(rng, room, bank, families, count))


def compose(
    seed: Seed,
    bank: TextureBank,
    families: shapes.Families = shapes.TRAINING,
    count: int | None = None,
    arrange: Arrange = on_the_floor,
) -> Scene:
    """The scene of a seed: 0..8 things (or `count`) of the given families in a container of its own."""
    rng = np.random.default_rng(seed)
    room = interior.draw_room(rng)
    count = (
        int(rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8], p=[0.02, 0.03, 0.08, 0.13, 0.17, 0.18, 0.16, 0.13, 0.10]))
        if count is None
        else count
    )
    offset = (0.0, 0.0, 0.0) if rng.random() < 0.9 else (rng.uniform(-4, 4), 0.0, rng.uniform(0, 0.8))
    shell = interior.shell(rng, room, bank)
    floor = interior.floor(rng, room, bank)
    yard = interior.yard(rng, bank)
    camera = draw_camera(rng, room.depth)
    light = draw_light(rng)
    load = arrange(rng, room, bank, families, count)
    shell = Mesh.join([shell, *load.fittings]) if load.fittings else shell
    return Scene(room, shell, floor, yard, camera, light, load.things, bank, seed, offset)


@dataclass(frozen=True)
class Exposure:
    """A scene before the lens, SHARP times larger than asked: light (H,W,3) and 1 / depth (H,W), and its truth."""

    light: np.ndarray
    depth: np.ndarray
    ids: np.ndarray
    covered_px: np.ndarray

    def through_lens(self, lens_seed: Seed | None) -> Rendered:
        height, width = self.ids.shape
        return Rendered(through_lens(self.light, self.depth, width, height, lens_seed), self.ids, self.covered_px)


def expose(scene: Scene, width_px: int, height_px: int) -> Exposure:
    w, h = width_px * SHARP, height_px * SHARP
    picture, depth, ids, covered = new_buffers(w, h, len(scene.things))
    picture[:] = interior.sky(
        np.random.default_rng([scene.seed if np.isscalar(scene.seed) else scene.seed[-1], 7]), w, h
    )
    container = [scene.shell, scene.floor, *(thing.mesh for thing in scene.things)]
    moved = [mesh.placed(scene.offset) for mesh in container]
    everything = Mesh.join([scene.yard, *moved])
    sizes = [len(mesh.texture) for mesh in (scene.yard, *container)]
    owner = np.repeat(np.array([0, 0, 0, *range(1, len(scene.things) + 1)], np.int16), sizes)
    shade, shine = scene.light.on(everything.positions, everything.normals, everything.gloss, scene.camera.position)
    first = sizes[0] + sizes[1]
    shade[first : first + sizes[2]] *= interior.floor_shadow(
        scene.floor.positions,
        scene.room,
        [(t.footprint, t.height_m) for t in scene.things if t.base_m == 0],
        scene.light,
    )
    xy, z = scene.camera.project(everything.positions, w, h)
    keep = z.min(1) > 0.08
    fill_triangles(
        *(
            np.ascontiguousarray(a[keep], np.float32)
            for a in (
                xy,
                1 / np.maximum(z, 0.01),
                everything.uv,
                shade,
                shine,
                everything.colour_a,
                everything.colour_b,
            )
        ),
        everything.texture[keep].astype(np.int32),
        owner[keep],
        scene.bank.maps,
        picture,
        depth,
        ids,
        covered,
    )
    picture *= np.asarray(scene.light.tint, np.float32)
    return Exposure(picture, depth, ids[SHARP // 2 :: SHARP, SHARP // 2 :: SHARP].copy(), covered[1:] / SHARP**2)


def render(scene: Scene, width_px: int = 256, height_px: int = 192, lens_seed: Seed | None = None) -> Rendered:
    """Draws a scene. lens_seed: what blur, noise and compression to add (None: none)."""
    return expose(scene, width_px, height_px).through_lens(lens_seed)


def without_hidden(scene: Scene, seen: Exposure) -> Scene | None:
    """The scene less the things that are too small or too hidden as it is seen; None when all may stay."""
    area = np.bincount(seen.ids.ravel(), minlength=len(scene.things) + 1)[1:]
    good = (area >= MIN_AREA_SHARE * seen.ids.size) & (area >= MIN_VISIBLE_SHARE * seen.covered_px)
    if good.all():
        return None
    return replace(scene, things=tuple(t for t, keep in zip(scene.things, good) if keep))


def draw_labelled(
    seed: Seed,
    bank: TextureBank,
    families: shapes.Families = shapes.TRAINING,
    width_px: int = 256,
    height_px: int = 192,
    arrange: Arrange = on_the_floor,
) -> tuple[Scene, Rendered]:
    """(scene, rendered) of a seed with every thing in it large and visible enough to be asked for."""
    scene = compose(seed, bank, families, arrange=arrange)
    while True:
        seen = expose(scene, width_px, height_px)
        fewer = without_hidden(scene, seen)
        if fewer is None:
            return scene, seen.through_lens([*np.atleast_1d(seed), 11])
        scene = fewer
