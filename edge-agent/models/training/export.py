"""Writes the ONNX file in a v8 layout with calibrated scores, and checks it against PyTorch.

python export.py category --checkpoint ../.cache/run/checkpoint.pt --date 2026-01-31 --out ../category-demo.onnx
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import data
from calibrate import fit
from evaluate import score, write_likeness
from network import Conv, DetectionNet, Export
from tasks import TASKS, Task

TOLERANCE = 1e-3
UNCALIBRATED = (1.0, 0.0)
DEVELOPMENT_SCENES = 400
MAX_BYTES = 12_000_000


def folded(network: DetectionNet) -> DetectionNet:
    """The network with every batch norm folded into its convolution."""
    for module in network.modules():
        if isinstance(module, Conv):
            module[0] = fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return network


def metadata(task: Task, date: str, out: str) -> dict[str, str]:
    """The properties that readers of this layout look for; `names` and `args` are Python literals, as they expect."""
    args = {"batch": 1, "half": False, "int8": False, "dynamic": False, "simplify": False, "opset": 13, "nms": False}
    return {
        "description": task.description,
        "author": "Container inspection project",
        "date": date,
        "version": "1.0.0",
        "license": "Apache-2.0",
        "docs": Path(out).with_suffix(".card.md").name,
        "stride": "32",
        "task": task.layout,
        "batch": "1",
        "imgsz": str([task.height_px, task.width_px]),
        "names": str(dict(enumerate(task.classes))),
        "args": str(args),
        "channels": "3",
        "end2end": "False",
    }


def load_network(task: Task, checkpoint: str) -> DetectionNet:
    network = DetectionNet(len(task.classes), task.breadth)
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["network"])
    return network.eval()


def _model_of(task: Task, network: DetectionNet, calibration: tuple[float, float]) -> Export:
    return Export(network, task.height_px, task.width_px, task.layout == "segment", calibration).eval()


def export(task: Task, checkpoint: str, out: str, date: str, calibration: tuple[float, float]) -> Export:
    """Writes the file with scores that are chances by `calibration` (scale, offset of the logit)."""
    model = _model_of(task, folded(load_network(task, checkpoint)), calibration)
    example = torch.rand(1, 3, task.height_px, task.width_px, generator=torch.Generator().manual_seed(1))
    torch.onnx.export(
        model,
        (example,),
        out,
        input_names=["images"],
        output_names=["output0", "output1"][: 2 if model.has_masks else 1],
        opset_version=13,
        dynamo=False,
    )
    graph = onnx.load(out)
    for key, value in metadata(task, date, out).items():
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.checker.check_model(graph)
    onnx.save(graph, out)
    return model


def check(task: Task, model: Export, checkpoint: str, out: str, calibration: tuple[float, float]) -> float:
    """The largest difference between the file and the unfolded network, over pictures of noise and a drawn scene."""
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    plain = _model_of(task, load_network(task, checkpoint), calibration)
    pictures, _, _ = data.load_split(task, "held-out seeds", 32)
    batch = torch.from_numpy(np.array(pictures[:4])).permute(0, 3, 1, 2).float() / 255
    worst = 0.0
    for picture in [*batch, torch.rand(3, task.height_px, task.width_px)]:
        with torch.no_grad():
            wanted = plain(picture[None])
        given = session.run(None, {"images": picture[None].numpy()})
        for want, give in zip(wanted, given):
            if tuple(want.shape) != give.shape:
                raise SystemExit(f"shape {give.shape} in the file, {tuple(want.shape)} in PyTorch")
            # Boxes are in pixels: the difference is given relative to the size of the values, at least 1.
            worst = max(worst, float(((want - torch.from_numpy(give)).abs() / want.abs().clamp(1)).max()))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument(
        "--date", required=True, help="written into the metadata; given, so that exports repeat exactly"
    )
    options = parser.parse_args()
    task = TASKS[options.task]
    export(task, options.checkpoint, options.out, options.date, UNCALIBRATED)
    calibration = fit(score(task, options.out, "development", DEVELOPMENT_SCENES)["findings"])
    model = export(task, options.checkpoint, options.out, options.date, calibration)
    write_likeness(task, options.out, DEVELOPMENT_SCENES)
    worst, size = check(task, model, options.checkpoint, options.out, calibration), Path(options.out).stat().st_size
    print(f"{options.out}: {size} bytes, differs from PyTorch by at most {worst:.1e}")
    print(f"chance = sigmoid({calibration[0]:.3f} * logit + {calibration[1]:.3f})")
    if worst > TOLERANCE or size > MAX_BYTES:
        raise SystemExit(f"refused: more than {TOLERANCE} apart or over {MAX_BYTES} bytes")


if __name__ == "__main__":
    main()
