"""Tests of places to come back to."""

from __future__ import annotations

import pytest

from rfers_desktop.geo.projections import WEB_MERCATOR, canada_lambert, utm_for
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.map.view_place import is_same_place, place_of, view_at

PLACE = MapPlace(-114.07, 51.05, 20.0)
SMALL = View(0.0, 0.0, 1.0, 600, 400)
LARGE = View(5.0, 5.0, 7.0, 1920, 1080, 2.0)


@pytest.mark.parametrize("projection", [WEB_MERCATOR, utm_for(-114.07, 51.05), canada_lambert()], ids=lambda p: p.name)
def test_a_place_is_come_back_to_in_any_window_and_projection(projection: object) -> None:
    for view in (SMALL, LARGE):
        there = view_at(PLACE, view, projection)
        assert (there.width, there.height, there.ratio) == (view.width, view.height, view.ratio)
        back = place_of(there, projection)
        assert (back.lon, back.lat, back.m_per_px) == pytest.approx((PLACE.lon, PLACE.lat, PLACE.m_per_px))


@pytest.mark.parametrize(
    ("other", "answer"),
    [
        (PLACE, True),
        (MapPlace(-114.07, 51.05, 20.001), True),
        (MapPlace(-114.07001, 51.05, 20.0), True),
        (MapPlace(-114.07, 51.0502, 20.0), False),
        (MapPlace(-114.07, 51.05, 21.0), False),
    ],
)
def test_what_nobody_can_tell_apart_is_one_place(other: MapPlace, answer: bool) -> None:
    assert is_same_place(PLACE, other) is answer
