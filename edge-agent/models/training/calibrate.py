"""Turns scores into chances: a score of 0.7 is right seven times of ten. Fitted on scenes of the development split."""

from collections.abc import Sequence

import numpy as np

LEAST = 0.02  # findings with less are too many and too uncertain to fit the line to


def fit(findings: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """(scale, offset) of the logit, from pairs of confidence and whether it was right: logistic regression by Newton's
    method (Platt, 1999)."""
    kept = np.array([pair for pair in findings if LEAST <= pair[0] < 1])
    logit, right = np.log(kept[:, 0] / (1 - kept[:, 0])), kept[:, 1]
    inputs = np.stack([logit, np.ones_like(logit)], 1)
    weights = np.array([1.0, 0.0])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        weights += np.linalg.solve(curvature + 1e-6 * np.eye(2), inputs.T @ (right - chance))
    return float(weights[0]), float(weights[1])


def expected_error(bins: Sequence[dict[str, float]]) -> float:
    """The mean distance between confidence and share of right findings, weighted by how many there are."""
    total = sum(row["findings"] for row in bins)
    return sum(row["findings"] * abs(row["meanConfidence"] - row["rightShare"]) for row in bins) / total
