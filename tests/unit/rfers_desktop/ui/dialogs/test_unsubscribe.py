"""Tests of the question before a subscription is ended."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.dialogs.unsubscribe import UnsubscribeDialog

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(qtbot: QtBot) -> UnsubscribeDialog:
    made = UnsubscribeDialog("<b>North</b> sector")
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.open()
    return made


def test_it_names_the_subscription_as_it_was_typed(dialog: UnsubscribeDialog) -> None:
    labels = dialog.findChildren(QLabel)
    assert labels[0].text() == "End the subscription “<b>North</b> sector”?"
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_keys_pressed_in_a_hurry_keep_it(dialog: UnsubscribeDialog, qtbot: QtBot, key: Qt.Key) -> None:
    assert dialog.keep.hasFocus()
    qtbot.keyClick(dialog.keep, key)
    assert not dialog.isVisible()
    assert dialog.result() == QDialog.DialogCode.Rejected


def test_a_click_ends_it(dialog: UnsubscribeDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.end, LEFT)
    assert not dialog.isVisible()


def test_a_click_keeps_it(dialog: UnsubscribeDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.keep, LEFT)
