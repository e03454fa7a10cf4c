"""Fuzzy numbers as values."""

from __future__ import annotations

import math

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber, about, exactly, trapezoid


def test_plain_numbers_and_intervals_are_special_cases() -> None:
    assert exactly(3.0).is_crisp
    assert FuzzyNumber(1.0, 2.0).is_crisp
    assert not about(3.0, 0.5).is_crisp


def test_a_trapezoid_has_its_four_corners() -> None:
    number = trapezoid(40, 50, 70, 80)
    assert number.support == (40, 80)
    assert (number.low, number.high) == (50, 70)


@pytest.mark.parametrize(
    "members",
    [
        (2.0, 1.0),
        (math.nan, 1.0),
        (math.inf, math.inf),
        (0.0, 1.0, -1.0),
        (0.0, 1.0, 0.0, math.inf),
        (0.0, 1.0, math.nan),
    ],
)
def test_what_is_no_fuzzy_number_is_refused(members: tuple[float, ...]) -> None:
    with pytest.raises(ProtocolError, match="expected"):
        FuzzyNumber(*members)


def test_only_a_plain_number_is_exact() -> None:
    assert exactly(3.0).is_exact
    assert about(3.0, 0.0).is_exact
    assert not about(3.0, 0.1).is_exact
    assert not FuzzyNumber(3.0, 4.0).is_exact
