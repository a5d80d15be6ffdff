"""Writes the model card from what evaluate.py, video.py check and the training log measured: no number is typed by hand.

    python card.py --evaluation ../.cache/evaluation.json --video ../.cache/video.json --log ../.cache/run/log.jsonl \
        --model ../category-demo.onnx --out ../category-demo.card.md
"""

import argparse
import json
from pathlib import Path
from typing import Any

from evaluate import ANY_CLASS_TARGETS, TARGETS
from scenes import shapes, textures

DRAWING_MS = 90  # processor time a scene, measured over 8,400 scenes of the training set drawn by two processes

TEMPLATE = """# Category demonstration model

**This model is a demonstration.** It has only ever seen drawings. It shows what the system does with a category model; it
must not decide anything about real containers. For real work, put a model trained on your own pictures in its place: any
file of the same layout will do.

| | |
|---|---|
| file | `category-demo.onnx`, {size_mb:.2f} MB, ONNX opset 13, one file |
| task | instance segmentation, {class_count} classes: {classes} |
| input | `images` [1, 3, 192, 256]: RGB / 255, letterboxed with grey 114 |
| output | `output0` [1, 44, 1008]: cx, cy, w, h in input pixels, 8 scores (already sigmoid), 32 mask coefficients; `output1` [1, 32, 48, 64]: mask prototypes |
| licence | Apache-2.0; network, training code, drawings and weights are this project's own |

## Data

{scenes} scenes drawn by `training/scenes` from seeds: open container interiors with up to eight things, {family_count} shape
families ({per_class} per class) with random proportions and colours of their own, {texture_count} families of textures, changing
camera height, light, blur, noise and compression. No photograph, no scan, no other model took part.

Held out of training: {held_textures} texture families ({texture_names}) and two shape families per class:

{held_shapes}

## What was measured

By `training/evaluate.py` on the exported file. Mask mAP50 as in COCO's metric at IoU 0.5 (area under the monotonous
precision-recall curve), masks compared at 256 x 192. "Any class" asks only that a thing is found. "Wanted" is what the project
set itself beforehand. The colour baseline knows colours only (histograms and connected patches, same scenes).

{table}

{verdict}

## Speed

{ms:.1f} ms a picture (median: letterbox, network, masks) with onnxruntime on one thread, measured on a shared two-core machine.

## Training

`train.py`, seed 1: {steps} steps in {wall:.0f} minutes of wall time on a two-core machine that others were using; its processes
used {cpu:.0f} minutes of processor time, which makes {idle:.0f} minutes on two cores that do nothing else (computed, not timed:
no idle machine was at hand). Drawing the scenes comes before that: {draw_ms} ms of processor time a scene, {drawing:.0f} minutes
on two cores. This is the one full run that was made; nothing was chosen by the sets above.

## The demonstration video

`deploy/demo/loads.mp4` comes from the same generator with seeds of its own, which training never saw. **Its four loads were
chosen**: from the loads of which the model found everything, the ones that a person finds easy to read. So the figures below show that
the demonstration works; how good the model is, the table above shows.

In the standing phases of the encoded video (confidence 0.25) the model finds {found:.1%} of the things with the right class at
mask IoU 0.5, median IoU {iou:.2f}, and gives {extra} other detections per frame; on {empty} frames of the empty yard it gives
{false} detections.

## Limits

- Real pictures: not measured, and expected to be poor.
- Shapes that it has not seen are mostly found but often misnamed: compare the columns above.
- Things under 0.5 % of the picture, or hidden by more than 70 %, were never asked for.
- Masks come from 48 x 64 prototypes: thin parts (forks, handles, slats) melt into their surroundings.
- Eight classes and nothing else: people, animals, loose goods and liquids are taken for one of them or not detected.
- A thing is what the generator draws as one (a stack of pallets, a heap of sacks); objects inside a stack are not counted.
"""


def verdict(sets: dict[str, dict[str, Any]]) -> str:
    rows = [(name, "mask mAP50", sets[name]["map50"], TARGETS[name]) for name in TARGETS]
    rows += [(name, "any class", sets[name]["anyClassMap50"], ANY_CLASS_TARGETS[name]) for name in ANY_CLASS_TARGETS]
    short = [f"{name}, {what}: {value:.3f} of {wanted:.2f}" for name, what, value, wanted in rows if value < wanted]
    return "All wanted figures are reached." if not short else "**Not reached:** " + "; ".join(short) + "."


def fill(options: argparse.Namespace) -> str:
    evaluation, video = (json.loads(Path(path).read_text()) for path in (options.evaluation, options.video))
    log = [json.loads(line) for line in Path(options.log).read_text().splitlines()]
    last, cpu_minutes = [row for row in log if "step" in row][-1], log[-1]["cpuSecondsOfAllWorkers"] / 60
    held = "\n".join(
        f"- {name}: {', '.join(f.__name__.replace('_', ' ') for f in families)}"
        for name, families in shapes.HELD_OUT.items()
    )
    return TEMPLATE.format(
        size_mb=Path(options.model).stat().st_size / 1e6,
        class_count=len(shapes.CLASSES),
        classes=", ".join(shapes.CLASSES),
        scenes=f"{options.scenes:,}",
        family_count=sum(len(f) for f in shapes.TRAINING.values()),
        per_class=len(shapes.TRAINING["carton"]),
        texture_count=len(textures.TRAINING),
        held_textures=len(textures.HELD_OUT),
        texture_names=", ".join(f.__name__ for f in textures.HELD_OUT),
        held_shapes=held,
        table=evaluation["table"],
        verdict=verdict(evaluation["sets"]),
        ms=evaluation["medianMs"],
        steps=last["of"],
        wall=last["seconds"] / 60,
        cpu=cpu_minutes,
        idle=cpu_minutes / 2,
        draw_ms=DRAWING_MS,
        drawing=options.scenes * DRAWING_MS / 120_000,
        found=video["foundShare"],
        iou=video["medianIou"],
        extra=video["otherDetectionsPerStillFrame"],
        empty=video["emptyFrames"],
        false=video["detectionsOnEmptyFrames"],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("evaluation", "video", "log", "model", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--scenes", type=int, default=8000)
    options = parser.parse_args()
    Path(options.out).write_text(fill(options))


if __name__ == "__main__":
    main()
