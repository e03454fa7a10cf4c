"""The counting algorithm: predicates in sorted lists, counted for each event."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.matching.attribute.compiler import FilterCompiler
from broker_local.matching.attribute.counting_kernel import (
    PredicateList,
    PredicateLists,
    count_matches,
    predicate_lists,
)
from broker_local.matching.attribute.pair_order import ROW_BITS
from broker_local.matching.attribute.programs import Programs
from broker_local.protocol.filter.parser import parse_filter
from tests.strategies_filter import EVERYTHING

COLUMNS = len(EVERYTHING.attributes)
SPEED, COUNT = 0, 2


def compiled(*texts: str) -> Programs:
    return FilterCompiler(EVERYTHING).compile([parse_filter(text, EVERYTHING).root for text in texts])


def listed(predicates: PredicateList, column: int) -> list[tuple[int, int]]:
    run = slice(predicates.starts[column], predicates.starts[column + 1])
    return list(zip(predicates.end[run].tolist(), predicates.filter[run].tolist()))


def count(programs: Programs, lists: PredicateLists, speed: int, count_: int, is_alive: list[bool]) -> list[int]:
    positions = np.full((COLUMNS, 2), -1, np.int32)
    positions[SPEED, 1], positions[COUNT, 1] = speed, count_  # after an event with nothing
    found = count_matches(
        positions,
        *(lists.low.starts, lists.low.end, lists.low.filter),
        *(lists.high.starts, lists.high.end, lists.high.filter),
        *(lists.point.starts, lists.point.end, lists.point.filter),
        lists.needed,
        programs.is_conjunction,
        np.arange(10, 10 + len(programs), dtype=np.int64),
        np.array(is_alive),
        programs.leaf_starts,
        programs.leaves,
    )
    assert {int(match) >> ROW_BITS for match in found} <= {1}
    return [int(match) & ((1 << ROW_BITS) - 1) for match in found]


def test_predicates_are_sorted_by_their_ends_within_each_column() -> None:
    lists = predicate_lists(compiled("Speed > 5", "Speed < 3", "Speed = 4", "Speed >= 1", "Count > 5"), COLUMNS)
    assert listed(lists.low, SPEED) == [(1, 3), (8, 0)]  # positions among 1, 3, 4 and 5
    assert listed(lists.high, SPEED) == [(2, 1)]
    assert listed(lists.point, SPEED) == [(5, 2)]
    assert listed(lists.low, COUNT) == [(2, 4)]


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Speed > 5", 1),
        ("Speed BETWEEN 1 AND 5", 2),  # an end each
        ("Speed <> 5", 1),  # one of the two
        ("Speed = 5 AND Count = 1", 2),
        ("Speed = 5 OR Count = 1", 1),
        ("Speed IS NOT NULL", 1),
        ("Speed IS NULL AND Count BETWEEN 1 AND 2", 3),
    ],
)
def test_as_many_are_needed_as_are_counted_where_the_filter_is_true(text: str, needed: int) -> None:
    assert predicate_lists(compiled(text), COLUMNS).needed.tolist() == [needed]


def test_filters_with_enough_true_predicates_match() -> None:
    programs = compiled(
        "Speed BETWEEN 1 AND 5 AND Count = 2",  # positions of Speed: 1 is 1, 5 is 3; of Count: 2 is 1, 3 is 3
        "Speed > 5 OR Count = 3",
        "Speed <> 5",
        "Speed > 5 OR (Count = 2 AND Speed = 1)",
    )
    lists = predicate_lists(programs, COLUMNS)
    all_alive = [True] * 4
    assert count(programs, lists, 1, 1, all_alive) == [10, 12, 13]
    assert count(programs, lists, 3, 3, all_alive) == [11]
    assert count(programs, lists, 4, -1, all_alive) == [11, 12, 13]
    assert count(programs, lists, 0, 1, all_alive) == [12]  # two of the last one's, but not the right ones
    assert count(programs, lists, 1, 1, [False, True, True, False]) == [12]
