"""Writes the card of a model from what evaluate.py, video.py check and the training log measured: no number is typed.

    python card.py category --evaluation ../.cache/evaluation.json --video ../.cache/video.json \\
        --log ../.cache/run/log.jsonl --model ../category-demo.onnx --out ../category-demo.card.md
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnxruntime

import contraband.threats
import damage.scene
from scenes import shapes, textures
from tasks import TASKS, Task


@dataclass(frozen=True)
class Text:
    """The words of one task's card."""

    title: str
    drawn: str
    held_out: str
    limits: tuple[str, ...]


def _names(families: Sequence[Callable[..., object]]) -> str:
    return ", ".join(family.__name__.replace("_", " ") for family in families)


def _listed(held_out: Mapping[str, Sequence[Callable[..., object]]]) -> str:
    return "\n".join(f"- {name.replace('_', ' ')}: {_names(families)}" for name, families in held_out.items())


REAL_PICTURES = "Real pictures: not measured, and expected to be poor."
PROTOTYPES = "Masks come from 48 x 64 prototypes: thin parts melt into their surroundings."
CATEGORY = Text(
    "Category demonstration model",
    f"open container interiors with up to eight things, {sum(len(f) for f in shapes.TRAINING.values())} shape families with "
    f"random proportions and colours of their own, {len(textures.TRAINING)} families of textures, changing camera height, "
    "light, blur, noise and compression",
    f"{len(textures.HELD_OUT)} texture families ({_names(textures.HELD_OUT)}) and two shape families of each class:\n\n"
    + _listed(shapes.HELD_OUT),
    (
        REAL_PICTURES,
        "Shapes that it has not seen are mostly found but often misnamed: compare the columns above.",
        "Things under 0.5 % of the picture, or hidden by more than 70 %, were never asked for.",
        PROTOTYPES,
        "Eight classes and nothing else: people, animals, loose goods and liquids are taken for one of them or not found.",
        "A thing is what the generator draws as one (a stack of pallets, a heap of sacks); a stack's objects are not "
        "counted.",
    ),
)
DAMAGE = Text(
    "Damage demonstration model",
    "corrugated side walls, roofs and doors with locking bars and seals, in many paints, with lettering, dirt, repairs and "
    "sound seals that are not damage; light from any side, views from aside, shadows, glare, rain, night, blur and "
    "compression",
    "these families of damage:\n\n"
    + _listed(damage.scene.HELD_OUT.walls | damage.scene.HELD_OUT.doors | {"broken seal": damage.scene.HELD_OUT.seals}),
    (
        REAL_PICTURES,
        f"Damage that changes the wall's brightness by less than {damage.scene.MIN_CHANGE:.0%}, or covers less than "
        f"{damage.scene.MIN_AREA_PX} pixels of 192 x 256, was never asked for.",
        PROTOTYPES,
        "A missing seal is not found: only one that is broken and still there.",
        "How severe damage is follows from its area alone; how deep a dent is cannot be seen.",
    ),
)
CONTRABAND = Text(
    "Contraband demonstration model",
    "X-ray transmission pictures of cargo: goods in cartons, machines, pipes, timber and cables that lie over each other, "
    "grey and in the colours of dual-energy displays, with the noise of strong and weak scanners",
    "these families of shapes:\n\n" + _listed(contraband.threats.HELD_OUT),
    (
        REAL_PICTURES,
        f"What changes the picture by less than {contraband.scene.MIN_CONTRAST:.0%} of its range, or is shorter than "
        f"{contraband.scene.MIN_SIDE_PX} pixels of 192 x 256, was never asked for: behind 50 mm of steel nothing is found.",
        "Pieces never lie over each other in the drawings.",
        "Tools and bottles are lawful goods in most loads; the model finds them, and people decide.",
    ),
)
TEXTS = {"category": CATEGORY, "damage": DAMAGE, "contraband": CONTRABAND}

