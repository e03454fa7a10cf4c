"""How much a number belongs, and the way back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy import shapes
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, trapezoid
from broker_local.protocol.membership import away_of, faded, membership


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Shape.LINEAR, (1.0, 0.75, 0.5, 0.25, 0.0)),
        (Shape.S_CURVE, (1.0, 0.875, 0.5, 0.125, 0.0)),
        (Shape.STEP, (1.0, 1.0, 1.0, 0.0, 0.0)),
    ],
)
def test_membership_falls_by_its_shape(shape: Shape, expected: tuple[float, ...]) -> None:
    number = trapezoid(6.0, 10.0, 12.0, 16.0, shape)
    assert tuple(membership(number, 12.0 + n) for n in range(5)) == expected
    assert tuple(membership(number, 10.0 - n) for n in range(5)) == expected
    assert membership(number, 11.0) == 1.0
    assert membership(number, 17.0) == membership(number, 5.0) == 0.0


def test_a_bell_is_one_and_a_half_sigmas_off_at_the_middle_of_its_spread() -> None:
    end = math.exp(-4.5)
    assert membership(about(0.0, 3.0, Shape.GAUSSIAN), 1.5) == pytest.approx((math.exp(-1.125) - end) / (1 - end))


def test_a_side_without_spread_or_end_is_sharp() -> None:
    assert membership(FuzzyNumber(1.0, math.inf), 0.999) == 0.0
    assert membership(FuzzyNumber(1.0, math.inf), 1e300) == 1.0
    assert membership(FuzzyNumber(1.0, 2.0), math.inf) == 0.0


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.floats(0.0, 1.0), st.sampled_from([Shape.LINEAR, Shape.S_CURVE, Shape.GAUSSIAN]))
def test_where_a_degree_is_reached_it_is_that_degree(degree: float, shape: Shape) -> None:
    assert faded(away_of(degree, shape), shape) == pytest.approx(degree, abs=1e-12)


_corners = st.tuples(*[st.floats(-50, 50)] * 4).map(sorted)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.builds(lambda four, shape: trapezoid(*four, shape), _corners, st.sampled_from(Shape)), st.floats(-60, 60))
def test_it_is_the_same_as_the_compiled_one(number: FuzzyNumber, x: float) -> None:
    compiled = shapes.membership(shapes.curves_of([number])[0], x)
    assert membership(number, x) == pytest.approx(compiled, abs=1e-12)
