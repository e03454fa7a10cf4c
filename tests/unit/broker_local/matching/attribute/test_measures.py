"""Values and constants as what arrays compare."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.measures import (
    Measure,
    chosen,
    distinct,
    measure_of,
    moment_number,
    no_constants,
    places_in,
    ranked,
    united,
)
from broker_local.protocol.topic import AttributeType


def test_every_attribute_type_has_a_measure() -> None:
    assert {measure_of(kind) for kind in AttributeType} == set(Measure)


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (date(1970, 1, 2), 1),
        (date(1969, 12, 31), -1),
        (time(0, 0, 1, 5), 1_000_005),
        (time(1, 1), 3_660_000_000),
        (datetime(1970, 1, 2, tzinfo=UTC), 86_400_000_000),
        (datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), -1),
    ],
)
def test_a_moment_is_counted_from_1970_or_midnight(moment: date | time | datetime, number: int) -> None:
    assert moment_number(moment) == number


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_numbers_are_in_the_order_of_their_moments(a: datetime, b: datetime) -> None:
    assert (moment_number(a) < moment_number(b)) is (a < b)
    assert (moment_number(a.date()) < moment_number(b.date())) is (a.date() < b.date())
    assert (moment_number(a.time()) < moment_number(b.time())) is (a.time() < b.time())


@pytest.mark.parametrize(
    ("values", "measure", "constants"),
    [
        ([3.0, 1.0, 3.0], Measure.NUMBER, [1.0, 3.0]),
        ([True, False], Measure.NUMBER, [0.0, 1.0]),
        ([date(1970, 1, 3), date(1970, 1, 1)], Measure.MOMENT, [0, 2]),
        (["b", "", "b", "É"], Measure.TEXT, ["", "b", "É"]),
    ],
)
def test_constants_are_sorted_distinct_and_found_again(
    values: list[Any], measure: Measure, constants: list[object]
) -> None:
    found, ranks = ranked(values, measure)
    assert list(found) == constants
    again, _ = ranked([values[0]], measure)
    assert list(places_in(found, again)) == [ranks[0]]
    assert list(chosen(found, ranks[:1])) == list(again)
    assert list(united([found, again, no_constants(measure)], measure)) == constants


def test_no_constants_have_the_type_of_their_measure() -> None:
    assert no_constants(Measure.TEXT) == []
    kinds = {measure: np.asarray(no_constants(measure)).dtype for measure in (Measure.NUMBER, Measure.MOMENT)}
    assert kinds == {Measure.NUMBER: np.float64, Measure.MOMENT: np.int64}


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.integers(-5, 5)))
def test_distinct_values_come_sorted_and_once(values: list[int]) -> None:
    assert distinct(np.array(values, np.int64)).tolist() == sorted(set(values))
