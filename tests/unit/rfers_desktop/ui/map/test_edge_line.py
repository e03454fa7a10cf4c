"""Tests of rfers_desktop/ui/map/edge_line.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.nearest_edge import EdgeLine
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.edge_line import EdgeLineOverlay

pytestmark = pytest.mark.display

LINE = EdgeLine((-114.1, 51.0), (-113.9, 51.0), 14_000.0, True)


@pytest.fixture
def canvas(qtbot: QtBot) -> Iterator[MapCanvas]:
    made = MapCanvas()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.fit(made.projection.bounds_to_map((-114.2, 50.9, -113.8, 51.1)))
    yield made
    made.stop()


def is_painted(canvas: MapCanvas) -> bool:
    canvas.repaint_now()
    picture, wanted = canvas.grab().toImage(), QColor(present_theme().measure)
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return any(QColor(picture.pixel(x, y)) == wanted for x, y in places)


def test_the_line_and_its_length_are_drawn_and_go_again(canvas: MapCanvas) -> None:
    overlay = EdgeLineOverlay(canvas)
    assert not is_painted(canvas)
    overlay.show(LINE)
    assert overlay.words == "14.00 km inside"
    assert is_painted(canvas)
    overlay.show(None)
    assert overlay.line is None
    assert not is_painted(canvas)


def test_a_line_after_the_map_was_moved_is_painted_where_it_is_and_not_where_the_box_last_painted(
    canvas: MapCanvas,
) -> None:
    overlay = EdgeLineOverlay(canvas)
    canvas.fit(canvas.projection.bounds_to_map((-114.2, 50.9, -113.8, 51.1)))
    while canvas.is_busy:
        canvas.repaint_now()
    before = canvas.full_paints
    overlay.show(LINE)
    canvas.repaint_now()
    assert canvas.full_paints == before + 1
    overlay.show(None)
    canvas.repaint_now()
    assert canvas.full_paints == before + 2


def test_beyond_the_edge_is_told_as_outside(canvas: MapCanvas) -> None:
    overlay = EdgeLineOverlay(canvas)
    overlay.show(EdgeLine((0, 0), (0, 1), 250.0, False))
    assert overlay.words == "250 m outside"
