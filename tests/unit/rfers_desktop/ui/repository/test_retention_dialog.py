"""Tests of rfers_desktop/ui/repository/retention_dialog.py."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.repository.retention_dialog import RetentionDialog
from rfers_desktop.workspace import Retention

pytestmark = pytest.mark.display


def test_limits_are_shown_and_told(qtbot: QtBot) -> None:
    dialog = RetentionDialog(Retention(None, 500, None))
    qtbot.addWidget(dialog)
    assert not dialog.days.isEnabled()
    assert dialog.rows.value() == 500
    dialog.has_days.setChecked(True)
    dialog.days.setValue(7)
    dialog.has_rows.setChecked(False)
    with qtbot.waitSignal(dialog.chosen) as told:
        qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton)
    assert told.args == [Retention(7, None, None)]
