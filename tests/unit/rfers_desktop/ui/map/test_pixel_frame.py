"""Tests of device pixels counted from the map's origin."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, QRectF

from rfers_desktop.ui.map.pixel_frame import PixelFrame, snapped
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_snapped_view_is_moved_by_less_than_a_pixel_and_stays_when_snapped_again(ratio: float) -> None:
    view = View(-12_698_123.4, 6_630_987.6, 7.3, 641, 403, ratio)
    once = snapped(view)
    assert abs(once.x - view.x) <= 7.3 / ratio
    assert abs(once.y - view.y) <= 7.3 / ratio
    assert PixelFrame.of(snapped(once)) == PixelFrame.of(once)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_place_keeps_its_pixel_when_the_view_is_panned(ratio: float) -> None:
    view = snapped(View(1000.0, 2000.0, 3.0, 300, 200, ratio))
    there = snapped(view.moved(37.0, -11.0))
    x, y = np.array([1003.7, -90.0]), np.array([2100.2, 17.0])
    before, after = PixelFrame.of(view), PixelFrame.of(there)
    assert before.columns(x).tolist() == after.columns(x).tolist()
    assert before.rows(y).tolist() == after.rows(y).tolist()
    assert abs(before.left - after.left - 37 * ratio) <= 0.5


def test_one_place_has_the_pixel_that_many_have() -> None:
    frame = PixelFrame.of(View(0.0, 0.0, 2.0, 100, 100, 1.5))
    assert frame.pixel(33.3, -44.4) == (frame.columns(np.array([33.3]))[0], frame.rows(np.array([-44.4]))[0])


def test_a_box_of_pixels_becomes_all_the_device_pixels_it_touches() -> None:
    frame = PixelFrame.of(View(0.0, 0.0, 2.0, 100, 100, 1.5))
    assert frame.device_box(QRectF(1.0, 1.0, 2.0, 2.0)) == QRect(1, 1, 4, 4)
    assert frame.plain_box(QRect(3, 3, 3, 6)) == QRectF(2, 2, 2, 4)
