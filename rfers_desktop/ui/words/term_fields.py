"""The fields of one word: its name, four numbers, shape, meaning and source."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QGridLayout, QLabel, QLineEdit, QWidget

from broker_local.protocol.fuzzy_number import Shape
from broker_local.protocol.limits import MAX_NAME, MAX_TEXT
from broker_local.protocol.terms import Term
from rfers_desktop.drafting.term_curve import TermCurve
from rfers_desktop.language import later, tr
from rfers_desktop.ui.dialogs.dialog_layout import words_label
from rfers_desktop.workspace import Origin, Word, corners_of

_FARTHEST = 1e9
_CORNERS = (later("&Nothing up to"), later("&All from"), later("all &to"), later("n&othing from"))
_SHAPES = {
    Shape.LINEAR: later("straight lines"),
    Shape.S_CURVE: later("s-curves"),
    Shape.GAUSSIAN: later("bell (gaussian)"),
    Shape.STEP: later("steps"),
}
_FINE_SPAN = 5.0  # what spans no more is typed with three decimals


class TermFields(QWidget):
    """Tells of each change; what it comes to is asked of `curve`, `name` and `meaning`."""

    curve_changed = Signal(object)  # TermCurve
    renamed = Signal(str)
    explained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve: TermCurve | None = None
        self._spread = 1.0
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Word"))
        self.name.setMaxLength(MAX_NAME)
        self.corners = [_number(tr(words).replace("&", ""), self) for words in _CORNERS]
        self.has_left = QCheckBox(tr("no lower end"), self)
        self.has_right = QCheckBox(tr("no upper end"), self)
        self.shape = QComboBox(self)
        self.shape.setAccessibleName(tr("How it rises and falls"))
        for shape, words in _SHAPES.items():
            self.shape.addItem(tr(words), shape.value)
        self.meaning = QLineEdit(self)
        self.meaning.setAccessibleName(tr("Meaning"))
        self.meaning.setMaxLength(MAX_TEXT)
        self.source = words_label("", "quiet", self)
        self.source.setAccessibleName(tr("Source"))
        self._lay_out()
        for index, field in enumerate(self.corners):
            field.valueChanged.connect(lambda value, index=index: self._typed(index, value))
        self.has_left.toggled.connect(lambda is_endless: self._ended(is_right=False, has_end=not is_endless))
        self.has_right.toggled.connect(lambda is_endless: self._ended(is_right=True, has_end=not is_endless))
        self.shape.currentIndexChanged.connect(lambda _: self._shaped())
        self.name.textEdited.connect(self.renamed)
        self.meaning.textEdited.connect(self.explained)

    def show_word(self, word: Word | None, unit: str, step: float, span: float) -> None:
        """Show another word, or none; `span` is how much of the numbers is seen."""
        self.setEnabled(word is not None)
        if word is None:
            self._curve = None
            self._show_texts("", "", "", has_name=False)
            return
        term = word.term
        self._spread = span / 10
        self._show_texts(term.name, term.meaning, _source(word), has_name=word.origin is Origin.OWN)
        for field in self.corners:
            with QSignalBlocker(field):
                field.setDecimals(3 if span <= _FINE_SPAN else 1)
                field.setSingleStep(step)
                field.setSuffix(f" {unit}" if unit else "")
        self.show_curve(TermCurve.of(term.number, corners_of(term.number)))

    def show_curve(self, curve: TermCurve) -> None:
        """Show other numbers, without telling."""
        self._curve = curve
        for field, corner in zip(self.corners, curve.corners):
            with QSignalBlocker(field):
                field.setEnabled(corner is not None)
                field.setSpecialValueText("" if corner is not None else " ")
                if corner is None:
                    field.setValue(field.minimum())
                elif field.value() != corner:
                    field.setValue(corner)
        with QSignalBlocker(self.has_left), QSignalBlocker(self.has_right), QSignalBlocker(self.shape):
            self.has_left.setChecked(curve.corners[1] is None)
            self.has_right.setChecked(curve.corners[2] is None)
            self.has_left.setEnabled(curve.corners[2] is not None)
            self.has_right.setEnabled(curve.corners[1] is not None)
            self.shape.setCurrentIndex(self.shape.findData(curve.shape.value))

    def show_source(self, word: Word) -> None:
        """Say where the word comes from now."""
        self.source.setText(_source(word))

    def _typed(self, index: int, value: float) -> None:
        if self._curve is not None:
            self._tell(self._curve.with_corner(index, float(f"{value:.10g}")))

    def _ended(self, *, is_right: bool, has_end: bool) -> None:
        if self._curve is not None:
            self._tell(self._curve.with_end(is_right, has_end, self._spread))

    def _shaped(self) -> None:
        if self._curve is not None:
            self._tell(self._curve.with_shape(Shape(self.shape.currentData())))

    def _tell(self, curve: TermCurve) -> None:
        self.show_curve(curve)
        self.curve_changed.emit(curve)

    def _show_texts(self, name: str, meaning: str, source: str, *, has_name: bool) -> None:
        if self.name.text() != name:
            self.name.setText(name)
        if self.meaning.text() != meaning:
            self.meaning.setText(meaning)
        self.source.setText(source)
        self.name.setReadOnly(not has_name)
        self.name.setToolTip("" if has_name else tr("Built-in words keep their names; New makes one of your own"))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for column, (words, corner) in enumerate(zip(_CORNERS, self.corners)):
            grid.addWidget(_label(tr(words), corner, self), 0, column)
            grid.addWidget(corner, 1, column)
            grid.setColumnStretch(column, 1)
        grid.addWidget(self.has_left, 2, 0, 1, 2)
        grid.addWidget(self.has_right, 2, 2, 1, 2)
        for row, (words, field) in enumerate(
            ((tr("&Word"), self.name), (tr("&Shape"), self.shape), (tr("&Meaning"), self.meaning)), start=3
        ):
            grid.addWidget(_label(words, field, self), row, 0)
            grid.addWidget(field, row, 1, 1, 3)
        grid.addWidget(self.source, 6, 1, 1, 3)
        grid.setRowMinimumHeight(6, self.source.fontMetrics().lineSpacing() * 2)
        for first, second in zip(self._in_order(), self._in_order()[1:]):
            QWidget.setTabOrder(first, second)

    def _in_order(self) -> list[QWidget]:
        return [*self.corners, self.has_left, self.has_right, self.name, self.shape, self.meaning]


def new_term(name: str, curve: TermCurve) -> Term:
    """A word that nobody has explained yet."""
    return Term(name, curve.number, tr("My own word"), tr("The user's own"))


def _source(word: Word) -> str:
    origin = {Origin.BUILTIN: tr("Built in."), Origin.ADJUSTED: tr("Adjusted by you."), Origin.OWN: tr("Your own.")}
    return f"{origin[word.origin]} {word.term.source}" if word.origin is Origin.BUILTIN else origin[word.origin]


def _number(name: str, parent: QWidget) -> QDoubleSpinBox:
    field = QDoubleSpinBox(parent)
    field.setRange(-_FARTHEST, _FARTHEST)
    field.setKeyboardTracking(False)  # a number half typed would push the others
    field.setAccessibleName(name)
    return field


def _label(words: str, field: QWidget, parent: QWidget) -> QLabel:
    label = QLabel(words, parent)
    label.setBuddy(field)
    return label
