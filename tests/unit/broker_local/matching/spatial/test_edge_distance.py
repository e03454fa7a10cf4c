"""Distances to edges of zones, beside a search along every edge with geodesics."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.buffers import buffered
from broker_local.matching.spatial.edge_distance import boundary_distances_m, edge_distances_m

GEOD = Geod(ellps="WGS84")
SQUARE = shapely.box(-114.1, 51.0, -114.0, 51.1)
RING = shapely.Polygon(SQUARE.exterior, [shapely.box(-114.07, 51.03, -114.03, 51.07).exterior.coords])


def distance(zone: BaseGeometry, lon: float, lat: float) -> float:
    return float(edge_distances_m(np.array([zone]), np.array([shapely.Point(lon, lat)]))[0])


def searched(zone: BaseGeometry, lon: float, lat: float) -> float:
    """The least geodesic distance to a great many places of the edges, then to many more about the best one."""
    lines = shapely.boundary(zone) if shapely.get_dimensions(zone) == 2 else zone
    best = np.inf
    for line in shapely.get_parts(lines):
        coords = shapely.get_coordinates(line)
        for a, b in zip(coords, coords[1:]):
            low, high = 0.0, 1.0
            for _ in range(12):
                at = np.linspace(low, high, 41)
                metres = _metres(a + at[:, None] * (b - a), lon, lat)
                nearest = int(metres.argmin())
                best = min(best, float(metres[nearest]))
                low, high = at[max(nearest - 1, 0)], at[min(nearest + 1, 40)]
    return best


def _metres(places: NDArray[np.float64], lon: float, lat: float) -> NDArray[np.float64]:
    _, _, metres = GEOD.inv(np.full(len(places), lon), np.full(len(places), lat), places[:, 0], places[:, 1])
    return np.asarray(metres)


@pytest.mark.parametrize("seed", range(6))
def test_the_distance_is_that_of_a_search_along_the_edges(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(10):
        lat = rng.uniform(-75, 75)
        size = 10.0 ** rng.uniform(-3, -0.5)
        corners = rng.uniform(-size, size, (6, 2)) + (rng.uniform(-170, 170), lat)
        zone = shapely.convex_hull(shapely.MultiPoint(corners)) if rng.random() < 0.5 else shapely.LineString(corners)
        lon, lat = corners[0] + rng.uniform(-1.0, 1.0, 2) * size * 2
        expected = searched(zone, lon, lat)
        is_inside = shapely.get_dimensions(zone) == 2 and zone.intersects(shapely.Point(lon, lat))
        assert distance(zone, lon, lat) == pytest.approx(-expected if is_inside else expected, rel=1e-5, abs=1e-3)


def test_inside_is_below_zero_and_a_hole_is_outside() -> None:
    assert distance(SQUARE, -114.05, 51.001) == pytest.approx(-111.27, abs=0.1)
    assert distance(SQUARE, -114.05, 50.999) == pytest.approx(111.27, abs=0.1)
    assert distance(RING, -114.05, 51.05) > 0.0
    assert distance(RING, -114.05, 51.0299) == pytest.approx(-11.127, abs=0.01)


def test_on_points_and_lines_it_is_zero_and_never_below() -> None:
    assert distance(shapely.Point(-114.0, 51.0), -114.0, 51.0) == 0.0
    assert distance(shapely.LineString([(-114.0, 51.0), (-113.0, 51.0)]), -113.5, 51.0) == pytest.approx(0.0, abs=1e-6)
    assert distance(shapely.MultiPoint([(-114.0, 51.0), (0.0, 0.0)]), -114.0, 51.001) == pytest.approx(111.27, abs=0.1)


def test_a_zone_is_as_far_across_the_antimeridian_as_anywhere() -> None:
    elsewhere, there = shapely.Point(10.0, 20.0), shapely.Point(180.0, 20.0)
    for lon_off, lat_off in ((0.02, 0.0), (-0.02, 0.003), (0.001, 0.001), (-0.0005, 0.0)):
        usual = distance(buffered(elsewhere, 500.0), 10.0 + lon_off, 20.0 + lat_off)
        lon = 180.0 + lon_off if lon_off < 0.0 else -180.0 + lon_off
        assert distance(buffered(there, 500.0), lon, 20.0 + lat_off) == pytest.approx(usual, abs=0.5)


def test_round_a_pole_only_the_rim_is_an_edge() -> None:
    cap = buffered(shapely.Point(30.0, 90.0), 50_000.0)
    assert distance(cap, 0.0, 90.0) == pytest.approx(-50_000.0, rel=1e-3)
    assert distance(cap, 179.9, 89.9) == pytest.approx(-50_000.0 + 11_169.0, rel=2e-3)


def test_a_long_edge_is_met_the_short_way_round() -> None:
    edge = shapely.LineString([(0.0, 0.0), (170.0, 0.0)])
    assert distance(edge, -170.0, 0.0) == pytest.approx(20 * 111_319.5, rel=1e-4)


def test_buffers_end_where_they_say() -> None:
    zone = buffered(SQUARE, 250.0)
    lon, lat, _ = GEOD.fwd(-114.05, 51.1, 0.0, 300.0)
    assert distance(zone, lon, lat) == pytest.approx(50.0, abs=250 * 0.001)


def test_a_line_has_its_ends_for_a_boundary_and_a_point_has_none() -> None:
    zones = np.array([shapely.LineString([(0, 0), (1, 0)]), SQUARE, shapely.Point(0, 0)])
    points = np.array([shapely.Point(0.5, 0), shapely.Point(-114.05, 51.001), shapely.Point(0, 0)])
    line, area, point = boundary_distances_m(zones, points)
    assert line == pytest.approx(0.5 * 111_319.5, rel=1e-6)
    assert area == pytest.approx(111.27, abs=0.1)
    assert point == np.inf


def test_no_pairs_have_no_distances() -> None:
    none = np.empty(0, np.object_)
    assert len(edge_distances_m(none, none)) == len(boundary_distances_m(none, none)) == 0
