"""Matches come in the order of events and rows, each once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.attribute.pair_order import ROW_BITS, ordered_found, ordered_pairs


def ordered(pairs: list[tuple[int, int]], events: int, rows: int) -> list[tuple[int, int]]:
    found = np.array([(event << ROW_BITS) | row for event, row in pairs], np.int64)
    event_rows, filter_rows = ordered_pairs(found, events, rows)
    return list(zip(event_rows.tolist(), filter_rows.tolist()))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 200))), st.sampled_from([201, 1_000_000]))
def test_pairs_are_sorted_and_distinct_through_a_bitmap_as_through_a_sort(
    pairs: list[tuple[int, int]], rows: int
) -> None:
    assert ordered(pairs, 4, rows) == sorted(set(pairs))


@pytest.mark.parametrize("rows", [64, 65, 128, 10_000_000])
def test_the_first_and_the_last_row_are_kept(rows: int) -> None:
    pairs = [(1, rows - 1), (0, rows - 1), (1, 0), (1, 63), (1, rows - 1)]
    assert ordered(pairs, 2, rows) == sorted(set(pairs))


def test_many_matches_of_one_event_among_few_of_others() -> None:
    rng = np.random.default_rng(7)
    pairs = [(1, row) for row in rng.integers(0, 100_000, 5_000).tolist()] + [(0, 9), (2, 3), (2, 1)]
    assert ordered(pairs, 3, 100_000) == sorted(set(pairs))


def test_no_matches_are_no_pairs() -> None:
    assert ordered([], 0, 0) == []
    assert ordered([], 3, 100) == []


def keys_of(pairs: list[tuple[int, int]]) -> np.ndarray:
    return np.array([(event << ROW_BITS) | row for event, row in pairs], np.int64)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 200))), st.sampled_from([201, 1_000_000]), st.integers(1, 2))
def test_degrees_go_with_their_pairs(pairs: set[tuple[int, int]], rows: int, width: int) -> None:
    given_order = list(pairs)
    degrees = np.array([[(event + 4 * row + which) / 1000 for which in range(width)] for event, row in given_order])
    found = ordered_found([keys_of(given_order)], [degrees.reshape(-1, width)], 4, rows)
    assert list(zip(found.event_rows.tolist(), found.rows.tolist())) == sorted(pairs)
    assert found.degrees is not None
    assert found.degrees.tolist() == [[(e + 4 * r + which) / 1000 for which in range(width)] for e, r in sorted(pairs)]


def test_sources_with_one_degree_two_and_none_are_put_together() -> None:
    sources = [keys_of([(1, 5)]), keys_of([(0, 7)]), keys_of([(0, 2)])]
    found = ordered_found(sources, [np.array([[0.5]]), np.array([[0.75, 0.25]]), None], 2, 9)
    assert found.rows.tolist() == [2, 7, 5]
    assert found.degrees is not None
    assert found.degrees.tolist() == [[1.0, 1.0], [0.75, 0.25], [0.5, 0.5]]
    assert ordered_found(sources, [None] * 3, 2, 9).degrees is None
