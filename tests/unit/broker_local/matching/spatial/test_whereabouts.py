"""Where an event lies as seen from a zone, with geodesic distances."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

from broker_local.matching.spatial.whereabouts import distance_m, in_words, whereabouts, whereabouts_of_region

SQUARE = shapely.box(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("zone", "event", "expected"),
    [
        (SQUARE, "POINT (2 0.5)", "the event is 111 km outside the zone"),
        (SQUARE, "POINT (0.5 1.001)", "the event is 111 m outside the zone"),
        (SQUARE, "POINT (0.5 0.01)", "the event is within the zone, 1.1 km from its edge"),
        (SQUARE, "POINT (0.5 0)", "the event touches the zone's edge and lies outside it"),
        (SQUARE, "POLYGON ((0 0, 0.5 0, 0.5 0.5, 0 0))", "the event is within the zone and touches its edge"),
        (SQUARE, "POLYGON ((-1 -1, 2 -1, 2 2, -1 2, -1 -1))", "the zone lies within the event"),
        (
            SQUARE,
            "LINESTRING (0.5 0.5, 1.1 0.5)",
            "the event is partly in the zone and reaches 11.1 km beyond it",
        ),
        (shapely.Point(5, 5), "POINT (5 5)", "the event is at the zone's place"),
        (shapely.box(179, 0, 180, 1), "POINT (-179.99 0.5)", "the event is 1.1 km outside the zone"),
    ],
)
def test_the_place_is_told_with_its_distance(zone: shapely.Geometry, event: str, expected: str) -> None:
    assert whereabouts(zone, shapely.from_wkt(event)) == expected


def test_what_is_beyond_by_a_rounding_alone_is_hardly_beyond() -> None:
    zone = shapely.from_wkt("POLYGON ((-113.98 51, -114 51.02, -114 51.04, -113.98 51.04, -113.95 51.01, -113.98 51))")
    event = shapely.from_wkt("LINESTRING (-113.95 51.01, -113.99 51.02, -113.965 51.025)")
    assert "the zone" in whereabouts(zone, event)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (shapely.box(2, 0, 3, 1), "the event is 111 km outside the zone"),
        (shapely.box(1, 0, 2, 1), "the event meets the zone: they share an edge and nothing else"),
        (shapely.box(0.5, 0, 2, 1), "the event overlaps the zone"),
        (SQUARE, "the event equals the zone"),
        (shapely.box(0.2, 0.2, 0.8, 0.8), "the event is inside the zone"),
        (shapely.box(0, 0.2, 0.8, 0.8), "the event is covered by the zone and touches its edge"),
        (shapely.box(-1, -1, 2, 2), "the event contains the zone"),
        (shapely.box(0, -1, 2, 2), "the event covers the zone and touches its edge"),
    ],
)
def test_of_regions_their_relation_is_told(event: shapely.Geometry, expected: str) -> None:
    assert whereabouts_of_region(SQUARE, event) == expected


_degrees = st.floats(-0.5, 0.5)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.floats(-179, 179), st.floats(-70, 70), _degrees, _degrees)
def test_between_points_it_is_the_geodesic(lon: float, lat: float, d_lon: float, d_lat: float) -> None:
    _, _, expected = Geod(ellps="WGS84").inv(lon, lat, lon + d_lon, lat + d_lat)
    found = distance_m(shapely.Point(lon, lat), shapely.Point(lon + d_lon, lat + d_lat))
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-3)


@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.floats(-170, 170), st.floats(-60, 60), _degrees, _degrees)
def test_to_a_line_it_is_no_longer_than_to_any_of_its_places(
    lon: float, lat: float, d_lon: float, d_lat: float
) -> None:
    event = shapely.Point(lon, lat)
    line = shapely.LineString([(lon + 0.1, lat), (lon + 0.1 + d_lon, lat + 0.2 + d_lat)])
    places = [line.interpolate(i / 200, normalized=True) for i in range(201)]
    shortest = min(Geod(ellps="WGS84").inv(lon, lat, place.x, place.y)[2] for place in places)
    assert distance_m(line, event) <= shortest * 1.01 + 1.0


@pytest.mark.parametrize(
    ("metres", "expected"),
    [
        (0.4, "less than 1 m"),
        (1.0, "1 m"),
        (999.4, "999 m"),
        (999.6, "1.0 km"),
        (2_345, "2.3 km"),
        (99_949, "99.9 km"),
        (99_951, "100 km"),
        (1_234_567, "1235 km"),
    ],
)
def test_distances_are_told_as_people_say_them(metres: float, expected: str) -> None:
    assert in_words(metres) == expected
