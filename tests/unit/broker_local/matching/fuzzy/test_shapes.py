"""Membership by shape."""

from __future__ import annotations

import math

import numpy as np
import pytest

from broker_local.matching.fuzzy.shapes import curves_of, faded, membership
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape

CODES = {shape: code for code, shape in enumerate(Shape)}


@pytest.mark.parametrize(
    ("shape", "quarter", "middle", "three_quarters"),
    [
        (Shape.LINEAR, 0.75, 0.5, 0.25),
        (Shape.S_CURVE, 0.875, 0.5, 0.125),
        (Shape.GAUSSIAN, 0.752, 0.317, 0.069),
        (Shape.STEP, 1.0, 1.0, 0.0),
    ],
)
def test_how_each_shape_fades(shape: Shape, quarter: float, middle: float, three_quarters: float) -> None:
    found = [faded(away, CODES[shape]) for away in (0.0, 0.25, 0.5, 0.75, 1.0 + 1e-12)]
    assert found == pytest.approx([1.0, quarter, middle, three_quarters, 0.0], abs=1e-3)


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_never_rises_again(shape: Shape) -> None:
    found = [faded(away, CODES[shape]) for away in np.linspace(-0.5, 1.5, 401)]
    assert all(before >= after for before, after in zip(found, found[1:], strict=False))
    assert all(0.0 <= degree <= 1.0 for degree in found)


def test_an_endless_core_has_one_side() -> None:
    (hot,) = curves_of([FuzzyNumber(30.0, math.inf, left=5.0)])
    assert [membership(hot, x) for x in (24.0, 26.0, 30.0, 1e9)] == pytest.approx([0.0, 0.2, 1.0, 1.0])
