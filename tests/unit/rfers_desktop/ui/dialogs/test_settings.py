"""Tests of the settings dialog: a row of each kind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.settings import SettingsDialog
from rfers_desktop.ui.setting import Amount, Choice, Switch

pytestmark = pytest.mark.display


class Kept:
    def __init__(self) -> None:
        self.values: dict[str, object] = {}

    def dialog(self, qtbot: QtBot) -> SettingsDialog:
        def kept(name: str) -> object:
            return lambda value: self.values.update({name: value})

        made = SettingsDialog(
            [
                Choice("Look", "Colour", [("r", "Red"), ("b", "Blue")], lambda: "b", kept("colour"), "A hint."),  # type: ignore[arg-type]
                Switch("Sounds", "Bell", lambda: True, kept("bell")),  # type: ignore[arg-type]
                Amount("Look", "Days", 1, 90, lambda: 30, kept("days"), "days"),  # type: ignore[arg-type]
            ]
        )
        qtbot.addWidget(made)
        made.show()
        return made


def test_every_kind_shows_what_is_set_and_sets_what_is_chosen(qtbot: QtBot) -> None:
    kept = Kept()
    fields = kept.dialog(qtbot).fields
    assert list(fields) == ["Colour", "Days", "Bell"]  # below their headings
    colour, bell, days = fields["Colour"], fields["Bell"], fields["Days"]
    assert isinstance(colour, QComboBox)
    assert isinstance(bell, QCheckBox)
    assert isinstance(days, QSpinBox)
    assert (colour.currentText(), bell.isChecked(), days.value()) == ("Blue", True, 30)
    qtbot.keyClick(colour, Qt.Key.Key_Up)
    qtbot.keyClick(bell, Qt.Key.Key_Space)
    days.selectAll()
    qtbot.keyClicks(days, "7")
    qtbot.keyClick(days, Qt.Key.Key_Return)
    assert kept.values == {"colour": "r", "bell": False, "days": 7}


def test_what_cannot_be_kept_is_said(qtbot: QtBot) -> None:
    def refuse(_: bool) -> None:
        raise OSError("the disk is full")

    dialog = SettingsDialog([Switch("Sounds", "Bell", lambda: True, refuse)])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog.fields["Bell"], Qt.Key.Key_Space)
    assert "the disk is full" in dialog.message.text()
