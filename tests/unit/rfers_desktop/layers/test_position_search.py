"""Tests of coordinates typed into the search."""

from __future__ import annotations

import pytest

from rfers_desktop.geo.projections import by_epsg
from rfers_desktop.layers.position_search import PositionSearch


@pytest.mark.parametrize("text", ["51.05 -114.07", "11U QS 05357 59470", "565160.9, 5653533.3"])
def test_coordinates_are_a_hit(text: str) -> None:
    (hit,) = PositionSearch(lambda: by_epsg(3400)).search(text, 5)
    assert (hit.title, hit.kind) == ("51.05000° N, 114.07000° W", "Coordinates")
    assert (hit.lon, hit.lat) == pytest.approx((-114.07, 51.05), abs=1e-5)


@pytest.mark.parametrize("text", ["Banff", "", "17 Ave NE", "Engine 7"])
def test_names_are_not(text: str) -> None:
    assert PositionSearch().search(text, 5) == []
