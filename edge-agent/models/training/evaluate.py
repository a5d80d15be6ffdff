"""Measures an exported model through the product's own code, on sets that training has not seen.

    python evaluate.py category --model ../category-demo.onnx --out ../.cache/evaluation.json

The sets are written as folders of labelled pictures, which `evaluation/detections.ts` scores: mean average precision at
an overlap of 0.5, and what the model finds, misnames and invents from the usual confidence on. Only the colour baseline
is measured here.
"""

import argparse
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import data
import labelled
from baseline import ColourBaseline
from calibrate import expected_error
from detect import Detection
from drawn import CACHE
from scenes.hints import Array
from tasks import TASKS, Task

ROOT = Path(__file__).resolve().parents[3]


def folder_of(task: Task, split: str, count: int) -> Path:
    """A split as a folder of labelled pictures, written on the first call."""
    folder = CACHE / "labelled" / task.name / f"{split.replace(' ', '-')}-{count}"
    if not folder.exists():
        draft = folder.with_suffix(".draft")
        labelled.write(task, split, count, draft)
        draft.rename(folder)
    return folder


def score(task: Task, model: str, split: str, count: int) -> dict[str, Any]:
    """What `evaluation/detections.ts` measures of a model on a split."""
    with TemporaryDirectory() as place:
        out = Path(place) / "figures.json"
        command = [ROOT / "node_modules/.bin/node", ROOT / "edge-agent/models/evaluation/detections.ts"]
        arguments = [folder_of(task, split, count), "--model", Path(model).resolve(), "--json", out]
        subprocess.run([*command, *arguments], check=True, stdout=subprocess.DEVNULL)
        return json.loads(out.read_text())


def _run_likeness(folder: Path, model: Path, *options: str | Path) -> None:
    command = [ROOT / "node_modules/.bin/node", ROOT / "edge-agent/models/evaluation/likeness.ts"]
    subprocess.run([*command, folder, "--model", model.resolve(), *options], check=True, stdout=subprocess.DEVNULL)


def write_likeness(task: Task, model: str | Path, count: int) -> None:
    """Writes into a model's metadata what is usual for it, by which the agent marks pictures of another kind."""
    _run_likeness(folder_of(task, "development", count), Path(model), "--write", "--marked", str(task.marked_percent))


def likeness(folder: Path, model: str | Path) -> dict[str, Any]:
    """How many pictures of a folder the agent marks, and the findings in those without the mark."""
    with TemporaryDirectory() as place:
        out = Path(place) / "likeness.json"
        _run_likeness(folder, Path(model), "--json", out)
        return json.loads(out.read_text())


