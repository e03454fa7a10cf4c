"""Shapely's tree, asked our way, finds the pairs that comparing every box with every box finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.str_tree import StrTree
from tests.box_pairs import Boxes, boxes_of, pairs_by_comparison, random_boxes


def assert_finds_the_same(queries: Boxes, boxes: Boxes) -> None:
    events, zones = StrTree(boxes).query(queries)
    expected_events, expected_zones = pairs_by_comparison(queries, boxes)
    assert np.array_equal(events, expected_events)
    assert np.array_equal(zones, expected_zones)
    assert events.dtype == zones.dtype == np.int64


@settings(deadline=None, derandomize=True, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 300), size=st.sampled_from([0.0, 0.1, 1.5]))
def test_random_lattice_boxes_give_the_same_answers(seed: int, count: int, size: float) -> None:
    assert_finds_the_same(random_boxes(seed, 25, size, 10), random_boxes(seed + 1, count, size, 10))


def test_an_event_that_is_nowhere_meets_nothing() -> None:
    queries = boxes_of([(0, 0, 2, 2), (np.nan,) * 4, (1, 1, 1, 1)])
    assert_finds_the_same(queries, random_boxes(3, 50, 2.0))


@pytest.mark.parametrize(
    ("boxes", "complaint"),
    [(np.zeros((3, 3)), r"shape \(n, 4\), got \(3, 3\)"), (np.full((3, 4), np.nan), "got NaN")],
)
def test_what_cannot_be_indexed_is_refused(boxes: Boxes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        StrTree(boxes)


def test_it_is_as_long_as_what_it_holds() -> None:
    assert len(StrTree(random_boxes(1, 12, 0.1))) == 12
