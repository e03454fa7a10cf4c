"""Tests of the map projection, against PROJ."""

from __future__ import annotations

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.geo import mercator

_lon = st.floats(-180, 180)
_lat = st.floats(-85, 85)
_PROJ = pyproj.Transformer.from_crs("EPSG:4326", "EPSG:3857", always_xy=True)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.lists(st.tuples(_lon, _lat), min_size=1, max_size=20))
def test_positions_land_where_proj_puts_them(positions: list[tuple[float, float]]) -> None:
    lonlat = np.array(positions)
    expected = np.column_stack(_PROJ.transform(lonlat[:, 0], lonlat[:, 1]))
    assert mercator.to_map(lonlat) == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_lon, _lat)
def test_there_and_back_is_the_same_place(lon: float, lat: float) -> None:
    assert mercator.point_to_lonlat(*mercator.point_to_map(lon, lat)) == pytest.approx((lon, lat), abs=1e-9)
    rows = np.array([[lon, lat]])
    assert mercator.to_lonlat(mercator.to_map(rows)) == pytest.approx(rows, abs=1e-9)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_lon, st.floats(-90, 90))
def test_one_position_and_many_are_projected_alike(lon: float, lat: float) -> None:
    assert mercator.point_to_map(lon, lat) == pytest.approx(mercator.to_map(np.array([[lon, lat]]))[0], abs=1e-6)


@pytest.mark.parametrize(("lat", "edge"), [(90.0, 1), (-90.0, -1), (86.0, 1)])
def test_the_poles_land_on_the_edge_of_the_map(lat: float, edge: int) -> None:
    assert mercator.point_to_map(0.0, lat)[1] == pytest.approx(edge * mercator.HALF_WORLD)


def test_a_geometry_is_projected_vertex_by_vertex_and_keeps_its_holes() -> None:
    zone = shapely.box(-115, 50, -113, 52).difference(shapely.box(-114.5, 50.5, -113.5, 51.5))
    projected = mercator.geometry_to_map(zone)
    assert projected.geom_type == "Polygon"
    assert shapely.get_num_interior_rings(projected) == 1
    assert projected.bounds[:2] == pytest.approx(mercator.point_to_map(-115, 50))


@pytest.mark.parametrize("lat", [0.0, 51.05, -33.0, 70.0])
def test_a_map_unit_is_as_long_on_the_ground_as_the_parallel_says(lat: float) -> None:
    _, y = mercator.point_to_map(0.0, lat)
    assert mercator.ground_metres_per_unit(y) == pytest.approx(np.cos(np.radians(lat)))
