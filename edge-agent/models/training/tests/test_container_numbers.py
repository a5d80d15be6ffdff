"""The drawings of container numbers and what the networks are trained on: truth that does not lie."""

import numpy as np
import pytest
import torch

from container_numbers import character_net, fonts, line_net, scene, sets, texts
from container_numbers.lettering import Line


@pytest.mark.parametrize("number", ["CSQU3054383", "APZU4812090", "MSMU4125810", "HLXU2008419", "MEDU6246078"])
def test_check_digit(number: str) -> None:
    assert texts.check_digit(number[:10]) == int(number[10])


def test_numbers_are_valid() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        number = texts.container_number(rng)
        assert len(number) == 11
        assert number[3] in "UJZ"
        assert texts.check_digit(number[:10]) == int(number[10])


def test_no_font_is_learnt_and_measured() -> None:
    """The fonts of training, of validation and of the held-out sets differ: no group and no family is in two."""
    assert len({root for root, _ in sets.SPLITS.values()}) == len(sets.SPLITS)
    splits = [fonts.TRAINING, fonts.VALIDATION, fonts.HELD_OUT]
    for names in (
        [name for families in splits for name in families],
        [package for families in splits for members in families.values() for package, _ in members],
    ):
        assert len(set(names)) == len(names)


def test_a_strip_holds_its_characters_in_order() -> None:
    """A tilted row of characters that grow: each one's middle lands in the middle of the strip, from left to right."""
    middles = np.array([[20 + 25 * k, 60 - 6 * k] for k in range(11)], float)
    heights = np.array([20 + 0.8 * k for k in range(11)])
    matrix, width = line_net.rectify(middles, heights, True)
    seen = np.column_stack([middles, np.ones(11)]) @ matrix.T
    seen = seen[:, :2] / seen[:, 2:]
    assert (np.diff(seen[:, 0]) > 0).all()
    assert np.abs(seen[:, 1] - line_net.HEIGHT_PX / 2).max() < 1
    assert seen[0, 0] > 0
    assert seen[-1, 0] < width


def test_labels_name_each_character_once_in_its_place() -> None:
    corners = [np.array([[x, 20], [x + 14, 20], [x + 14, 44], [x, 44]], float) for x in range(20, 240, 20)]
    classes = np.arange(11)
    middles = np.stack([corner.mean(0) for corner in corners])
    matrix, width = line_net.rectify(middles, np.full(11, 24.0), True)
    labels = line_net.labels_of(np.stack(corners), classes, matrix, width)
    named = [int(label) for label in labels if label not in (line_net.NONE, line_net.UNSURE)]
    assert list(dict.fromkeys(named)) == list(range(11))


def test_targets_lie_in_the_cell_of_the_middle() -> None:
    corners = torch.tensor([[[[40.0, 20], [52, 20], [52, 40], [40, 40]]]])
    near, cells, places = character_net.targets(torch.tensor([[7]]), corners, 16, 32)
    assert near[0, 7, 11] == 1
    assert (near == 1).sum() == 1
    middle = (cells[:, 1] == 7) & (cells[:, 2] == 11)
    assert cells[middle][0, 3] == 7
    x, y, width, height = places[middle][0].tolist()
    assert (11.5 + x) * 4 == pytest.approx(46)
    assert (7.5 + y) * 4 == pytest.approx(30)
    assert [np.exp(width) * 4, np.exp(height) * 4] == pytest.approx([12, 20])


def test_what_is_outside_the_picture_or_small_is_not_legible() -> None:
    coverage = np.zeros((scene.HEIGHT_PX, scene.WIDTH_PX), np.float32)
    coverage[50:74, 45:55] = 1
    light = np.where(coverage > 0, 0.8, 0.2).astype(np.float32)
    measures = scene.Measures(coverage, np.zeros_like(coverage), 0.0)

    def corners(x: float, tall: float) -> list[np.ndarray]:
        return [np.array([[x, 50], [x + 20, 50], [x + 20, 50 + tall], [x, 50 + tall]], np.float32)]

    assert scene._legible(corners(40, 24), light, measures)
    assert not scene._legible(corners(40, 12), light, measures)
    assert not scene._legible(corners(scene.WIDTH_PX - 10, 24), light, measures)
    assert not scene._legible(corners(40, 24), np.full_like(light, 0.4), measures)
    assert Line("7", [], True).part_of == -1
