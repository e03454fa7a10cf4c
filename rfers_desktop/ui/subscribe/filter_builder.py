"""The filter as rows for those who do not type it: all of them, or any of them, must be so."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Topic
from rfers_desktop.drafting.filter_completion import NO_TERMS, Seen
from rfers_desktop.drafting.filter_rows import NotRight, NotRows, Row, Rows, asks_for, is_filled, rows_of, text_of
from rfers_desktop.language import tr
from rfers_desktop.ui.steady_field import steady

from .filter_row import FilterRow


class FilterBuilder(QWidget):
    """Shows a filter text as rows where it can, else says why not; a change of the rows is told as text."""

    changed = Signal(str)  # the text that the rows stand for

    def __init__(self, seen: Seen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen = seen
        self._topic: Topic | None = None
        self._terms: Meanings = NO_TERMS
        self._text = ""
        self.rows: list[FilterRow] = []
        self.join = steady(QComboBox(self))
        self.join.setAccessibleName(tr("All or any of the conditions"))
        self.join.addItem(tr("all of these"), True)
        self.join.addItem(tr("any of these"), False)
        self.add = QPushButton(tr("Add condition"), self)
        self.add.setAccessibleName(tr("Add condition"))
        self.add.setAutoDefault(False)
        self.why_not = QLabel(self)
        self.why_not.setObjectName("quiet")
        self.why_not.setWordWrap(True)
        self.why_not.setAccessibleName(tr("What there is to say of the rows"))
        self.why_not.hide()
        self._column = QVBoxLayout()
        self._column.setSpacing(4)
        foot = QHBoxLayout()
        foot.addWidget(self.add)
        foot.addWidget(self.join)
        foot.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.why_not)
        layout.addLayout(self._column)
        layout.addLayout(foot)
        self.add.clicked.connect(self.add_row)
        self.join.currentIndexChanged.connect(self._tell)

    def use_topic(self, topic: Topic, terms: Meanings = NO_TERMS) -> None:
        """Offer another topic's attributes, and the words for them."""
        self._topic, self._terms = topic, terms
        self._clear()
        self.show_text(self._text)

    def show_text(self, text: str) -> None:
        """Follow the text; rows that already say it stay as they are, with those not filled in yet."""
        self._text = text
        if self._topic is None:
            return
        try:
            wanted = rows_of(text, self._topic, self._terms)
        except NotRows as reason:
            if not isinstance(reason, NotRight):
                self._clear()  # they would say something else than the text
            self._enable(str(reason))
            return
        if text.strip() != text_of(self._present(), self._topic) and wanted != self._present():
            self._show(wanted)
        self._enable()

    def add_row(self) -> FilterRow | None:
        """Begin another condition, with the first attribute."""
        if self._topic is None or not self._topic.attributes:
            return None
        first = self._topic.attributes[0]
        made = self._make(Row(first.name, asks_for(first)[0]))
        self._show_join()
        self._enable()
        made.attribute.setFocus()
        return made

    def _present(self) -> Rows:
        return Rows(tuple(row.row() for row in self.rows), bool(self.join.currentData()))

    def _show(self, wanted: Rows) -> None:
        self._clear()
        for row in wanted.rows:
            self._make(row)
        if len(wanted.rows) > 1:
            with QSignalBlocker(self.join):
                self.join.setCurrentIndex(0 if wanted.is_all else 1)
        self._show_join()

    def _make(self, row: Row) -> FilterRow:
        assert self._topic is not None
        made = FilterRow(self._topic, row, self._seen, self._terms, self)
        made.changed.connect(self._tell)
        made.removed.connect(lambda: self._remove(made))
        self.rows.append(made)
        self._column.addWidget(made)
        return made

    def _remove(self, row: FilterRow) -> None:
        self.rows.remove(row)
        _drop(row)
        self._show_join()
        self._tell()

    def _clear(self) -> None:
        for row in self.rows:
            _drop(row)
        self.rows = []
        self._show_join()

    def _tell(self) -> None:
        if self._topic is not None:
            self._text = text_of(self._present(), self._topic)
            self._enable()
            self.changed.emit(self._text)

    def _enable(self, why_not: str = "") -> None:
        """Let rows be changed unless there is a reason why not; say what of them does not count yet."""
        is_lacking = not all(is_filled(row.row()) for row in self.rows)
        self.why_not.setText(why_not or (tr("A condition without a value does not count.") if is_lacking else ""))
        self.why_not.setVisible(bool(self.why_not.text()))
        for part in (*self.rows, self.add, self.join):
            part.setEnabled(not why_not)

    def _show_join(self) -> None:
        self.join.setVisible(len(self.rows) > 1)


def _drop(row: FilterRow) -> None:
    row.hide()
    row.setParent(None)
    row.deleteLater()
