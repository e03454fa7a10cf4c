"""The cell index finds the very pairs that GEOS finds by testing every point against every area."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.spatial.cell_index import CellIndex
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import INSIDE, ON_BOUNDARY
from tests.critical_points import critical_points
from tests.random_regions import mixed_regions, turned

Floats = NDArray[np.float64]
Geometries = NDArray[np.object_]


def index_of(*wkts: str) -> CellIndex:
    return CellIndex(FlatGeometries.from_shapely(np.array([shapely.from_wkt(wkt) for wkt in wkts], np.object_)))


def places_by_geos(regions: Geometries, points: Floats) -> NDArray[np.int64]:
    """By point and area 0, INSIDE or ON_BOUNDARY."""
    shapely.prepare(regions)
    zones, events = regions[None, :], shapely.points(points)[:, None]
    inside, on_boundary = shapely.contains_properly(zones, events), shapely.touches(zones, events)
    return np.where(inside, INSIDE, np.where(on_boundary, ON_BOUNDARY, 0))


def assert_equals_geos(regions: Geometries, points: Floats) -> None:
    expected = places_by_geos(regions, points)
    found = CellIndex(FlatGeometries.from_shapely(regions)).query(points)
    event_rows, zone_rows = np.nonzero(expected)  # by event, then by zone
    assert np.array_equal(found.event_rows, event_rows)
    assert np.array_equal(found.zones, zone_rows)
    assert np.array_equal(found.locations, expected[event_rows, zone_rows])


def cell_corners(rng: np.random.Generator, regions: Geometries, count: int) -> Floats:
    """Points on the borders of cells: one or both coordinates a multiple of a power of two."""
    points = critical_points(rng, regions, count)
    side = np.ldexp(1.0, rng.integers(-8, 2, (len(points), 1)))
    is_moved = rng.random(points.shape) < 0.8
    return np.where(is_moved, np.round(points / side) * side, points)


@settings(deadline=None, derandomize=True, max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), angle=st.sampled_from([0.0, 0.0, 0.3, np.pi / 4]))
def test_every_pair_and_place_is_the_one_geos_gives(seed: int, angle: float) -> None:
    rng = np.random.default_rng(seed)
    regions = turned(mixed_regions(rng, 40), angle)
    points = np.vstack([critical_points(rng, regions, 600), cell_corners(rng, regions, 300)])
    assert_equals_geos(regions, points)


@settings(deadline=None, derandomize=True, max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_huge_and_tiny_areas_together_give_the_same_answers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    regions = mixed_regions(rng, 60)
    sizes = 10.0 ** rng.uniform(-6, 4, len(regions))
    moved = [shapely.transform(region, lambda xy, s=size: xy * s + 0.37) for region, size in zip(regions, sizes)]
    regions = np.array(moved, np.object_)
    regions = regions[shapely.is_valid(regions)]
    assert_equals_geos(regions, np.vstack([critical_points(rng, regions, 600), cell_corners(rng, regions, 300)]))


@settings(deadline=None, derandomize=True, max_examples=10)
@given(seed=st.integers(0, 2**32 - 1), longest_edge=st.sampled_from([0.003, 0.02, 0.1]))
def test_outlines_of_many_vertices_give_the_same_answers(seed: int, longest_edge: float) -> None:
    rng = np.random.default_rng(seed)
    regions = shapely.segmentize(turned(mixed_regions(rng, 12), rng.choice([0.0, 0.7])), longest_edge)
    assert_equals_geos(regions, np.vstack([critical_points(rng, regions, 800), cell_corners(rng, regions, 300)]))


@settings(deadline=None, derandomize=True, max_examples=10)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from([1e-12, 1e-9, 1e-5]))
def test_tiny_areas_far_from_the_origin_give_the_same_answers(seed: int, size: float) -> None:
    rng = np.random.default_rng(seed)
    regions = shapely.transform(mixed_regions(rng, 40), lambda xy: xy * size + np.array([-113.47, 53.52]))
    regions = regions[shapely.is_valid(regions)]
    assert_equals_geos(regions, critical_points(rng, regions, 1200))


@pytest.mark.parametrize("scale", [1e-140, 1e-120, 1e140])
def test_very_small_and_very_large_coordinates_give_the_same_answers(scale: float) -> None:
    rng = np.random.default_rng(7)
    triangles = shapely.polygons(rng.integers(-9, 9, (40, 3, 2)) * scale)
    triangles = triangles[shapely.area(shapely.transform(triangles, lambda xy: xy / scale)) > 0]
    assert_equals_geos(triangles, rng.integers(-9, 9, (500, 2)) * scale)


def test_slivers_give_the_same_answers() -> None:
    rng = np.random.default_rng(3)
    start, way = rng.random((60, 2)), rng.normal(0, 1, (60, 2))
    beside = np.column_stack([-way[:, 1], way[:, 0]]) * 10.0 ** rng.uniform(-15, -3, (60, 1))
    slivers = shapely.polygons(np.stack([start, start + way, start + way * 0.5 + beside], axis=1))
    slivers = slivers[shapely.is_valid(slivers)]
    assert len(slivers) > 30
    assert_equals_geos(slivers, critical_points(rng, slivers, 3000))


def test_areas_that_share_their_borders_each_answer_for_themselves() -> None:
    left, bottom = (side.ravel() for side in np.meshgrid(np.arange(8.0), np.arange(8.0)))
    squares = shapely.box(left, bottom, left + 1, bottom + 1)
    halves = np.arange(-2, 20) / 2
    assert_equals_geos(squares, np.array([(x, y) for x in halves for y in halves]))


def test_points_outside_everything_and_points_nowhere_are_found_in_nothing() -> None:
    index = index_of("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", "POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))")
    away = np.array([(9, 9), (-1e308, 0), (1e308, 1e308), (np.nan, 1), (1, np.inf), (4.5, 2), (-0.001, 2)])
    assert len(index.query(away).event_rows) == 0


def test_an_empty_index_finds_nothing() -> None:
    index = CellIndex(FlatGeometries.empty())
    assert len(index) == 0
    assert len(index.query(np.zeros((3, 2))).event_rows) == 0


def test_no_points_give_no_pairs() -> None:
    assert len(index_of("POLYGON ((0 0, 4 0, 4 4, 0 0))").query(np.empty((0, 2))).event_rows) == 0


def test_a_large_batch_answers_as_its_points_do_one_by_one() -> None:
    rng = np.random.default_rng(11)
    regions = mixed_regions(rng, 80)
    index = CellIndex(FlatGeometries.from_shapely(regions))
    points = critical_points(rng, regions, 1600)
    together = index.query(points)
    for event in range(0, len(points), 37):
        alone = index.query(points[event : event + 1])
        here = together.event_rows == event
        assert np.array_equal(alone.zones, together.zones[here])
        assert np.array_equal(alone.locations, together.locations[here])


def test_what_has_no_inside_is_refused() -> None:
    with pytest.raises(ValueError, match=r"flat\[1\]: expected a Polygon or MultiPolygon, got LINESTRING"):
        index_of("POLYGON ((0 0, 4 0, 4 4, 0 0))", "LINESTRING (0 0, 1 1)")


def test_a_polygon_of_twenty_corners_takes_at_most_280_bytes_of_cells() -> None:
    angles = np.linspace(0, 2 * np.pi, 21)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ring[-1] = ring[0]
    rng = np.random.default_rng(2)
    rings = ring[None] * rng.uniform(0.5, 1.0, (4000, 1, 1)) + rng.random((4000, 1, 2)) * 40
    flat = FlatGeometries.from_polygons(rings.reshape(-1, 2), np.arange(4001) * 21)
    assert CellIndex(flat).nbytes <= 280 * 4000
