"""Writes the golden outputs that the edge agent's tests compare with: what Ultralytics' own pipeline makes of our pictures.

A tool outside of every package: nothing that we run, build or test imports it, and nothing of Ultralytics is kept but
the numbers that it computed from our model and our pictures. See README.md beside this file.
"""

import hashlib
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import onnx
import PIL
import torch
import ultralytics
from onnx import TensorProto, helper
from PIL import Image
from ultralytics import RTDETR, YOLO
from ultralytics.data.augment import LetterBox, classify_transforms
from ultralytics.utils import ops

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "edge-agent/models"
GOLDENS = MODELS / "goldens"
# Name, sample, left, top, width, height, resized to (None: as it is): odd sizes, both shapes, enlarging and shrinking.
CROPS = [
    ("whole", "load-1.jpg", 0, 0, 640, 480, (400, 300)),
    ("odd", "load-2.jpg", 3, 5, 501, 333, None),
    ("tall", "load-3.jpg", 150, 0, 251, 480, None),
    ("wide", "load-1.jpg", 0, 130, 640, 350, (427, 201)),
    ("small", "load-2.jpg", 100, 60, 480, 400, (145, 97)),
]


def draw_pictures() -> dict[str, np.ndarray]:
    """Cuts the pictures from the samples and keeps them without loss; RGB."""
    pictures = {}
    for name, sample, left, top, width, height, size in CROPS:
        picture = cv2.imread(str(MODELS / "samples" / sample))[top : top + height, left : left + width]
        if size:
            picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        pictures[name] = np.ascontiguousarray(picture[:, :, ::-1])
        Image.fromarray(pictures[name]).save(GOLDENS / f"{name}.webp", lossless=True, quality=100, method=6)
    return pictures


def sha256(pixels: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(pixels, dtype=np.uint8).tobytes()).hexdigest()


def runs_of(mask: np.ndarray) -> list[int]:
    """Lengths of alternating runs of 0 and 1, row by row, beginning with 0."""
    flat = np.concatenate([[0], mask.astype(np.uint8).ravel(), [2]])
    edges = np.flatnonzero(np.diff(flat))
    runs = np.diff(np.concatenate([[0], edges])).tolist()
    return runs


def exact_masks(protos: torch.Tensor, coefficients: torch.Tensor, boxes: torch.Tensor, shape: tuple) -> torch.Tensor:
    """Masks at the picture's size, with the padding taken off exactly.

    Ultralytics takes it off in whole cells of the prototypes, which moves masks by up to half a cell (two pixels of the
    input); where the padding is a whole number of cells, or none, both are the same, which `report` prints.
    """
    height, width = shape
    _, rows, columns = protos.shape
    input_height, input_width = 4 * rows, 4 * columns
    gain = min(input_height / height, input_width / width)
    resized_width, resized_height = round(width * gain), round(height * gain)
    left, top = (input_width - resized_width) // 2, (input_height - resized_height) // 2
    x, y = torch.arange(width) + 0.5, torch.arange(height) + 0.5
    u = (x * resized_width / width + left) / 4 - 0.5
    v = (y * resized_height / height + top) / 4 - 0.5
    grid = torch.stack(torch.meshgrid(2 * u / (columns - 1) - 1, 2 * v / (rows - 1) - 1, indexing="xy"), dim=-1)
    logits = (coefficients @ protos.float().view(protos.shape[0], -1)).view(-1, rows, columns)
    fine = torch.nn.functional.grid_sample(
        logits[:, None], grid[None].expand(len(logits), -1, -1, -1), padding_mode="border", align_corners=True
    )[:, 0]
    x1, y1, x2, y2 = (side[:, None, None] for side in boxes.T)
    inside = (x >= x1) & (x < x2) & (y[:, None] >= y1) & (y[:, None] < y2)
    masks = (fine > 0) & inside
    report(masks, native_masks(protos, coefficients, boxes, shape) > 0)
    return masks.to(torch.uint8)


def report(masks: torch.Tensor, native: torch.Tensor) -> None:
    """Prints how far Ultralytics' masks are from the exact ones."""
    both, either = (masks & native).sum((1, 2)), (masks | native).sum((1, 2))
    large = masks.sum((1, 2)) > 400
    overlaps = (both / either)[large]
    if len(overlaps):
        print(f"{len(overlaps)} masks: overlap with Ultralytics' {overlaps.min():.3f} to {overlaps.max():.3f}")


native_masks = ops.process_mask_native
ops.process_mask_native = exact_masks


def short(value: float) -> float | int:
    """The number as a float32 with few digits in JSON."""
    return int(value) if value == int(value) else float(f"{np.float32(value):.7g}")


def findings(result, masks: bool) -> list[dict]:
    found = []
    for index in range(len(result.boxes)):
        one = {
            "classIndex": int(result.boxes.cls[index]),
            "confidence": float(result.boxes.conf[index]),
            "box": [round(float(value), 4) for value in result.boxes.xyxy[index]],
        }
        if masks:
            one["maskRuns"] = runs_of(result.masks.data[index].cpu().numpy() > 0)
        found.append(one)
    return found


