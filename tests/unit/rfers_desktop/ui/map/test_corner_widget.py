"""Tests of things that stay in their corner."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.corner_widget import CornerWidget

pytestmark = pytest.mark.display


@pytest.mark.parametrize(
    ("corner", "place"),
    [
        (Qt.Corner.TopLeftCorner, (12, 17)),
        (Qt.Corner.TopRightCorner, (348, 17)),
        (Qt.Corner.BottomLeftCorner, (12, 253)),
        (Qt.Corner.BottomRightCorner, (348, 253)),
    ],
)
def test_it_stays_in_its_corner_when_the_map_grows(qtbot: QtBot, corner: Qt.Corner, place: tuple[int, int]) -> None:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    canvas.resize(100, 100)
    thing = CornerWidget(canvas, corner, offset_px=5)
    thing.resize(40, 30)
    canvas.show()
    canvas.resize(400, 300)
    qtbot.waitUntil(lambda: thing.pos().toTuple() == place)
