"""The grid index finds exactly the pairs that comparing every box with every box finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.grid_index import GridIndex
from tests.box_pairs import Boxes, boxes_of, pairs_by_comparison, random_boxes


def assert_finds_the_same(queries: Boxes, boxes: Boxes) -> None:
    events, zones = GridIndex(boxes).query(queries)
    expected_events, expected_zones = pairs_by_comparison(queries, boxes)
    assert np.array_equal(events, expected_events)
    assert np.array_equal(zones, expected_zones)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 400), steps=st.sampled_from([3, 10, 1000]), data=st.data())
def test_random_lattice_boxes_give_the_same_answers(seed: int, count: int, steps: int, data: st.DataObject) -> None:
    boxes = random_boxes(seed, count, data.draw(st.sampled_from([0.0, 0.02, 0.9])), steps)
    assert_finds_the_same(random_boxes(seed + 1, 25, data.draw(st.sampled_from([0.0, 0.1, 1.5])), steps), boxes)


def test_boxes_of_all_sizes_are_found_on_their_levels() -> None:
    boxes = np.vstack([random_boxes(seed, 200, 10.0**-seed) for seed in range(6)])
    assert_finds_the_same(np.vstack([random_boxes(7, 60, 0.5), random_boxes(8, 60, 0.0)]), boxes)


def test_queries_beyond_the_grid_find_what_they_touch() -> None:
    boxes = random_boxes(1, 300, 0.1)
    everywhere, nowhere = (-np.inf, -np.inf, np.inf, np.inf), (np.nan,) * 4
    queries = boxes_of([everywhere, nowhere, (-9, -9, -8, -8), (0.5, -9, 9, 0.5), (5, 5, 6, 6), (-9, 0.2, 9, 0.2)])
    assert_finds_the_same(queries, boxes)
    assert len(GridIndex(boxes).query(queries[:1])[0]) == 300


def test_equal_boxes_and_boxes_without_area_are_all_found() -> None:
    boxes = boxes_of([(1, 1, 1, 1)] * 300 + [(1, 0, 1, 5)] * 40 + [(0, 1, 9, 1)] * 40)
    assert_finds_the_same(boxes_of([(1, 1, 1, 1), (1, 2, 1, 2), (2, 2, 3, 3)]), boxes)
    assert_finds_the_same(boxes[:2], boxes[:1])


@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_huge_and_tiny_extents_are_no_trouble(scale: float) -> None:
    boxes = (random_boxes(6, 50, 0.5) - 0.5) * scale
    assert_finds_the_same(boxes, boxes)


def test_a_box_covers_at_most_four_cells_where_a_coarser_grid_allows() -> None:
    boxes = np.vstack([random_boxes(1, 3000, 0.02), random_boxes(2, 100, 0.2)])
    assert GridIndex(boxes).nbytes < 3100 * (8 * 4 + 8 + 32 + 4 * 4 + 4 * 8)


@pytest.mark.parametrize(
    ("boxes", "complaint"),
    [
        (np.zeros((3, 3)), r"shape \(n, 4\), got \(3, 3\)"),
        (np.full((3, 4), np.nan), "finite numbers, got NaN"),
        (np.full((3, 4), np.inf), "finite numbers, got NaN or infinity"),
    ],
)
def test_what_cannot_be_indexed_is_refused(boxes: Boxes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        GridIndex(boxes)


def test_it_is_as_long_as_what_it_holds() -> None:
    assert len(GridIndex(random_boxes(1, 12, 0.1))) == 12
    assert len(GridIndex(np.empty((0, 4)))) == 0
