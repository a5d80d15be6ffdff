"""A task's scenes, and the batches that training reads from them."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import torch
from torch.nn import functional as F

import drawn
from letterbox import GREY
from scenes.hints import Array
from tasks import TASKS, Task

MIN_AREA_PX = 40  # what is left of a thing after the shift: less is not asked for


def _draw_chunk(task: str, split: str, first: int, count: int) -> dict[str, Array]:
    scenes = [TASKS[task].draw(split, first + k) for k in range(count)]
    classes = np.full((count, TASKS[task].most_things), -1, np.int8)
    for k, scene in enumerate(scenes):
        classes[k, : len(scene.classes)] = [TASKS[task].classes.index(name) for name in scene.classes]
    pictures, ids = (np.stack(parts) for parts in zip(*((scene.picture, scene.ids) for scene in scenes)))
    return {"pictures": pictures, "ids": ids, "classes": classes}


def load_split(task: Task, split: str, count: int) -> tuple[Array, Array, Array]:
    """(pictures (N,H,W,3) uint8 RGB, ids (N,H,W) uint8, classes (N,most_things) int8, -1 where no thing) of a split.

    Drawn on the first call, read from the cache folder after.
    """
    size = task.height_px, task.width_px
    fields = {"pictures": (np.uint8, (*size, 3)), "ids": (np.uint8, size), "classes": (np.int8, (task.most_things,))}
    draw = partial(_draw_chunk, task.name, split)
    parts = drawn.load(drawn.CACHE / task.name, split.replace(" ", "-"), count, fields, draw)
    return parts["pictures"], parts["ids"], parts["classes"]


def boxes_of(ids: Array, count: int) -> Array:
    """Boxes (count,4) x1,y1,x2,y2 in pixels of things 1..count in an id map; NaN where a thing is not seen."""
    boxes, _ = seen_in(torch.from_numpy(np.array(ids)).unsqueeze(0), count)
    return boxes[0].numpy()


def seen_in(ids: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """(boxes (B,count,4) x1,y1,x2,y2 in pixels, NaN where not seen, areas (B,count) in pixels) of the things 1..count
    in id maps (B,H,W)."""
    seen = ids.unsqueeze(1) == torch.arange(1, count + 1, device=ids.device).view(1, -1, 1, 1)
    sides = []
    for lines in (seen.any(2), seen.any(3)):  # columns, rows
        flags = lines.to(torch.uint8)
        sides.append((flags.argmax(-1), lines.shape[-1] - flags.flip(-1).argmax(-1)))
    (x1, x2), (y1, y2) = sides
    areas = seen.sum((2, 3))
    boxes = torch.stack([x1, y1, x2, y2], -1).float()
    return boxes.masked_fill((areas == 0).unsqueeze(-1), float("nan")), areas


def _shifted(
    pictures: torch.Tensor, ids: torch.Tensor, random: torch.Generator, may_stand_on_head: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """A random zoom, shift and mirror of each picture (B,3,H,W) 0..255 and its ids (B,H,W); what comes in from outside
    is the letterbox grey."""
    count = len(pictures)
    zoom = torch.empty(count).uniform_(-0.4, 0.35, generator=random).exp()
    slack = ((zoom - 1).abs() * 0.5 + 0.06).unsqueeze(1)
    shift = torch.empty(count, 2).uniform_(-2, 2, generator=random) * slack
    flips = torch.rand(count, 2, generator=random) < torch.tensor([0.5, 0.5 if may_stand_on_head else 0.0])
    scale = torch.where(flips, -1.0, 1.0) / zoom.unsqueeze(1)
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 1, 1], matrix[:, :, 2] = scale[:, 0], scale[:, 1], shift * scale
    grid = F.affine_grid(matrix.to(pictures.device), list(pictures.shape), align_corners=False)
    moved = F.grid_sample(pictures - GREY, grid, mode="bilinear", align_corners=False) + GREY
    numbered = F.grid_sample(ids.unsqueeze(1).float(), grid, mode="nearest", align_corners=False)
    return moved, numbered.squeeze(1).to(ids.dtype)


def _recoloured(pictures: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Pictures (B,3,H,W) 0..255 with other colours, light and noise."""
    count, device = len(pictures), pictures.device

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.empty(count, *shape).uniform_(low, high, generator=random)

    def now_and_then(share: float, *shape: int) -> torch.Tensor:
        return torch.rand(count, *shape, generator=random) < share

    mixed = torch.where(now_and_then(0.3, 1), torch.rand(count, 3, generator=random).argsort(1), torch.arange(3))
    pictures = pictures.gather(1, mixed.to(device).view(count, 3, 1, 1).expand_as(pictures))
    saturation = torch.where(now_and_then(0.6), uniform(0, 1.6), torch.ones(count)).to(device).view(-1, 1, 1, 1)
    grey = pictures.mean(1, keepdim=True)
    pictures = grey + (pictures - grey) * saturation
    gain = torch.where(now_and_then(0.3, 1), uniform(0.7, 1.35, 3), uniform(0.7, 1.35, 1)).to(device)
    pictures = pictures * gain.view(count, 3, 1, 1) + uniform(-25, 25).to(device).view(-1, 1, 1, 1)
    grainy = now_and_then(0.2).nonzero().flatten()
    strength = uniform(2, 10)[grainy].to(device).view(-1, 1, 1, 1)
    grains = torch.Generator(device).manual_seed(int(torch.randint(1 << 31, (1,), generator=random)))
    grainy = grainy.to(device)
    noise = torch.randn(len(grainy), *pictures.shape[1:], device=device, generator=grains)
    pictures[grainy] += noise * strength
    return pictures.clamp(0, 255)


