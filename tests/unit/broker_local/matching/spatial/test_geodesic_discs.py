"""Discs on the ellipsoid: as round as promised at every latitude, also round and across a pole."""

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.antimeridian import cut
from broker_local.matching.spatial.geodesic_discs import CORNERS, OUTSET, corner_counts, discs, is_near_pole
from tests.geodesic_distance import WGS84, Floats, distances_m, outline

LATITUDES = [0.0, -51.05, 70.0, -84.0, 85.06, 89.0, -89.99, 90.0, -90.0]
RADII_M = [1.0, 100.0, 3_000.0, 50_000.0, 500_000.0, 2_000_000.0]
A_LITTLE_MORE = 1e-4  # of the radius: chords that are straight in lon/lat, not on the ellipsoid


def disc(lon: float, lat: float, radius_m: float) -> shapely.Polygon:
    drawn: shapely.Polygon = discs(np.array([lon]), np.array([lat]), np.array([radius_m]))[0]
    return drawn


@pytest.mark.parametrize("radius_m", RADII_M)
@pytest.mark.parametrize("lat", LATITUDES)
@pytest.mark.parametrize("lon", [0.0, 179.9])
def test_corners_are_at_the_radius_and_edges_dip_no_deeper_than_twice_the_outset(
    lon: float, lat: float, radius_m: float
) -> None:
    drawn = disc(lon, lat, radius_m)
    share = distances_m(outline(drawn), shapely.Point(lon, lat)) / radius_m
    assert drawn.is_valid
    assert share.max() < 1.0 + A_LITTLE_MORE
    assert share.min() > 1.0 - 2.0 * OUTSET - A_LITTLE_MORE


@pytest.mark.parametrize("radius_m", [5.0, 30.0, 54.0, 85.0, 88.0, 90.0, 111.0, 112.0])
def test_a_small_circle_a_hundred_metres_from_the_pole_is_round_too(radius_m: float) -> None:
    share = distances_m(outline(disc(0.0, -89.999, radius_m)), shapely.Point(0.0, -89.999)) / radius_m
    assert share.max() < 1.0 + A_LITTLE_MORE
    assert share.min() > 1.0 - 2.0 * OUTSET - A_LITTLE_MORE


@pytest.mark.parametrize("radius_m", RADII_M)
@pytest.mark.parametrize("lat", LATITUDES)
def test_what_is_nearer_is_in_it_and_what_is_farther_is_not(lat: float, radius_m: float) -> None:
    drawn = shapely.union_all(cut(np.array([disc(-150.0, lat, radius_m)], dtype=object)))
    azimuths = np.arange(0.0, 360.0, 7.3)
    for share, is_inside in ((0.5, True), (0.999, True), (1.001, False), (1.5, False)):
        start_lon, start_lat, metres = (np.full(len(azimuths), value) for value in (-150.0, lat, share * radius_m))
        end_lon, end_lat, _ = WGS84.fwd(start_lon, start_lat, azimuths, metres)
        assert (shapely.intersects_xy(drawn, end_lon, end_lat) == is_inside).all()


@pytest.mark.parametrize(("lat", "pole"), [(88.0, 90.0), (-88.0, -90.0), (90.0, 90.0)])
def test_a_disc_that_holds_a_pole_goes_all_the_way_round(lat: float, pole: float) -> None:
    drawn = disc(25.0, lat, 500_000.0)
    assert drawn.bounds[0] == -180.0
    assert drawn.bounds[2] == 180.0
    assert pole in (drawn.bounds[1], drawn.bounds[3])


def test_a_disc_over_the_antimeridian_is_in_one_piece_beyond_it() -> None:
    assert disc(179.9, 10.0, 50_000.0).bounds[2] > 180.0
    assert disc(-179.9, 10.0, 50_000.0).bounds[0] < -180.0


def test_many_discs_are_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(3)
    lon, lat = rng.uniform(-180, 180, 200), rng.uniform(-90, 90, 200)
    radii = 10.0 ** rng.uniform(0, 6.3, 200)
    together = discs(lon, lat, radii)
    assert [a.equals_exact(disc(*one)) for a, one in zip(together, zip(lon, lat, radii, strict=True), strict=True)] == [
        True
    ] * 200


def test_a_small_circle_far_from_the_poles_has_the_usual_corners() -> None:
    assert corner_counts(np.array([0.0, 51.0]), 5_000.0).tolist() == [CORNERS, CORNERS]
    assert len(disc(10.0, 51.0, 5_000.0).exterior.coords) == CORNERS + 1


def test_the_nearer_a_pole_the_more_corners() -> None:
    counts = corner_counts(np.array([0.0, 60.0, 75.0, 80.0]), np.array([1_000_000.0] * 4))
    assert (np.diff(counts) >= 0).all()
    assert counts[-1] > CORNERS


def test_a_circle_is_near_a_pole_when_its_radius_is_most_of_the_way_there() -> None:
    lat: Floats = np.array([80.0, 80.0, -80.0, 0.0])
    assert is_near_pole(lat, np.array([500_000.0, 1_100_000.0, 1_200_000.0, 2_000_000.0])).tolist() == [
        False,
        True,
        True,
        False,
    ]
