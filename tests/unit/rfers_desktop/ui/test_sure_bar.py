"""Tests of the bar that shows how sure a match is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.look import apply_theme, present_theme
from rfers_desktop.ui.sure_bar import DEGREES, SureBar, SureDelegate, paint_sure_bar
from rfers_desktop.ui.themes import THEMES, contrast

pytestmark = pytest.mark.display


def is_ink(possibility: float, necessity: float) -> NDArray[np.bool_]:
    """How much of each column of a bar of 100 pixels is in ink: a part from 0 to 1."""
    image = QImage(120, 20, QImage.Format.Format_RGB32)
    image.fill(QColor(present_theme().panel))
    painter = QPainter(image)
    paint_sure_bar(painter, QRectF(10, 4, 100, 10), possibility, necessity)
    painter.end()
    ink = QColor(present_theme().text).rgb()
    rows = [[image.pixel(x, y) == ink for x in range(11, 110)] for y in range(5, 14)]
    return np.array(rows)


def test_it_is_solid_as_far_as_it_is_certain_hatched_as_far_as_it_is_possible_and_empty_beyond(qtbot: QtBot) -> None:
    share = is_ink(0.8, 0.3).mean(axis=0)
    assert share[:28].min() == 1.0
    assert 0.05 < share[32:76].mean() < 0.6
    assert share[82:].max() == 0.0


def test_what_is_certain_is_all_solid_and_what_is_hardly_possible_nearly_empty(qtbot: QtBot) -> None:
    assert is_ink(1.0, 1.0).all()
    assert is_ink(0.0, 0.0).mean() < 0.02


@pytest.mark.parametrize("name", THEMES)
def test_it_is_told_apart_in_every_theme(qapp: QApplication, name: str) -> None:
    theme = THEMES[name]
    assert contrast(theme.text, theme.panel) >= 4.5
    try:
        apply_theme(qapp, theme)
        share = is_ink(0.7, 0.4).mean(axis=0)
        assert share[:38].mean() > share[42:68].mean() > share[72:].mean() == 0.0
    finally:
        apply_theme(qapp)


def test_a_bar_tells_screen_readers_what_it_shows(qtbot: QtBot) -> None:
    bar = SureBar()
    qtbot.addWidget(bar)
    bar.show_degrees(0.9, 0.5)
    assert bar.accessibleName() == bar.toolTip() == "Possible to 90 %, certain to 50 %."
    assert bar.grab().size().height() == bar.height()


def test_a_cell_has_its_bar_before_its_words(qtbot: QtBot) -> None:
    model = QStandardItemModel(1, 1)
    item = QStandardItem("certain")
    item.setData((1.0, 1.0), DEGREES)
    model.setItem(0, 0, item)
    image = QImage(QSize(200, 28), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.rect = image.rect()
    painter = QPainter(image)
    SureDelegate().paint(painter, option, model.index(0, 0))
    painter.end()
    ink = QColor(present_theme().text).rgb()
    assert all(image.pixel(x, 14) == ink for x in range(10, 50))
    assert any(image.pixel(x, y) != image.pixel(199, 0) for x in range(60, 120) for y in range(28))
