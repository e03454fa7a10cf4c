"""Lengths and directions on the ellipsoid, held against pyproj's geodesics."""

import numpy as np
import pytest

from broker_local.matching.spatial.ellipsoid import (
    MAX_METRES_PER_DEGREE,
    WGS84,
    azimuth_of,
    metres_per_degree,
    near_to,
    to_pole_m,
    travel,
)

LATITUDES = np.array([-89.5, -85.06, -51.05, -0.001, 0.0, 23.4, 51.05, 70.0, 85.06, 89.5])
A_STEP = 1e-5  # degrees: so short that a geodesic is straight


def test_a_degree_is_as_long_as_geodesics_say() -> None:
    lon = np.full(len(LATITUDES), 12.0)
    lon_m, lat_m = metres_per_degree(LATITUDES)
    _, _, eastwards = WGS84.inv(lon, LATITUDES, lon + A_STEP, LATITUDES)
    _, _, northwards = WGS84.inv(lon, LATITUDES - A_STEP / 2, lon, LATITUDES + A_STEP / 2)
    assert lon_m * A_STEP == pytest.approx(eastwards, rel=1e-7)
    assert lat_m * A_STEP == pytest.approx(northwards, rel=1e-7)


def test_no_degree_is_longer_than_the_longest() -> None:
    lon_m, lat_m = metres_per_degree(np.linspace(-90.0, 90.0, 1801))
    longest = max(lon_m.max(), lat_m.max())
    assert longest <= MAX_METRES_PER_DEGREE < longest * 1.0001


@pytest.mark.parametrize(("d_lon", "d_lat"), [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 1), (-1, 3), (-0.5, -4)])
def test_a_line_straight_in_degrees_leaves_in_the_direction_of_its_first_step(d_lon: float, d_lat: float) -> None:
    lon = np.full(len(LATITUDES), 12.0)
    step = np.array([d_lon, d_lat]) * A_STEP
    azimuth, _, _ = WGS84.inv(lon, LATITUDES, lon + step[0], LATITUDES + step[1])
    ours = azimuth_of(np.full(len(LATITUDES), d_lon), np.full(len(LATITUDES), d_lat), LATITUDES)
    assert np.abs((ours - azimuth + 180.0) % 360.0 - 180.0) == pytest.approx(0.0, abs=0.01)


def test_the_nearer_pole_is_as_far_as_geodesics_say() -> None:
    lon = np.zeros(len(LATITUDES))
    _, _, metres = WGS84.inv(lon, LATITUDES, lon, np.where(LATITUDES < 0.0, -90.0, 90.0))
    assert to_pole_m(LATITUDES) == pytest.approx(metres, rel=0.01)


def test_the_way_back_is_as_long_as_the_way_there() -> None:
    lon = np.linspace(-180.0, 180.0, len(LATITUDES))
    end_lon, end_lat = travel(lon, LATITUDES, np.full(len(lon), 77.0), 250_000.0)
    _, _, metres = WGS84.inv(lon, LATITUDES, end_lon, end_lat)
    assert metres == pytest.approx(250_000.0, rel=1e-12)


@pytest.mark.parametrize(("lon", "azimuth", "beyond"), [(179.9, 90.0, 180.0), (-179.9, -90.0, -180.0)])
def test_a_journey_over_the_antimeridian_goes_on_counting(lon: float, azimuth: float, beyond: float) -> None:
    end_lon, _ = travel(np.array([lon]), np.array([10.0]), np.array([azimuth]), 100_000.0)
    assert abs(end_lon[0]) > abs(beyond)
    assert abs(end_lon[0] - lon) < 1.0


def test_a_start_with_many_directions_ends_in_as_many_places() -> None:
    lon, lat = travel(np.zeros((3, 1)), np.zeros((3, 1)), np.arange(4.0), np.full((3, 1), 10.0))
    assert lon.shape == lat.shape == (3, 4)


@pytest.mark.parametrize(
    ("lon", "reference", "expected"),
    [(-179.0, 179.0, 181.0), (179.0, -179.0, -181.0), (10.0, 20.0, 10.0), (-170.0, 530.0, 550.0), (0.1, 0.0, 0.1)],
)
def test_a_meridian_is_numbered_near_its_reference(lon: float, reference: float, expected: float) -> None:
    assert near_to(np.array([lon]), np.array([reference]))[0] == expected
