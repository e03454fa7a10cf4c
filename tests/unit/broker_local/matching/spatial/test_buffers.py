"""Geodesic buffers: the boundary within 0.05 % of the distance, for every kind, sign, size and latitude."""

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from broker_local.matching.spatial.buffers import buffered, buffered_many
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.limits import MAX_BUFFER_M
from tests.geodesic_distance import WGS84, Floats, distances_m, outline

PROMISE = 0.0005
LATITUDES = [0.0, 51.05, -70.0, 85.06]
DISTANCES_M = [1.0, 100.0, 3_000.0, 50_000.0, 500_000.0, 2_000_000.0]

# Drawn within a square from -1 to 1.
_STAR_ANGLES = np.arange(20) * np.pi / 10
_STAR = np.stack([np.cos(_STAR_ANGLES), np.sin(_STAR_ANGLES)], axis=1) * np.tile([1.0, 0.55], 10)[:, None]
KINDS: dict[str, BaseGeometry] = {
    "Point": shapely.Point(0, 0),
    "MultiPoint": shapely.MultiPoint([(0, 0), (1, 1), (-1, 0.3)]),
    "LineString": shapely.LineString([(-1, 0), (0, 0.2), (0.3, 1), (0.2, -1)]),
    "LineString crossing itself": shapely.LineString([(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]),
    "MultiLineString": shapely.MultiLineString([[(0, 0), (1, 1)], [(-1, 0), (-1, 1), (-0.5, 1)]]),
    "Polygon": shapely.Polygon(_STAR),
    "Polygon with a hole": shapely.box(-1, -1, 1, 1) - shapely.box(-0.5, -0.5, 0.5, 0.4),
    "MultiPolygon": shapely.MultiPolygon([shapely.box(-1, -1, 0, 0), shapely.box(0.1, 0.1, 1, 1)]),
    "MultiPolygon touching itself": shapely.MultiPolygon([shapely.box(-1, -1, 0, 0), shapely.box(0, 0, 1, 1)]),
}
AREAS = [kind for kind, drawn in KINDS.items() if shapely.get_dimensions(drawn) == 2]


def placed(kind: str, lat: float, half_m: float, lon: float = 30.0) -> BaseGeometry:
    """A geometry of a kind, so many metres from its middle to its sides, but no nearer to a pole than half way."""
    half_deg = min(np.degrees(half_m / 6.38e6), (90.0 - abs(lat)) / 2, 30.0)
    scale = np.array([half_deg / np.cos(np.radians(lat)), half_deg])
    return shapely.transform(KINDS[kind], lambda xy: xy * scale + [lon, lat])


def assert_is_buffer(zone: BaseGeometry, buffer_m: float, result: BaseGeometry) -> None:
    """The outline is at the distance, and places nearer and farther are on the right side of it."""
    assert result.is_valid
    assert result.geom_type in ("Polygon", "MultiPolygon")
    assert not result.is_empty
    assert result.equals_exact(shapely.orient_polygons(result))
    west, south, east, north = result.bounds
    assert -180.0 <= west <= east <= 180.0
    assert -90.0 <= south <= north <= 90.0
    reach_m = abs(buffer_m)
    off = distances_m(outline(result), zone) / reach_m - 1.0
    assert np.abs(off).max(initial=0.0) < PROMISE
    places = _places_near(zone, reach_m)
    share = distances_m(places, zone) / reach_m
    in_area = shapely.intersects_xy(zone, *places.T) & (shapely.get_dimensions(zone) == 2)
    expected = in_area | (share < 1.0) if buffer_m > 0.0 else in_area & (share > 1.0)
    wrong = shapely.intersects_xy(result, *places.T) != expected
    assert not (wrong & (np.abs(share - 1.0) > PROMISE)).any()


def _places_near(zone: BaseGeometry, reach_m: float) -> Floats:
    rng = np.random.default_rng(4)
    xy = rng.permutation(shapely.get_coordinates(shapely.segmentize(zone, zone.length / 50 or 1.0)))[:80]
    shares = rng.choice([0.3, 0.95, 0.999, 1.001, 1.05, 2.0], len(xy))
    lon, lat, _ = WGS84.fwd(xy[:, 0], xy[:, 1], rng.uniform(0.0, 360.0, len(xy)), shares * reach_m)
    return np.stack([lon, lat], axis=1)


@pytest.mark.parametrize("buffer_m", DISTANCES_M)
@pytest.mark.parametrize("lat", LATITUDES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_within_the_distance_of_a_zone_as_large_as_it(kind: str, lat: float, buffer_m: float) -> None:
    zone = placed(kind, lat, buffer_m)
    assert_is_buffer(zone, buffer_m, buffered(zone, buffer_m))


@pytest.mark.parametrize("share", [0.03, 20.0])
@pytest.mark.parametrize("lat", LATITUDES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_zone_may_be_much_smaller_or_larger_than_the_distance(kind: str, lat: float, share: float) -> None:
    zone = placed(kind, lat, 3_000.0 * share)
    assert_is_buffer(zone, 3_000.0, buffered(zone, 3_000.0))


@pytest.mark.parametrize("buffer_m", DISTANCES_M[:-1])
@pytest.mark.parametrize("lat", LATITUDES)
@pytest.mark.parametrize("kind", AREAS)
def test_a_negative_distance_takes_the_rim_off_an_area(kind: str, lat: float, buffer_m: float) -> None:
    zone = placed(kind, lat, buffer_m)
    assert_is_buffer(zone, -0.1 * buffer_m, buffered(zone, -0.1 * buffer_m))


@pytest.mark.parametrize("lon", [-180.0, -179.99, 179.999, 180.0])
@pytest.mark.parametrize("kind", ["Point", "MultiPoint"])
def test_near_the_antimeridian_a_buffer_has_parts_on_both_sides(kind: str, lon: float) -> None:
    zone = shapely.transform(placed(kind, 51.0, 10.0, lon), lambda xy: np.clip(xy, -180.0, 180.0))
    result = buffered(zone, 5_000.0)
    assert_is_buffer(zone, 5_000.0, result)
    assert result.bounds[0] == -180.0
    assert result.bounds[2] == 180.0
    assert len(shapely.get_parts(result)) == 2


@pytest.mark.parametrize("buffer_m", [-4_000.0, 300.0, 50_000.0, 1_500_000.0])
@pytest.mark.parametrize("lat", [-17.0, 65.0, 80.0])
def test_an_area_cut_at_the_antimeridian_has_no_rim_along_the_cut(lat: float, buffer_m: float) -> None:
    zone = shapely.MultiPolygon([shapely.box(179, lat, 180, lat + 0.5), shapely.box(-180, lat, -179.5, lat + 0.5)])
    result = buffered(zone, buffer_m)
    assert_is_buffer(zone, buffer_m, result)
    assert shapely.intersects_xy(result, [180.0, -180.0], [lat + 0.25, lat + 0.25]).all()


@pytest.mark.parametrize(
    ("east", "west", "buffer_m"),
    [
        (
            "POLYGON ((180 47.616343833372746, 174.7040895490438 49.44539214846641, 180 50.72411130797608, "
            "180 47.616343833372746))",
            "POLYGON ((-178.94703377508876 50.978354293876166, -178.7536633686003 49.810080604994525, "
            "-178.22119856992555 47.00199927662586, -180 47.616343833372746, -180 50.72411130797608, "
            "-178.94703377508876 50.978354293876166))",
            100_230.5,
        ),
        (
            "POLYGON ((180 88.2048675839687, 180 88.17445871778988, 154.34837135642886 88.59832948310378, "
            "146.58296832832144 89.04621229539342, 180 88.2048675839687))",
            "POLYGON ((-176.48574133578927 88.11638866188007, -180 88.17445871778988, -180 88.2048675839687, "
            "-176.48574133578927 88.11638866188007))",
            966.66,
        ),
    ],
)
def test_no_crack_opens_to_the_antimeridian(east: str, west: str, buffer_m: float) -> None:
    zone = shapely.from_wkt(east) | shapely.from_wkt(west)
    result = buffered(zone, buffer_m)
    corners = outline(result, (0.0, 0.5), most=100_000)
    assert np.abs(distances_m(corners, zone) / buffer_m - 1.0).max() < PROMISE


@pytest.mark.parametrize("buffer_m", [100.0, 80_000.0, 1_000_000.0])
def test_a_line_cut_at_the_antimeridian_is_buffered_across(buffer_m: float) -> None:
    zone = shapely.MultiLineString([[(179.5, 10.0), (180.0, 10.2)], [(-180.0, 10.2), (-179.0, 10.4)]])
    assert_is_buffer(zone, buffer_m, buffered(zone, buffer_m))


@pytest.mark.parametrize("pole", [-90.0, 90.0])
@pytest.mark.parametrize("buffer_m", [300_000.0, 2_000_000.0])
def test_a_buffer_may_hold_a_pole(pole: float, buffer_m: float) -> None:
    line = shapely.LineString([(10.0, 0.98 * pole), (60.0, 0.97 * pole)])
    for zone in (shapely.Point(100.0, 0.98 * pole), line, line.envelope):
        result = buffered(zone, buffer_m)
        assert_is_buffer(zone, buffer_m, result)
        assert shapely.intersects_xy(result, [-180.0, 0.0, 180.0], [pole] * 3).all()


def test_long_edges_are_straight_in_lon_lat() -> None:
    canada_us = shapely.LineString([(-123.0, 49.0), (-95.0, 49.0)])  # the parallel, not the geodesic 75 km north
    result = buffered(canada_us, 10_000.0)
    assert_is_buffer(canada_us, 10_000.0, result)
    assert not shapely.intersects_xy(result, -109.0, 49.3)


@pytest.mark.parametrize("buffer_m", [50_000.0, -50_000.0])
def test_a_detail_much_smaller_than_the_distance_still_counts(buffer_m: float) -> None:
    tooth_deg = 0.0009 * 50_000.0 / 111_000.0  # high; left out, the boundary would be wrong by more than is allowed
    side = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5 - tooth_deg), (1.0 + tooth_deg, 0.5), (1.0, 0.5 + tooth_deg)]
    zone: BaseGeometry = shapely.Polygon([*side, (1.0, 1.5), (0.0, 1.5)])
    if buffer_m < 0.0:
        zone = shapely.box(-2.0, -2.0, 3.0, 3.5) - zone
    places = outline(shapely.segmentize(buffered(zone, buffer_m), 0.01), (0.0,), most=10_000)
    assert np.abs(distances_m(places, zone) / 50_000.0 - 1.0).max() < PROMISE


@pytest.mark.parametrize("kind", AREAS)
def test_a_zone_buffered_away_to_nothing_is_refused(kind: str) -> None:
    with pytest.raises(
        ProtocolError, match=r"buffer_m: expected a distance that leaves something.*got -2000"
    ) as refusal:
        buffered(placed(kind, 51.0, 1_000.0), -2_000.0)
    assert refusal.value.field == "subscription.spatial.buffer_m"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in AREAS])
