"""Draws the demonstration video and its truth, and the sample pictures.

    python video.py draw --out ../../../deploy/demo
    python video.py samples --out ../samples
    python video.py choose --model ../category-demo.onnx --out ../.cache/loads.png     # how the loads were chosen
    python video.py check --model ../category-demo.onnx --folder ../../../deploy/demo

Four loads come by: each slides in, stands (with a little camera shake, sway, flicker and sensor noise) and leaves.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

import load
from detect import Model
from scenes import compose
from scenes.hints import Array, Rng
from scenes.shapes import CLASSES

FPS = 10
VISITS = (433, 189, 541, 200)  # load numbers, chosen by `choose` and by eye
SAMPLES = (409, 438, 66)
EMPTY_FRAMES, IN_FRAMES, STILL_FRAMES, OUT_FRAMES = 28, 20, 56, 15
FAR_M = 7.5
POINTS_PER_FRAME = 18


def slide(frame: int, side: int) -> float:
    """Where the container stands (metres right of the middle) in a frame of its visit, side -1 or +1 to come from."""
    if frame < IN_FRAMES:
        return side * FAR_M * (1 - (frame + 1) / IN_FRAMES) ** 2.2
    if frame < IN_FRAMES + STILL_FRAMES:
        return 0.0
    return -side * FAR_M * ((frame - IN_FRAMES - STILL_FRAMES + 1) / OUT_FRAMES) ** 2


def shaken(scene: compose.Scene, number: int, rng: Rng, offset_x: float) -> compose.Scene:
    """The scene with the camera's shake, the load's sway and the light's flicker of one frame."""
    sway = (offset_x + 0.012 * np.sin(number * 0.35), 0.006 * np.sin(number * 0.8), 0.01 * np.sin(number * 0.22))
    camera = replace(
        scene.camera, yaw=float(rng.normal(0, 0.0012)), pitch=scene.camera.pitch + float(rng.normal(0, 0.0012))
    )
    flicker = 1 + 0.02 * np.sin(number * 0.9) + rng.normal(0, 0.008)
    return replace(
        scene,
        camera=camera,
        offset=sway,
        light=replace(scene.light, ambient=scene.light.ambient * flicker, lamp=scene.light.lamp * flicker),
    )


