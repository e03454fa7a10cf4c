"""Sets of values behave as sets, down to the neighbours of whole numbers, dates and times."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.value_sets import (
    ALL_VALUES,
    NO_VALUES,
    ValueSet,
    after,
    before,
    between,
    one_of,
    values_of_type,
)
from broker_local.protocol.topic import AttributeType

NUMBER, INTEGER, TEXT = AttributeType.NUMBER, AttributeType.INTEGER, AttributeType.TEXT
WHOLE = range(-1, 8)  # members are compared on these


def members(values: ValueSet) -> set[int]:
    """Which whole numbers are in a set, by its cuts."""
    found = set()
    for number in WHOLE:
        changes = sum(cut <= (number, False) for cut in values.cuts)
        if values.begins != bool(changes % 2):
            found.add(number)
    return found


@st.composite
def ranges(draw: st.DrawFn) -> tuple[ValueSet, set[int]]:
    """A range of whole numbers, and its members among a few."""
    low, high = draw(st.none() | st.integers(0, 6)), draw(st.none() | st.integers(0, 6))
    is_low_open, is_high_open = draw(st.booleans()), draw(st.booleans())
    low_cut = None if low is None else (after if is_low_open else before)(low, INTEGER)
    high_cut = None if high is None else (before if is_high_open else after)(high, INTEGER)
    inside = {
        number
        for number in WHOLE
        if (low is None or number > low or (number == low and not is_low_open))
        and (high is None or number < high or (number == high and not is_high_open))
    }
    return between(low_cut, high_cut), inside


@given(st.lists(ranges(), min_size=1, max_size=5), st.lists(st.sampled_from("&|~"), min_size=5, max_size=5))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_sets_are_joined_met_and_turned_over_as_sets_are(parts: list[Any], steps: list[str]) -> None:
    values, expected = parts[0]
    for (other, others), step in zip(parts[1:] or parts, steps):
        if step == "~":
            values, expected = values.complement(), set(WHOLE) - expected
        else:
            values = values & other if step == "&" else values | other
            expected = expected & others if step == "&" else expected | others
        assert members(values) == expected
        assert list(values.cuts) == sorted(set(values.cuts))
        assert values.is_empty <= (not expected)


def test_a_set_that_meets_its_complement_is_empty() -> None:
    values = one_of([1.0, 5.0], NUMBER) | between(after(7.0, NUMBER), None)
    assert (values & values.complement()).is_empty
    assert (values | values.complement()) == ALL_VALUES
    assert NO_VALUES.is_empty
    assert not ALL_VALUES.is_empty


NEIGHBOURS = [
    (INTEGER, 3.0, 4.0),
    (AttributeType.BOOLEAN, False, True),
    (AttributeType.DATE, date(2008, 2, 29), date(2008, 3, 1)),
    (AttributeType.TIME, time(10, 59, 59, 999_999), time(11)),
    (
        AttributeType.TIMESTAMP,
        datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
    ),
]


@pytest.mark.parametrize(("kind", "value", "following"), NEIGHBOURS)
def test_there_is_nothing_between_neighbours(kind: AttributeType, value: Any, following: Any) -> None:
    assert between(after(value, kind), before(following, kind)).is_empty
    assert not between(before(value, kind), before(following, kind)).is_empty
    assert one_of([following, value], kind) == between(before(value, kind), after(following, kind))


@pytest.mark.parametrize(("kind", "low", "high"), [(NUMBER, 3.0, 4.0), (TEXT, "a", "a\0")])
def test_numbers_and_texts_are_taken_to_have_something_in_between(kind: AttributeType, low: Any, high: Any) -> None:
    assert not between(after(low, kind), before(high, kind)).is_empty


def test_no_whole_number_is_a_half() -> None:
    assert one_of([80.5], INTEGER).is_empty
    assert between(before(80.2, INTEGER), after(80.9, INTEGER)).is_empty
    assert after(80.5, INTEGER) == before(81.0, INTEGER) == before(80.5, INTEGER)
    assert one_of([80.5], NUMBER).points == [80.5]


def test_single_values_are_told_from_ranges() -> None:
    assert one_of(["b", "a", "b"], TEXT).points == ["a", "b"]
    assert between(before("a", TEXT), after("b", TEXT)).points is None
    assert between(before("a", TEXT), None).points is None
    assert one_of(["a"], TEXT).complement().points is None
    assert NO_VALUES.points == []


@pytest.mark.parametrize(
    ("kind", "lowest", "highest"),
    [
        (AttributeType.BOOLEAN, False, True),
        (AttributeType.DATE, date.min, date.max),
        (AttributeType.TIME, time.min, time.max),
    ],
)
def test_a_type_has_nothing_beyond_its_ends(kind: AttributeType, lowest: Any, highest: Any) -> None:
    everything = values_of_type(kind)
    assert (everything & between(None, before(lowest, kind))).is_empty
    assert (everything & between(after(highest, kind), None)).is_empty
    assert not (everything & between(before(highest, kind), None)).is_empty
    assert not (everything & between(None, after(lowest, kind))).is_empty


def test_no_text_comes_before_the_empty_one() -> None:
    assert (values_of_type(TEXT) & between(None, before("", TEXT))).is_empty
    assert not (values_of_type(TEXT) & between(None, after("", TEXT))).is_empty
    assert values_of_type(NUMBER) == values_of_type(INTEGER) == ALL_VALUES
