"""The hashes of the held-out sets, committed before a model is trained: what it is measured on stays the same.

    python held_out.py write      # draws what is missing, and adds it to held-out.json
    python held_out.py check      # draws the sets again and compares them

Equal hashes need the versions of requirements.txt, and a processor of the same kind as the one that wrote them: other
versions of OpenCV and NumPy round differently, and so do other processors (seen with damage and container numbers).
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import data
from container_numbers import sets
from scenes.hints import Array
from tasks import TASKS

PATH = Path(__file__).resolve().parent / "held-out.json"
SCENES = 400


def held_out_sets() -> Iterator[tuple[str, list[Array]]]:
    for task in TASKS.values():
        for split in task.splits:
            yield f"{task.name}, {split}", list(data.load_split(task, split, SCENES))
    numbers = sets.load("held-out", SCENES)
    yield "container numbers, held-out", [numbers.pictures, numbers.classes, numbers.corners]


def hash_of(arrays: list[Array]) -> str:
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("write", "check"))
    options = parser.parse_args()
    if options.action == "check" and not PATH.exists():
        raise SystemExit(f"{PATH.name} is missing: no held-out sets were recorded")
    known = json.loads(PATH.read_text()) if PATH.exists() else {}
    current = {name: hash_of(arrays) for name, arrays in held_out_sets()}
    changed = [name for name, value in known.items() if current.get(name) != value]
    if changed:
        raise SystemExit(f"not the sets that models were measured on: {', '.join(changed)}")
    if options.action == "write":
        PATH.write_text(json.dumps(current, indent=2) + "\n")


if __name__ == "__main__":
    main()