TEMPLATE = """# {title}

**This model is a demonstration.** It has only ever seen drawings. It shows what the system does with a model of this kind; it
must not decide anything about real containers. For real work, put a model trained on your own pictures in its place: any
file of the same layout will do.

| | |
|---|---|
| file | `{file}`, {size_mb:.2f} MB, ONNX opset 13, one file |
| task | {task}, {class_count} classes: {classes} |
{shapes}
| licence | Apache-2.0; network, training code, drawings and weights are this project's own |

## Data

{scenes} scenes drawn from seeds: {drawn}. No photograph, no scan, no other model took part.

Held out of training: {held_out}

## What was measured

By `training/evaluate.py` on the exported file. mAP50 as in COCO's metric at IoU 0.5 (area under the monotonous
precision-recall curve), compared at 256 x 192. "Any class" asks only that a thing is found. "Wanted" is what the project set
itself beforehand. The colour baseline knows colours only (histograms and connected patches, same scenes).

{table}

{verdict}

## Speed

{ms:.1f} ms a picture (median, whole path) with onnxruntime on one thread, measured on a shared two-core machine.

## Training

`train.py {name}`, seed 1: {steps} steps; its processes used {cpu:.0f} minutes of processor time, which makes {idle:.0f} minutes on
two cores that do nothing else (computed, not timed: no idle machine was at hand). Drawing the scenes comes before that.
{video}
## Limits

{limits}
"""
VIDEO = """
## The demonstration video

`deploy/demo/loads.mp4` comes from the same generator with seeds of its own, which training never saw. **Its four loads were
chosen**: from the loads of which the model found everything, the ones that a person finds easy to read. So the figures below show that
the demonstration works; how good the model is, the table above shows.

In the standing phases of the encoded video (confidence 0.25) the model finds {foundShare:.1%} of the things with the right class at
mask IoU 0.5, median IoU {medianIou:.2f}, and gives {otherDetectionsPerStillFrame} other detections per frame; on {emptyFrames} frames
of the empty yard it gives {detectionsOnEmptyFrames} detections.
"""


def verdict(task: Task, sets: dict[str, dict[str, Any]]) -> str:
    """Which wanted figures are not reached."""
    rows = [(name, sets[name]["map50"], wanted) for name, wanted in task.splits.items() if wanted is not None]
    short = [f"{name}: {value:.3f} of {wanted:.2f}" for name, value, wanted in rows if value < wanted]
    return "All wanted figures are reached." if not short else "**Not reached:** " + "; ".join(short) + "."


def _shapes_of(model: str) -> str:
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    rows = [
        f"| input | `{one.name}` {one.shape}: RGB / 255, letterboxed with grey 114 |" for one in session.get_inputs()
    ]
    outputs = ", ".join(f"`{one.name}` {one.shape}" for one in session.get_outputs())
    return "\n".join([*rows, f"| output | {outputs}, in the layout of YOLOv8 |"])


def fill(task: Task, options: argparse.Namespace) -> str:
    """The card as Markdown."""
    text, evaluation = TEXTS[task.name], json.loads(Path(options.evaluation).read_text())
    log = [json.loads(line) for line in Path(options.log).read_text().splitlines()]
    last, cpu_minutes = [row for row in log if "step" in row][-1], log[-1]["cpuSecondsOfAllWorkers"] / 60
    return TEMPLATE.format(
        title=text.title,
        file=Path(options.model).name,
        size_mb=Path(options.model).stat().st_size / 1e6,
        task="instance segmentation" if task.layout == "segment" else "detection",
        class_count=len(task.classes),
        classes=", ".join(task.classes),
        shapes=_shapes_of(options.model),
        scenes=f"{options.scenes:,}",
        drawn=text.drawn,
        held_out=text.held_out,
        table=evaluation["table"],
        verdict=verdict(task, evaluation["sets"]),
        ms=evaluation["medianMs"],
        name=task.name,
        steps=last["of"],
        cpu=cpu_minutes,
        idle=cpu_minutes / 2,
        video=VIDEO.format(**json.loads(Path(options.video).read_text())) if options.video else "",
        limits="\n".join(f"- {limit}" for limit in text.limits),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    for name in ("evaluation", "log", "model", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--video", help="what video.py check printed, for the model of the demonstration video")
    parser.add_argument("--scenes", type=int, default=8000)
    options = parser.parse_args()
    Path(options.out).write_text(fill(TASKS[options.task], options))


if __name__ == "__main__":
    main()
