"""Are you sure: the question before a subscription is ended."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rfers_desktop.ui.look import GAP, WIDE_GAP

_WIDTH_PX = 460


class UnsubscribeDialog(QDialog):
    """Keeping the subscription is what Return and Escape do."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Unsubscribe")
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        question = _words(f"End the subscription “{name}”?", "field", self)
        meaning = _words("Nothing more of what it matches will be told to you, on any desk.", "quiet", self)
        self.keep = QPushButton("Keep it", self)
        self.keep.setAccessibleName("Keep the subscription")
        self.keep.setDefault(True)
        self.end = QPushButton("Unsubscribe", self)
        self.end.setAccessibleName("End the subscription")
        self.end.setAutoDefault(False)
        self.keep.clicked.connect(self.reject)
        self.end.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        buttons.addStretch(1)
        buttons.addWidget(self.end)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(GAP)
        layout.addWidget(question)
        layout.addWidget(meaning)
        layout.addSpacing(WIDE_GAP)
        layout.addLayout(buttons)
        self.keep.setFocus()


def _words(text: str, look: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setObjectName(look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
