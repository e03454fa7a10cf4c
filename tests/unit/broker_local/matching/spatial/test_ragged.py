"""Runs of unequal length are picked whole and in the order asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.ragged import gather_ranges, offsets_of, range_places


@settings(deadline=None, derandomize=True, max_examples=80)
@given(lengths=st.lists(st.integers(0, 5), min_size=1, max_size=12), data=st.data())
def test_picking_runs_is_picking_from_a_list_of_lists(lengths: list[int], data: st.DataObject) -> None:
    rows = np.array(data.draw(st.lists(st.integers(0, len(lengths) - 1), max_size=9)), np.int64)
    starts = offsets_of(np.array(lengths))
    values = np.random.default_rng(1).random((sum(lengths), 2))
    runs = [values[starts[row] : starts[row + 1]] for row in rows]
    chosen, gathered = gather_ranges(starts, values, rows)
    assert np.diff(chosen).tolist() == [lengths[row] for row in rows]
    assert np.array_equal(gathered, np.vstack([np.empty((0, 2)), *runs]))
    same, places = range_places(starts, rows)
    assert np.array_equal(same, chosen)
    assert np.array_equal(values[places], gathered)


def test_offsets_begin_at_nothing_and_end_at_all() -> None:
    assert offsets_of(np.array([2, 0, 3])).tolist() == [0, 2, 2, 5]
    assert offsets_of(np.empty(0, np.int64)).tolist() == [0]


def test_more_items_than_offsets_can_count_are_refused() -> None:
    assert offsets_of(np.array([2**31 - 1]))[-1] == 2**31 - 1
    with pytest.raises(OverflowError, match="at most 2147483647 items in one store, got 2147483648"):
        offsets_of(np.array([2**30, 2**30]))
