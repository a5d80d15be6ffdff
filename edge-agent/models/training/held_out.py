"""The hashes of the held-out sets, committed before a model is trained: what it is measured on stays the same.

    python held_out.py write      # draws what is missing, and adds it to held-out.json
    python held_out.py check      # draws the sets again and compares them
    python held_out.py write --again damage contraband    # records what these are drawn as now, instead of before

Names of sets, such as "category, real loads", after either leave the other sets alone. `write --again` with names
records what these are drawn as now, instead of before.

Equal hashes need the versions of requirements.txt, and a processor of the same kind as the one that wrote them: other
versions of OpenCV and NumPy round differently, and so do other processors (seen with damage and container numbers).
"""

import argparse
import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import data
from container_numbers import sets
from scenes.hints import Array
from tasks import TASKS, Task

PATH = Path(__file__).resolve().parent / "held-out.json"
SCENES = 400


def held_out_sets() -> dict[str, Callable[[], list[Array]]]:
    """name -> what draws the set."""

    def drawn(task: Task, split: str) -> list[Array]:
        return list(data.load_split(task, split, SCENES))

    def numbers() -> list[Array]:
        held = sets.load("held-out", SCENES)
        return [held.pictures, held.classes, held.corners]

    of_tasks = {
        f"{task.name}, {split}": partial(drawn, task, split) for task in TASKS.values() for split in task.splits
    }
    return {**of_tasks, "container numbers, held-out": numbers}


def hash_of(arrays: list[Array]) -> str:
    total = hashlib.sha256()
    for array in arrays:
        total.update(np.ascontiguousarray(array).tobytes())
    return total.hexdigest()


def main() -> None:
    every = held_out_sets()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("names", nargs="*", help=f"of these: {'; '.join(every)}", metavar="set")
    parser.add_argument("--again", action="store_true", help="record named sets whose drawings were changed")
    options = parser.parse_args()
    if options.again and (options.action == "check" or not options.names):
        parser.error("--again is for write, with the names of sets")
    if unknown := set(options.names) - set(every):
        parser.error(f"no such set: {'; '.join(sorted(unknown))}")
    if options.action == "check" and not PATH.exists():
        raise SystemExit(f"{PATH.name} is missing: no held-out sets were recorded")
    known = json.loads(PATH.read_text()) if PATH.exists() else {}
    if unrecorded := [name for name in options.names if options.action == "check" and name not in known]:
        raise SystemExit(f"not recorded: {'; '.join(unrecorded)}")
    asked = options.names or [name for name in every if options.action == "write" or name in known]
    current = {name: hash_of(every[name]()) for name in asked}
    # A set that was recorded but is no longer drawn counts as changed.
    missing = [] if options.names else [name for name in known if name not in every]
    changed = missing + [name for name, value in current.items() if known.get(name, value) != value]
    if changed and not options.again:
        raise SystemExit(f"not the sets that models were measured on: {'; '.join(changed)}")
    if options.action == "write":
        recorded = known | current
        PATH.write_text(json.dumps({name: recorded[name] for name in every if name in recorded}, indent=2) + "\n")


if __name__ == "__main__":
    main()