def test_points_and_lines_do_not_shrink(kind: str) -> None:
    with pytest.raises(ProtocolError, match=r"buffer_m: expected 0 or more for a \w+: only areas shrink, got -5"):
        buffered(placed(kind, 51.0, 1_000.0), -5.0)


def test_the_last_metres_before_nothing_is_left() -> None:
    zone = placed("Polygon with a hole", 51.05, 10_000.0)  # its walls are between 5 and 6 km thick
    walls = outline(shapely.box(*shapely.get_parts(zone)[0].interiors[0].bounds), (0.5,))
    thickest = max(distances_m(walls, shapely.Polygon(zone.exterior)))  # type: ignore[attr-defined]
    assert_is_buffer(zone, -0.49 * thickest, buffered(zone, -0.49 * thickest))
    with pytest.raises(ProtocolError):
        buffered(zone, -0.85 * thickest)


@pytest.mark.parametrize("kind", KINDS)
def test_no_distance_leaves_the_zone_as_it_is(kind: str) -> None:
    zone = placed(kind, 51.0, 1_000.0)
    assert buffered(zone, 0.0).equals_exact(zone)


def test_a_hole_narrower_than_twice_the_distance_is_filled() -> None:
    zone = placed("Polygon with a hole", 51.0, 10_000.0)
    assert len(buffered(zone, 3_000.0).interiors) == 1  # type: ignore[attr-defined]
    assert len(buffered(zone, 6_000.0).interiors) == 0  # type: ignore[attr-defined]


