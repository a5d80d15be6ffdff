"""Measures the exported model: mask mAP50 on sets that training has not seen, beside a colour baseline.

    python evaluate.py --model ../category-demo.onnx --out ../.cache/evaluation.json

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
from scenes.shapes import CLASSES

SETS = [name for name in data.SPLITS if name != "train"]
TARGETS = {"held-out seeds": 0.62, "unseen textures": 0.57, "unseen shapes": 0.30}
ANY_CLASS_TARGETS = {"unseen shapes": 0.55}


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


def measure(detector: Model | ColourBaseline, split: str, count: int) -> dict[str, Any]:
    """{"map50", "anyClassMap50", "byClass", "things"} of a detector on a split."""
    pictures, ids, kinds_of = data.load_split(split, count)
    rows, any_rows, truths = [], [], np.zeros(len(CLASSES), int)
    for picture, id_map, kinds in zip(pictures, ids, kinds_of):
        kinds = [int(k) for k in kinds if k >= 0]
        masks = [np.asarray(id_map) == k + 1 for k in range(len(kinds))]
        np.add.at(truths, kinds, 1)
        picture = np.asarray(picture)
        rows += matched(detector.detect(picture, confidence=0.002, most=100), masks, kinds, True)
        any_rows += matched(detector.detect(picture, confidence=0.002, most=100, by_class=False), masks, kinds, False)
    by_class = {}
    for index, name in enumerate(CLASSES):
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


def speed_ms(model: Model) -> float:
    """Median milliseconds for one picture, whole path, one thread."""
    pictures, _, _ = data.load_split("held-out seeds", 32)
    times = []
    for k in range(64):
        start = time.perf_counter()
        model.detect(np.asarray(pictures[k % 32]))
        times.append((time.perf_counter() - start) * 1000)
    return float(np.median(times))


def table(results: dict[str, Any]) -> str:
    """The results as a markdown table."""
    lines = [
        "| set | scenes | things | mask mAP50 | wanted | any class | wanted | colour baseline |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, row in results["sets"].items():
        wanted = [f"{targets[name]:.2f}" if name in targets else "" for targets in (TARGETS, ANY_CLASS_TARGETS)]
        lines.append(
            f"| {name} | {row['scenes']} | {row['things']} | {row['map50']:.3f} | {wanted[0]} | "
            f"{row['anyClassMap50']:.3f} | {wanted[1]} | {results['baseline'][name]['map50']:.3f} |"
        )
    lines += ["", "| class | " + " | ".join(results["sets"]) + " |", "|---" * (len(results["sets"]) + 1) + "|"]
    for name in CLASSES:
        cells = (row["byClass"][name] for row in results["sets"].values())
        lines.append(f"| {name} | " + " | ".join("" if c is None else f"{c:.2f}" for c in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--scenes", type=int, default=400)
    options = parser.parse_args()
    model = Model(options.model)
    train = data.load_split("train", 400)
    baseline = ColourBaseline(*train, len(CLASSES))
    results = {
        "sets": {name: measure(model, name, options.scenes) for name in SETS},
        "baseline": {name: measure(baseline, name, options.scenes) for name in SETS},
        "medianMs": speed_ms(model),
    }
    results["table"] = table(results)
    with open(options.out, "w") as file:
        json.dump(results, file, indent=1)
    print(results["table"], f"\nmedian {results['medianMs']:.1f} ms a picture, one thread")


if __name__ == "__main__":
    main()
