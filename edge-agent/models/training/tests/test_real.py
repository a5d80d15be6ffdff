from pathlib import Path

import cv2
import numpy as np
import pytest

import data
import labelled
import real
from drawn import Drawn
from tasks import CATEGORY


def write(folder: Path, names: str, pictures: dict[str, tuple[tuple[int, int], str]]) -> Path:
    """A folder of grey pictures: by name their height and width, and their label file."""
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (folder / "data.yaml").write_text(names)
    for name, (size, labels) in pictures.items():
        cv2.imwrite(str(folder / "images" / f"{name}.jpg"), np.full((*size, 3), 90, np.uint8))
        (folder / "labels" / f"{name}.txt").write_text(labels)
    return folder


def test_boxes_and_outlines_are_fitted_to_the_size_of_the_task(tmp_path: Path) -> None:
    outline = "0 0.25 0.25 0.75 0.25 0.75 0.75 0.25 0.75"
    names = 'names:\n  - "drum"\n  - "carton"\n'
    folder = write(tmp_path, names, {"a": ((384, 512), f"1 0.5 0.5 0.1 0.1\n{outline}\n"), "b": ((200, 100), "")})
    found = real.load(CATEGORY, folder)
    assert found.left_out == {}
    assert found.pictures.shape == (2, 192, 256, 3)
    assert [CATEGORY.classes[kind] for kind in found.classes[0] if kind >= 0] == ["carton", "drum"]
    boxes = data.boxes_of(found.ids[0], 2)
    assert boxes[1] == pytest.approx([64, 48, 192, 144], abs=1.5)
    # It lies on the larger one, whichever of the two is labelled first.
    assert boxes[0] == pytest.approx([115.2, 86.4, 140.8, 105.6], abs=1.5)
    assert not found.ids[1].any()
    # A tall picture lies between grey bars.
    assert found.pictures[1][:, 0].mean() == pytest.approx(114, abs=1)
    assert found.pictures[1][:, 128].mean() == pytest.approx(90, abs=2)


def test_pictures_that_cannot_be_trained_on_are_counted(tmp_path: Path) -> None:
    line = "0 0.5 0.5 0.1 0.1\n"
    pictures = {"a": ((192, 256), line), "b": ((192, 256), "1 0.5 0.5 0.1 0.1\n"), "c": ((192, 256), line * 13)}
    folder = write(tmp_path, "names: [drum, 'a barrel']\n", pictures)
    (folder / "images" / "d.jpg").write_text("no picture")
    found = real.load(CATEGORY, folder)
    assert len(found.pictures) == 1
    assert found.left_out == {"unknown class": 1, "more than 12 things": 1, "picture unreadable": 1}


def test_what_labelled_py_writes_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = CATEGORY.draw("train", 5)
    classes = np.full((1, CATEGORY.most_things), -1, np.int8)
    classes[0, : len(scene.classes)] = [CATEGORY.classes.index(name) for name in scene.classes]
    assert isinstance(scene, Drawn)
    arrays = (scene.picture[None], scene.ids[None], classes)
    monkeypatch.setattr(data, "load_split", lambda *_: arrays)
    labelled.write(CATEGORY, "train", 1, tmp_path)
    found = real.load(CATEGORY, tmp_path)
    assert (found.classes == classes).all()
    assert (found.pictures[0] == scene.picture).all()
    assert (found.ids[0] == scene.ids).mean() > 0.99


def test_scenes_of_several_sets_follow_each_other() -> None:
    def set_of(*values: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        pictures = np.stack([np.full((192, 256, 3), value, np.uint8) for value in values])
        return pictures, np.zeros((len(values), 192, 256), np.uint8), np.full((len(values), 12), -1, np.int8)

    scenes = data.TrainingScenes([set_of(1, 2), set_of(3)], seed=1, augment=False)
    assert len(scenes) == 3
    pictures = scenes.batch(0, np.array([0, 1, 2]))[0] * 255
    assert [round(float(picture.max())) for picture in pictures] == [1, 2, 3]
