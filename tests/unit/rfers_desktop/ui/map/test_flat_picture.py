"""Tests of the one picture that all sheets are laid on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.flat_picture import FlatPicture
from rfers_desktop.ui.map.pixel_frame import PixelFrame

pytestmark = pytest.mark.display

FRAME = PixelFrame(1.0, 1.0, 0, 0, 100, 80)
MANY = [QRect(2 * n, n % 7, 1, 1) for n in range(45)]


class Sheets:
    """Lays one colour, and remembers where."""

    def __init__(self, colour: str = "#ff0000") -> None:
        self.colour = colour
        self.laid = QRegion()

    def lay(self, painter: QPainter, boxes: list[QRect], exposed: QRegion) -> None:
        self.laid = exposed
        for box in boxes:
            painter.fillRect(box, QColor(self.colour))


def shown(flat: FlatPicture) -> QImage:
    image = QImage(100, 80, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    flat.show(painter)
    painter.end()
    return image


@pytest.fixture
def flat(qapp: QApplication) -> FlatPicture:
    made, sheets = FlatPicture(FRAME), Sheets()
    made.bring_up_to_date(sheets.lay)
    assert sheets.laid == QRegion(0, 0, 100, 80)
    return made


def test_nothing_is_laid_where_nothing_changed(flat: FlatPicture) -> None:
    sheets = Sheets()
    flat.bring_up_to_date(sheets.lay)
    flat.look_at(FRAME)
    flat.bring_up_to_date(sheets.lay)
    assert sheets.laid.isEmpty()


@pytest.mark.parametrize("boxes", [[QRect(10, 10, 5, 5)], MANY], ids=["few", "many"])
def test_only_what_changed_is_laid_again(flat: FlatPicture, boxes: list[QRect]) -> None:
    region = QRegion()
    for box in boxes:
        region = region.united(box)
    flat.touch(region)
    flat.bring_up_to_date(Sheets("#00ff00").lay)
    image = shown(flat)
    for x in range(100):
        for y in range(80):
            is_green = any(box.contains(x, y) for box in boxes)
            assert image.pixelColor(x, y).name() == ("#00ff00" if is_green else "#ff0000")


def test_a_pan_lays_strips_and_what_changed_before_it(flat: FlatPicture) -> None:
    flat.touch(QRegion(50, 50, 4, 4))
    flat.look_at(replace(FRAME, left=-10))
    sheets = Sheets("#00ff00")
    flat.bring_up_to_date(sheets.lay)
    assert sheets.laid == QRegion(0, 0, 10, 80).united(QRegion(60, 50, 4, 4))
    assert shown(flat).pixelColor(5, 5).name() == "#00ff00"
    assert shown(flat).pixelColor(15, 5).name() == "#ff0000"


def test_another_scale_is_laid_in_full(flat: FlatPicture) -> None:
    flat.look_at(replace(FRAME, per_unit=2.0))
    sheets = Sheets()
    flat.bring_up_to_date(sheets.lay)
    assert sheets.laid == QRegion(0, 0, 100, 80)
