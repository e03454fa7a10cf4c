"""The filter in both its forms, text and rows, which stay in step."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Topic
from rfers_desktop.drafting.filter_completion import NO_TERMS, Seen

from .filter_builder import FilterBuilder
from .filter_text import FilterText, nothing_seen


class FilterEditor(QWidget):
    """What is typed shows in the rows, and what is chosen in the rows shows in the text."""

    changed = Signal(str)

    def __init__(self, seen: Seen = nothing_seen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._topic: Topic | None = None
        self._terms: Meanings = NO_TERMS
        self._is_from_rows = False
        self.typed = FilterText(seen, self)
        self.builder = FilterBuilder(seen, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.typed)
        layout.addWidget(self.builder)
        self.typed.changed.connect(self._typed)
        self.builder.changed.connect(self._built)

    @property
    def problem(self) -> ProtocolError | None:
        """What is wrong with the filter."""
        return self.typed.problem

    def use_topic(self, topic: Topic, terms: Meanings = NO_TERMS) -> None:
        """Check, complete and build for another topic, or with other words; the text stays."""
        if (topic, terms) != (self._topic, self._terms):
            self._topic, self._terms = topic, terms
            self.builder.use_topic(topic, terms)
            self.typed.use_topic(topic, terms)

    def text(self) -> str:
        """The filter as text."""
        return self.typed.text()

    def set_text(self, text: str) -> None:
        """Show another filter."""
        self.typed.set_text(text)

    def _typed(self) -> None:
        if not self._is_from_rows:
            self.builder.show_text(self.text())
        self.changed.emit(self.text())

    def _built(self, text: str) -> None:
        self._is_from_rows = True
        try:
            self.typed.set_text(text)
        finally:
            self._is_from_rows = False
