"""Tests of the projections of the map."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo import mercator
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, by_epsg, canada_lambert, utm_for, utm_zone

CALGARY = (-114.07, 51.05)
ALBERTA = (-120.0, 49.0, -110.0, 60.0)
ALL = [WEB_MERCATOR, utm_for(*CALGARY), canada_lambert(), by_epsg(3400)]


def test_web_mercator_is_the_closed_form() -> None:
    places = np.array([CALGARY, (0.0, 0.0), (170.0, -60.0)])
    assert np.array_equal(WEB_MERCATOR.to_map(places), mercator.to_map(places))
    assert by_epsg(3857) is WEB_MERCATOR


def test_utm_gives_the_known_metres_of_a_place() -> None:
    # The CN Tower: 43°38'33.24" N, 79°23'13.7" W is 17T 630084 4833438.
    x, y = utm_for(-79.3871389, 43.6425667).point_to_map(-79.3871389, 43.6425667)
    assert (round(x), round(y)) == (630084, 4833439)


def test_the_atlas_projection_of_canada_has_its_origin_where_it_is_defined() -> None:
    projection = canada_lambert()
    assert (projection.epsg, projection.name) == (3978, "NAD83 / Canada Atlas Lambert")
    assert projection.point_to_map(-95.0, 49.0) == pytest.approx((0.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("projection", ALL, ids=lambda p: p.name)
@settings(deadline=None, derandomize=True, max_examples=60)
@given(lon=st.floats(-139.0, -90.0), lat=st.floats(30.0, 75.0))
def test_there_and_back_is_the_same_place(projection: Projection, lon: float, lat: float) -> None:
    xy = projection.to_map(np.array([[lon, lat]]))
    assert projection.to_lonlat(xy)[0] == pytest.approx((lon, lat), abs=1e-8)
    assert projection.point_to_map(lon, lat) == pytest.approx(tuple(xy[0]), abs=1e-6)
    assert projection.point_to_lonlat(*xy[0]) == pytest.approx((lon, lat), abs=1e-8)


@pytest.mark.parametrize("projection", ALL[1:], ids=lambda p: p.name)
def test_a_shore_on_the_far_side_of_the_earth_stays_beyond_one_edge(projection: Projection) -> None:
    _, _, east, _ = projection.lonlat_bounds
    here, far = np.array([CALGARY, (-113.0, 52.0)]), np.array([(-9.0, 39.0), (60.0, 70.0), (179.9, 69.0), (20.0, 40.0)])
    partly = np.array([(east - 1.0, 40.0), (60.0, 70.0), (170.0, 69.0), (20.0, 40.0)])
    xy = projection.runs_to_map(np.concatenate((here, partly, far)), np.array([0, 2, 6, 10]))
    assert xy[:2] == pytest.approx(projection.to_map(here))
    lon = projection.to_lonlat(xy[2:6])[:, 0]
    assert np.ptp((lon + 360.0) % 360.0) < 2.0  # nothing of it leaps to the other edge
    assert not np.isfinite(xy[6:]).any() or east > -11.0  # the atlas of Canada reaches as far as Portugal


def test_a_shore_across_the_antimeridian_is_where_the_map_is() -> None:
    fiji = utm_for(178.0, -18.0)
    run = np.array([(-179.9, -17.0), (-179.0, -18.0)])
    assert fiji.runs_to_map(run, np.array([0, 2])) == pytest.approx(fiji.to_map(run))
    assert np.array_equal(WEB_MERCATOR.runs_to_map(run, np.array([0, 2])), WEB_MERCATOR.to_map(run))


@pytest.mark.parametrize("projection", ALL, ids=lambda p: p.name)
def test_every_place_of_the_earth_is_somewhere_finite(projection: Projection) -> None:
    lon, lat = np.meshgrid(np.linspace(-180, 180, 49), np.linspace(-90, 90, 37))
    assert np.isfinite(projection.to_map(np.column_stack((lon.ravel(), lat.ravel())))).all()


@pytest.mark.parametrize("projection", ALL, ids=lambda p: p.name)
def test_a_metre_on_the_ground_is_known_at_a_place(projection: Projection) -> None:
    x, y = projection.point_to_map(*CALGARY)
    side = 1000.0 / projection.ground_metres_per_unit(x, y)
    from_lon, from_lat = projection.point_to_lonlat(x - side / 2, y)
    to_lon, to_lat = projection.point_to_lonlat(x + side / 2, y)
    _, _, metres = Geod(ellps="WGS84").inv(from_lon, from_lat, to_lon, to_lat)
    assert metres == pytest.approx(1000.0, rel=0.004)  # Web Mercator takes the earth for a ball


def test_north_is_straight_up_only_where_the_projection_says_so() -> None:
    zone_11 = utm_for(*CALGARY)
    assert WEB_MERCATOR.north_deg(*WEB_MERCATOR.point_to_map(*CALGARY)) == 0.0
    assert zone_11.north_deg(*zone_11.point_to_map(-117.0, 51.0)) == pytest.approx(0.0, abs=1e-6)
    # East of the middle meridian north leans to the left: by (lon - lon0) * sin(lat), about.
    leaning = -(117.0 - 114.07) * np.sin(np.radians(51.05))
    assert zone_11.north_deg(*zone_11.point_to_map(*CALGARY)) == pytest.approx(leaning, abs=0.01)


@pytest.mark.parametrize("projection", ALL, ids=lambda p: p.name)
def test_the_box_around_an_area_holds_all_of_it(projection: Projection) -> None:
    x_min, y_min, x_max, y_max = projection.bounds_to_map(ALBERTA)
    lon, lat = np.meshgrid(np.linspace(-120, -110, 25), np.linspace(49, 60, 25))
    x, y = projection.to_map(np.column_stack((lon.ravel(), lat.ravel()))).T
    assert shapely.box(x_min - 1, y_min - 1, x_max + 1, y_max + 1).covers(shapely.MultiPoint(np.column_stack((x, y))))
    west, south, east, north = projection.bounds_to_lonlat((x_min, y_min, x_max, y_max))
    assert shapely.box(west, south, east, north).covers(shapely.box(-119.9, 49.1, -110.1, 59.9))


def test_geometries_are_projected_vertex_by_vertex() -> None:
    square = shapely.box(-115, 50, -114, 51)
    there = canada_lambert().geometry_to_map(square)
    assert there.geom_type == "Polygon"
    assert shapely.equals_exact(canada_lambert().geometry_to_lonlat(there), square, tolerance=1e-9)


@pytest.mark.parametrize(
    ("lon", "lat", "zone"),
    [
        (-114.07, 51.05, 11),
        (-114.0, 51.0, 12),
        (-180.0, 0.0, 1),
        (180.0, 0.0, 1),
        (179.9, 0.0, 60),
        (5.0, 60.0, 32),
        (5.0, 55.9, 31),
        (8.9, 75.0, 31),
        (9.0, 75.0, 33),
        (20.9, 75.0, 33),
        (33.0, 75.0, 37),
        (42.0, 75.0, 38),
    ],
)
def test_the_zone_of_a_place(lon: float, lat: float, zone: int) -> None:
    assert utm_zone(lon, lat) == zone


def test_the_southern_half_has_its_own_zones() -> None:
    assert (utm_for(151.2, 33.9).epsg, utm_for(151.2, -33.9).epsg) == (32656, 32756)


def test_utm_is_refused_at_the_poles() -> None:
    with pytest.raises(ProtocolError, match="latitude: expected -80 to 84, where UTM has zones, got 85"):
        utm_for(0.0, 85.0)


@pytest.mark.parametrize("code", [4326, 999_999, -1])
def test_a_code_that_no_map_can_be_drawn_in_is_refused(code: int) -> None:
    with pytest.raises(ProtocolError, match="projection: expected the EPSG code of a projected coordinate system"):
        by_epsg(code)


def test_a_box_that_is_off_the_earth_is_refused() -> None:
    with pytest.raises(ProtocolError, match="bounds"):
        utm_for(*CALGARY).bounds_to_lonlat((1e30, 1e30, 2e30, 2e30))
