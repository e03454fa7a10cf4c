"""Zones with tests: every kind of zone and event, every test, after any changes, equals GEOS pair by pair."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.codes import CODE, TESTS, codes_of
from broker_local.matching.spatial.exact import holds
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.zone_index import ZoneIndex
from broker_local.protocol.operators import Operator, Relation
from tests.random_matching import RandomMatching

Zone = tuple[shapely.Geometry, Operator | Relation]


def as_array(geometries: list[shapely.Geometry]) -> np.ndarray:
    array = np.empty(len(geometries), dtype=object)
    array[:] = geometries
    return array


def a_constraint(made: RandomMatching) -> Zone:
    while True:
        zone, test = made.geometry(), TESTS[made.pick(len(TESTS))]
        if isinstance(test, Operator) or shapely.get_dimensions(zone) == 2:
            return zone, test


def expected(live: dict[int, Zone], events: np.ndarray) -> list[tuple[int, int]]:
    return sorted(
        (row, handle)
        for row in range(len(events))
        for handle, (zone, test) in live.items()
        if holds(test, as_array([zone]), events[row : row + 1])[0]
    )


def found(index: ZoneIndex, events: np.ndarray) -> list[tuple[int, int]]:
    rows, handles = index.match(events)
    return sorted(zip(rows.tolist(), handles.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(15))
def test_any_zones_and_events_after_any_changes_equal_geos(seed: int) -> None:
    made = RandomMatching(seed)
    index = ZoneIndex()
    live: dict[int, Zone] = {}
    for round_number in range(5):
        begun = {100 * round_number + i: a_constraint(made) for i in range(made.pick(60))}
        zones = FlatGeometries.from_shapely(as_array([zone for zone, _ in begun.values()]))
        index.add(np.array(list(begun), np.int64), zones, codes_of(test for _, test in begun.values()))
        live |= begun
        ended = [handle for handle in live if made.chance(0.2)]
        index.remove(np.array(ended, np.int64))
        for handle in ended:
            del live[handle]
        assert len(index) == len(live)
        events = as_array([made.geometry() for _ in range(10)])
        assert found(index, events) == expected(live, events)
        points = as_array([shapely.Point(made.pick(8), made.pick(8)) for _ in range(10)])
        rows, handles = index.match_points(shapely.get_coordinates(points))
        assert sorted(zip(rows.tolist(), handles.tolist(), strict=True)) == expected(live, points)


def test_pairs_are_tested_one_by_one() -> None:
    made = RandomMatching(4)
    live = {handle: a_constraint(made) for handle in range(40)}
    index = ZoneIndex()
    zones = FlatGeometries.from_shapely(as_array([zone for zone, _ in live.values()]))
    index.add(np.arange(40), zones, codes_of(test for _, test in live.values()))
    events = as_array([made.geometry() for _ in range(10)])
    rows, handles = np.repeat(np.arange(10), 40), np.tile(np.arange(40), 10)
    answer = index.test(events, rows, handles)
    assert sorted(zip(rows[answer].tolist(), handles[answer].tolist(), strict=True)) == expected(live, events)


def test_disjoint_is_all_but_what_is_met() -> None:
    index = ZoneIndex()
    zones = FlatGeometries.from_shapely(as_array([shapely.box(x, 0, x + 1, 1) for x in range(4)]))
    index.add(np.array([7, 3, 9, 1]), zones, np.full(4, CODE[Operator.DISJOINT], np.int8))
    events = as_array([shapely.Point(0.5, 0.5), shapely.Point(2, 0.5), shapely.Point(9, 9)])
    assert found(index, events) == [
        *((0, handle) for handle in (1, 3, 9)),
        *((1, handle) for handle in (1, 7)),
        *((2, handle) for handle in (1, 3, 7, 9)),
    ]
    index.remove(np.array([9]))
    assert found(index, events[:1]) == [(0, 1), (0, 3)]


def test_the_constraint_tree_is_built_only_when_an_event_needs_it() -> None:
    index = ZoneIndex()
    zones = FlatGeometries.from_shapely(as_array([shapely.box(x, 0, x + 1, 1) for x in range(300)]))
    index.add(np.arange(300), zones, np.full(300, CODE[Operator.INTERSECT], np.int8))
    index.match(as_array([shapely.Point(0.5, 0.5)]))
    before = index.nbytes
    index.match(as_array([shapely.box(0, 0, 2, 2)]))
    assert index.nbytes > before
