"""Follows MOT detections with Ultralytics' own ByteTrack, for the edge agent's tracker to be compared with.

    python byte_track.py BUFFER_SECONDS FOLDER...

reads FOLDER/det.txt and writes FOLDER/bytetrack-BUFFER_SECONDS.txt, both in MOT Challenge format; the name of a folder
ends with the frames per second, as in yard-101-10. A tool outside of every package:
nothing that we run, build or test imports it or Ultralytics. See README.md beside this file.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from ultralytics.trackers.byte_tracker import BYTETracker


class Boxes:
    """Detections as a tracker of Ultralytics takes them: centre x, y, width, height, confidence, class."""

    def __init__(self, rows: np.ndarray):
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: np.ndarray) -> "Boxes":
        return Boxes(self.rows[index])

    @property
    def conf(self) -> np.ndarray:
        return self.rows[:, 4]

    @property
    def cls(self) -> np.ndarray:
        return np.zeros(len(self.rows))

    @property
    def xywh(self) -> np.ndarray:
        return self.rows[:, :4]


def follow(detections: np.ndarray, buffer_frames: int) -> list[str]:
    """Lines of results; the parameters are the defaults of the release, except for the buffer."""
    tracker = BYTETracker(
        SimpleNamespace(
            track_high_thresh=0.25,
            track_low_thresh=0.1,
            new_track_thresh=0.25,
            track_buffer=buffer_frames,
            match_thresh=0.8,
            fuse_score=True,
        )
    )
    lines = []
    for frame in range(1, int(detections[:, 0].max()) + 1):
        rows = detections[detections[:, 0] == frame][:, 2:7].copy()
        rows[:, :2] += rows[:, 2:4] / 2
        for x1, y1, x2, y2, track, score, *_ in tracker.update(Boxes(rows)):
            lines.append(f"{frame},{int(track)},{x1:.2f},{y1:.2f},{x2 - x1:.2f},{y2 - y1:.2f},{score:.4f},-1,-1,-1")
    return lines


if __name__ == "__main__":
    seconds, *folders = sys.argv[1:]
    for folder in map(Path, folders):
        buffer_frames = round(float(seconds) * int(folder.name.rsplit("-", 1)[1]))
        lines = follow(np.loadtxt(folder / "det.txt", delimiter=",", ndmin=2), buffer_frames)
        (folder / f"bytetrack-{seconds}.txt").write_text("\n".join(lines) + "\n")
