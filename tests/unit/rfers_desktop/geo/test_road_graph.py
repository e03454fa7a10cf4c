"""Tests of rfers_desktop/geo/road_graph.py."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.packed_features import read_features
from rfers_desktop.geo.road_graph import SPEEDS_KMH, RoadGraph


def a_graph(*roads: tuple[str, float]) -> RoadGraph:
    shapes = shapely.from_wkt(np.array([wkt for wkt, _ in roads], dtype=object))
    return RoadGraph(of_geometries(Kind.LINE, shapes, {"rank": np.array([rank for _, rank in roads])}))


def test_the_way_follows_the_road_and_takes_its_time() -> None:
    (route,) = a_graph(("LINESTRING (0 0, 0 1, 1 1)", 4)).routes((0, 0), [(1, 1)])
    assert route is not None
    assert route.path[0] == (0, 0)
    assert (0.0, 1.0) in route.path
    assert route.metres == pytest.approx(110_574 + 111_303, rel=0.001)
    assert route.seconds == pytest.approx(route.metres / (SPEEDS_KMH[4] / 3.6), rel=0.001)


def test_the_quicker_way_is_taken_though_it_is_longer() -> None:
    slow = ("LINESTRING (0 0, 1 0)", 4)
    fast = ("LINESTRING (0 0, 0.5 0.15, 1 0)", 1)
    (route,) = a_graph(slow, fast).routes((0, 0), [(1, 0)])
    assert route is not None
    assert (0.5, 0.15) in route.path


def test_roads_that_cross_without_a_common_corner_are_joined() -> None:
    graph = a_graph(("LINESTRING (0 0, 2 0)", 2), ("LINESTRING (1 -1, 1 1)", 4))
    (route,) = graph.routes((0, 0), [(1, 1)])
    assert route is not None
    assert any(place == pytest.approx((1.0, 0.0)) for place in route.path)


def test_places_beside_the_road_are_reached_straight_from_it() -> None:
    (route,) = a_graph(("LINESTRING (0 0, 1 0)", 4)).routes((0.2, 0.01), [(0.4, -0.01)])
    assert route is not None
    assert route.path[1] == pytest.approx((0.2, 0.0))
    assert route.path[-2] == pytest.approx((0.4, 0.0))
    assert route.metres == pytest.approx(22_264 + 2 * 1_106, rel=0.01)


def test_without_a_way_or_a_road_there_is_no_route() -> None:
    graph = a_graph(("LINESTRING (0 0, 1 0)", 4), ("LINESTRING (5 5, 6 5)", 4))
    assert graph.routes((0, 0), [(6, 5), (30, 30)]) == [None, None]
    assert graph.routes((30, 30), [(0, 0)]) == [None]


def test_routes_equal_those_found_by_trying_all_ways() -> None:
    rng = np.random.default_rng(5)
    corners = rng.uniform(0, 1, (9, 2)).round(3)
    pairs = [(a, b) for a in range(9) for b in range(a) if rng.random() < 0.4]
    graph = a_graph(*((shapely.LineString([corners[a], corners[b]]).wkt, 4) for a, b in pairs))
    far = np.full((9, 9), np.inf)
    np.fill_diagonal(far, 0.0)
    for a, b in pairs:
        (route,) = a_graph((shapely.LineString([corners[a], corners[b]]).wkt, 4)).routes(
            tuple(corners[a]), [tuple(corners[b])]
        )
        assert route is not None
        far[a, b] = far[b, a] = route.metres
    for middle in range(9):  # Floyd and Warshall
        far = np.minimum(far, far[:, middle : middle + 1] + far[middle : middle + 1, :])
    for a in range(9):
        found = graph.routes(tuple(corners[a]), [tuple(corner) for corner in corners])
        for b, route in enumerate(found):
            if np.isfinite(far[a, b]) and route is not None:
                assert route.metres == pytest.approx(far[a, b], abs=1.0)


def test_on_the_base_map_towns_are_about_as_far_apart_as_people_say() -> None:
    graph = RoadGraph(read_features(resources_dir() / "basemap" / "highways.npz"))
    banff, edmonton = graph.routes((-114.07, 51.05), [(-115.57, 51.18), (-113.49, 53.54)])
    assert banff is not None
    assert edmonton is not None
    assert banff.metres == pytest.approx(127_000, rel=0.1)
    assert edmonton.metres == pytest.approx(300_000, rel=0.1)
    assert 60 <= banff.seconds / 60 <= 100
