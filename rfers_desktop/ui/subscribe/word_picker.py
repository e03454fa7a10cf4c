"""A word with its hedges, chosen from lists; each word with a small picture of its curve."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from broker_local.protocol.fuzzy_number import FuzzyNumber
from rfers_desktop.attribute_text import imprecise_text
from rfers_desktop.language import later, tr
from rfers_desktop.ui.steady_field import steady
from rfers_desktop.ui.words.curve_icon import ICON_SIZE, curve_icon, shown_span

_HEDGE_PX = 84
_HEDGES = {
    "": later("—"),
    "VERY": later("very"),
    "SOMEWHAT": later("somewhat"),
    "VERY VERY": later("very, very"),
}


class WordPicker(QWidget):
    """What a WITH says of the word is kept and shown; it is changed in the text."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wishes = ""
        self.hedge = _combo(tr("How much of the word"), self)
        self.hedge.setMinimumWidth(_HEDGE_PX)
        for hedge, words in _HEDGES.items():
            self.hedge.addItem(tr(words), hedge)
        self.term = _combo(tr("Word"), self)
        self.term.setIconSize(ICON_SIZE)
        self.with_words = QLabel(self)
        self.with_words.setObjectName("quiet")
        self.with_words.setAccessibleName(tr("How sure it must be"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.hedge, 2)
        line.addWidget(self.term, 4)
        line.addWidget(self.with_words)
        self.with_words.hide()
        for field in (self.hedge, self.term):
            field.currentIndexChanged.connect(lambda _: self.changed.emit())

    def offer(self, known: Mapping[str, FuzzyNumber], unit: str) -> None:
        """Offer the words of another attribute; nothing is kept of what was chosen."""
        self.wishes = ""
        self._show_wishes()
        with QSignalBlocker(self.term), QSignalBlocker(self.hedge):
            self.hedge.setCurrentIndex(0)
            self.term.clear()
            span = shown_span(known.values())
            for name, number in known.items():
                self.term.addItem(curve_icon(number, span), name, name)
                tip = imprecise_text(number, f" {unit}" if unit else "")
                self.term.setItemData(self.term.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def words(self) -> str:
        """The word with its hedges, as the language writes it."""
        return f"{self.hedge.currentData() or ''} {self.term.currentData() or ''}".strip()

    def show_words(self, words: str, wishes: str) -> None:
        """Show a word with its hedges, without telling."""
        *hedges, term = words.split() or [""]
        hedge = " ".join(hedges)
        with QSignalBlocker(self.term), QSignalBlocker(self.hedge):
            if self.hedge.findData(hedge) < 0:
                self.hedge.addItem(hedge.lower(), hedge)
            self.hedge.setCurrentIndex(self.hedge.findData(hedge))
            self.term.setCurrentIndex(max(self.term.findData(term), 0))
        self.wishes = wishes
        self._show_wishes()

    def _show_wishes(self) -> None:
        self.with_words.setText("…" if self.wishes else "")
        self.with_words.setToolTip(f"WITH {self.wishes}" if self.wishes else "")
        self.with_words.setVisible(bool(self.wishes))


def _combo(name: str, parent: QWidget) -> QComboBox:
    field = steady(QComboBox(parent))
    field.setAccessibleName(name)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    field.setMinimumContentsLength(1)
    field.setMinimumWidth(56)
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    field.view().setMinimumWidth(150)
    return field
