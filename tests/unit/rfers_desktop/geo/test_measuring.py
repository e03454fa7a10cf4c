"""Tests of measuring on the earth."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.geo.measuring import (
    area_m2,
    area_text,
    bearing_deg,
    bearing_text,
    distance_text,
    geodesic_path,
    leg_lengths_m,
    length_m,
    moved,
    perimeter_m,
)


def test_a_degree_of_the_equator_has_its_known_length() -> None:
    assert length_m(np.array([[0.0, 0.0], [1.0, 0.0]])) == pytest.approx(111_319.491, abs=0.001)


def test_calgary_to_edmonton_is_as_far_as_it_is() -> None:
    assert length_m(np.array([[-114.0719, 51.0447], [-113.4938, 53.5461]])) == pytest.approx(281_200, rel=0.001)


def test_a_line_is_as_long_as_its_legs() -> None:
    line = np.array([[-114.0, 51.0], [-113.9, 51.0], [-113.9, 51.1]])
    legs = leg_lengths_m(line)
    assert len(legs) == 2
    assert legs[1] == pytest.approx(11_126, abs=2)
    assert length_m(line) == pytest.approx(legs.sum())


@pytest.mark.parametrize("places", [[], [[-114.0, 51.0]]])
def test_less_than_a_line_has_no_length(places: list[list[float]]) -> None:
    assert length_m(np.array(places).reshape(-1, 2)) == 0.0


def test_an_area_is_that_of_the_earth_and_not_of_the_map() -> None:
    # One degree by one degree on the equator, from the WGS 84 ellipsoid: 12,308.78 km².
    cell = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert area_m2(cell) == pytest.approx(12_308_778_361, rel=1e-6)
    assert area_m2(cell[::-1]) == area_m2(cell)
    assert area_m2(np.concatenate((cell, cell[:1]))) == pytest.approx(area_m2(cell))
    assert perimeter_m(cell) == pytest.approx(443_771, abs=5)


def test_two_places_enclose_nothing() -> None:
    assert area_m2(np.array([[0.0, 0.0], [1.0, 0.0]])) == 0.0


def test_a_way_and_its_bearing_belong_together() -> None:
    to = moved(-114.0, 51.0, 47.0, 2500.0)
    assert bearing_deg(-114.0, 51.0, *to) == pytest.approx(47.0)
    assert length_m(np.array([(-114.0, 51.0), to])) == pytest.approx(2500.0)
    assert bearing_deg(0.0, 0.0, -1.0, 0.0) == pytest.approx(270.0)


@pytest.mark.parametrize(
    ("metres", "text"),
    [
        (0.0, "0.00 m"),
        (9.99, "9.99 m"),
        (9.999, "10 m"),
        (842.4, "842 m"),
        (999.7, "1.00 km"),
        (12_480.0, "12.48 km"),
        (281_234.0, "281.2 km"),
        (1_204_400.0, "1,204 km"),
    ],
)
def test_a_length_is_written_with_the_figures_that_matter(metres: float, text: str) -> None:
    assert distance_text(metres) == text


@pytest.mark.parametrize(
    ("area", "text"),
    [
        (350.2, "350 m²"),
        (9_999.9, "1.00 ha"),
        (125_000.0, "12.50 ha"),
        (25_000_000.0, "2,500 ha"),
        (340_200_000.0, "340.2 km²"),
        (12_308_778_361.0, "12,309 km²"),
    ],
)
def test_an_area_is_written_in_the_unit_of_fires(area: float, text: str) -> None:
    assert area_text(area) == text


@pytest.mark.parametrize(
    ("bearing", "text"), [(0.0, "000° N"), (47.2, "047° NE"), (359.7, "000° N"), (181.0, "181° S"), (292.6, "293° NW")]
)
def test_a_bearing_is_written_with_its_point(bearing: float, text: str) -> None:
    assert bearing_text(bearing) == text


def test_a_long_leg_is_drawn_along_the_earth() -> None:
    calgary_to_toronto = np.array([[-114.07, 51.05], [-79.39, 43.64]])
    path = geodesic_path(calgary_to_toronto)
    assert len(path) > 50
    assert path[[0, -1]] == pytest.approx(calgary_to_toronto)
    assert length_m(path) == pytest.approx(length_m(calgary_to_toronto))
    assert path[len(path) // 2, 1] > (51.05 + 43.64) / 2 + 1  # the shortest way bends to the north
    short = np.array([[-114.0, 51.0], [-113.9, 51.0]])
    assert np.array_equal(geodesic_path(short), short)
