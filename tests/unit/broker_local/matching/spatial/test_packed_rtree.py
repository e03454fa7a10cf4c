"""The packed R-tree finds exactly the pairs that comparing every box with every box finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.packed_rtree import PackedRTree
from tests.box_pairs import Boxes, boxes_of, pairs_by_comparison, random_boxes

ORDERS = ("hilbert", "str")


def assert_finds_the_same(tree: PackedRTree, queries: Boxes, boxes: Boxes) -> None:
    events, zones = tree.query(queries)
    expected_events, expected_zones = pairs_by_comparison(queries, boxes)
    assert np.array_equal(events, expected_events)
    assert np.array_equal(zones, expected_zones)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("count", [0, 1, 2, 15, 16, 17, 255, 256, 257, 4097])
def test_it_finds_what_comparing_every_pair_finds(order: str, count: int) -> None:
    boxes = random_boxes(count, count, 0.05)
    queries = random_boxes(count + 1, 60, 0.3)
    assert_finds_the_same(PackedRTree(boxes, order=order), queries, boxes)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("node_size", [2, 3, 4, 16, 64])
def test_any_node_size_gives_the_same_answers(order: str, node_size: int) -> None:
    boxes = random_boxes(3, 700, 0.1, steps=20)
    assert_finds_the_same(PackedRTree(boxes, order=order, node_size=node_size), boxes[:80], boxes)


def test_an_empty_tree_finds_nothing() -> None:
    events, zones = PackedRTree(np.empty((0, 4))).query(boxes_of([(0, 0, 1, 1)]))
    assert events.dtype == zones.dtype == np.int64
    assert len(events) == len(zones) == 0


def test_no_queries_give_no_pairs() -> None:
    events, zones = PackedRTree(boxes_of([(0, 0, 1, 1)])).query(np.empty((0, 4)))
    assert len(events) == len(zones) == 0


@pytest.mark.parametrize(
    ("query", "meets"),
    [
        ((1.0, 0.0, 2.0, 1.0), True),  # shares an edge
        ((1.0, 1.0, 2.0, 2.0), True),  # shares a corner
        ((np.nextafter(1.0, 2.0), 0.0, 2.0, 1.0), False),  # off by the last bit
        ((0.5, 0.5, 0.5, 0.5), True),  # a point inside
        ((1.0, 0.5, 1.0, 0.5), True),  # a point on the edge
        ((-5.0, 0.5, 5.0, 0.5), True),  # a line through it
        ((-np.inf, -np.inf, np.inf, np.inf), True),
        ((np.nan, np.nan, np.nan, np.nan), False),  # an empty event lies nowhere
    ],
)
def test_boxes_are_closed(query: tuple[float, float, float, float], meets: bool) -> None:
    events, zones = PackedRTree(boxes_of([(0, 0, 1, 1)])).query(boxes_of([query]))
    assert list(zip(events, zones)) == ([(0, 0)] if meets else [])


@pytest.mark.parametrize("order", ORDERS)
def test_equal_boxes_and_boxes_without_area_are_all_found(order: str) -> None:
    boxes = boxes_of([(1, 1, 1, 1)] * 300 + [(1, 0, 1, 5)] * 40 + [(0, 1, 9, 1)] * 40)
    assert_finds_the_same(PackedRTree(boxes, order=order), boxes_of([(1, 1, 1, 1), (1, 2, 1, 2), (2, 2, 3, 3)]), boxes)


@pytest.mark.parametrize("order", ORDERS)
def test_huge_and_tiny_extents_do_not_upset_the_order(order: str) -> None:
    tiny = random_boxes(5, 50, 0.5) * 5e-324 * 2**30
    huge = (random_boxes(6, 50, 0.5) - 0.5) * 1e308
    boxes = np.vstack([tiny, huge])
    assert_finds_the_same(PackedRTree(boxes, order=order), boxes, boxes)
    assert_finds_the_same(PackedRTree(tiny, order=order), tiny, tiny)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("count", [1, 5, 16, 17, 300])
def test_every_node_is_the_box_of_its_leaf_range(order: str, count: int) -> None:
    boxes = random_boxes(count, count, 0.1)
    tree = PackedRTree(boxes, order=order, node_size=4)
    assert sorted(tree.leaf_rows) == list(range(count))
    for level in range(tree.height):
        first_node, past_node = tree.level_starts[level], tree.level_starts[level + 1]
        covered = []
        for node in range(past_node - first_node):
            first, past = tree.leaf_range(level, node)
            covered += range(first, past)
            under = boxes[tree.leaf_rows[first:past]]
            assert np.array_equal(tree.node_boxes[first_node + node][:2], under[:, :2].min(axis=0))
            assert np.array_equal(tree.node_boxes[first_node + node][2:], under[:, 2:].max(axis=0))
        assert covered == list(range(count))
    assert tree.level_starts[-1] - tree.level_starts[-2] == 1  # one root


@pytest.mark.parametrize("order", ORDERS)
def test_the_order_keeps_neighbours_together(order: str) -> None:
    boxes = random_boxes(9, 4096, 0.0)
    tree = PackedRTree(boxes, order=order)
    parents = tree.node_boxes[tree.level_starts[1] : tree.level_starts[2]]
    area = ((parents[:, 2] - parents[:, 0]) * (parents[:, 3] - parents[:, 1])).sum()
    assert area < 2.0  # 256 nodes tile the unit square about once; in random order they would cover it 200 times


@pytest.mark.parametrize(
    ("boxes", "node_size", "complaint"),
    [
        (np.zeros((3, 3)), 16, r"shape \(n, 4\), got \(3, 3\)"),
        (np.zeros((3, 4)), 1, "at least 2, got 1"),
        (np.full((3, 4), np.nan), 16, "got NaN"),
    ],
)
def test_what_cannot_be_indexed_is_refused(boxes: Boxes, node_size: int, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        PackedRTree(boxes, node_size=node_size)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 400), steps=st.sampled_from([3, 10, 1000]), data=st.data())
def test_random_lattice_boxes_give_the_same_answers(seed: int, count: int, steps: int, data: st.DataObject) -> None:
    boxes = random_boxes(seed, count, data.draw(st.sampled_from([0.0, 0.02, 0.9])), steps)
    queries = random_boxes(seed + 1, 25, data.draw(st.sampled_from([0.0, 0.1, 1.5])), steps)
    order = data.draw(st.sampled_from(ORDERS))
    assert_finds_the_same(PackedRTree(boxes, order=order), queries, boxes)
