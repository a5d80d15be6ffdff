"""Draws the video of the demonstration's number camera, and its truth.

    python -m container_numbers.video draw --out ../../../deploy/demo
    python -m container_numbers.video frames --out ../.cache/number-video   # for evaluation/numbers.ts
    python -m container_numbers.video choose --out ../.cache/number-choice  # the same of many paintings

The containers drive in one after another in step with the loads of `loads.mp4`: each passes the number camera just
before it stands below the other one.
"""

import argparse
import json
from pathlib import Path

import av
import cv2
import numpy as np

from scenes.hints import Array, Rng

from . import fonts, scene
from .photograph import lit

FPS = 10
WIDTH_PX, HEIGHT_PX = 480, 360
SEED_ROOT = 31
FAMILIES = {name: fonts.HELD_OUT[name] for name in ("highway", "grotesque")}
LETTER_PX = (24, 27)
# The containers of deploy/demo/papers.json, each with the seed of a painting that is easy to read.
PASSES = (("CSQU3054383", 20), ("APZU4812090", 31), ("MSMU4125810", 22), ("HLXU2008419", 13))
FIRST_FRAMES = (0, 119, 238, 357)  # those of the loads, 14 frames earlier
FRAME_COUNT = 476
IN_FRAMES, STILL_FRAMES, OUT_FRAMES = 12, 38, 10


def slide(frame: int) -> float:
    """Where the container is in a frame of its pass: 1 is right of the picture, 0 before the camera, -1 left of it."""
    if frame < IN_FRAMES:
        return (1 - (frame + 1) / IN_FRAMES) ** 2
    if frame < IN_FRAMES + STILL_FRAMES:
        return 0.0
    return -(((frame - IN_FRAMES - STILL_FRAMES + 1) / OUT_FRAMES) ** 2)


def yard() -> Array:
    """What the camera sees without a container: asphalt, a kerb and the sky."""
    rng = np.random.default_rng([SEED_ROOT, 0])
    picture = np.full((HEIGHT_PX, WIDTH_PX, 3), (0.30, 0.31, 0.32), np.float32)
    picture[: int(HEIGHT_PX * 0.38)] = np.linspace((0.62, 0.69, 0.76), (0.78, 0.80, 0.81), int(HEIGHT_PX * 0.38))[
        :, None
    ]
    picture[int(HEIGHT_PX * 0.38) : int(HEIGHT_PX * 0.43)] = (0.50, 0.49, 0.46)
    return picture + cv2.GaussianBlur(rng.normal(0, 0.12, picture.shape).astype(np.float32), (0, 0), 2)


class Container:
    """The end of a container with its number, as it is seen from the side of the lane."""

    def __init__(self, number: str, seed: int) -> None:
        painted = scene.paint([SEED_ROOT, seed], fonts.files(FAMILIES), LETTER_PX, number)
        lighting = np.random.default_rng([SEED_ROOT, seed, 1])
        self.picture = np.clip(lit(lighting, painted.picture), 0, 1).astype(np.float32)
        height, width = self.picture.shape[:2]
        corners = np.concatenate([corner for line in painted.lines if line.part_of == 0 for corner in line.corners])
        middle = corners.mean(0)[1]
        # As high as the camera sees, about the number.
        part = HEIGHT_PX * scene.OVERSAMPLE
        top = float(np.clip(middle - part / 2, 0, height - part))
        self.source = np.array([[0, top], [width, top], [width, top + part], [0, top + part]], np.float32)

    def seen(self, behind: Array, offset: float) -> Array:
        """Before the yard, shifted by a share of the picture; one side is a little further away."""
        width, shift = len(self.picture[0]) / scene.OVERSAMPLE, offset * WIDTH_PX * 1.02
        left = (WIDTH_PX - width) / 2 + shift
        slope = 0.05 * HEIGHT_PX
        target = np.array(
            [[left, -slope], [left + width, 0], [left + width, HEIGHT_PX], [left, HEIGHT_PX + slope]], np.float32
        )
        matrix = cv2.getPerspectiveTransform(self.source, target)
        size = (WIDTH_PX, HEIGHT_PX)
        seen = cv2.warpPerspective(self.picture, matrix, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.ones(self.picture.shape[:2], np.float32), matrix, size, flags=cv2.INTER_LINEAR)
        return behind * (1 - mask[..., None]) + seen * mask[..., None]


def photographed(rng: Rng, picture: Array, speed: float) -> Array:
    """One frame: what moves is blurred, and the sensor adds its noise."""
    length = 1 + int(abs(speed) * WIDTH_PX * 0.25)
    if length > 1:
        picture = cv2.blur(picture, (length, 1))
    return np.clip((picture * (1 + rng.normal(0, 0.006)) + rng.normal(0, 0.009, picture.shape)) * 255, 0, 255).astype(
        np.uint8
    )


def pass_frames(rng: Rng, container: Container) -> list[Array]:
    behind, offsets = yard(), [slide(k) for k in range(IN_FRAMES + STILL_FRAMES + OUT_FRAMES)]
    speeds = np.diff([1.0, *offsets])
    return [photographed(rng, container.seen(behind, offset), float(speed)) for offset, speed in zip(offsets, speeds)]


def draw(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rng, behind = np.random.default_rng([SEED_ROOT, 0, 1]), yard()
    frames = [photographed(rng, behind, 0) for _ in range(FRAME_COUNT)]
    visits = []
    for (number, seed), first in zip(PASSES, FIRST_FRAMES):
        seen = pass_frames(rng, Container(number, seed))
        frames[first : first + len(seen)] = seen
        still = first + IN_FRAMES
        visits.append(
            {
                "containerNumber": number,
                "firstFrame": first,
                "lastFrame": first + len(seen) - 1,
                "stillFirstFrame": still,
                "stillLastFrame": still + STILL_FRAMES - 1,
            }
        )
    with av.open(str(folder / "numbers.mp4"), "w", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = WIDTH_PX, HEIGHT_PX, "yuv420p"
        stream.options = {"crf": "25", "preset": "slow", "g": "20", "threads": "1"}
        for picture in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        container.mux(stream.encode(None))
    truth = {"width": WIDTH_PX, "height": HEIGHT_PX, "fps": FPS, "frameCount": FRAME_COUNT, "visits": visits}
    (folder / "numbers.truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n")


def write_frames(folder: Path, passes: list[tuple[str, int]]) -> None:
    """Three frames of each pass in which the container stands, named after its number."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in passes:
        seen = pass_frames(np.random.default_rng([SEED_ROOT, seed, 2]), Container(number, seed))
        for frame in range(3):
            picture = cv2.cvtColor(seen[IN_FRAMES + frame], cv2.COLOR_RGB2BGR)
            cv2.imwrite(str(folder / f"{number}-{seed}-{frame}.png"), picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["draw", "frames", "choose"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tries", type=int, default=8)
    options = parser.parse_args()
    if options.what == "draw":
        draw(options.out)
    elif options.what == "frames":
        write_frames(options.out, list(PASSES))
    else:
        tries = range(1, options.tries + 1)
        write_frames(options.out, [(number, 10 * k + n) for n, (number, _) in enumerate(PASSES) for k in tries])


if __name__ == "__main__":
    main()
