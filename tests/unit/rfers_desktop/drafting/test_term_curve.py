"""Tests of a term while it is being shaped."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from broker_local.matching.fuzzy.shapes import curves_of
from broker_local.matching.fuzzy.shapes import membership as compiled_membership
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, trapezoid
from broker_local.protocol.topic import Attribute, AttributeType
from rfers_desktop.drafting.term_curve import (
    Fit,
    TermCurve,
    fit,
    fits,
    membership,
    middle_of,
    step_in,
    window_for,
)

HOT = FuzzyNumber(30.0, math.inf, left=5.0)
HUMIDITY = builtin_topics()["WSObservation"].by_name["Humidity"]


@settings(deadline=None)  # the first call compiles
@given(
    a=st.floats(-50, 50),
    b=st.floats(0, 30),
    c=st.floats(0, 30),
    d=st.floats(0, 30),
    shape=st.sampled_from(Shape),
    x=st.floats(-100, 150),
)
@example(a=0.0, b=0.0, c=0.0, d=5e-324, shape=Shape.LINEAR, x=1.0)  # the smallest of all spreads
def test_membership_is_that_of_the_matcher(a: float, b: float, c: float, d: float, shape: Shape, x: float) -> None:
    number = trapezoid(a, a + b, a + b + c, a + b + c + d, shape)
    expected = compiled_membership(curves_of([number])[0], x)
    assert membership(number, np.array([x]))[0] == pytest.approx(expected, abs=1e-12)


def test_a_curve_is_what_its_corners_say() -> None:
    assert TermCurve((25, 30, None, None)).number == HOT
    assert TermCurve((None, None, 0.15, 0.25), Shape.STEP).number.support == (-math.inf, 0.25)
    assert TermCurve.of(about(27, 2, Shape.GAUSSIAN), (25, 27, 27, 29)).shape is Shape.GAUSSIAN
    endless = FuzzyNumber(-math.inf, 3, right=1, right_shape=Shape.STEP)
    assert TermCurve.of(endless, (None, None, 3, 4)).shape is Shape.STEP


@pytest.mark.parametrize(
    ("index", "value", "corners"),
    [
        (1, 22, (20, 22, 30, 35)),
        (1, 33, (20, 33, 33, 35)),
        (1, 40, (20, 40, 40, 40)),
        (3, 10, (10, 10, 10, 10)),
        (0, -5, (-5, 25, 30, 35)),
    ],
)
def test_a_corner_pushes_those_it_meets(index: int, value: float, corners: tuple[float, ...]) -> None:
    assert TermCurve((20, 25, 30, 35)).with_corner(index, value).corners == corners


def test_a_corner_of_an_endless_term_pushes_only_what_there_is() -> None:
    assert TermCurve((25, 30, None, None)).with_corner(0, 31).corners == (31, 31, None, None)
    assert TermCurve((25, 30, None, None)).ends == (0, 1)


def test_a_side_is_made_endless_and_given_an_end_again() -> None:
    hot = TermCurve((25, 30, None, None))
    assert hot.with_end(True, True, 5.0).corners == (25, 30, 35, 40)
    assert hot.with_end(True, False, 5.0) == hot
    assert hot.with_end(False, False, 5.0) == hot  # or nothing would be left of it
    assert TermCurve((None, None, 10, 12)).with_end(False, True, 5.0).corners == (0, 5, 10, 12)
    assert TermCurve((1, 2, 3, 4)).with_end(False, False, 5.0).corners == (None, None, 3, 4)
    assert TermCurve((1, 2, 3, 4)).with_end(True, False, 5.0).with_shape(Shape.STEP).shape is Shape.STEP


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (31, Fit.FULLY),
        (30.0, Fit.FULLY),
        (27, Fit.PARTLY),
        (25, Fit.NOT),
        (about(32, 2), Fit.FULLY),
        (about(31, 2), Fit.PARTLY),
        (FuzzyNumber(20, 24), Fit.NOT),
        (about(24, 3), Fit.PARTLY),
        ("hot", None),
        (True, None),
    ],
)
def test_a_reading_belongs_fully_partly_or_not(value: object, expected: Fit | None) -> None:
    assert fit(HOT, value) is expected  # type: ignore[arg-type]


def test_readings_are_counted_by_where_they_fall() -> None:
    assert fits(HOT, [31, 27, 26, 10, about(20, 1), "x"]) == {Fit.FULLY: 1, Fit.PARTLY: 2, Fit.NOT: 2}


def test_the_middle_of_a_reading_is_that_of_its_core() -> None:
    assert middle_of(FuzzyNumber(25, 29, left=3)) == 27
    assert middle_of(FuzzyNumber(25, math.inf)) == 25
    assert middle_of(FuzzyNumber(-math.inf, 25)) == 25
    assert math.isnan(middle_of("x"))


def test_the_window_shows_terms_and_readings_and_keeps_to_what_can_be() -> None:
    curve = TermCurve((None, None, 0.3, 0.4))
    assert window_for(HUMIDITY, [curve], [0.1, 0.9]) == (0.0, 1.0)
    low, high = window_for(Attribute("Level", AttributeType.NUMBER), [curve], [])
    assert low < 0.3 < 0.4 < high
    assert window_for(Attribute("Level", AttributeType.NUMBER), [], ["x"]) == (-0.25, 1.25)


def test_a_key_moves_a_corner_by_a_round_number() -> None:
    assert step_in((0.0, 1.0)) == pytest.approx(0.01)
    assert step_in((-10.0, 140.0)) == pytest.approx(2.0)