def constant_model(file: Path, outputs: dict[str, np.ndarray], metadata: dict[str, str]) -> Path:
    """An ONNX file that answers every picture with these numbers."""
    initializers, nodes, values = [], [], []
    for name, numbers in outputs.items():
        data = numbers.astype(np.float32)
        initializers.append(onnx.numpy_helper.from_array(data, f"{name}.constant"))
        nodes.append(helper.make_node("Identity", [f"{name}.constant"], [name]))
        values.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, data.shape))
    images = helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, 192, 256])
    graph = helper.make_graph(nodes, "constant", [images], values, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, file)
    return file


def decoded_rows(seed: int, count: int) -> np.ndarray:
    """Rows x1, y1, x2, y2, score, class in input pixels, scores falling, filled up with zeros to 300."""
    random = np.random.default_rng(seed)
    rows = np.zeros((300, 6), dtype=np.float32)
    x1, y1 = random.uniform(-10, 200, count), random.uniform(-10, 150, count)
    rows[:count, 0], rows[:count, 1] = x1, y1
    rows[:count, 2], rows[:count, 3] = x1 + random.uniform(5, 90, count), y1 + random.uniform(5, 90, count)
    rows[:count, 4] = np.sort(random.uniform(0.05, 0.95, count))[::-1]
    rows[:count, 5] = random.integers(0, 3, count)
    return rows


def constant_goldens(folder: Path, picture: np.ndarray) -> list[dict]:
    """What Ultralytics makes of outputs in the other layouts."""
    names = "{0: 'weapon', 1: 'battery', 2: 'drum'}"
    common = {"stride": "32", "imgsz": "[192, 256]", "names": names, "batch": "1"}
    random = np.random.default_rng(7)
    rows = decoded_rows(1, 40)
    queries = np.concatenate([random.uniform(0.02, 0.98, (300, 2)), random.uniform(0.01, 0.4, (300, 2))], axis=1)
    scores = np.sort(random.beta(0.3, 3, (300, 1)), axis=0)[::-1]
    classes = random.integers(0, 3, (300, 1))
    coefficients = np.zeros((300, 32), dtype=np.float32)
    coefficients[:40] = random.normal(0, 0.1, (40, 32))
    # Whole numbers, which are short in the file.
    prototypes = np.round(cv2.GaussianBlur(random.normal(0, 1, (48, 64, 32)).astype(np.float32), (0, 0), 4) * 50)
    segment_rows = np.concatenate([rows, coefficients], axis=1)[None]
    cases = [
        ("end2end-detect", "detect", {"output0": rows[None]}, {"end2end": "True"}, YOLO),
        (
            "end2end-segment",
            "segment",
            {"output0": segment_rows, "output1": prototypes.transpose(2, 0, 1)[None]},
            {"end2end": "True"},
            YOLO,
        ),
        (
            "rt-detr-ranked",
            "detect",
            {"output0": np.concatenate([queries, scores, classes], axis=1)[None]},
            {"head": "RTDETRDecoder"},
            RTDETR,
        ),
    ]
    goldens = []
    for layout, task, outputs, metadata, pipeline in cases:
        file = constant_model(folder / f"{layout}.onnx", outputs, {**common, "task": task, **metadata})
        model = pipeline(str(file), task=task) if pipeline is YOLO else pipeline(str(file))
        result = model.predict(picture[:, :, ::-1], conf=0.25, iou=0.7, retina_masks=True, verbose=False)[0]
        tensors = [
            {"name": name, "dims": list(data.shape), "data": [short(value) for value in data.ravel()]}
            for name, data in outputs.items()
        ]
        goldens.append(
            {
                "layout": layout,
                "metadata": {"task": task, "names": names, "imgsz": "[192, 256]", **metadata},
                "outputs": tensors,
                "findings": findings(result, masks=task == "segment"),
            }
        )
    return goldens


def main() -> None:
    GOLDENS.mkdir(exist_ok=True)
    scratch = Path(sys.argv[1])
    scratch.mkdir(parents=True, exist_ok=True)
    pictures = draw_pictures()
    model = YOLO(str(MODELS / "category-demo.onnx"), task="segment")
    transform = classify_transforms(64)
    cases = []
    for name, picture in pictures.items():
        result = model.predict(picture[:, :, ::-1], conf=0.25, iou=0.7, retina_masks=True, verbose=False)[0]
        tensor = transform(Image.fromarray(picture))
        cases.append(
            {
                "picture": f"{name}.webp",
                "size": [picture.shape[1], picture.shape[0]],
                "letterboxSha256": sha256(LetterBox((192, 256), auto=False)(image=picture)),
                "largeLetterboxSha256": sha256(LetterBox((640, 640), auto=False)(image=picture)),
                "stretchedSha256": sha256(LetterBox((320, 320), auto=False, scale_fill=True)(image=picture)),
                "croppedSha256": sha256((tensor * 255).round().to(torch.uint8).permute(1, 2, 0).numpy()),
                "findings": findings(result, masks=True),
            }
        )
    goldens = {
        "madeWith": {
            "ultralytics": ultralytics.__version__,
            "opencv": cv2.__version__,
            "pillow": PIL.__version__,
            "torch": torch.__version__,
        },
        "model": "category-demo.onnx",
        "modelSha256": hashlib.sha256((MODELS / "category-demo.onnx").read_bytes()).hexdigest(),
        "pictures": cases,
        "layouts": constant_goldens(scratch, pictures["odd"]),
    }
    (GOLDENS / "goldens.json").write_text(json.dumps(goldens) + "\n")


if __name__ == "__main__":
    main()