def test_many_are_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(6)
    zones = [placed(kind, lat, 2_000.0, lon) for kind in KINDS for lat, lon in ((0, 179.99), (51, 0), (-84, 100))]
    zones += [shapely.Point(lon, lat) for lon, lat in zip(rng.uniform(-180, 180, 50), rng.uniform(-90, 90, 50))]
    zones = [zone for zone in zones if zone.bounds[2] <= 180.0]
    buffers_m = [float(10.0 ** rng.uniform(0, 5)) * (row % 5 > 0) for row in range(len(zones))]
    together = buffered_many(zones, buffers_m)
    assert [one.equals_exact(buffered(*pair)) for one, pair in zip(together, zip(zones, buffers_m))] == [True] * len(
        zones
    )


def test_none_buffered_are_none() -> None:
    assert len(buffered_many([], [])) == 0


def test_the_given_zones_are_left_alone() -> None:
    zones = np.array([shapely.Point(1, 2), shapely.box(0, 0, 1, 1)], dtype=object)
    kept = zones.copy()
    buffered_many(zones, [10.0, 10.0])
    assert (zones == kept).all()


@st.composite
def rough_zones(draw: st.DrawFn) -> BaseGeometry:
    """Zones with spikes, near-repeated positions and details far below the distance."""
    numbers = st.floats(-1.0, 1.0).map(lambda x: round(x, draw(st.sampled_from([1, 2, 7]))))
    xy = np.array(draw(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=7)))
    kind = draw(st.sampled_from(["points", "line", "area", "hull"]))
    if kind == "points":
        drawn: BaseGeometry = shapely.MultiPoint(xy)
    elif kind == "line":
        drawn = shapely.LineString(xy)
    else:
        ring = shapely.Polygon(np.concatenate([xy, [(1.5, -1.2), (1.4, 1.3)]]))
        drawn = shapely.make_valid(ring) if kind == "area" else ring.convex_hull
    lat = draw(st.sampled_from([0.0, 51.0, -69.0, 84.0]))
    half_deg = draw(st.sampled_from([1e-5, 1e-2, 1.0]))
    scale = np.array([half_deg / np.cos(np.radians(lat)), half_deg])
    return shapely.transform(drawn, lambda at: at * scale + [-60.0, lat])


