"""The walk down a tree of constraints visits what it must and settles whole subtrees at once."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.codes import CODE
from broker_local.matching.spatial.cr_walk import APART, APART_NO_REGION, AROUND, ConstraintLeaves, walk
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.packed_rtree import PackedRTree
from broker_local.matching.spatial.point_location import areas_of
from broker_local.protocol.operators import Operator, Relation

COUNT, NODE_SIZE = 64, 4
Rows = list[list[int]]


def leaves_of(test: Relation | Operator) -> ConstraintLeaves:
    """Unit squares in a row, two apart, all with one test and listed wherever a subtree can be settled."""
    x = 2.0 * np.arange(COUNT)
    tree = PackedRTree(np.stack([x, 0 * x, x + 1, 0 * x + 1], axis=1), "str", NODE_SIZE)
    tests = np.full(COUNT, CODE[test], np.int8)
    before = np.tile(np.arange(COUNT + 1, dtype=np.int32), (3, 1)) + 1000 * np.arange(3, dtype=np.int32)[:, None]
    assert np.array_equal(tree.leaf_rows, np.arange(COUNT))
    return ConstraintLeaves(tests, tree.node_boxes, tree.level_starts, NODE_SIZE, before)


def walked(
    event: shapely.Geometry, test: Relation | Operator, is_region: bool = True, by_outline: bool = False
) -> tuple[Rows, Rows]:
    flat = FlatGeometries.from_shapely(np.array([event], dtype=object))
    runs, still_open = walk(
        flat.bounds, np.array([is_region]), np.array([by_outline]), areas_of(flat), len(flat.coords), leaves_of(test)
    )
    return sorted(runs.tolist()), sorted(still_open.tolist())


def listed(kind: int, first: int, past: int) -> list[int]:
    return [0, 1000 * kind + first, 1000 * kind + past]


def test_subtrees_off_the_event_are_one_run_each() -> None:
    runs, still_open = walked(shapely.box(-1, -1, 3, 2), Relation.DISJOINT)  # over the first two of 64
    assert still_open == [[0, 0], [0, 1]]
    expected = [listed(APART, 2, 3), listed(APART, 3, 4)]
    expected += [listed(APART, first, first + 4) for first in (4, 8, 12)]
    expected += [listed(APART, first, first + 16) for first in (16, 32, 48)]
    assert runs == expected


def test_an_event_off_everything_is_settled_at_the_root() -> None:
    assert walked(shapely.box(0, 5, 9, 9), Relation.DISJOINT) == ([listed(APART, 0, COUNT)], [])


def test_an_event_around_everything_is_settled_at_the_root_by_its_outline() -> None:
    event = shapely.box(-1, -1, 200, 2)
    assert walked(event, Relation.CONTAINS, by_outline=True) == ([listed(AROUND, 0, COUNT)], [])
    assert len(walked(event, Relation.CONTAINS)[1]) == COUNT


def test_events_that_are_no_regions_have_a_list_of_their_own() -> None:
    assert walked(shapely.Point(0, 5), Operator.DISJOINT, is_region=False) == ([listed(APART_NO_REGION, 0, COUNT)], [])


@pytest.mark.parametrize(("test", "leaves"), [(Operator.CONTAIN, [[0, 0]]), (Relation.INSIDE, [])])
def test_a_relation_is_left_open_for_regions_only(test: Relation | Operator, leaves: Rows) -> None:
    point = shapely.Point(0.5, 0.5)
    assert walked(point, test, is_region=False)[1] == leaves


def test_a_leaf_whose_box_rules_the_test_out_is_neither_open_nor_matched() -> None:
    runs, still_open = walked(shapely.box(0.5, 0.5, 0.7, 5), Relation.INSIDE)  # over the first, and out of it
    assert still_open == []
    assert listed(APART, 0, 1) not in runs


def test_more_than_fits_the_first_answer_is_found() -> None:
    events = np.tile([[-1.0, -1.0, 200.0, 2.0]], (50, 1))
    nothing = areas_of(FlatGeometries.empty())
    yes, no = np.ones(50, np.bool_), np.zeros(50, np.bool_)
    _, still_open = walk(events, yes, no, nothing, 0, leaves_of(Relation.OVERLAPS))
    assert sorted(map(tuple, still_open.tolist())) == [(event, leaf) for event in range(50) for leaf in range(COUNT)]
