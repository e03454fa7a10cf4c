"""A point's place against a polygon is the one GEOS gives, or an honest doubt."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import (
    DOUBT,
    INSIDE,
    ON_BOUNDARY,
    OUTSIDE,
    areas_of,
    locate,
    locate_by_geos,
    locate_pairs,
)
from tests.critical_points import critical_points
from tests.random_regions import mixed_regions, turned

SQUARE = "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))"
DIAMOND = "POLYGON ((0 -2, 2 0, 0 2, -2 0, 0 -2))"
FRAME = "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 6 3, 6 6, 3 6, 3 3))"
HOLE_TOUCHES = "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (4 0, 6 4, 2 4, 4 0))"
KISSING = "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))"
STAIRS = "POLYGON ((0 0, 6 0, 6 2, 4 2, 4 4, 2 4, 2 6, 0 6, 0 0))"
TEETH = "POLYGON ((0 0, 2 2, 4 0, 6 2, 8 0, 8 4, 0 4, 0 0))"

CASES = [
    (SQUARE, 1, 1, INSIDE),
    (SQUARE, 0, 0, ON_BOUNDARY),  # the vertex where the ring closes
    (SQUARE, 4, 4, ON_BOUNDARY),
    (SQUARE, 2, 0, ON_BOUNDARY),  # horizontal edges
    (SQUARE, 2, 4, ON_BOUNDARY),
    (SQUARE, 0, 2, ON_BOUNDARY),  # vertical edges
    (SQUARE, 4, 2, ON_BOUNDARY),
    (SQUARE, -1, 0, OUTSIDE),  # level with a horizontal edge, on either side
    (SQUARE, 5, 4, OUTSIDE),
    (SQUARE, -1, 4, OUTSIDE),
    (SQUARE, 5, 2, OUTSIDE),
    (SQUARE, np.nextafter(0.0, 1.0), 2, INSIDE),
    (SQUARE, np.nextafter(0.0, -1.0), 2, OUTSIDE),
    (SQUARE, np.nextafter(4.0, 9.0), 2, OUTSIDE),
    (SQUARE, 2, np.nextafter(4.0, 9.0), OUTSIDE),
    (DIAMOND, -1, 0, INSIDE),  # the ray leaves through a vertex
    (DIAMOND, -3, 0, OUTSIDE),  # the ray passes two vertices
    (DIAMOND, -3, 2, OUTSIDE),  # the ray grazes the top
    (DIAMOND, -3, -2, OUTSIDE),  # and the bottom
    (DIAMOND, 2, 0, ON_BOUNDARY),
    (FRAME, 4, 4, OUTSIDE),
    (FRAME, 3, 3, ON_BOUNDARY),
    (FRAME, 4, 3, ON_BOUNDARY),
    (FRAME, 6, 5, ON_BOUNDARY),
    (FRAME, 1, 3, INSIDE),  # level with the edges of the hole
    (FRAME, 1, 6, INSIDE),
    (FRAME, 7, 4, INSIDE),
    (HOLE_TOUCHES, 4, 0, ON_BOUNDARY),
    (HOLE_TOUCHES, 4, 2, OUTSIDE),
    (HOLE_TOUCHES, 1, 4, INSIDE),
    (KISSING, 2, 2, ON_BOUNDARY),
    (KISSING, 1, 2, ON_BOUNDARY),
    (KISSING, 3, 3, INSIDE),
    (KISSING, 3, 1, OUTSIDE),
    (STAIRS, 1, 2, INSIDE),  # the ray runs along a horizontal edge
    (STAIRS, 1, 4, INSIDE),
    (STAIRS, 5, 2, ON_BOUNDARY),
    (STAIRS, -1, 2, OUTSIDE),
    (STAIRS, 6, 4, OUTSIDE),
    (TEETH, -1, 2, OUTSIDE),  # the ray grazes both notches
    (TEETH, 0.5, 2, INSIDE),
    (TEETH, 3, 0, OUTSIDE),
    (TEETH, 4, 0, ON_BOUNDARY),
]


def flat_of(*geometries: shapely.Geometry) -> FlatGeometries:
    return FlatGeometries.from_shapely(np.array(geometries, dtype=np.object_))


def assert_equals_geos(geometries: NDArray[np.object_], points: NDArray[np.float64], seed: int) -> None:
    flat = FlatGeometries.from_shapely(geometries)
    rows = np.random.default_rng(seed).integers(0, len(geometries), len(points))
    located = locate_pairs(points, rows, flat, areas_of(flat))
    assert np.array_equal(located, locate_by_geos(points, rows, flat))


@pytest.mark.parametrize(("wkt", "x", "y", "expected"), CASES)
def test_the_table_of_places(wkt: str, x: float, y: float, expected: int) -> None:
    flat = flat_of(shapely.from_wkt(wkt))
    point, row = np.array([[x, y]], dtype=np.float64), np.array([0])
    assert locate_by_geos(point, row, flat)[0] == expected
    assert locate_pairs(point, row, flat, areas_of(flat))[0] == expected


@pytest.mark.parametrize(("wkt", "x", "y", "expected"), CASES)
def test_an_outline_in_many_short_pieces_gives_the_same_places(wkt: str, x: float, y: float, expected: int) -> None:
    pieces = shapely.segmentize(shapely.from_wkt(wkt), 1 / 16)
    flat = flat_of(pieces)
    areas = areas_of(flat)
    assert len(areas.run_edges) > 4  # long enough to be read in runs
    assert locate_pairs(np.array([[x, y]], dtype=np.float64), np.array([0]), flat, areas)[0] == expected


def test_a_ring_turned_round_gives_the_same_places() -> None:
    for wkt, x, y, expected in CASES:
        flat = flat_of(shapely.reverse(shapely.from_wkt(wkt)))
        assert locate_pairs(np.array([[x, y]], dtype=np.float64), np.array([0]), flat, areas_of(flat))[0] == expected


def test_what_rounding_hides_is_a_doubt_and_geos_settles_it() -> None:
    triangle = shapely.Polygon([(0.0, 0.0), (3.0, 1.0), (0.0, 9.0)])
    flat = flat_of(triangle)
    beside_the_edge = (0.3, 0.1)  # neither number is a binary fraction: on the edge on paper only
    assert locate(*beside_the_edge, 0, areas_of(flat)) == DOUBT
    settled = locate_pairs(np.array([beside_the_edge]), np.array([0]), flat, areas_of(flat))
    assert settled[0] in (INSIDE, OUTSIDE, ON_BOUNDARY)
    assert settled[0] == locate_by_geos(np.array([beside_the_edge]), np.array([0]), flat)[0]


@pytest.mark.parametrize("scale", [1e-320, 1e-200, 1e-160, 1e-150, 1e100, 1e150])
def test_products_beyond_the_range_of_floats_are_left_to_geos(scale: float) -> None:
    rng = np.random.default_rng(7)
    triangles = shapely.polygons(rng.integers(-9, 9, (60, 3, 2)) * scale)
    points = np.vstack([rng.integers(-9, 9, (2000, 2)) * scale, critical_points(rng, triangles, 800)])
    assert_equals_geos(triangles, points, seed=1)


def test_a_point_that_is_nowhere_is_outside() -> None:
    flat = flat_of(shapely.from_wkt(SQUARE))
    assert locate(np.nan, np.nan, 0, areas_of(flat)) == OUTSIDE


@settings(deadline=None, derandomize=True, max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), angle=st.sampled_from([0.0, 0.0, 0.3, np.pi / 4, 2.0]))
def test_every_place_is_the_one_geos_gives(seed: int, angle: float) -> None:
    rng = np.random.default_rng(seed)
    regions = turned(mixed_regions(rng, 60), angle)
    assert_equals_geos(regions, critical_points(rng, regions, 3000), seed)


@settings(deadline=None, derandomize=True, max_examples=15)
@given(seed=st.integers(0, 2**32 - 1))
def test_long_outlines_give_the_places_geos_gives(seed: int) -> None:
    rng = np.random.default_rng(seed)
    regions = shapely.segmentize(turned(mixed_regions(rng, 24), rng.choice([0.0, 0.7])), 0.02)
    assert_equals_geos(regions, critical_points(rng, regions, 2000), seed)


@settings(deadline=None, derandomize=True, max_examples=15)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from([1e-13, 1e-9, 1e-5]))
def test_tiny_areas_far_from_the_origin_give_the_places_geos_gives(seed: int, size: float) -> None:
    rng = np.random.default_rng(seed)
    regions = shapely.transform(mixed_regions(rng, 60), lambda xy: xy * size + np.array([-113.47, 53.52]))
    regions = regions[shapely.is_valid(regions)]
    assert_equals_geos(regions, critical_points(rng, regions, 2000), seed)
