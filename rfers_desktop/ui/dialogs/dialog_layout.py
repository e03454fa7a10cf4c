"""How small dialogs are laid out: words that wrap, one column, and a row of buttons at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rfers_desktop.ui.look import GAP, WIDE_GAP

_AROUND_PX = (24, 20, 24, 20)


def words_label(text: str, look: str, parent: QWidget) -> QLabel:
    """Plain words that wrap; `look` is their name in the style sheet: field, quiet, wrong."""
    label = QLabel(text, parent)
    label.setObjectName(look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def lay_out(dialog: QDialog, widgets: Sequence[QWidget], buttons: Sequence[QPushButton]) -> None:
    """The widgets from the top down, and below them the buttons, the last one outermost."""
    row = QHBoxLayout()
    row.setSpacing(GAP)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(*_AROUND_PX)
    column.setSpacing(GAP)
    for widget in widgets:
        column.addWidget(widget)
    column.addSpacing(WIDE_GAP)
    column.addLayout(row)
