"""The evaluation command's mean average precision is pycocotools' own, on the same masks and boxes."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from pycocotools import mask as masks
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import labelled
from tasks import TASKS

ROOT = Path(__file__).resolve().parents[4]
SCENES = 24


def coco_map50(path: Path, kind: str) -> float:
    written = json.loads(path.read_text())
    for entry in [*written["truth"]["annotations"], *written["found"]]:
        runs = entry["segmentation"]
        entry["segmentation"] = masks.frPyObjects(runs, *runs["size"])
    truth = COCO()
    truth.dataset = written["truth"]
    truth.createIndex()
    scorer = COCOeval(truth, truth.loadRes(written["found"]), kind)
    scorer.params.iouThrs = np.array([0.5])
    scorer.evaluate()
    scorer.accumulate()
    precision = scorer.eval["precision"][0, :, :, 0, -1]  # recalls, classes
    return float(np.mean([column.mean() for column in precision.T if column[0] > -1]))


@pytest.mark.parametrize(("kind", "extra"), [("segm", []), ("bbox", ["--boxes"])])
def test_the_score_is_that_of_pycocotools(tmp_path: Path, kind: str, extra: list[str]) -> None:
    labelled.write(TASKS["category"], "held-out seeds", SCENES, tmp_path)
    command = [ROOT / "node_modules/.bin/node", ROOT / "edge-agent/models/evaluation/detections.ts", tmp_path]
    model = ["--model", ROOT / "edge-agent/models/category-demo.onnx", "--coco", tmp_path / "coco.json"]
    printed = subprocess.run([*command, *model, *extra], check=True, capture_output=True, text=True).stdout
    [score] = re.findall(r"mAP50 ([\d.]+)", printed)
    assert float(score) > 0.5
    assert coco_map50(tmp_path / "coco.json", kind) == pytest.approx(float(score), abs=5e-5)
