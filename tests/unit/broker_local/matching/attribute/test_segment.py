"""Segments: fixed sets of filters whose members can only end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.columns import AttributeColumns, Positions
from broker_local.matching.attribute.compiler import FilterCompiler
from broker_local.matching.attribute.pair_order import ROW_BITS
from broker_local.matching.attribute.segment import Segment
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, trees

Attributes = Mapping[str, AttributeValue]


def columns_of(*batch: Attributes) -> AttributeColumns:
    when = datetime(2008, 12, 4, tzinfo=UTC)
    events = [Event(str(row), EVERYTHING.name, None, attributes, when) for row, attributes in enumerate(batch)]
    return AttributeColumns.of_events(EVERYTHING, events)


def of_nodes(nodes: Sequence[Node], first_row: int = 0) -> Segment:
    rows = np.arange(first_row, first_row + len(nodes))
    return Segment(EVERYTHING, FilterCompiler(EVERYTHING).compile(nodes), rows)


def a_segment(*texts: str, first_row: int = 0) -> Segment:
    return of_nodes([parse_filter(text, EVERYTHING).root for text in texts], first_row)


def place_of(segment: Segment, row: int) -> np.ndarray:
    return np.flatnonzero(segment.rows == row)


def matched(found: np.ndarray) -> list[tuple[int, int]]:
    return sorted({(match >> ROW_BITS, match & ((1 << ROW_BITS) - 1)) for match in found.tolist()})


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(trees(4), min_size=1, max_size=8), st.lists(trees(4), min_size=1, max_size=8), attribute_values())
def test_joined_segments_hold_what_was_alive_in_each(
    first: list[Node], second: list[Node], attributes: Attributes
) -> None:
    segments = [of_nodes(first), of_nodes(second, first_row=100)]
    segments[0].end(place_of(segments[0], 0))
    joined = Segment.joined(EVERYTHING, segments)
    there = {row: node for row, node in [*enumerate(first), *enumerate(second, start=100)] if row != 0}
    columns = columns_of(attributes)
    expected = [(0, row) for row, node in there.items() if satisfies(node, attributes)]
    assert sorted(joined.rows.tolist()) == sorted(there)
    assert matched(joined.match(columns)[0]) == expected
    assert matched(joined.match_by_counting(columns)) == expected
    accepted = joined.test(columns, np.zeros(len(joined), np.int64), np.arange(len(joined)))
    assert sorted(joined.rows[accepted].tolist()) == [row for _, row in expected]


def test_an_ended_filter_is_no_longer_found() -> None:
    segment = a_segment("Speed > 1", "Speed > 2", "Speed > 3")
    segment.end(place_of(segment, 1))
    columns = columns_of({"Speed": 9})
    assert (len(segment), segment.living) == (3, 2)
    assert matched(segment.match(columns)[0]) == [(0, 0), (0, 2)]
    assert matched(segment.match_by_counting(columns)) == [(0, 0), (0, 2)]


def test_filters_lie_in_the_order_of_their_entries() -> None:
    segment = a_segment("Speed > 3", "Count = 1", "Speed > 1", "Speed > 2", "Speed < 9", "Speed < 7")
    assert segment.rows.tolist() == [2, 3, 0, 5, 4, 1]


def test_patterns_that_no_pair_asks_for_are_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    segment = a_segment("Name LIKE '%a'", "Name LIKE '%b'", "Speed > 1")
    columns = columns_of({"Name": "ab", "Speed": 2})
    asked: list[str] = []
    fitting = columns.fitting

    def noting(name: str, patterns: Sequence[str]) -> Positions:
        asked.extend(patterns)
        return fitting(name, patterns)

    monkeypatch.setattr(columns, "fitting", noting)
    zero = np.zeros(1, np.int64)
    assert segment.test(columns, zero, place_of(segment, 1)).tolist() == [True]
    assert segment.test(columns, zero, place_of(segment, 2)).tolist() == [True]
    assert asked == ["%b"]
    assert matched(segment.match(columns)[0]) == [(0, 1), (0, 2)]
    assert asked == ["%b", "%a"]  # and what has been worked out is not worked out again


def test_entered_filters_are_counted_and_patterns_taken_to_fit() -> None:
    segment = a_segment("Speed > 1", "Speed > 5", "Speed = 3 AND Count = 1", "Name LIKE '%a'", "Name IS NULL")
    counts = segment.count_entered(columns_of({"Speed": 3}, {"Speed": 9, "Name": "b"}, {}))
    assert counts.tolist() == [4, 3, 2]


def test_columns_are_the_attributes_and_the_patterns() -> None:
    segment = a_segment("Name LIKE '%a'", "Name LIKE '%a' OR Name LIKE '%b'")
    assert segment.column_count == len(EVERYTHING.attributes) + 2
    assert segment.nbytes > a_segment("Name LIKE '%a'").nbytes
