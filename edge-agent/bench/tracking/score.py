"""Scores tracks against the truth with TrackEval's own metrics (boxes match from an IoU of 0.5).

    python score.py FOLDER RESULTS

FOLDER holds one folder per sequence, named SCENE-SEED-RATE, with gt.txt and RESULTS. Prints JSON: rate -> scene (and
"all") -> MOTA and IDF1 in percent, and identity switches.
"""

import json
import sys
from itertools import groupby
from pathlib import Path

import numpy as np
from trackeval.metrics import CLEAR, Identity

SETTINGS = {"PRINT_CONFIG": False, "THRESHOLD": 0.5}
METRICS = [CLEAR(SETTINGS), Identity(SETTINGS)]


def read(file: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Frames, identities from 0, boxes as x1 y1 x2 y2, and how many identities there are."""
    rows = np.loadtxt(file, delimiter=",", ndmin=2) if file.stat().st_size > 1 else np.zeros((0, 6))
    boxes = rows[:, 2:6].copy()
    boxes[:, 2:] += boxes[:, :2]
    names, identities = np.unique(rows[:, 1], return_inverse=True)
    return rows[:, 0].astype(int), identities, boxes, len(names)


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of each box of a with each of b."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.prod(np.clip(high - low, 0, None), axis=2)
    area = [np.prod(boxes[:, 2:] - boxes[:, :2], axis=1) for boxes in (a, b)]
    return both / np.maximum(area[0][:, None] + area[1][None, :] - both, 1e-9)


def score(folder: Path, results: str) -> list[dict]:
    """The two metrics of one sequence."""
    gt_frames, gt_ids, gt_boxes, gt_count = read(folder / "gt.txt")
    frames, ids, boxes, count = read(folder / results)
    steps = range(1, int(max(gt_frames.max(initial=0), frames.max(initial=0))) + 1)
    data = {
        "num_timesteps": len(steps),
        "num_gt_ids": gt_count,
        "num_tracker_ids": count,
        "num_gt_dets": len(gt_frames),
        "num_tracker_dets": len(frames),
        "gt_ids": [gt_ids[gt_frames == step] for step in steps],
        "tracker_ids": [ids[frames == step] for step in steps],
        "similarity_scores": [overlaps(gt_boxes[gt_frames == step], boxes[frames == step]) for step in steps],
    }
    return [metric.eval_sequence(data) for metric in METRICS]


def combine(scores: list[list[dict]]) -> dict[str, float]:
    """The figures of several sequences together."""
    clear, identity = (
        metric.combine_sequences({str(index): one[at] for index, one in enumerate(scores)})
        for at, metric in enumerate(METRICS)
    )
    return {
        "mota": round(float(clear["MOTA"]) * 100, 2),
        "idf1": round(float(identity["IDF1"]) * 100, 2),
        "switches": int(clear["IDSW"]),
    }


def main(folder: str, results: str) -> None:
    """Prints the table of all sequences."""
    parts = sorted(path.name.split("-") for path in Path(folder).iterdir() if (path / results).exists())
    scored = [(rate, scene, score(Path(folder, f"{scene}-{seed}-{rate}"), results)) for scene, seed, rate in parts]
    table = {}
    for rate, group in groupby(sorted(scored, key=lambda one: int(one[0])), key=lambda one: one[0]):
        rows = list(group)
        scenes = sorted({scene for _, scene, _ in rows})
        table[rate] = {"all": combine([one for *_, one in rows])}
        for scene in scenes:
            table[rate][scene] = combine([one for _, name, one in rows if name == scene])
    print(json.dumps(table))


if __name__ == "__main__":
    main(*sys.argv[1:])
