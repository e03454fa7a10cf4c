"""Tests of buffers for the map: as the matcher has them, and quick."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.buffers import buffered as matched_buffer
from rfers_desktop.geo.geodesic_buffer import buffered, circle, soft_margin
from rfers_desktop.geo.measuring import leg_lengths_m

CALGARY = (-114.07, 51.05)
TRIANGLE = shapely.Polygon([(-114.2, 51.0), (-113.9, 51.0), (-114.0, 51.15)])


@pytest.mark.parametrize(
    ("zone", "buffer_m"),
    [
        (shapely.Point(CALGARY), 2_000.0),
        (shapely.LineString([(-114.2, 51.0), (-114.0, 51.1), (-113.9, 51.0)]), 1_500.0),
        (TRIANGLE, 3_000.0),
        (TRIANGLE, -1_500.0),
        (shapely.Polygon([(-135.0, 60.0), (-102.0, 49.0), (-102.0, 60.0)]), 120_000.0),
    ],
)
def test_the_buffer_on_the_map_is_the_matchers_to_within_a_pixel(zone: shapely.Geometry, buffer_m: float) -> None:
    shown, matched = buffered(zone, buffer_m), matched_buffer(zone, buffer_m)
    west, south, east, north = matched.bounds
    pixel_deg = max(east - west, north - south) / 1000  # of a map on which it is 1000 pixels across
    assert shapely.hausdorff_distance(shown.boundary, matched.boundary, densify=0.2) < pixel_deg


def test_a_circle_is_round_on_the_earth() -> None:
    ring = shapely.get_coordinates(circle(*CALGARY, 5_000.0))
    radii = [leg_lengths_m(np.array([CALGARY, corner]))[0] for corner in ring]
    assert min(radii) == pytest.approx(5_000.0, rel=2e-4)
    assert max(radii) == pytest.approx(5_000.0, rel=2e-4)


def test_a_circle_across_the_antimeridian_is_in_one_piece() -> None:
    west, _, east, _ = circle(179.99, 10.0, 5_000.0).bounds
    assert east - west < 0.2
    assert east > 180.0


def test_no_buffer_changes_nothing() -> None:
    assert buffered(TRIANGLE, 0.0) is TRIANGLE


def test_lines_and_points_do_not_shrink() -> None:
    line = shapely.LineString([(-114.2, 51.0), (-114.0, 51.1)])
    assert buffered(line, -100.0) is line


def test_an_area_may_shrink_to_nothing() -> None:
    assert buffered(TRIANGLE, -50_000.0).is_empty


def test_an_area_that_crosses_itself_is_widened_all_around() -> None:
    eight = shapely.Polygon([(-114.2, 51.0), (-114.0, 51.1), (-114.0, 51.0), (-114.2, 51.15)])
    spike = shapely.Polygon([*shapely.get_coordinates(TRIANGLE)[:3], (-113.8, 51.2), (-114.0, 51.15)])
    for invalid in (eight, spike, shapely.MultiPolygon([TRIANGLE, TRIANGLE])):
        assert not invalid.is_valid
        whole = shapely.make_valid(invalid, method="structure")
        assert shapely.difference(whole, buffered(invalid, 500.0)).area < 1e-12
        parts = shapely.get_parts(shapely.get_parts(whole))
        for corner in shapely.get_coordinates(parts[shapely.get_dimensions(parts) == 2]):
            assert shapely.contains_properly(buffered(invalid, 500.0), shapely.Point(corner))


def test_small_detail_may_be_left_out() -> None:
    jagged = shapely.Polygon(shapely.segmentize(TRIANGLE, 0.001).exterior)
    fine, coarse = buffered(jagged, 1_000.0), buffered(jagged, 1_000.0, detail_m=5.0)
    assert coarse.symmetric_difference(fine).area < 0.001 * fine.area


def test_a_soft_edge_is_bands_from_its_end_to_the_zone() -> None:
    bands = soft_margin(TRIANGLE, 400.0)
    assert bands[0].equals_exact(buffered(TRIANGLE, 400.0), 1e-4)
    assert all(outer.contains(inner) for outer, inner in zip(bands, (*bands[1:], TRIANGLE)))
    assert soft_margin(TRIANGLE, 0.0) == ()
