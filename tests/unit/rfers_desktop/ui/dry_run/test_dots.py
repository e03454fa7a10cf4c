"""Dots stand where events were, and take no clicks from the map."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import PastMatch
from rfers_desktop.ui.dry_run.dots import DryRunDots
from rfers_desktop.ui.map.canvas import MapCanvas
from tests.builders import A_MOMENT

pytestmark = pytest.mark.display


def test_dots_are_painted_where_the_events_were(qtbot: QtBot) -> None:
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    canvas.show()
    dots = DryRunDots(canvas)
    assert not dots.isVisible()
    dots.show_past([PastMatch("a", A_MOMENT, (-114.07, 51.05)), PastMatch("b", A_MOMENT)])
    assert dots.count() == 1
    assert dots.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    at = canvas.pixel_of(*canvas.projection.point_to_map(-114.07, 51.05)).toPoint()
    picture = dots.grab().toImage()
    assert picture.pixelColor(at.x() + 5, at.y()) != picture.pixelColor(5, 5)
    canvas.resize(500, 400)
    assert dots.size() == canvas.size()
    dots.show_past([])
    assert not dots.isVisible()
    canvas.stop()