class TrainingScenes:
    """Scenes kept where they are learnt from: read from their files for a processor, all in the memory of a GPU.

    `sets` are (pictures, ids, classes) as `load_split` gives them, one after the other.
    """

    def __init__(
        self,
        sets: Sequence[tuple[Array, Array, Array]],
        seed: int,
        device: str = "cpu",
        augment: bool = True,
        may_stand_on_head: bool = False,
    ) -> None:
        self.seed, self.device, self.augment, self.may_stand_on_head = seed, device, augment, may_stand_on_head
        self.ends = np.cumsum([len(pictures) for pictures, _, _ in sets])
        self.sets = [tuple(_on(device, part) for part in one) for one in sets]

    def __len__(self) -> int:
        return int(self.ends[-1])

    def _at(self, indices: Array, part: int) -> torch.Tensor:
        """One field of the scenes with these numbers: (B, …)."""
        rows: list[torch.Tensor] = []
        for first, end, one in zip([0, *self.ends], self.ends, self.sets):
            mine = indices[(indices >= first) & (indices < end)] - first
            rows.append(torch.as_tensor(one[part][mine] if self.device == "cpu" else one[part][_on(self.device, mine)]))
        return torch.cat(rows)

    def batch(self, step: int, indices: Array) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """(pictures (B,3,H,W) 0..1, ids (B,H,W) uint8, boxes (B,most things,4), classes (B,most things), -1 where none)
        of the scenes with these numbers, set by set, augmented as the seed and the step determine."""
        pictures = self._at(indices, 0).permute(0, 3, 1, 2).float()
        ids, classes = self._at(indices, 1), self._at(indices, 2).long()
        if self.augment:
            random = torch.Generator().manual_seed((self.seed << 32) + step)
            pictures, ids = _shifted(pictures, ids, random, self.may_stand_on_head)
            pictures = _recoloured(pictures, random)
        boxes, areas = seen_in(ids, classes.shape[1])
        hidden = areas < MIN_AREA_PX
        return (
            pictures / 255,
            ids,
            boxes.masked_fill(hidden.unsqueeze(-1), 0),
            classes.masked_fill(hidden, -1),
        )


def _on(device: str, array: Array) -> Array | torch.Tensor:
    return array if device == "cpu" else torch.from_numpy(np.ascontiguousarray(array)).to(device)


class EpochSampler:
    """One worker's share of every batch from step `first` on: (step, indices) in a seeded order, for `epochs` epochs on
    end."""

    def __init__(self, scenes: int, batch: int, epochs: int, seed: int, worker: int = 0, workers: int = 1) -> None:
        self.scenes, self.batch, self.seed = scenes, batch, seed
        self.worker, self.workers, self.first = worker, workers, 0
        self.steps = scenes // batch * epochs

    def __len__(self) -> int:
        return self.steps - self.first

    def __iter__(self) -> Iterator[tuple[int, Array]]:
        for step in range(self.first, self.steps):
            epoch, k = divmod(step, self.scenes // self.batch)
            order = np.random.default_rng([self.seed, epoch]).permutation(self.scenes)
            mine = order[k * self.batch : (k + 1) * self.batch][self.worker :: self.workers]
            yield step * self.workers + self.worker, mine


if __name__ == "__main__":
    import sys

    load_split(TASKS[sys.argv[1]], sys.argv[2], int(sys.argv[3]))
