"""Tests of rfers_desktop/geo/nearest_edge.py."""

from __future__ import annotations

import pytest
import shapely

from rfers_desktop.geo.nearest_edge import nearest_edge

SQUARE = shapely.box(-1, 50, 1, 52)


def test_from_within_it_leads_to_the_nearest_side() -> None:
    line = nearest_edge(SQUARE, shapely.Point(0.9, 51))
    assert line.is_inside
    assert line.start == pytest.approx((0.9, 51))
    assert line.end == pytest.approx((1.0, 51))
    assert line.metres == pytest.approx(7_020, rel=0.01)  # a tenth of a degree of longitude at 51° north


def test_north_to_south_counts_as_it_is_on_the_earth() -> None:
    # In degrees the eastern side is as near as the northern one; on the earth it is nearer.
    assert nearest_edge(SQUARE, shapely.Point(0.5, 51.5)).end == pytest.approx((1.0, 51.5))


def test_from_outside_it_says_so() -> None:
    line = nearest_edge(SQUARE, shapely.Point(0, 53))
    assert not line.is_inside
    assert line.end == pytest.approx((0, 52))
    assert line.metres == pytest.approx(111_290, rel=0.001)


def test_a_line_has_no_inside_but_itself() -> None:
    road = shapely.LineString([(0, 0), (0, 1)])
    assert nearest_edge(road, shapely.Point(0.01, 0.5)).metres == pytest.approx(1_113, rel=0.01)
    assert nearest_edge(road, shapely.Point(0, 0.5)).metres == 0.0


def test_the_way_may_lead_across_the_antimeridian() -> None:
    line = nearest_edge(shapely.box(179, 0, 179.9, 1), shapely.Point(-179.9, 0.5))
    assert line.metres == pytest.approx(22_260, rel=0.01)
    assert line.end[0] == pytest.approx(-180.1)


def test_an_area_is_measured_from_its_nearest_place() -> None:
    line = nearest_edge(SQUARE, shapely.box(2, 51, 3, 51.5))
    assert line.start[0] == pytest.approx(2.0)
    assert line.end[0] == pytest.approx(1.0)


def test_a_place_is_not_told_a_turn_around_the_earth_away() -> None:
    assert nearest_edge(shapely.Point(0.1, 0), shapely.Point(0.08, 0)).end == pytest.approx((0.1, 0.0))
