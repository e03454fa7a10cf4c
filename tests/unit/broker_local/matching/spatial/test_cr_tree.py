"""The CR-tree matches exactly the constraints that hold when each is asked of GEOS."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial import exact
from broker_local.matching.spatial.codes import CODE, RELATIONS, TESTS, Codes, Test, codes_of
from broker_local.matching.spatial.cr_tree import CRTree
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.protocol.operators import Operator, Relation
from tests.random_regions import Geometries, lattice_rectangles, lattice_regions, mixed_regions, stars, turned

Pairs = list[tuple[int, int]]


def one_by_one(tests: Codes, zones: Geometries, events: Geometries) -> Pairs:
    """What GEOS says of each event against each constraint; only regions satisfy relations."""
    pairs: Pairs = []
    for row, event in enumerate(events):
        is_region = shapely.get_dimensions(event) == 2
        for code in np.unique(tests):
            if code < len(RELATIONS) and not is_region:
                continue
            rows = np.flatnonzero(tests == code)
            holds = exact.holds(TESTS[code], zones[rows], np.full(len(rows), event))
            pairs.extend((row, int(zone)) for zone in rows[holds])
    return sorted(pairs)


def tree_of(tests: Codes, zones: Geometries, node_size: int = 4) -> CRTree:
    return CRTree(tests, shapely.bounds(zones), node_size=node_size)


def matched(tree: CRTree, zones: Geometries, events: Geometries, by_outline: bool = True) -> Pairs:
    """What the tree matches, the same for zones as geometries and in flat arrays."""
    event_rows, zone_rows = tree.match(events, zones.__getitem__, by_outline=by_outline)
    again = tree.match(events, FlatGeometries.from_shapely(zones), by_outline=by_outline)
    assert np.array_equal(again, (event_rows, zone_rows))
    return list(zip(event_rows.tolist(), zone_rows.tolist()))


def lines_and_points(rng: np.random.Generator, count: int) -> Geometries:
    ends = rng.integers(0, 5, (count, 2, 2)).astype(float)
    lines = [shapely.LineString(xy) for xy in ends if tuple(xy[0]) != tuple(xy[1])]
    points = [shapely.Point(xy[0]) for xy in ends]
    return np.array([*lines, *points, *(shapely.MultiPoint(xy) for xy in ends)], dtype=object)


@pytest.mark.parametrize("by_outline", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_relations_match_as_one_by_one(seed: int, by_outline: bool) -> None:
    rng = np.random.default_rng(seed)
    zones, events = mixed_regions(rng, 400), mixed_regions(rng, 30)
    tests = rng.integers(0, len(RELATIONS), len(zones)).astype(np.int8)
    assert matched(tree_of(tests, zones), zones, events, by_outline) == one_by_one(tests, zones, events)


@pytest.mark.parametrize("by_outline", [True, False])
def test_all_fifteen_tests_match_as_one_by_one_for_events_of_every_kind(by_outline: bool) -> None:
    rng = np.random.default_rng(10)
    regions = mixed_regions(rng, 300)
    others = lines_and_points(rng, 40)
    tests = np.concatenate(
        [
            rng.integers(0, len(TESTS), len(regions)),
            rng.integers(len(RELATIONS), len(TESTS), len(others)),  # relations are asked of regions only
        ]
    ).astype(np.int8)
    zones = np.concatenate([regions, others])
    events = np.concatenate([mixed_regions(rng, 24), lines_and_points(rng, 8)])
    assert matched(tree_of(tests, zones), zones, events, by_outline) == one_by_one(tests, zones, events)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1e-9, 0.7]), st.sampled_from([2, 3, 16]))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_small_trees_of_any_shape_match_as_one_by_one(seed: int, angle: float, node_size: int) -> None:
    rng = np.random.default_rng(seed)
    zones, events = lattice_regions(rng, int(rng.integers(1, 40))), lattice_regions(rng, 6)
    if angle:
        zones, events = turned(zones, angle), turned(events, angle)
    tests = rng.integers(0, len(TESTS), len(zones)).astype(np.int8)
    assert matched(tree_of(tests, zones, node_size), zones, events) == one_by_one(tests, zones, events)


def test_large_events_over_many_small_zones_match_as_one_by_one() -> None:
    rng = np.random.default_rng(11)
    zones = turned(lattice_rectangles(rng, 3000, 60), 0.0, 0.1)
    events = stars(rng, 12, vertices=40, size=2.5, extent=5.0)
    tests = rng.integers(0, len(RELATIONS), len(zones)).astype(np.int8)
    assert matched(tree_of(tests, zones, 16), zones, events) == one_by_one(tests, zones, events)


def apart(count: int) -> Geometries:
    """Unit squares in a row, two apart."""
    x = 2.0 * np.arange(count)
    return np.asarray(shapely.box(x, 0, x + 1, 1))


def test_disjoint_constraints_off_the_event_match_without_being_asked() -> None:
    zones = apart(1000)
    tree = tree_of(codes_of([Relation.DISJOINT] * 1000), zones)
    event = shapely.box(-1, -1, 3.5, 2)  # over the first two
    said = tree.query_boxes(shapely.bounds([event]))
    assert sorted(said.open_zones.tolist()) == [0, 1]
    assert sorted(said.matched_zones.tolist()) == list(range(2, 1000))


def test_zones_wholly_inside_the_event_are_settled_without_geos() -> None:
    zones = apart(100)
    tests: list[Test] = [Relation.CONTAINS, Relation.OVERLAPS, Operator.WITHIN, Operator.CONTAIN, Relation.DISJOINT]
    tree = tree_of(codes_of(tests * 20), zones)
    said = tree.query(np.array([shapely.box(-1, -1, 201, 2)], dtype=object))
    assert len(said.open_zones) == 0
    assert sorted(said.matched_zones.tolist()) == [row for row in range(100) if row % 5 in (0, 2)]


def test_zones_in_the_box_but_off_the_outline_are_settled_without_geos() -> None:
    zones = apart(50)
    event = shapely.Polygon([(-1, 200), (200, 200), (200, -100)])  # its box is over all, itself over none
    said = tree_of(codes_of([Relation.DISJOINT, Relation.MEETS] * 25), zones).query(np.array([event], dtype=object))
    assert shapely.intersects(event, zones[0]) == shapely.intersects(event, zones[-1]) == np.False_
    assert len(said.open_zones) == 0
    assert sorted(said.matched_zones.tolist()) == list(range(0, 50, 2))


def test_a_zone_in_a_hole_of_the_event_is_outside_it() -> None:
    event = shapely.box(-9, -9, 9, 9).difference(shapely.box(-5, -5, 5, 5))
    zones = np.array([shapely.box(0, 0, 1, 1), shapely.box(6, 6, 7, 7)], dtype=object)
    for test, expected in ((Relation.DISJOINT, [(0, 0)]), (Relation.CONTAINS, [(0, 1)])):
        assert matched(tree_of(codes_of([test, test]), zones), zones, np.array([event], dtype=object)) == expected


def test_a_point_satisfies_no_relation_but_the_operators() -> None:
    zones = np.array([shapely.box(0, 0, 2, 2)] * len(TESTS), dtype=object)
    tree = tree_of(np.arange(len(TESTS), dtype=np.int8), zones)
    pairs = matched(tree, zones, np.array([shapely.Point(1, 1), shapely.Point(5, 5)], dtype=object))
    assert pairs == [(0, CODE[Operator.CONTAIN]), (0, CODE[Operator.INTERSECT]), (1, CODE[Operator.DISJOINT])]


def test_zones_in_flat_arrays_whose_outline_crosses_the_events_are_not_asked() -> None:
    zones = apart(3)
    tree = tree_of(codes_of([Relation.OVERLAPS, Relation.COVERS, Operator.INTERSECT]), zones)
    event = np.array([shapely.box(0.5, 0.5, 9, 2)], dtype=object)  # crosses the first, over parts of the others

    def refuse(test: Test, zones: Geometries, events: Geometries) -> np.ndarray:
        assert len(zones) == 0
        return np.empty(0, np.bool_)

    assert tree.match(event, FlatGeometries.from_shapely(zones), refuse)[1].tolist() == [0, 2]


def test_another_decision_can_be_asked_what_the_tree_leaves_open() -> None:
    zones = apart(3)
    tree = tree_of(codes_of([Relation.OVERLAPS] * 3), zones)
    event = np.array([shapely.box(0.5, 0.5, 2.5, 2)], dtype=object)
    rows = tree.match(event, zones.__getitem__, lambda test, zones, events: np.zeros(len(zones), np.bool_))[1]
    assert rows.tolist() == []
    assert tree.match(event, zones.__getitem__)[1].tolist() == [0, 1]


def test_an_empty_tree_and_an_empty_batch_match_nothing() -> None:
    nothing = np.array([], dtype=object)
    empty = CRTree(codes_of([]), np.empty((0, 4)))
    assert matched(empty, nothing, apart(2)) == []
    assert matched(tree_of(codes_of([Relation.DISJOINT] * 2), apart(2)), apart(2), nothing) == []
    assert len(empty) == 0


def test_tests_and_boxes_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="one for each of 2 boxes, got 1"):
        CRTree(codes_of([Relation.DISJOINT]), np.zeros((2, 4)))