@given(zone=rough_zones(), reach_deg=st.floats(-5.0, 0.5))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_any_zone_keeps_the_promise(zone: BaseGeometry, reach_deg: float) -> None:
    assume(zone.is_valid and zone.geom_type != "GeometryCollection")
    buffer_m = min(111_000.0 * 10.0**reach_deg, MAX_BUFFER_M)
    assert_is_buffer(zone, buffer_m, buffered(zone, buffer_m))


@given(zone=rough_zones(), share=st.floats(0.001, 0.2))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_any_area_shrinks_within_the_promise(zone: BaseGeometry, share: float) -> None:
    assume(zone.is_valid and zone.geom_type in ("Polygon", "MultiPolygon"))
    buffer_m = -share * np.sqrt(zone.area) * 60_000.0
    try:
        result = buffered(zone, buffer_m)
    except ProtocolError:
        assert distances_m(_places_inside(zone), zone).max(initial=0.0) < -buffer_m * (1.0 + PROMISE)
    else:
        assert_is_buffer(zone, buffer_m, result)


def _places_inside(zone: BaseGeometry) -> Floats:
    west, south, east, north = zone.bounds
    places = np.stack(np.meshgrid(np.linspace(west, east, 15), np.linspace(south, north, 15)), axis=-1).reshape(-1, 2)
    return places[shapely.intersects_xy(zone, *places.T)]
