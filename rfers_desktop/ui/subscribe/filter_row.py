"""One condition of a filter without typing the language: attribute, comparison, value with its unit."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from broker_local.protocol.filter.words import words_of
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.drafting.filter_completion import NO_TERMS, Seen
from rfers_desktop.drafting.filter_rows import Ask, Row, asks_for
from rfers_desktop.language import tr
from rfers_desktop.ui.steady_field import steady

from .word_picker import WordPicker

_NARROWEST_PX = 64
_IN_WORDS = (Ask.WORD, Ask.NOT_WORD)
_VALUE_HINTS = {
    AttributeType.DATE: "2026-08-05",
    AttributeType.TIME: "14:15",
    AttributeType.TIMESTAMP: "2026-08-05T14:15:00Z",
}


class FilterRow(QWidget):
    """Offers what the attribute's type allows, and the values that are usual or were seen."""

    changed = Signal()
    removed = Signal()

    def __init__(
        self, topic: Topic, row: Row, seen: Seen, terms: Meanings = NO_TERMS, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._topic = topic
        self._terms = terms
        self._seen = seen
        self.attribute = _combo(tr("Attribute"), self)
        for attribute in topic.attributes:
            self.attribute.addItem(attribute.name, attribute.name)
            self.attribute.setItemData(self.attribute.count() - 1, attribute.description, Qt.ItemDataRole.ToolTipRole)
        self.ask = _combo(tr("Comparison"), self)
        self.value = _value(tr("Value"), self)
        self.and_word = QLabel(tr("and"), self)
        self.second = _value(tr("Second value"), self)
        self.word = WordPicker(self)
        self.unit = QLabel(self)
        self.unit.setObjectName("quiet")
        self.remove = QToolButton(self)
        self.remove.setText("✕")
        self.remove.setStyleSheet("padding: 3px 6px;")
        self.remove.setAccessibleName(tr("Remove this condition"))
        self.remove.setToolTip(tr("Remove this condition"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        for part, share in (
            *((self.attribute, 3), (self.ask, 4), (self.value, 3), (self.and_word, 0), (self.second, 3)),
            *((self.word, 6), (self.unit, 0), (self.remove, 0)),
        ):
            line.addWidget(part, share)
        self.show_row(row)
        self.attribute.currentIndexChanged.connect(self._attribute_changed)
        self.ask.currentIndexChanged.connect(self._ask_changed)
        self.value.editTextChanged.connect(self.changed)
        self.second.editTextChanged.connect(self.changed)
        self.word.changed.connect(self.changed)
        self.remove.clicked.connect(self.removed)

    def row(self) -> Row:
        """What is filled in."""
        ask = Ask(self.ask.currentData())
        if ask in _IN_WORDS:
            return Row(str(self.attribute.currentData()), ask, (self.word.words(),), self.word.wishes)
        first, second = self.value.currentText(), self.second.currentText()
        if ask.value_count == 0:
            values: tuple[str, ...] = ()
        elif ask.value_count is None:
            values = tuple(part.strip() for part in first.split(",") if part.strip())
        else:
            values = (first, second)[: ask.value_count]
        return Row(str(self.attribute.currentData()), ask, values)

    def show_row(self, row: Row) -> None:
        """Fill in, without telling."""
        parts = (self.attribute, self.ask, self.value, self.second, self.word)
        blockers = [QSignalBlocker(part) for part in parts]
        self.attribute.setCurrentIndex(max(self.attribute.findData(row.attribute), 0))
        self._offer(row.ask)
        if row.ask in _IN_WORDS:
            self.word.show_words(row.values[0] if row.values else "", row.wishes)
        words = ", ".join(row.values) if row.ask.value_count is None else (row.values[0] if row.values else "")
        self.value.setEditText(words)
        self.second.setEditText(row.values[1] if row.ask.value_count == 2 and len(row.values) > 1 else "")
        self._show_fields()
        del blockers

    def _chosen(self) -> Attribute:
        return self._topic.by_name[str(self.attribute.currentData())]

    def _offer(self, chosen: Ask) -> None:
        attribute = self._chosen()
        known_words = words_of(self._topic, attribute, self._terms) if attribute.type.is_numeric else {}
        self.word.offer(known_words, attribute.unit or "")
        asks = asks_for(attribute, bool(known_words))
        self.ask.clear()
        for ask in asks:
            self.ask.addItem(tr(ask.value), ask.value)
        self.ask.setCurrentIndex(asks.index(chosen) if chosen in asks else 0)
        known = tuple(dict.fromkeys((*attribute.values, *self._seen(self._topic.name, attribute.name))))
        is_truth = attribute.type is AttributeType.BOOLEAN
        for field in (self.value, self.second):
            field.clear()
            field.addItems(("TRUE", "FALSE") if is_truth else known)
            line = field.lineEdit()
            if line is not None:
                line.setPlaceholderText(_VALUE_HINTS.get(attribute.type, ""))
            field.setEditText("")
        self.unit.setText(attribute.unit or "")
        self.unit.setVisible(bool(attribute.unit))

    def _attribute_changed(self) -> None:
        parts = (self.ask, self.value, self.second, self.word)
        blockers = [QSignalBlocker(part) for part in parts]
        self._offer(Ask(self.ask.currentData() or Ask.EQUAL))
        del blockers
        self._show_fields()
        self.changed.emit()

    def _ask_changed(self) -> None:
        self._show_fields()
        self.changed.emit()

    def _show_fields(self) -> None:
        ask = Ask(self.ask.currentData())
        count = 0 if ask in _IN_WORDS else ask.value_count
        self.word.setVisible(ask in _IN_WORDS)
        self.unit.setVisible(ask not in _IN_WORDS and bool(self.unit.text()))
        self.value.setVisible(count != 0)
        self.and_word.setVisible(count == 2)
        self.second.setVisible(count == 2)
        self.value.setToolTip(tr("Several values, with commas between") if count is None else "")


def _combo(name: str, parent: QWidget) -> QComboBox:
    field = steady(QComboBox(parent))
    field.setAccessibleName(name)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    field.setMinimumContentsLength(1)
    field.setMinimumWidth(_NARROWEST_PX)
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    field.view().setMinimumWidth(160)
    return field


def _value(name: str, parent: QWidget) -> QComboBox:
    field = _combo(name, parent)
    field.setEditable(True)
    field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    line = field.lineEdit()
    if line is not None:
        line.setAccessibleName(name)
    return field
