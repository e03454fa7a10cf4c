"""Tests of painting in device pixels."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.device_painter import in_device_pixels
from tests.unit.rfers_desktop.ui.pictures import painted, touched_box

pytestmark = pytest.mark.display


def test_device_pixels_are_counted_from_the_same_corner_and_the_painter_is_as_before(qapp: QApplication) -> None:
    def paint(painter: QPainter) -> None:
        painter.translate(-10, -20)
        painter.scale(1.5, 1.5)
        before = painter.transform()
        with in_device_pixels(painter):
            painter.fillRect(40, 40, 5, 5, "#ffffff")
        assert painter.transform() == before

    box = touched_box(painted(paint))
    assert (box.left(), box.top(), box.width()) == (30, 20, 5)
