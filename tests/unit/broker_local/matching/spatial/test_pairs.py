"""Answer arrays grow without losing anything and are sorted in place."""

from __future__ import annotations

import numpy as np
import pytest

from broker_local.matching.spatial.pairs import room_for, sort_range


def test_an_array_with_room_is_left_alone() -> None:
    found = np.arange(10)
    assert np.shares_memory(room_for(found, 7, 3), found)


@pytest.mark.parametrize(("used", "more", "length"), [(10, 1, 20), (4, 7, 20), (10, 500, 510), (0, 11, 20)])
def test_an_array_without_room_is_copied_to_a_longer_one(used: int, more: int, length: int) -> None:
    longer = room_for(np.arange(10), used, more)
    assert len(longer) == length
    assert longer[:used].tolist() == list(range(used))


@pytest.mark.parametrize("count", [0, 1, 2, 23, 24, 25, 26, 300])
def test_a_range_is_sorted_and_what_is_around_it_stays(count: int) -> None:
    values = np.random.default_rng(count).integers(0, 50, count + 8)
    expected = values.copy()
    expected[3 : 3 + count] = np.sort(expected[3 : 3 + count])
    sort_range(values, 3, 3 + count)
    assert values.tolist() == expected.tolist()
