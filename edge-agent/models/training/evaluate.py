"""Measures an exported model: mAP50 on sets that training has not seen, beside a colour baseline.

    python evaluate.py category --model ../category-demo.onnx --out ../.cache/evaluation.json

mAP50: mean over classes of the area under the precision-recall curve (every point, precision made monotonous), a
detection counting when its mask's IoU with a truth of its class is 0.5 or more. "Any class": the same with one class.
"""

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import data
from baseline import ColourBaseline
from detect import Detection, Model
from scenes.hints import Array
from tasks import TASKS, Task


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
    detections: Sequence[Detection], truth_masks: Sequence[Array], truth_kinds: Sequence[int], by_class: bool
) -> list[tuple[int, float, bool]]:
    """Rows (kind, score, hit) of one picture: best first, each truth found once, at mask IoU 0.5."""
    free, rows = list(range(len(truth_masks))), []
    for d in sorted(detections, key=lambda d: -d.score):
        best, best_iou = None, 0.5
        for k in free:
            if by_class and truth_kinds[k] != d.class_index:
                continue
            both = np.count_nonzero(d.mask & truth_masks[k])
            iou = both / (np.count_nonzero(d.mask | truth_masks[k]) or 1)
            if iou >= best_iou:
                best, best_iou = k, iou
        if best is not None:
            free.remove(best)
        rows.append((d.class_index if by_class else 0, d.score, best is not None))
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


def measure(task: Task, detector: Model | ColourBaseline, split: str, count: int) -> dict[str, Any]:
    """{"map50", "anyClassMap50", "byClass", "things"} of a detector on a split."""
    pictures, ids, kinds_of = data.load_split(task, split, count)
    rows, any_rows, truths = [], [], np.zeros(len(task.classes), int)
    for picture, id_map, kinds in zip(pictures, ids, kinds_of):
        kinds = [int(k) for k in kinds if k >= 0]
        masks = truth_of(task, np.asarray(id_map), len(kinds))
        np.add.at(truths, kinds, 1)
        picture = np.asarray(picture)
        rows += matched(detector.detect(picture, confidence=0.002, most=100), masks, kinds, True)
        any_rows += matched(detector.detect(picture, confidence=0.002, most=100, by_class=False), masks, kinds, False)
    by_class = {}
    for index, name in enumerate(task.classes):
        mine = [row for row in rows if row[0] == index]
        by_class[name] = average_precision([r[2] for r in mine], [r[1] for r in mine], truths[index])
    known = [value for value in by_class.values() if value is not None]
    return {
        "map50": float(np.mean(known)),
        "byClass": by_class,
        "things": int(truths.sum()),
        "scenes": count,
        "anyClassMap50": average_precision([r[2] for r in any_rows], [r[1] for r in any_rows], truths.sum()),
    }


def speed_ms(task: Task, model: Model) -> float:
    """Median milliseconds for one picture, whole path, one thread."""
    pictures, _, _ = data.load_split(task, "held-out seeds", 32)
    times = []
    for k in range(64):
        start = time.perf_counter()
        model.detect(np.asarray(pictures[k % 32]))
        times.append((time.perf_counter() - start) * 1000)
    return float(np.median(times))


def table(task: Task, results: dict[str, Any]) -> str:
    """The results as a markdown table."""
    kind = "mask" if task.layout == "segment" else "box"
    lines = [
        f"| set | scenes | things | {kind} mAP50 | wanted | any class | colour baseline |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, row in results["sets"].items():
        wanted = task.splits[name]
        lines.append(
            f"| {name} | {row['scenes']} | {row['things']} | {row['map50']:.3f} | {wanted or ''} | "
            f"{row['anyClassMap50']:.3f} | {results['baseline'][name]['map50']:.3f} |"
        )
    lines += ["", "| class | " + " | ".join(results["sets"]) + " |", "|---" * (len(results["sets"]) + 1) + "|"]
    for name in task.classes:
        cells = (row["byClass"][name] for row in results["sets"].values())
        lines.append(f"| {name} | " + " | ".join("" if c is None else f"{c:.2f}" for c in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=400)
    options = parser.parse_args()
    task, model = TASKS[options.task], Model(options.model)
    baseline = ColourBaseline(*data.load_split(task, "train", 400), len(task.classes))
    results = {
        "sets": {name: measure(task, model, name, options.scenes) for name in task.splits},
        "baseline": {name: measure(task, baseline, name, options.scenes) for name in task.splits},
        "medianMs": speed_ms(task, model),
    }
    results["table"] = table(task, results)
    with open(options.out, "w") as file:
        json.dump(results, file, indent=1)
    print(results["table"], f"\nmedian {results['medianMs']:.1f} ms a picture, one thread")


if __name__ == "__main__":
    main()
