"""Tests of how small dialogs are laid out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.dialog_layout import lay_out, words_label

pytestmark = pytest.mark.display


def test_words_wrap_and_are_taken_as_they_are(qtbot: QtBot) -> None:
    parent = QDialog()
    qtbot.addWidget(parent)
    label = words_label("<b>a & b</b>", "quiet", parent)
    assert label.wordWrap()
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.objectName() == "quiet"


def test_buttons_are_below_at_the_right_the_last_one_outermost(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.resize(400, 200)
    field, first, last = QLineEdit(dialog), QPushButton("No", dialog), QPushButton("Yes", dialog)
    lay_out(dialog, (field,), (first, last))
    dialog.show()
    assert field.geometry().bottom() < first.geometry().top()
    assert first.geometry().right() < last.geometry().left()
    assert dialog.width() - last.geometry().right() < 40