def frame_plan() -> list[tuple[int | None, int | None, int]]:
    """Rows (visit index or None, load number, frame within the visit)."""
    plan: list[tuple[int | None, int | None, int]] = [(None, None, 0)] * (EMPTY_FRAMES // 2)
    for index, number in enumerate(VISITS):
        plan += [(index, number, k) for k in range(IN_FRAMES + STILL_FRAMES + OUT_FRAMES)]
        plan += [(None, None, 0)] * (EMPTY_FRAMES if index + 1 < len(VISITS) else EMPTY_FRAMES // 2)
    return plan


def visit_truth(index: int, first: int) -> dict[str, Any]:
    still = first + IN_FRAMES
    return {
        "index": index,
        "firstFrame": first,
        "lastFrame": first + IN_FRAMES + STILL_FRAMES + OUT_FRAMES - 1,
        "stillFirstFrame": still,
        "stillLastFrame": still + STILL_FRAMES - 1,
        "things": [],
    }


def draw(folder: str | Path) -> None:
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    plan, rng = frame_plan(), np.random.default_rng([load.SEED_ROOT, 1])
    scenes = {number: load.scene_of(number) for number in VISITS} | {None: load.empty_yard()}
    visits, frames = [], []
    with av.open(str(folder / "loads.mp4"), "w", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = load.WIDTH_PX, load.HEIGHT_PX, "yuv420p"
        stream.options = {"crf": "24", "preset": "slow", "g": "20", "threads": "1"}
        for number, (visit, load_number, k) in enumerate(plan):
            scene = scenes[load_number]
            offset = slide(k, (-1) ** visit) if visit is not None else scene.offset[0]
            scene = shaken(scene, number, rng, offset)
            rendered = compose.render(scene, load.WIDTH_PX, load.HEIGHT_PX)
            noisy = rendered.picture + rng.normal(0, 2.2, rendered.picture.shape)
            picture = np.clip(noisy, 0, 255).astype(np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
            if visit is not None:
                if k == 0:
                    visits.append(visit_truth(visit, number))
                if k == IN_FRAMES + STILL_FRAMES // 2:
                    visits[-1]["things"] = load.truth_of(scene, rendered)
                rows = load.truth_of(scene, rendered, POINTS_PER_FRAME)
                seen = [
                    {key: row[key] for key in ("id", "box", "polygon")}
                    for row in rows
                    if row["areaPercent"] >= 1 and row["visibleShare"] >= 0.5
                ]
                frames.append({"index": number, "visit": visit, "things": seen})
            else:
                frames.append({"index": number, "visit": None, "things": []})
        container.mux(stream.encode(None))
    truth = {
        "width": load.WIDTH_PX,
        "height": load.HEIGHT_PX,
        "fps": FPS,
        "frameCount": len(plan),
        "classes": list(CLASSES),
        "visits": visits,
        "frames": frames,
    }
    (folder / "loads.truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n")


def draw_samples(folder: str | Path) -> None:
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    truth = {"width": load.WIDTH_PX, "height": load.HEIGHT_PX, "classes": list(CLASSES), "pictures": []}
    for index, number in enumerate(SAMPLES):
        scene = load.scene_of(number)
        rendered = compose.render(scene, load.WIDTH_PX, load.HEIGHT_PX)
        name = f"load-{index + 1}.jpg"
        cv2.imwrite(str(folder / name), rendered.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
        truth["pictures"].append({"file": name, "things": load.truth_of(scene, rendered)})
    (folder / "samples.truth.json").write_text(json.dumps(truth, indent=1) + "\n")


def found_share(model: Model, picture: Array, rows: list[dict[str, Any]]) -> tuple[int, list[float], int]:
    """(things found with the right class at mask IoU 0.5, IoUs of those, detections that match no thing)."""
    found, ious, detections = 0, [], model.detect(picture)
    used = set()
    for row in rows:
        outline = np.stack([row["polygon"]["x"], row["polygon"]["y"]], 1).astype(np.int32)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [outline], 1)
        mask = mask.astype(bool)
        best = max(
            (
                (np.count_nonzero(d.mask & mask) / (np.count_nonzero(d.mask | mask) or 1), k)
                for k, d in enumerate(detections)
                if CLASSES[d.class_index] == row["class"] and k not in used
            ),
            default=(0, None),
        )
        if best[0] >= 0.5:
            found += 1
            ious.append(best[0])
            used.add(best[1])
    return found, ious, len(detections) - len(used)


def choose(model_path: str, sheet_path: str, tries: int) -> None:
    """Prints the loads that read well and how many of their things the model finds; writes a contact sheet of them."""
    model, tiles = Model(model_path), []
    for number in range(1, tries + 1):
        scene = load.scene_of(number)
        if not load.is_varied(scene):
            continue
        rendered = compose.render(scene, load.WIDTH_PX // 2, load.HEIGHT_PX // 2)
        found, ious, extra = found_share(model, rendered.picture, load.truth_of(scene, rendered))
        print(
            number,
            f"{found}/{len(scene.things)} found, {extra} more, IoU {np.median(ious or [0]):.2f}",
            [thing.class_name for thing in scene.things],
            flush=True,
        )
        if found == len(scene.things):
            tile = rendered.picture.copy()
            cv2.putText(tile, f"{number} +{extra}", (6, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 0), 2)
            tiles.append(tile)
    rows = [
        np.hstack([*tiles[k : k + 5], *[np.zeros_like(tiles[0])] * max(0, k + 5 - len(tiles))])
        for k in range(0, len(tiles), 5)
    ]
    cv2.imwrite(sheet_path, np.vstack(rows)[..., ::-1])


def check(model_path: str, folder: str | Path) -> dict[str, Any]:
    """How much of the encoded video the model finds: still phases and the empty yard."""
    model, folder = Model(model_path), Path(folder)
    truth = json.loads((folder / "loads.truth.json").read_text())
    still = {k for v in truth["visits"] for k in range(v["stillFirstFrame"], v["stillLastFrame"] + 1)}
    class_of = {(v["index"], t["id"]): t["class"] for v in truth["visits"] for t in v["things"]}
    found = asked = extra = empty = false_alarms = 0
    ious, per_visit = [], [[0, 0] for _ in truth["visits"]]
    with av.open(str(folder / "loads.mp4")) as container:
        for number, frame in enumerate(container.decode(video=0)):
            picture, row = frame.to_ndarray(format="rgb24"), truth["frames"][number]
            if number in still:
                rows = [{**t, "class": class_of[row["visit"], t["id"]]} for t in row["things"]]
                f, i, e = found_share(model, picture, rows)
                found, asked, extra, ious = found + f, asked + len(rows), extra + e, ious + i
                per_visit[row["visit"]][0] += f
                per_visit[row["visit"]][1] += len(rows)
            elif row["visit"] is None:
                empty += 1
                false_alarms += len(model.detect(picture))
    result = {
        "foundShare": round(found / asked, 4),
        "medianIou": round(float(np.median(ious)), 3),
        "foundShareByVisit": [round(f / a, 3) for f, a in per_visit],
        "otherDetectionsPerStillFrame": round(extra / len(still), 2),
        "emptyFrames": empty,
        "detectionsOnEmptyFrames": false_alarms,
    }
    print(json.dumps(result, indent=1))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["draw", "samples", "choose", "check"])
    parser.add_argument("--out")
    parser.add_argument("--folder")
    parser.add_argument("--model")
    parser.add_argument("--tries", type=int, default=600)
    options = parser.parse_args()
    if options.what == "draw":
        draw(options.out)
    elif options.what == "samples":
        draw_samples(options.out)
    elif options.what == "choose":
        choose(options.model, options.out, options.tries)
    else:
        check(options.model, options.folder)


if __name__ == "__main__":
    main()
