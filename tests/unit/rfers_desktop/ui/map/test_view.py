"""Tests of map units to pixels and back."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display

VIEW = View(1000.0, 2000.0, 5.0, 200, 100)


def test_the_middle_is_in_the_middle_and_up_is_up() -> None:
    assert VIEW.pixel(1000.0, 2000.0) == QPointF(100, 50)
    assert VIEW.pixel(1000.0, 2005.0).y() == 49
    assert VIEW.bounds == (500.0, 1750.0, 1500.0, 2250.0)
    assert (VIEW.size.width(), VIEW.size.height()) == (200, 100)


def test_every_way_to_pixels_and_back_agrees() -> None:
    at = VIEW.pixel(1234.5, 1987.6)
    assert VIEW.transform().map(QPointF(1234.5, 1987.6)).x() == pytest.approx(at.x())
    assert VIEW.pixels(np.array([[1234.5, 1987.6]]))[0] == pytest.approx((at.x(), at.y()))
    assert VIEW.place(at.x(), at.y()) == pytest.approx((1234.5, 1987.6))
    assert VIEW.box(VIEW.bounds) == QRectF(0, 0, 200, 100)
    assert VIEW.bounds_of(QRectF(0, 0, 200, 100)) == VIEW.bounds


def test_a_push_moves_the_picture_and_a_zoom_keeps_the_place_at_its_pixel() -> None:
    assert VIEW.moved(10, 20).pixel(1000.0, 2000.0) == QPointF(110, 70)
    place = VIEW.place(30, 20)
    assert VIEW.zoomed(2.0, 30, 20).pixel(*place) == QPointF(30, 20)
    assert VIEW.zoomed(2.0).units_per_px == 10.0
