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
import damage.seals
import damage.visibility
import export
from calibrate import expected_error
from diagram import reliability_diagram
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


REAL_PICTURES = "Real pictures: not measured but for the mark above, and expected to be poor."
PROTOTYPES = (
    "Masks come from prototypes of a quarter of the input's height and width: thin parts melt into their surroundings."
)
CATEGORY = Text(
    "Category demonstration model",
    f"open container interiors, {sum(len(f) for f in shapes.BROAD.values())} shape families with random proportions and "
    f"colours of their own, bent, repainted, wrapped in film, strapped or covered, {len(textures.BROAD)} families of textures, "
    "changing camera height, light, blur, noise and compression. Seven scenes in ten hold up to eight things on the floor, three "
    "a load as freight travels: rows or pallets up to the roof, a part-filled room, stacks along the walls, belts and nets before them",
    f"{len(textures.HELD_OUT)} texture families ({_names(textures.HELD_OUT)}) and two shape families of each class:\n\n"
    + _listed(shapes.HELD_OUT)
    + "\n\nThe sets named after seeds, textures and shapes are those that earlier models were measured on: things on the floor, "
    f"drawn from {sum(len(f) for f in shapes.TRAINING.values())} shape families and {len(textures.TRAINING)} families of "
    'textures (or those held out) without variations. "Real loads" holds loads as freight travels, of the shapes and textures '
    "of training, from seeds of its own",
    (
        REAL_PICTURES,
        "Shapes that it has not seen are mostly found but often misnamed: compare the columns above.",
        "Things under 0.5 % of the picture, or hidden by more than 70 %, were never asked for: of a load to the roof, only the "
        "front.",
        "Film was drawn as a paler and shinier surface, or as an opaque band; goods wrapped in black from floor to top have no "
        "class that could be seen.",
        PROTOTYPES,
        "Eight classes and nothing else: people, animals, loose goods and liquids are taken for one of them or not found.",
        "A thing is what the generator draws as one (a stack of pallets, a heap of sacks, cartons piled in one place); a "
        "stack's objects are not counted.",
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
        f"Damage was never asked for that covers less than {damage.visibility.MIN_AREA_PX} pixels of 288 x 384 or is shorter "
        f"than {damage.visibility.MIN_SIDE_PX}, changes the wall's brightness by less than {damage.visibility.MIN_CHANGE:.0%} "
        "where it is, does not stand out from the camera's noise by Rose's criterion at an eighth of its length "
        f"({damage.visibility.MIN_DETAIL_TO_NOISE:.0f} times), shows less than {damage.visibility.MIN_SHARE_SEEN:.0%} of itself or "
        f"{damage.visibility.MIN_SHARE_OF_BOX:.0%} of its height or width, or is more than half out of the picture.",
        f"Seals shorter than {damage.seals.MIN_BROKEN_PX} pixels are always drawn sound, because no person could recognise a broken one. A "
        "broken seal is outlined by the hull of its parts, a bent or broken bar together with the place where it belongs.",
        "Damaged doors and broken seals of kinds that it has not seen are not found: it knows those that were drawn.",
        PROTOTYPES,
        "A missing seal is not found: only one that is broken and still there.",
        "How severe damage is follows from its area alone; how deep a dent is cannot be seen.",
        "The int8 variant is less sure of drawings, too, so that it marks fewer photographs: see above.",
    ),
)
CONTRABAND = Text(
    "Contraband demonstration model",
    "X-ray transmission pictures of cargo: goods in cartons, machines, pipes, timber and cables that lie over each other, "
    "grey and in the colours of dual-energy displays, with the noise of strong and weak scanners",
    "these families of shapes:\n\n" + _listed(contraband.threats.HELD_OUT),
    (
        REAL_PICTURES,
        f"A piece was never asked for that is shorter than {contraband.scene.MIN_SIDE_PX} pixels of 288 x 384, covers less than "
        f"{contraband.scene.MIN_AREA_PX} or is thinner than {contraband.scene.MIN_WIDTH_PX:.0f} on average, changes the picture by less than "
        f"{contraband.scene.MIN_CONTRAST:.0%} of its range, does not stand out from noise by Rose's criterion at an eighth of its "
        f"length ({contraband.scene.MIN_DETAIL_TO_NOISE:.0f} times) and from the cargo before and behind it "
        f"({contraband.scene.MIN_CONTRAST_TO_CLUTTER} of its standard deviation), or shows less than "
        f"{contraband.scene.MIN_SHARE_SEEN:.0%} of its outline or {contraband.scene.MIN_SHARE_OF_BOX:.0%} of its height or width.",
        "Lawful goods that look exactly like a class are not drawn, as no picture could distinguish them: a packet of flour is "
        "called a bundle.",
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

By `training/evaluate.py`, through the product's own code (`evaluation/detections.ts`): mAP50 is that of pycocotools at an overlap
of 0.5. "Wanted" is what the project set itself beforehand. "Found" is the share of things that are found whatever they are
called, "misnamed" the share of those that get the name of another class, "strays" are findings on no thing, all from
confidence {confidence} on. The colour baseline knows colours only (histograms and connected patches, same scenes). Of each class:
mAP50, and how much of what is found is misnamed.

{table}

{verdict}

## Pictures that it does not know

The agent marks a picture as unlike those that the model was trained on when the model is less sure of its findings and that the
rest is empty, both together, than in all but {marked} % of {development} drawn scenes of their own; the figures are in the file's metadata.
Findings are those from confidence {confidence} on; in a photograph of a closed door each of them is false.

{likeness}

Where there are two numbers, the second is of int8. Repeat it with pictures of your own:
`node_modules/.bin/node edge-agent/models/evaluation/likeness.ts FOLDER --model edge-agent/models/{file}`

## How certain it is

The scores are calibrated on {development} scenes of their own: of findings with a confidence of 0.7, seven of ten should be right. On
the held-out seeds the confidence is off by {error:.3f} in the mean.

![Share of right findings by confidence]({diagram})

| confidence | findings | mean confidence | right |
|---|---|---|---|
{reliability}

## Speed and size

| variant | file | mAP50, {first} | a picture |
|---|---|---|---|
{variants}

Median of `session.run` in onnxruntime-node with the agent's own number of threads, measured on a shared two-core machine.
int8 weights and activations were made by `training/quantise.py`.

## Training

`train.py {name}`, seed 1: {steps} steps of {batch} scenes in {minutes:.0f} minutes on {machine}. Drawing the scenes comes before that.{note}
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


def likeness_table(likeness: dict[str, list[dict[str, Any]]]) -> str:
    """How many pictures of each set are marked, and the false findings in the photographs without the mark."""
    lines = ["| set | pictures | marked | findings a picture | of them without the mark |", "|---|---|---|---|---|"]
    for name, variants in likeness.items():
        cells = [
            ", ".join(f"{row['unlikeShare']:.1%}" for row in variants),
            ", ".join(f"{row['findingsPerPicture']:.2f}" for row in variants),
            ", ".join(f"{row['unmarkedFindingsPerPicture']:.2f}" for row in variants),
        ]
        lines.append(f"| {name} | {variants[0]['pictures']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _machine(end: dict[str, Any]) -> str:
    """Where a training ran, by the last row of its log."""
    return f"one {end['gpu']}, which other trainings shared" if "gpu" in end else "two cores"


def _variants(evaluation: dict[str, Any], first: str, files: Sequence[Path]) -> str:
    rows = []
    for file, sets in zip(files, (evaluation["sets"], evaluation["int8"])):
        size_mb, row = file.stat().st_size / 1e6, sets[first]
        kind = "int8" if sets is evaluation["int8"] else "float32"
        rows.append(f"| {kind} | `{file.name}`, {size_mb:.2f} MB | {row['map50']:.3f} | {row['medianMs']:.1f} ms |")
    return "\n".join(rows)


def fill(task: Task, options: argparse.Namespace) -> str:
    """The card as Markdown; draws its diagram beside it."""
    text, evaluation = TEXTS[task.name], json.loads(Path(options.evaluation).read_text())
    log = [json.loads(line) for line in Path(options.log).read_text().splitlines()]
    last, model, first = [row for row in log if "step" in row][-1], Path(options.model), next(iter(task.splits))
    bins = evaluation["sets"][first]["reliability"]
    diagram = Path(options.out).with_suffix("").with_suffix(".reliability.svg")
    diagram.write_text(reliability_diagram(bins))
    return TEMPLATE.format(
        title=text.title,
        height_px=task.height_px,
        width_px=task.width_px,
        file=model.name,
        size_mb=model.stat().st_size / 1e6,
        task="instance segmentation" if task.layout == "segment" else "detection",
        class_count=len(task.classes),
        classes=", ".join(task.classes),
        shapes=_shapes_of(options.model),
        scenes=f"{options.scenes:,}",
        drawn=text.drawn,
        held_out=text.held_out,
        confidence=evaluation["sets"][first]["inUse"]["confidence"],
        table=evaluation["table"],
        marked=f"{task.marked_percent:g}",
        likeness=likeness_table(evaluation["likeness"]),
        verdict=verdict(task, evaluation["sets"]),
        development=export.DEVELOPMENT_SCENES,
        error=expected_error(bins),
        diagram=diagram.name,
        reliability="\n".join(
            f"| {row['from']:.1f} to {row['to']:.1f} | {row['findings']} | {row['meanConfidence']:.2f} | "
            f"{row['rightShare']:.2f} |"
            for row in bins
        ),
        first=first,
        variants=_variants(evaluation, first, [model, model.with_name(f"{model.stem}-int8.onnx")]),
        name=task.name,
        steps=f"{last['step']:,}",
        batch=options.batch,
        minutes=last["seconds"] / 60,
        machine=_machine(log[-1]),
        note=f" {options.note}" if options.note else "",
        video=VIDEO.format(**json.loads(Path(options.video).read_text())) if options.video else "",
        limits="\n".join(f"- {limit}" for limit in text.limits),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    for name in ("evaluation", "log", "model", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--video", help="what video.py check printed, for the model of the demonstration video")
    parser.add_argument("--scenes", type=int, default=8000, help="that it was trained on")
    parser.add_argument("--batch", type=int, default=24, help="scenes of one step")
    parser.add_argument("--note", help="a sentence about the training that the log does not have")
    options = parser.parse_args()
    Path(options.out).write_text(fill(TASKS[options.task], options))


if __name__ == "__main__":
    main()