def average_precision(hits: Sequence[bool], scores: Sequence[float], truths: int) -> float | None:
    """Area under precision over recall; hits (n) bool with their scores, truths = how many there were to find."""
    if truths == 0:
        return None
    order = np.argsort(-np.asarray(scores), kind="stable")
    hit = np.asarray(hits, bool)[order]
    found = np.cumsum(hit)
    precision = found / (np.arange(len(hit)) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float((precision * hit).sum() / truths)


def matched(
    detections: Sequence[Detection], truth_masks: Sequence[Array], truth_kinds: Sequence[int]
) -> list[tuple[int, float, bool]]:
    """Rows (kind, score, hit) of one picture: best first, each truth found once, at mask IoU 0.5."""
    free, rows = list(range(len(truth_masks))), []
    for d in sorted(detections, key=lambda d: -d.score):
        best, best_iou = None, 0.5
        for k in free:
            if truth_kinds[k] != d.class_index:
                continue
            both = np.count_nonzero(d.mask & truth_masks[k])
            iou = both / (np.count_nonzero(d.mask | truth_masks[k]) or 1)
            if iou >= best_iou:
                best, best_iou = k, iou
        if best is not None:
            free.remove(best)
        rows.append((d.class_index, d.score, best is not None))
    return rows


def truth_of(task: Task, ids: Array, count: int) -> list[Array]:
    """The masks of a picture's things, or their whole boxes where the task asks for boxes."""
    masks = [ids == k + 1 for k in range(count)]
    if task.layout == "segment":
        return masks
    return [
        np.outer(
            mask.any(1).cumsum() * mask.any(1)[::-1].cumsum()[::-1],
            mask.any(0).cumsum() * mask.any(0)[::-1].cumsum()[::-1],
        )
        > 0
        for mask in masks
    ]


def measure_baseline(task: Task, baseline: ColourBaseline, split: str, count: int) -> float:
    """The baseline's mean average precision on a split."""
    pictures, ids, kinds_of = data.load_split(task, split, count)
    rows, truths = [], np.zeros(len(task.classes), int)
    for picture, id_map, kinds in zip(pictures, ids, kinds_of):
        kinds = [int(k) for k in kinds if k >= 0]
        masks = truth_of(task, np.asarray(id_map), len(kinds))
        np.add.at(truths, kinds, 1)
        rows += matched(baseline.detect(np.asarray(picture)), masks, kinds)
    values = []
    for index in range(len(task.classes)):
        mine = [row for row in rows if row[0] == index]
        values.append(average_precision([r[2] for r in mine], [r[1] for r in mine], truths[index]))
    return float(np.mean([value for value in values if value is not None]))


def table(task: Task, results: dict[str, Any]) -> str:
    """The results as tables in Markdown."""
    kind = "mask" if task.layout == "segment" else "box"
    lines = [
        f"| set | scenes | things | {kind} mAP50 | wanted | found | misnamed | strays a picture | colour baseline |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in results["sets"].items():
        use = row["inUse"]
        cells = [
            name, row["pictures"], row["things"], f"{row['map50']:.3f}", task.splits[name] or "",
            f"{use['recall']:.1%}", f"{use['misnamedShare']:.1%}", f"{use['straysPerPicture']:.2f}",
            f"{results['baseline'][name]:.3f}",
        ]  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "| class | " + " | ".join(results["sets"]) + " |", "|---" * (len(results["sets"]) + 1) + "|"]
    for name in task.classes:
        cells = ((row["byClass"][name], row["inUse"]["misnamedByClass"][name]) for row in results["sets"].values())
        lines.append(f"| {name} | " + " | ".join("" if c is None else f"{c:.2f}, {m:.0%}" for c, m in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--model", required=True)
    parser.add_argument("--int8", help="the int8 variant, measured beside it")
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--photographs", type=Path, help="a folder of real pictures, of which most should be marked")
    options = parser.parse_args()
    task = TASKS[options.task]
    baseline = ColourBaseline(*data.load_split(task, "train", 400), len(task.classes))
    sets = {name: score(task, options.model, name, options.scenes) for name in task.splits}
    small = {name: score(task, options.int8, name, options.scenes) for name in task.splits if options.int8}
    for row in [*sets.values(), *small.values()]:
        del row["findings"]
    results = {
        "sets": sets,
        "int8": small,
        "likeness": {
            name: [likeness(folder, model) for model in (options.model, options.int8) if model]
            for name, folder in [
                *((split, folder_of(task, split, options.scenes)) for split in task.splits),
                *([("photographs", options.photographs)] if options.photographs else []),
            ]
        },
        "baseline": {name: measure_baseline(task, baseline, name, options.scenes) for name in task.splits},
    }
    results["table"] = table(task, results)
    Path(options.out).write_text(json.dumps(results, indent=1))
    print(results["table"])
    for name, row in sets.items():
        print(
            f"{name}: confidence is off by {expected_error(row['reliability']):.3f}, {row['medianMs']:.1f} ms a picture"
        )
    for name, row in small.items():
        print(f"int8, {name}: {row['map50']:.3f}, {row['medianMs']:.1f} ms a picture")


if __name__ == "__main__":
    main()
