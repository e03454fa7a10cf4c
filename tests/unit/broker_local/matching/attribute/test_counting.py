"""The index answers as evaluating every filter one by one does, whatever came and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute import counting
from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex, MatchMethod
from broker_local.protocol.event import Event
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.topic import AttributeValue
from tests.strategies_filter import EVERYTHING, attribute_values, trees

Attributes = Mapping[str, AttributeValue]
Pairs = list[tuple[int, int]]


def columns_of(*batch: Attributes) -> AttributeColumns:
    when = datetime(2008, 12, 4, tzinfo=UTC)
    events = [Event(str(row), EVERYTHING.name, None, attributes, when) for row, attributes in enumerate(batch)]
    return AttributeColumns.of_events(EVERYTHING, events)


def one_by_one(filters: Mapping[int, Node], batch: Sequence[Attributes]) -> Pairs:
    return [
        (event, row)
        for event, attributes in enumerate(batch)
        for row in sorted(filters)
        if satisfies(filters[row], attributes)
    ]


def add(index: CountingIndex, filters: Mapping[int, Node]) -> None:
    index.add(np.array(list(filters), np.int64), list(filters.values()))


def matched(index: CountingIndex, columns: AttributeColumns, method: MatchMethod = MatchMethod.ENTRIES) -> Pairs:
    events, rows = index.match(columns, method)
    return list(zip(events.tolist(), rows.tolist()))


def passed(index: CountingIndex, columns: AttributeColumns, rows: Sequence[int]) -> Pairs:
    pairs = np.array([(event, row) for event in range(columns.size) for row in sorted(rows)], np.int64).reshape(-1, 2)
    answers = index.test(columns, pairs[:, 0], pairs[:, 1])
    return [(event, row) for event, row in pairs[answers].tolist()]


def an_index(*texts: str) -> CountingIndex:
    index = CountingIndex(EVERYTHING)
    index.add(np.arange(len(texts)), [parse_filter(text, EVERYTHING) for text in texts])
    return index


def small_limits(patch: pytest.MonkeyPatch) -> None:
    """A handful of filters then makes several segments, and a handful of events several parts."""
    patch.setattr(counting, "_SMALL", 0)
    patch.setattr(counting, "_LARGEST_JOINED", 6)
    patch.setattr(counting, "_MOST_POSITIONS", 30)


_filters = st.dictionaries(st.integers(0, 40), trees(), max_size=12)
_batches = st.lists(attribute_values(), max_size=5)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_filters, _batches)
def test_matches_are_those_of_evaluating_one_by_one(filters: Mapping[int, Node], batch: Sequence[Attributes]) -> None:
    index = CountingIndex(EVERYTHING)
    add(index, filters)
    expected = one_by_one(filters, batch)
    assert matched(index, columns_of(*batch)) == expected
    assert matched(index, columns_of(*batch), MatchMethod.COUNTING) == expected
    assert passed(index, columns_of(*batch), list(filters)) == expected


@settings(max_examples=80, deadline=None, derandomize=True)
@given(_filters, _batches)
def test_no_match_is_missing_from_the_candidates(filters: Mapping[int, Node], batch: Sequence[Attributes]) -> None:
    index = CountingIndex(EVERYTHING)
    add(index, filters)
    expected = one_by_one(filters, batch)
    columns = columns_of(*batch)
    counts = [sum(event == row for event, _ in expected) for row in range(len(batch))]
    assert (index.count_candidates(columns) >= counts).all()
    assert index.estimated_selectivity(columns) * len(filters) * len(batch) >= len(expected) - 1e-9
    assert matched(index, columns) == expected  # columns that have been worked out serve again


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.dictionaries(st.integers(0, 12), trees(4), max_size=5), st.sets(st.integers(0, 12)), _batches),
        min_size=1,
        max_size=6,
    )
)
def test_every_batch_sees_the_filters_that_are_there_just_then(
    steps: Sequence[tuple[Mapping[int, Node], set[int], Sequence[Attributes]]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        small_limits(patch)
        index = CountingIndex(EVERYTHING)
        there: dict[int, Node] = {}
        for added, removed, batch in steps:
            add(index, added)
            there |= added
            index.remove(np.array(sorted(removed), np.int64))
            for row in removed:
                there.pop(row, None)
            expected = one_by_one(there, batch)
            assert len(index) == len(there)
            assert matched(index, columns_of(*batch)) == expected
            assert matched(index, columns_of(*batch), MatchMethod.COUNTING) == expected
            assert passed(index, columns_of(*batch), list(there)) == expected


@pytest.mark.parametrize(
    ("text", "matching"),
    [
        ("Speed > 5 AND Speed < 1", []),
        ("Speed > 5 AND Speed < 5", []),
        ("Speed >= 5 AND Speed <= 5", [5]),
        ("NOT (Speed > 5 AND Speed < 1)", [0, 1, 5, 9]),
        ("Speed <> 5", [0, 1, 9]),
        ("Speed NOT BETWEEN 1 AND 5", [0, 9]),
        ("Speed NOT IN (0, 9)", [1, 5]),
        ("Speed IN (5, 5, 9) OR Speed = 5", [5, 9]),
        ("Speed IS NULL", [None]),
        ("Speed IS NOT NULL", [0, 1, 5, 9]),
        ("Speed IS NULL OR Speed > 1", [None, 5, 9]),
        ("Speed IS NULL AND Speed > 1", []),
    ],
)
@pytest.mark.parametrize("method", MatchMethod)
def test_a_range_means_what_it_says(text: str, matching: list[int | None], method: MatchMethod) -> None:
    speeds = [None, 0, 1, 5, 9]
    columns = columns_of(*({} if speed is None else {"Speed": speed} for speed in speeds))
    index = an_index(text, "Name LIKE 'a' AND Name LIKE 'b'")
    assert [speeds[event] for event, row in matched(index, columns, method) if row == 0] == matching
    assert [speeds[event] for event, _ in passed(index, columns, [0])] == matching


def test_a_filter_whose_row_is_there_replaces_it() -> None:
    index = an_index("Speed > 1", "Speed > 2")
    fast = columns_of({"Speed": 3})
    assert matched(index, fast) == [(0, 0), (0, 1)]
    index.add(np.array([0, 1, 1]), [parse_filter(f"Speed > {limit}", EVERYTHING) for limit in (5, 6, 2)])
    assert len(index) == 2
    assert matched(index, fast) == [(0, 1)]


def test_rows_named_twice_or_unknown_may_be_removed() -> None:
    index = an_index("Speed > 1", "Speed > 2")
    matched(index, columns_of())
    index.remove(np.array([0, 0, 7, 1_000_000]))
    assert len(index) == 1
    assert matched(index, columns_of({"Speed": 3})) == [(0, 1)]


def test_a_filter_removed_before_any_batch_is_never_seen() -> None:
    index = an_index("Speed > 1", "Speed > 2")
    index.remove(np.array([1]))
    assert len(index) == 1
    assert matched(index, columns_of({"Speed": 3})) == [(0, 0)]


def test_a_row_without_a_filter_is_never_matched_and_refuses_no_event() -> None:
    index = an_index("Speed > 1", "Speed > 2")
    columns = columns_of({"Speed": 0})
    assert matched(index, columns) == []
    assert passed(index, columns, [0, 1, 2, 1_000_000]) == [(0, 2), (0, 1_000_000)]
    index.remove(np.array([0]))
    assert passed(index, columns, [0, 1]) == [(0, 0)]


def test_an_empty_index_matches_nothing() -> None:
    index = CountingIndex(EVERYTHING)
    columns = columns_of({"Speed": 0})
    assert matched(index, columns) == []
    assert index.estimated_selectivity(columns) == 1.0
    assert index.count_candidates(columns).tolist() == [0]


def test_changes_one_at_a_time_leave_few_segments() -> None:
    index = CountingIndex(EVERYTHING)
    for row in range(300):
        index.add(np.array([row]), [parse_filter(f"Speed > {row % 7}", EVERYTHING)])
        assert len(matched(index, columns_of({"Speed": 100}))) == row + 1
    assert len(index._segments) == 1


def test_ended_filters_are_forgotten_once_they_are_half_of_all() -> None:
    index = an_index(*(f"Speed > {limit}" for limit in range(1000)))
    before = index.nbytes
    index.remove(np.arange(900))
    assert matched(index, columns_of({"Speed": 950})) == [(0, row) for row in range(900, 950)]
    assert index.nbytes < before / 2


def test_a_rarer_filter_is_estimated_lower() -> None:
    events: list[Attributes] = [{"Speed": speed, "Name": "a"} for speed in range(10)]
    batch = columns_of(*events)
    assert an_index("Speed = 3").estimated_selectivity(batch) == pytest.approx(0.1)
    assert an_index("Speed > 7").estimated_selectivity(batch) == pytest.approx(0.2)
    assert an_index("Speed > 7 AND Speed = 3").estimated_selectivity(batch) == pytest.approx(0.1)
    assert an_index("Name LIKE '%b'").estimated_selectivity(batch) == 1.0  # unknown without trying


@pytest.mark.parametrize(
    ("rows", "texts", "complaint"),
    [
        ([0, 1], ["Speed > 1"], "a filter for each of 2 rows, got 1"),
        ([-1], ["Speed > 1"], "rows from 0"),
        ([1 << 40], ["Speed > 1"], "rows from 0"),
    ],
)
def test_rows_that_cannot_be_are_refused(rows: list[int], texts: list[str], complaint: str) -> None:
    index = CountingIndex(EVERYTHING)
    with pytest.raises(ValueError, match=complaint):
        index.add(np.array(rows), [parse_filter(text, EVERYTHING) for text in texts])
    assert len(index) == 0


def test_events_of_another_topic_or_version_are_refused() -> None:
    newer = AttributeColumns.of_events(replace(EVERYTHING, version=2), [])
    with pytest.raises(ValueError, match="expected events of Everything 1, got Everything 2"):
        an_index("Speed > 1").match(newer)
