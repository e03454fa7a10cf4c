"""Columns of a batch, and where their values fall among constants."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.measures import Measure, measure_of, ranked
from broker_local.protocol.event import Event
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values

Attributes = Mapping[str, AttributeValue]


def columns_of(batch: Sequence[Attributes]) -> AttributeColumns:
    when = datetime(2008, 12, 4, tzinfo=UTC)
    events = [Event(str(row), EVERYTHING.name, None, attributes, when) for row, attributes in enumerate(batch)]
    return AttributeColumns.of_events(EVERYTHING, events)


def positions(columns: AttributeColumns, name: str, constants: Sequence[Any]) -> list[int]:
    kept, _ = ranked(constants, measure_of(EVERYTHING.by_name[name].type))
    return [int(position) for position in columns.column(name).positions(kept)]


def values_of(name: str, *values: Any) -> AttributeColumns:
    return columns_of([{} if value is None else {name: value} for value in values])


@pytest.mark.parametrize(
    ("name", "constants", "values", "expected"),
    [
        ("Speed", [1.0, 2.0], [None, 0, 1, 1.5, 2.0, 3, float("nan")], [-1, 0, 1, 2, 3, 4, -1]),
        ("Speed", [0.0], [-0.0, 5e-324], [1, 2]),
        ("Count", [2.0**53], [2**53 - 1, 2**53, 2**53 + 1, None], [0, 1, 2, -1]),
        ("Count", [2.0**53, 2.0**53 + 2], [2**53 + 1, 2**53 + 2, 10**400, -(10**400)], [2, 3, 4, 0]),
        ("Name", ["a", "b"], ["", "a", "ab", None, "b", "é"], [0, 1, 2, -1, 3, 4]),
        ("Active", [False, True], [True, False, None], [3, 1, -1]),
        ("Date", [date(2008, 12, 4)], [date(2008, 12, 3), date(2008, 12, 4), date.max, None], [0, 1, 2, -1]),
        ("Hour", [time(10)], [time(9, 59, 59, 999_999), time(10), time(10, 0, 0, 1)], [0, 1, 2]),
        ("At", [datetime(2008, 12, 4, tzinfo=UTC)], [datetime.max.replace(tzinfo=UTC), None], [2, -1]),
        ("Speed", [], [3, None], [0, -1]),
        ("Name", [], ["a", None], [0, -1]),
    ],
)
def test_a_position_counts_half_steps_through_the_constants(
    name: str, constants: list[Any], values: list[Any], expected: list[int]
) -> None:
    assert positions(values_of(name, *values), name, constants) == expected


def test_of_a_binary_only_its_presence_is_known() -> None:
    assert values_of("Photo", b"", None, b"x").column("Photo").positions([]).tolist() == [0, -1, 0]


def test_a_pattern_is_worked_out_for_texts_and_refused_for_others() -> None:
    columns = values_of("Name", "west", None, "northwest", "east", "west")
    assert columns.fitting("Name", ["%west", "_ast"]).tolist() == [[1, -1, 1, 0, 1], [0, -1, 0, 1, 0]]
    with pytest.raises(TypeError, match="Speed: expected a text attribute for LIKE, got number"):
        columns.fitting("Speed", ["%west"])


def test_arrays_give_the_same_columns_as_events() -> None:
    arrays = {
        "Speed": np.array([1.0, np.nan, 2.5]),
        "Wind speed": np.ma.array([1, 2, 3], mask=[False, True, False]),
        "Count": np.array([2**53 + 1, 5, -1], np.int64),
        "Name": np.array(["a", None, "b"], object),
        "Active": np.array([True, False, True]),
        "Date": np.array(["2008-12-04", "NaT", "2009-01-01"], "M8[D]"),
        "Hour": np.array([0, 36_000_000_000, "NaT"], "m8[us]"),
        "At": np.array(["2008-12-04T10:00:00", "NaT", "2008-12-04"], "M8[ms]"),
        "Photo": np.array([b"", None, b"x"], object),
    }
    batch: list[Attributes] = [
        {
            "Speed": 1.0,
            "Wind speed": 1,
            "Count": 2**53 + 1,
            "Name": "a",
            "Active": True,
            "Date": date(2008, 12, 4),
            "Hour": time(0),
            "At": datetime(2008, 12, 4, 10, tzinfo=UTC),
            "Photo": b"",
        },
        {"Count": 5, "Active": False, "Hour": time(10)},
        {
            "Speed": 2.5,
            "Wind speed": 3,
            "Count": -1,
            "Name": "b",
            "Active": True,
            "Date": date(2009, 1, 1),
            "At": datetime(2008, 12, 4, tzinfo=UTC),
            "Photo": b"x",
        },
    ]
    from_arrays, from_events = AttributeColumns.of_arrays(EVERYTHING, 3, arrays), columns_of(batch)
    constants: Mapping[str, Sequence[Any]] = {
        "Speed": [1.0, 2.0],
        "Wind speed": [2.0, 3.0],
        "Count": [5.0, 2.0**53],
        "Name": ["b"],
        "Active": [True],
        "Date": [date(2008, 12, 4)],
        "Hour": [time(10)],
        "At": [datetime(2008, 12, 4, 10, tzinfo=UTC)],
        "Like": ["a"],
    }
    for name, some in constants.items():
        assert positions(from_arrays, name, some) == positions(from_events, name, some), name
    assert from_arrays.column("Photo").positions([]).tolist() == [0, -1, 0]


def test_values_beside_arrays_stand_in_for_what_the_arrays_have() -> None:
    fast, many, endless = about(50.0, 10.0), FuzzyNumber(3.0, 6.0), FuzzyNumber(25.0, math.inf, 5.0, 0.0)
    arrays = {
        "Speed": np.array([1.0, 50.0, np.nan, np.nan]),
        "Count": np.ma.array([2**53 + 1, 2**53 + 1, 7, 8], mask=[False, False, True, False]),
    }
    uncertain = {"Speed": {3: endless, 1: fast}, "Count": {1: many}, "Wind speed": {2: many}}
    batch: list[Attributes] = [
        {"Speed": 1.0, "Count": 2**53 + 1},
        {"Speed": fast, "Count": many},
        {"Wind speed": many},
        {"Speed": endless, "Count": 8},
    ]
    columns, expected = AttributeColumns.of_arrays(EVERYTHING, 4, arrays, uncertain), columns_of(batch)
    for name, some in {"Speed": [1.0, 40.0, 60.0], "Count": [3.0, 6.0, 2.0**53], "Wind speed": [3.0, 7.0]}.items():
        for each in (columns, columns.part(slice(1, 4))):
            there = expected if each is columns else columns_of(batch[1:])
            assert positions(each, name, some) == positions(there, name, some), name
            assert each.blurred(name).rows.tolist() == there.blurred(name).rows.tolist(), name
            assert each.blurred(name).curves.tolist() == there.blurred(name).curves.tolist(), name


@pytest.mark.parametrize(
    ("arrays", "complaint"),
    [
        ({"Sped": np.zeros(3)}, "Sped: expected an attribute of Everything with 3 values, got 3"),
        ({"Speed": np.zeros(2)}, "Speed: expected an attribute of Everything with 3 values, got 2"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        AttributeColumns.of_arrays(EVERYTHING, 3, arrays)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(attribute_values(), max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_the_part_of_a_batch_has_the_positions_of_its_rows(batch: list[Attributes], first: int, length: int) -> None:
    whole = columns_of(batch)
    rows = slice(first, first + length)
    part = whole.part(rows)
    assert part.size == len(batch[rows])
    for attribute in EVERYTHING.attributes:
        measure = measure_of(attribute.type)
        values = [event[attribute.name] for event in batch if attribute.name in event]
        constants, _ = ranked([] if measure is Measure.PRESENCE else [v for v in values if not is_huge(v)], measure)
        there = whole.column(attribute.name).positions(constants)
        assert part.column(attribute.name).positions(constants).tolist() == there[rows].tolist()
    assert part.fitting("Name", ["%a"]).tolist() == whole.fitting("Name", ["%a"])[:, rows].tolist()


def is_huge(value: AttributeValue) -> bool:
    return isinstance(value, int) and abs(value) > 10**300
