import numpy as np
import pytest

from calibrate import expected_error, fit
from diagram import reliability_diagram


def test_the_fit_finds_how_scores_are_off() -> None:
    """Scores whose chance of being right is that of twice their logit, less one."""
    rng = np.random.default_rng(1)
    logit = rng.normal(0, 1.5, 40_000)
    right = rng.random(len(logit)) < 1 / (1 + np.exp(-(2 * logit - 1)))
    scale, offset = fit(list(zip(1 / (1 + np.exp(-logit)), right.astype(int))))
    assert scale == pytest.approx(2, abs=0.1)
    assert offset == pytest.approx(-1, abs=0.1)


def test_the_error_weighs_ranges_by_their_findings() -> None:
    bins = [
        {"findings": 30, "meanConfidence": 0.2, "rightShare": 0.3},
        {"findings": 10, "meanConfidence": 0.9, "rightShare": 0.9},
    ]
    assert expected_error(bins) == pytest.approx(0.075)


def test_the_diagram_has_a_bar_for_each_range() -> None:
    bins = [{"from": k / 10, "rightShare": 0.5} for k in (0, 3, 9)]
    assert reliability_diagram(bins).count("<rect") == 1 + len(bins)
