"""Metres on the ground agree with the ellipsoid, and grids with themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pyproj import Geod

from scripts.simulation.ground import grid_around, metres_between, moved, sampled, utm_zone

CALGARY = (-114.07, 51.05)


@pytest.mark.parametrize("heading_deg", [0.0, 90.0, 215.0, 359.0])
def test_who_moves_comes_to_where_the_heading_leads(heading_deg: float) -> None:
    there = moved(CALGARY, heading_deg, 5_000.0)
    azimuth, _, distance_m = Geod(ellps="WGS84").inv(*CALGARY, *there)
    assert abs(math.remainder(azimuth - heading_deg, 360)) < 0.3
    assert distance_m == pytest.approx(5_000.0, rel=0.004)
    assert metres_between(CALGARY, there) == pytest.approx(
        (5_000 * math.sin(math.radians(heading_deg)), 5_000 * math.cos(math.radians(heading_deg))), abs=10
    )


@pytest.mark.parametrize(("place", "epsg"), [(CALGARY, 32611), ((-113.9, 51.0), 32612), ((151.2, -33.9), 32756)])
def test_a_place_is_in_its_zone(place: tuple[float, float], epsg: int) -> None:
    assert utm_zone(place) == epsg


def test_a_grids_places_and_cells_are_each_others_inverse() -> None:
    grid = grid_around(CALGARY, 4_000, 2_000, 50.0)
    assert (grid.rows, grid.columns) == (40, 80)
    row, column = grid.cells(*grid.place(12.25, 70.5))
    assert (float(row), float(column)) == pytest.approx((12.25, 70.5), abs=1e-6)
    assert grid.places(np.array([12.25]), np.array([70.5]))[0] == pytest.approx(grid.place(12.25, 70.5))
    middle = grid.place(grid.rows / 2, grid.columns / 2)
    assert math.hypot(*metres_between(CALGARY, middle)) < 50.0


def test_between_the_middles_of_cells_values_are_mixed() -> None:
    field = np.array([[0.0, 10.0], [20.0, 30.0]])
    found = sampled(field, np.array([0.5, 1.0, 1.5, -9.0]), np.array([0.5, 1.0, 1.5, 99.0]))
    assert found.tolist() == [0.0, 15.0, 30.0, 10.0]
