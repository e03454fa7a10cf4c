"""Tests of a picture that follows the view."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.moving_picture import MovingPicture, pixels_of
from rfers_desktop.ui.map.pixel_frame import PixelFrame

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 50, 70, 100, 80)


def test_what_was_there_moves_and_the_strips_that_came_are_told(qapp: QApplication) -> None:
    picture = MovingPicture(FRAME)
    pixels_of(picture.image)[30, 40] = 9
    moved, strips = picture.move_to(replace(FRAME, left=40, top=75))
    assert moved == QPoint(10, -5)
    assert pixels_of(picture.image)[25, 50] == 9
    assert sum(strip.width() * strip.height() for strip in strips) == 10 * 80 + 5 * 90
    assert all(QRect(0, 0, 100, 80).contains(strip) for strip in strips)


@pytest.mark.parametrize("across", [-100, -99, -3, 0, 4, 99, 130])
@pytest.mark.parametrize("down", [-81, -5, 0, 7, 79])
def test_the_strips_are_what_was_not_in_view_before(qapp: QApplication, across: int, down: int) -> None:
    picture = MovingPicture(FRAME)
    _, strips = picture.move_to(replace(FRAME, left=FRAME.left + across, top=FRAME.top + down))
    bare = QRegion(FRAME.rect).subtracted(QRegion(FRAME.rect.translated(-across, -down)))
    told = QRegion()
    for strip in strips:
        assert not told.intersects(strip)
        told = told.united(strip)
    assert told == bare


def test_a_picture_of_another_size_keeps_what_is_still_in_view(qapp: QApplication) -> None:
    picture = MovingPicture(FRAME)
    pixels_of(picture.image)[30, 40] = 9
    _, strips = picture.move_to(replace(FRAME, width=120, height=60))
    assert pixels_of(picture.image).shape == (60, 120)
    assert pixels_of(picture.image)[30, 40] == 9
    assert strips == [QRect(100, 0, 20, 60)]


def test_a_picture_can_be_opaque(qapp: QApplication) -> None:
    picture = MovingPicture(FRAME, QImage.Format.Format_RGB32)
    picture.move_to(replace(FRAME, left=60))
    assert not picture.image.hasAlphaChannel()
