"""Writes the ONNX files of the two networks, and checks them against PyTorch.

    python -m container_numbers.export characters --checkpoint ../.cache/characters/checkpoint.pt --date 2026-01-31 \\
        --out ../number-characters.onnx
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from network import Conv

from .character_net import CharacterNet
from .line_net import HEIGHT_PX, WIDTH_PX, LineNet
from .texts import ALPHABET

TOLERANCE = 1e-3
MAX_BYTES = 12_000_000
DESCRIPTIONS = {
    "characters": "Single characters of container numbers, trained on drawn pictures",
    "lines": "Lines of container numbers, trained on drawn pictures",
}


def folded(network: nn.Module) -> nn.Module:
    """The network with every batch norm of a two-dimensional convolution folded into it."""
    for module in network.modules():
        if isinstance(module, Conv):
            module[0] = fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return network


def network_of(name: str, checkpoint: str) -> nn.Module:
    network = CharacterNet() if name == "characters" else LineNet()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["network"])
    return network.eval()


def export(name: str, checkpoint: str, out: str, date: str) -> None:
    example = torch.rand(1, 3, 288, 288) if name == "characters" else torch.rand(2, 1, HEIGHT_PX, WIDTH_PX)
    open_sizes = {"images": {2: "height", 3: "width"} if name == "characters" else {0: "lines"}}
    torch.onnx.export(
        folded(network_of(name, checkpoint)),
        (example,),
        out,
        input_names=["images"],
        output_names=["output0"],
        dynamic_axes=open_sizes | {"output0": open_sizes["images"]},
        opset_version=13,
        dynamo=False,
    )
    graph = onnx.load(out)
    properties = {
        "description": DESCRIPTIONS[name],
        "author": "Container inspection project",
        "date": date,
        "version": "1.0.0",
        "license": "Apache-2.0",
        "docs": "container-number.card.md",
        "task": f"container-number-{name}",
        "names": str(dict(enumerate(ALPHABET))),
    }
    for key, value in properties.items():
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.checker.check_model(graph)
    onnx.save(graph, out)


def check(name: str, checkpoint: str, out: str) -> float:
    """The largest difference between the file and the unfolded network, at sizes other than the exported one."""
    session = onnxruntime.InferenceSession(out, providers=["CPUExecutionProvider"])
    plain = network_of(name, checkpoint)
    shapes = [(1, 3, 224, 320), (1, 3, 96, 640)] if name == "characters" else [(1, 1, 32, 384), (3, 1, 32, 384)]
    worst = 0.0
    for shape in shapes:
        pictures = torch.rand(*shape, generator=torch.Generator().manual_seed(1))
        with torch.no_grad():
            wanted = plain(pictures).numpy()
        given = session.run(None, {"images": pictures.numpy()})[0]
        worst = max(worst, float((np.abs(wanted - given) / np.maximum(1, np.abs(wanted))).max()))
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=DESCRIPTIONS)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--date", required=True, help="given, so that exports repeat exactly")
    options = parser.parse_args()
    export(options.network, options.checkpoint, options.out, options.date)
    worst, size = check(options.network, options.checkpoint, options.out), Path(options.out).stat().st_size
    print(f"{options.out}: {size} bytes, differs from PyTorch by at most {worst:.1e}")
    if worst > TOLERANCE or size > MAX_BYTES:
        raise SystemExit(f"refused: more than {TOLERANCE} apart or over {MAX_BYTES} bytes")


if __name__ == "__main__":
    main()
