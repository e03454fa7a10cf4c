"""Tests of the colour button."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.colour_field import ColourField, swatch

pytestmark = pytest.mark.display


def test_the_colour_is_written_and_a_new_one_is_told(qtbot: QtBot) -> None:
    field = ColourField("#112233")
    qtbot.addWidget(field)
    with qtbot.waitSignal(field.changed) as told:
        field.set_colour("#445566")
    assert told.args == ["#445566"]
    assert field.text() == field.colour == "#445566"
    with qtbot.assertNotEmitted(field.changed):
        field.set_colour("#445566")


def test_a_click_opens_the_choice_and_takes_what_is_chosen(qtbot: QtBot) -> None:
    field = ColourField("#112233")
    qtbot.addWidget(field)
    field.show()
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    dialog = field.findChild(QColorDialog)
    assert isinstance(dialog, QColorDialog)
    dialog.setCurrentColor(QColor("#778899"))
    dialog.accept()
    assert field.colour == "#778899"


def test_a_swatch_is_of_the_colour(qapp: object) -> None:
    assert swatch("#778899").toImage().pixelColor(3, 3).name() == "#778899"
