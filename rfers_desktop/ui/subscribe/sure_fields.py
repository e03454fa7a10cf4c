"""How sure a match must be to be told: two usual answers, and one's own."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSpinBox, QWidget

from broker_local.protocol.certainty import Aggregation, Certainty
from rfers_desktop.language import later, tr
from rfers_desktop.ui.steady_field import steady

_REPORTED, _POSSIBLE, _CERTAIN, _CUSTOM = range(4)
_CHOICES = (
    (later("as it is reported"), later("Errors of places are not looked at; what is stated counts")),
    (later("when it is possible"), later("Every match that is possible at all is told")),
    (later("only when certain"), later("Only what cannot be otherwise is told")),
    (later("custom…"), later("Least degrees of your own")),
)
_AGGREGATIONS = {
    Aggregation.MINIMUM: later("the least of them"),
    Aggregation.PRODUCT: later("their product"),
    Aggregation.LUKASIEWICZ: later("what their doubts leave (Łukasiewicz)"),
    Aggregation.AVERAGE: later("their average, by weight"),
}
_PRESETS = {_REPORTED: None, _POSSIBLE: Certainty(), _CERTAIN: Certainty(least_necessity=1.0)}


class SureFields(QWidget):
    """A choice, and below it the fields of the one that is custom."""

    changed = Signal(object)  # Certainty, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._certainty: Certainty | None = None
        self._is_custom = False
        self.choice = steady(QComboBox(self))
        self.choice.setAccessibleName(tr("How sure a match must be"))
        for row, (words, tip) in enumerate(_CHOICES):
            self.choice.addItem(tr(words), row)
            self.choice.setItemData(row, tr(tip), _TIP)
        self.possible = _percent(tr("Least possibility"), self)
        self.certain = _percent(tr("Least certainty"), self)
        self.joined = steady(QComboBox(self))
        self.joined.setAccessibleName(tr("How the parts are joined"))
        for aggregation, words in _AGGREGATIONS.items():
            self.joined.addItem(tr(words), aggregation.value)
        self.label = QLabel(tr("Ho&w sure"), self)
        self.label.setBuddy(self.choice)
        self._own = [
            (QLabel(tr("possible to at least"), self), self.possible),
            (QLabel(tr("certain to at least"), self), self.certain),
            (QLabel(tr("several parts count as"), self), self.joined),
        ]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.addWidget(self.label, 0, 0)
        grid.addWidget(self.choice, 0, 1)
        for row, (label, field) in enumerate(self._own, start=1):
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)
        self.show_certainty(None, is_graded=False, why_not="")
        self.choice.currentIndexChanged.connect(lambda _: self._chosen())
        for number in (self.possible, self.certain):
            number.valueChanged.connect(lambda _: self._typed())
        self.joined.currentIndexChanged.connect(lambda _: self._typed())

    def show_certainty(self, certainty: Certainty | None, *, is_graded: bool, why_not: str) -> None:
        """Show what is wished, without telling; `is_graded` if words or a soft edge make degrees anyway."""
        self._certainty = certainty
        self._is_custom = self._is_custom and certainty is not None or certainty not in _PRESETS.values()
        row = _row_of(certainty, is_graded, self._is_custom)
        fields = (self.choice, self.possible, self.certain, self.joined)
        blockers = [QSignalBlocker(field) for field in fields]
        model = self.choice.model()
        if isinstance(model, QStandardItemModel):
            model.item(_REPORTED).setEnabled(not is_graded)
        self.choice.setCurrentIndex(row)
        shown = certainty or Certainty()
        self.possible.setValue(round(100 * shown.least_possibility))
        self.certain.setValue(round(100 * shown.least_necessity))
        self.joined.setCurrentIndex(self.joined.findData(shown.aggregation.value))
        del blockers
        for label, field in self._own:
            label.setVisible(row == _CUSTOM)
            field.setVisible(row == _CUSTOM)
        self.setEnabled(not why_not)
        self.choice.setToolTip(why_not or tr(_CHOICES[row][1]))

    def _chosen(self) -> None:
        row = self.choice.currentIndex()
        self._is_custom = row == _CUSTOM
        self.changed.emit((self._certainty or Certainty()) if row == _CUSTOM else _PRESETS[row])

    def _typed(self) -> None:
        self.changed.emit(
            Certainty(self.possible.value() / 100, self.certain.value() / 100, Aggregation(self.joined.currentData()))
        )


_TIP = 3  # Qt.ItemDataRole.ToolTipRole, as a plain number


def _row_of(certainty: Certainty | None, is_graded: bool, is_custom: bool) -> int:
    if is_custom:
        return _CUSTOM
    if certainty is None:
        return _POSSIBLE if is_graded else _REPORTED
    return _POSSIBLE if certainty == _PRESETS[_POSSIBLE] else _CERTAIN


def _percent(name: str, parent: QWidget) -> QSpinBox:
    field = steady(QSpinBox(parent))
    field.setRange(0, 100)
    field.setSingleStep(5)
    field.setSuffix(" %")
    field.setAccessibleName(name)
    return field
