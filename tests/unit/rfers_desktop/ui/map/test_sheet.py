"""Tests of one sheet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.moving_picture import pixels_of
from rfers_desktop.ui.map.pixel_frame import snapped
from rfers_desktop.ui.map.sheet import Sheet
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display

VIEW = snapped(View(0.0, 0.0, 1.0, 100, 80))


def a_painted_sheet() -> Sheet:
    sheet = Sheet(VIEW)
    sheet.dirty.take()
    sheet.image.fill(QColor("red"))
    sheet.finish()
    return sheet


def test_a_new_sheet_is_dirty_all_over() -> None:
    assert Sheet(VIEW).dirty.take() == [QRect(0, 0, 100, 80)]


def test_a_pan_shifts_the_picture_and_leaves_only_strips_to_paint(qapp: QApplication) -> None:
    sheet = a_painted_sheet()
    sheet.look_at(snapped(VIEW.moved(10, -5)))
    strips = sheet.dirty.take()
    assert sum(strip.width() * strip.height() for strip in strips) == 10 * 80 + 5 * 90
    assert pixels_of(sheet.image)[0, 10] == 0xFFFF0000
    assert pixels_of(sheet.image)[0, 9] == 0
    assert pixels_of(sheet.image)[79, 50] == 0


def test_what_was_dirty_before_a_pan_is_dirty_after_it(qapp: QApplication) -> None:
    sheet = a_painted_sheet()
    sheet.dirty.add(QRect(50, 50, 4, 4))
    sheet.look_at(snapped(VIEW.moved(10, 0)))
    assert QRect(60, 50, 4, 4) in sheet.dirty.take()


def test_a_zoom_shows_the_old_picture_stretched_until_the_new_one_is_done(qapp: QApplication) -> None:
    sheet = a_painted_sheet()
    near = snapped(VIEW.zoomed(2.0))
    sheet.look_at(near)
    shown = Sheet(near).image
    painter = QPainter(shown)
    sheet.show(painter, near, [QRect(0, 0, 100, 80)])
    painter.end()
    assert pixels_of(shown)[40, 50] == 0xFFFF0000
    assert pixels_of(shown)[2, 2] == 0
    sheet.finish()
    assert sheet.ghost is None


def test_paint_is_taken_off_boxes(qapp: QApplication) -> None:
    sheet = a_painted_sheet()
    sheet.clear([QRect(10, 10, 5, 5)])
    assert (pixels_of(sheet.image) == 0).sum() == 25
