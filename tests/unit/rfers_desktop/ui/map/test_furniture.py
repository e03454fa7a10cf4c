"""Tests of what stands on a real map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.furniture import MapFurniture
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, a_map

pytestmark = pytest.mark.display


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)


@pytest.fixture
def furniture(canvas: MapCanvas) -> MapFurniture:
    return MapFurniture(canvas, canvas)


def test_the_arrow_follows_the_projection(canvas: MapCanvas, furniture: MapFurniture) -> None:
    assert furniture.north.north_deg == 0.0
    canvas.set_projection(canada_lambert())
    assert furniture.north.north_deg == pytest.approx(17.2, abs=0.3)


def test_the_frame_follows_the_map(canvas: MapCanvas, furniture: MapFurniture) -> None:
    before = furniture.overview.frame.center()
    canvas.push(-3000, 0)
    assert furniture.overview.frame.center().x() > before.x()


def test_a_click_in_the_overview_goes_there(canvas: MapCanvas, furniture: MapFurniture) -> None:
    before = canvas.view
    QTest.mouseClick(furniture.overview, Qt.MouseButton.LeftButton, pos=QPoint(180, 120))
    assert canvas.view.x > before.x
    assert canvas.view.y < before.y
    assert canvas.view.units_per_px == before.units_per_px


def test_the_overview_can_be_put_away(canvas: MapCanvas, furniture: MapFurniture) -> None:
    furniture.show_overview(False)
    assert furniture.overview.isHidden()
    canvas.push(-3000, 0)
    furniture.show_overview(True)
    assert not furniture.overview.isHidden()


def test_the_ring_follows_the_map(canvas: MapCanvas, furniture: MapFurniture) -> None:
    furniture.marker.mark(*CALGARY)
    canvas.push(50, 0)
    assert furniture.marker.geometry().center().toTuple() == pytest.approx((350, 200), abs=1)
