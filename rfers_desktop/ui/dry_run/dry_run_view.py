"""The place on the subscribe card that says what the draft would have matched, and warns."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.dialogs.dialog_layout import words_label
from rfers_desktop.ui.look import GAP

from .verdict import Verdict


class DryRunView(QFrame):
    """Empty until there is something to say."""

    shown_on_map = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Before it is sent"))
        self.words = words_label("", "field", self)
        self.warning = words_label("", "wrong", self)
        self.on_map = QCheckBox(tr("Show them on the map"), self)
        self.on_map.setChecked(True)
        self.on_map.toggled.connect(self.shown_on_map)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        for widget in (self.words, self.warning, self.on_map):
            column.addWidget(widget)
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        for widget in (self.words, self.warning, self.on_map):
            widget.hide()

    def show_waiting(self) -> None:
        """Say that the answer is on its way; what was said before stays readable until it is here."""
        if not self.words.isVisible():
            self.words.setText(tr("Looking at what it would have matched…"))
            self.words.show()

    def show_verdict(self, verdict: Verdict, places: int) -> None:
        """Say what came of it."""
        self.words.setText(verdict.sentence)
        self.words.show()
        self.warning.setText("\n".join(verdict.warnings))
        self.warning.setVisible(bool(verdict.warnings))
        self.on_map.setVisible(places > 0)

    def show_failure(self, reason: str) -> None:
        """Say why it is not known."""
        self.clear()
        self.words.setText(tr("What it would have matched is not known: {reason}", reason=reason))
        self.words.show()
