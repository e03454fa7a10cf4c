"""The wheel scrolls past fields, and changes the one in hand alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.steady_field import steady

pytestmark = pytest.mark.display


def turn_wheel(field: QWidget) -> bool:
    """Whether the field has used it; if not, Qt hands it to what the field lies in."""
    at = QPointF(field.rect().center())
    down = QPoint(0, -120)
    event = QWheelEvent(
        *(at, field.mapToGlobal(at), down, down, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier),
        *(Qt.ScrollPhase.NoScrollPhase, False),
    )
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


def test_the_wheel_is_handed_on_unless_the_field_has_the_focus(qtbot: QtBot) -> None:
    form = QWidget()
    qtbot.addWidget(form)
    choice, number, other = steady(QComboBox(form)), steady(QSpinBox(form)), QLineEdit(form)
    choice.addItems(["low", "normal", "critical"])
    number.setValue(50)
    column = QVBoxLayout(form)
    for field in (choice, number, other):
        column.addWidget(field)
    form.show()
    qtbot.waitExposed(form)
    other.setFocus()
    assert [turn_wheel(field) for field in (choice, number)] == [False, False]
    assert (choice.currentText(), number.value()) == ("low", 50)
    choice.setFocus()
    qtbot.waitUntil(choice.hasFocus)
    assert turn_wheel(choice)
    assert choice.currentText() == "normal"
