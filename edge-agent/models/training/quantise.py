"""Writes the int8 variant of an exported model: smaller, faster on processors with instructions for 8-bit dot products.

    python quantise.py contraband --model ../contraband-demo.onnx --out ../contraband-demo-int8.onnx

Weights are 8-bit numbers with a scale for each output channel, what flows between convolutions with a scale for each
layer, measured on drawn training scenes. The last convolutions, which give boxes, scores and masks, stay as they are.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import data
from evaluate import write_likeness
from tasks import TASKS, Task

SCENES, LIKENESS_SCENES = 200, 400


class Scenes(CalibrationDataReader):
    """Drawn training scenes as inputs, one at a time."""

    def __init__(self, task: Task) -> None:
        pictures, _, _ = data.load_split(task, "development", SCENES)
        self.pictures = iter(pictures)

    def get_next(self) -> dict[str, np.ndarray] | None:
        picture = next(self.pictures, None)
        if picture is None:
            return None
        return {"images": np.ascontiguousarray(np.asarray(picture).transpose(2, 0, 1)[None], np.float32) / 255}


def kept_nodes(path: Path) -> list[str]:
    """Convolutions without an activation after them: those whose output is a result."""
    graph = onnx.load(path).graph
    activated = {name for node in graph.node if node.op_type in ("Sigmoid", "Mul") for name in node.input}
    return [node.name for node in graph.node if node.op_type == "Conv" and not activated & set(node.output)]


def quantise(task: Task, model: Path, out: Path) -> None:
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(model), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(out),
            Scenes(task),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=kept_nodes(prepared),
            per_channel=True,
            weight_type=QuantType.QInt8,
            activation_type=QuantType.QUInt8,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    quantise(TASKS[options.task], options.model, options.out)
    write_likeness(TASKS[options.task], options.out, LIKENESS_SCENES)
    print(f"{options.out}: {options.out.stat().st_size} bytes, of {options.model.stat().st_size}")


if __name__ == "__main__":
    main()
