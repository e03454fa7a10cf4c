"""Tests of round lengths and of how scales are written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.geo.scale import length_text, round_length, scale_denominator, scale_text


@pytest.mark.parametrize(
    ("at_most", "length"),
    [(1.0, 1.0), (1.9, 1.0), (2.0, 2.0), (4.99, 2.0), (5.0, 5.0), (9.9, 5.0), (1234.0, 1000.0), (0.07, 0.05)],
)
def test_a_round_length_is_one_two_or_five_times_a_power_of_ten(at_most: float, length: float) -> None:
    assert round_length(at_most) == pytest.approx(length)


@settings(deadline=None, derandomize=True)
@given(st.floats(1e-3, 1e9))
def test_a_round_length_fits_and_fills_at_least_two_fifths(at_most: float) -> None:
    length = round_length(at_most)
    assert 0.4 * at_most * (1 - 1e-9) <= length <= at_most * (1 + 1e-9)


@pytest.mark.parametrize("at_most", [0.0, -1.0, float("nan"), float("inf")])
def test_there_is_no_round_length_of_nothing(at_most: float) -> None:
    with pytest.raises(ValueError, match="at_most: expected a length above 0"):
        round_length(at_most)


@pytest.mark.parametrize(
    ("length_m", "text"),
    [(0.5, "50 cm"), (1, "1 m"), (500, "500 m"), (1000, "1 km"), (2500, "2.5 km"), (5e5, "500 km")],
)
def test_lengths_are_written_in_the_unit_that_suits(length_m: float, text: str) -> None:
    assert length_text(length_m) == text


@pytest.mark.parametrize(("denominator", "text"), [(25_012, "1:25,000"), (444_890, "1:445,000"), (950, "1:950")])
def test_scales_are_written_with_three_figures(denominator: float, text: str) -> None:
    assert scale_text(denominator) == text


def test_a_screen_of_96_dots_an_inch_at_one_metre_a_dot_is_about_one_to_3780() -> None:
    assert scale_denominator(1.0) == pytest.approx(3779.5, abs=0.1)
