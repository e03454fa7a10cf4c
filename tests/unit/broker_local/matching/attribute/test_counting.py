"""The index answers as evaluating every filter one by one does, whatever came and went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute import counting
from broker_local.matching.attribute.columns import AttributeColumns
from broker_local.matching.attribute.counting import CountingIndex, MatchMethod
from broker_local.matching.attribute.evaluate import satisfies
from broker_local.protocol.event import Event
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.tree import Node
from broker_local.protocol.topic import AttributeValue, Topic
from tests.strategies_filter import EVERYTHING, attribute_values, trees

Attributes = Mapping[str, AttributeValue]
WHEN = datetime(2008, 12, 4, tzinfo=UTC)


def columns_of(batch: Sequence[Attributes]) -> AttributeColumns:
    events = [Event(str(row), EVERYTHING.name, None, attributes, WHEN) for row, attributes in enumerate(batch)]
    return AttributeColumns.of_events(EVERYTHING, events)


def one_by_one(filters: Mapping[int, Node], batch: Sequence[Attributes]) -> list[tuple[int, int]]:
    return [
        (event, row)
        for event, attributes in enumerate(batch)
        for row in sorted(filters)
        if satisfies(filters[row], attributes)
    ]


def add(index: CountingIndex, filters: Mapping[int, Node]) -> None:
    index.add(np.array(list(filters), np.int64), list(filters.values()))


def matched(index: CountingIndex, batch: Sequence[Attributes], method: MatchMethod = MatchMethod.ENTRIES) -> object:
    events, rows = index.match(columns_of(batch), method)
    return list(zip(events.tolist(), rows.tolist()))


def passed(index: CountingIndex, rows: Sequence[int], batch: Sequence[Attributes]) -> object:
    pairs = np.array([(event, row) for event in range(len(batch)) for row in sorted(rows)], np.int64).reshape(-1, 2)
    answers = index.test(columns_of(batch), pairs[:, 0], pairs[:, 1])
    return [tuple(pair) for pair in pairs[answers].tolist()]


def an_index(*texts: str, topic: Topic = EVERYTHING) -> CountingIndex:
    index = CountingIndex(topic)
    index.add(np.arange(len(texts)), [parse_filter(text, topic) for text in texts])
    return index


_filters = st.dictionaries(st.integers(0, 40), trees(), max_size=12)
_batches = st.lists(attribute_values(), max_size=5)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_filters, _batches)
def test_matches_are_those_of_evaluating_one_by_one(filters: Mapping[int, Node], batch: Sequence[Attributes]) -> None:
    index = CountingIndex(EVERYTHING)
    add(index, filters)
    expected = one_by_one(filters, batch)
    assert matched(index, batch) == expected
    assert matched(index, batch, MatchMethod.COUNTING) == expected
    assert passed(index, list(filters), batch) == expected
    assert (
        index.count_candidates(columns_of(batch)) >= np.bincount([e for e, _ in expected], minlength=len(batch))
    ).all()
