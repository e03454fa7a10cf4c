"""Tests of areas drawn with the button held."""

from __future__ import annotations

import math

import pytest
import shapely

from rfers_desktop.drafting.freehand import area_of


def test_a_round_path_becomes_an_area_of_few_corners() -> None:
    path = [(100 * math.cos(i / 50), 100 * math.sin(i / 50)) for i in range(314)]
    corners = area_of(path, 1.5)
    assert 8 <= len(corners) <= 40
    assert shapely.Polygon(corners).area == pytest.approx(math.pi * 100**2, rel=0.03)


def test_a_path_that_crosses_itself_gives_its_largest_part() -> None:
    bow = [(0, 0), (100, 100), (100, 0), (-20, 120), (-20, 118)]
    area = shapely.Polygon(area_of(bow, 0.1))
    assert area.is_valid
    assert area.area > 1000


@pytest.mark.parametrize("path", [[], [(0.0, 0.0)], [(0.0, 0.0), (5.0, 5.0)], [(0.0, 0.0), (5.0, 5.0), (10.0, 10.0)]])
def test_what_encloses_nothing_is_no_area(path: list[tuple[float, float]]) -> None:
    assert len(area_of(path, 1.0)) == 0
