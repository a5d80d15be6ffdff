"""Writes every held-out set as a folder of labelled pictures, for `evaluation/bundled.ts`.

    python write_held_out.py ../.cache/held-out

FOLDER/category/held-out seeds/, … in YOLO's layout; FOLDER/numbers/one frame/ and FOLDER/numbers/five frames/, whose
pictures are named after their numbers. Existing sets stay as they are.
"""

import argparse
from pathlib import Path

import labelled
from container_numbers import sets
from tasks import TASKS

SCENES, SINGLE_FRAMES, SEQUENCES = 400, 2000, 1650
# Scenes of container numbers that no person had looked at when the reader's rules were written.
FIRST_SINGLE, FIRST_SEQUENCES = 30_000, (60_000, 70_000)


def write_sequences(folder: Path) -> None:
    for first in FIRST_SEQUENCES:
        sets.write_labelled("held-out", SEQUENCES, folder, 5, first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    wanted = {
        options.folder / task.name / split: lambda draft, task=task, split=split: labelled.write(
            task, split, SCENES, draft
        )
        for task in TASKS.values()
        for split in task.splits
    }
    numbers = options.folder / "numbers"
    wanted[numbers / "one frame"] = lambda draft: sets.write_labelled("held-out", SINGLE_FRAMES, draft, 1, FIRST_SINGLE)
    wanted[numbers / "five frames"] = write_sequences
    for folder, write in wanted.items():
        if folder.exists():
            continue
        print(folder)
        draft = folder.with_name(f"{folder.name}.draft")
        write(draft)
        draft.rename(folder)


if __name__ == "__main__":
    main()
