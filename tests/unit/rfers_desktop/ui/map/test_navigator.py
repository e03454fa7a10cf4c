"""Tests of going places on a real map."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.layers.search import SearchHit
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.navigator import WHOLE_AREA, Navigator
from tests.unit.rfers_desktop.ui.map.map_hands import a_map

pytestmark = pytest.mark.display

JASPER = (-118.08, 52.87)


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot, m_per_px=200.0)


@pytest.fixture
def navigator(canvas: MapCanvas) -> Navigator:
    return Navigator(canvas)


def test_the_whole_area_is_shown(canvas: MapCanvas, navigator: Navigator) -> None:
    for projection in (canvas.projection, canada_lambert()):
        canvas.set_projection(projection)
        navigator.show_all()
        x_min, y_min, x_max, y_max = projection.bounds_to_map(WHOLE_AREA)
        left, low, right, high = canvas.view.bounds
        assert left <= x_min
        assert low <= y_min
        assert right >= x_max
        assert high >= y_max


def test_a_position_far_away_is_come_near_to(navigator: Navigator) -> None:
    navigator.go_near(*JASPER)
    here = navigator.here()
    assert (here.lon, here.lat) == pytest.approx(JASPER, abs=1e-3)
    assert here.m_per_px == pytest.approx(12.0)


def test_who_is_nearer_already_stays_so(navigator: Navigator) -> None:
    navigator.go(MapPlace(-114.0, 51.0, 2.0))
    navigator.go_near(*JASPER)
    assert navigator.here().m_per_px == pytest.approx(2.0, rel=1e-3)


def test_a_place_is_looked_at_as_before(navigator: Navigator) -> None:
    navigator.go(MapPlace(*JASPER, 35.0))
    here = navigator.here()
    assert (here.lon, here.lat, here.m_per_px) == pytest.approx((*JASPER, 35.0), rel=1e-3)


def test_a_found_park_is_shown_whole_and_a_found_house_near(canvas: MapCanvas, navigator: Navigator) -> None:
    park = (-119.5, 52.1, -116.8, 53.5)
    navigator.go_to_hit(SearchHit("Jasper", "", "Park", *JASPER, bounds=park))
    west, south, east, north = canvas.projection.bounds_to_lonlat(canvas.view.bounds)
    assert west < park[0]
    assert north > park[3]
    assert east - west < 12
    navigator.go_to_hit(SearchHit("House", "", "Address", *JASPER, bounds=(*JASPER, *JASPER)))
    assert navigator.here().m_per_px == pytest.approx(12.0)


def test_centring_keeps_the_scale(canvas: MapCanvas, navigator: Navigator) -> None:
    before = canvas.view.units_per_px
    x, y = canvas.projection.point_to_map(*JASPER)
    navigator.centre(x, y)
    assert (canvas.view.x, canvas.view.y) == pytest.approx((x, y), abs=before)
    assert canvas.view.units_per_px == before
