"""Tests of labels on the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from rfers_desktop.ui.map.label_plate import LabelPlate
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display


def test_a_label_is_painted_where_it_is_told_in_the_size_it_says(qapp: QApplication) -> None:
    plate = LabelPlate("Engine 7", opacity=1.0)
    box = touched_box(painted(lambda painter: plate.paint(painter, QPointF(30, 40))))
    promised = QRectF(QPointF(30, 40), plate.size)
    assert promised.adjusted(-1, -1, 1, 1).contains(box)
    assert box.width() >= promised.width() - 2
    assert box.height() >= promised.height() - 2


def test_a_label_has_ink_on_its_paper(qapp: QApplication) -> None:
    plate = LabelPlate("■■■", paper="#ffffff", ink="#b42318", opacity=1.0)
    picture = painted(lambda painter: plate.paint(painter, QPointF(10, 10)))
    assert count_of(picture, "#b42318") > 30
    assert count_of(picture, "#ffffff") > 100


def test_a_long_label_ends_in_dots(qapp: QApplication) -> None:
    plate = LabelPlate("a name that goes on and on " * 10)
    assert plate.text.endswith("…")
    assert plate.size.width() < 260


def test_a_longer_label_is_wider(qapp: QApplication) -> None:
    assert LabelPlate("Engine 12").size.width() > LabelPlate("E").size.width()
    assert LabelPlate("Engine 12").size.height() == LabelPlate("E").size.height()
