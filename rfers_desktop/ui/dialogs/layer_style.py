"""How a layer looks: one symbol, categories or classes; labels; and from which scale to which it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.geo.features import Column, Features, Kind
from rfers_desktop.language import later, tr
from rfers_desktop.layers.layer_tree import Labels, LayerEntry, SourceKind
from rfers_desktop.layers.vector_style import (
    RAMP,
    Categorised,
    Graduated,
    Shape,
    Single,
    Symbol,
    VectorStyle,
    categorised_by,
    coloured,
    graduated_by,
    symbols_of,
)
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.theme_colours import colour_of

from .colour_field import ColourField
from .style_classes import StyleClasses

_MODES = (later("One symbol"), later("Categories"), later("Classes of numbers"))
_SHAPES = {
    Shape.CIRCLE: later("circle"),
    Shape.SQUARE: later("square"),
    Shape.DIAMOND: later("diamond"),
    Shape.TRIANGLE: later("triangle"),
}
_NO_LABELS = later("No labels")
_MOST_SCALE = 500_000_000


class LayerStyleDialog(QDialog):
    """`styled` tells the layer as it shall be; the layers of the base map keep the colours of the theme."""

    styled = Signal(object)  # LayerEntry

    def __init__(self, entry: LayerEntry, features: Sequence[Features], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Style of {title}", title=entry.title))
        self.setModal(True)
        self.setMinimumWidth(420)
        self._entry = entry
        self._features = features
        self._kinds = {part.kind for part in features}
        self._style = entry.style
        names = list(dict.fromkeys(name for part in features for name in part.columns))
        self.title = QLineEdit(entry.title, self)
        self.mode = _choices([tr(mode) for mode in _MODES], self)
        self.attribute = _choices(names, self)
        self.count = QSpinBox(self)
        self.count.setRange(2, len(RAMP))
        self.count.setValue(5)
        symbol = symbols_of(entry.style)[0]
        self.colour = ColourField(_colour(symbol), self)
        self.line_width = _number(symbol.width_px, 0.5, 20.0, " px", self)
        self.point_size = _number(symbol.size_px, 2.0, 40.0, " px", self)
        self.fill_opacity = _number(symbol.fill_opacity * 100, 0.0, 100.0, " %", self)
        self.shape = _choices([tr(words) for words in _SHAPES.values()], self)
        self.shape.setCurrentIndex(list(_SHAPES).index(symbol.shape))
        self.classes = StyleClasses(self)
        self.label = _choices([tr(_NO_LABELS), *names], self)
        self.is_labelled = QCheckBox(tr("Show labels"), self)
        self.nearest = _scale(entry.nearest, self)
        self.farthest = _scale(entry.farthest, self)
        self._fill_in(entry)
        self._lay_out()
        self._show_mode()
        for signal in (self.mode.currentIndexChanged, self.attribute.currentIndexChanged, self.count.valueChanged):
            signal.connect(lambda _: self._rebuild())
        for change in (self.colour.changed, self.line_width.valueChanged, self.point_size.valueChanged):
            change.connect(lambda _: self._rebuild_symbol())
        self.fill_opacity.valueChanged.connect(lambda _: self._rebuild_symbol())
        self.shape.currentIndexChanged.connect(lambda _: self._rebuild_symbol())

    def result_entry(self) -> LayerEntry:
        """The layer as the dialog has it."""
        return replace(
            self._entry,
            title=self.title.text().strip() or self._entry.title,
            style=self._entry.style if self._is_base else self.classes.applied_to(self._style),
            labels=self._chosen_labels(),
            nearest=self.nearest.value() or None,
            farthest=self.farthest.value() or None,
        )

    @property
    def _is_base(self) -> bool:
        return self._entry.source.kind is SourceKind.BASE

    def accept(self) -> None:
        self.styled.emit(self.result_entry())
        super().accept()

    def _fill_in(self, entry: LayerEntry) -> None:
        match entry.style:
            case Categorised(attribute, _, _):
                self.mode.setCurrentIndex(1)
                self.attribute.setCurrentText(attribute)
            case Graduated(attribute, breaks, _):
                self.mode.setCurrentIndex(2)
                self.attribute.setCurrentText(attribute)
                self.count.setValue(len(breaks) + 1)
        if entry.labels is not None:
            self.label.setCurrentText(entry.labels.attribute)
            self.is_labelled.setChecked(entry.labels.is_shown)

    def _lay_out(self) -> None:
        form = QFormLayout()
        for words, field, is_styling in (
            (tr("Name"), self.title, False),
            (tr("Look"), self.mode, True),
            (tr("By attribute"), self.attribute, True),
            (tr("Number of classes"), self.count, True),
            (tr("Colour"), self.colour, True),
            (tr("Line width"), self.line_width, True),
            (tr("Fill opacity"), self.fill_opacity, True),
            (tr("Point shape"), self.shape, True),
            (tr("Point size"), self.point_size, True),
            (tr("Colours"), self.classes, True),
            (tr("Label"), self.label, False),
            ("", self.is_labelled, False),
            (tr("Hide when nearer than 1:"), self.nearest, False),
            (tr("Hide when farther than 1:"), self.farthest, False),
        ):
            field.setAccessibleName(words or tr("Show labels"))
            form.addRow(words, field)
            if is_styling:
                form.setRowVisible(field, not self._is_base)
        self._form = form
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, Qt.Orientation.Horizontal, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)

    def _show_mode(self) -> None:
        if self._is_base:
            return
        mode = self.mode.currentIndex()
        for field, is_there in (
            (self.attribute, mode > 0),
            (self.count, mode == 2),
            (self.colour, mode == 0),
            (self.classes, mode > 0),
            (self.fill_opacity, Kind.AREA in self._kinds or Kind.POINT in self._kinds),
            (self.shape, Kind.POINT in self._kinds),
            (self.point_size, Kind.POINT in self._kinds),
        ):
            self._form.setRowVisible(field, is_there)
        self.classes.show_style(self._style)

    def _symbol(self) -> Symbol:
        base = replace(
            symbols_of(self._style)[0],
            width_px=self.line_width.value(),
            size_px=self.point_size.value(),
            fill_opacity=self.fill_opacity.value() / 100,
            shape=list(_SHAPES)[self.shape.currentIndex()],
        )
        if base.fill is not None and base.line == _colour_text(symbols_of(self._style)[0]):
            base = replace(base, line=self.colour.colour)  # an outline in the colour of the fill follows it
        return coloured(base, self.colour.colour)

    def _rebuild(self) -> None:
        self._style = self._made(self._symbol())
        self._show_mode()

    def _rebuild_symbol(self) -> None:
        """Widths and sizes for all classes, which keep their colours."""
        if isinstance(self._style, Single):
            self._rebuild()
            return
        kept = self.classes.applied_to(self._style)
        self._style = with_measures(kept, self._symbol())
        self._show_mode()

    def _made(self, symbol: Symbol) -> VectorStyle:
        attribute = self.attribute.currentText()
        column = self._column(attribute)
        if self.mode.currentIndex() == 1 and column is not None:
            return categorised_by(attribute, column, symbol)
        if self.mode.currentIndex() == 2 and column is not None:
            return graduated_by(attribute, column, symbol, self.count.value()) or Single(symbol)
        return Single(symbol)

    def _column(self, name: str) -> Column | None:
        found = [part.columns[name] for part in self._features if name in part.columns]
        return np.concatenate(found) if found else None

    def _chosen_labels(self) -> Labels | None:
        attribute = self.label.currentText()
        if attribute == tr(_NO_LABELS):
            return None
        before = self._entry.labels or Labels(attribute, size_px=11.0)
        return replace(before, attribute=attribute, is_shown=self.is_labelled.isChecked())


def with_measures(style: VectorStyle, symbol: Symbol) -> VectorStyle:
    """The style with the widths, sizes, shape and opacity of a symbol, in its own colours."""

    def measured(old: Symbol) -> Symbol:
        return replace(symbol, fill=old.fill, line=old.line)

    match style:
        case Categorised(attribute, categories, other):
            return Categorised(attribute, tuple((value, measured(old)) for value, old in categories), measured(other))
        case Graduated(attribute, breaks, symbols):
            return Graduated(attribute, breaks, tuple(measured(old) for old in symbols))
        case Single(old):
            return Single(measured(old))


def _colour_text(symbol: Symbol) -> str:
    return symbol.fill or symbol.line or RAMP[-1]


def _colour(symbol: Symbol) -> str:
    return QColor(colour_of(_colour_text(symbol), present_theme())).name()


def _choices(words: Sequence[str], parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    box.addItems(list(words))
    return box


def _number(value: float, least: float, most: float, unit: str, parent: QWidget) -> QDoubleSpinBox:
    box = QDoubleSpinBox(parent)
    box.setRange(least, most)
    box.setDecimals(1 if most < 100 else 0)
    box.setSuffix(unit)
    box.setValue(value)
    return box


def _scale(value: float | None, parent: QWidget) -> QSpinBox:
    box = QSpinBox(parent)
    box.setRange(0, _MOST_SCALE)
    box.setSingleStep(10_000)
    box.setGroupSeparatorShown(True)
    box.setSpecialValueText("never")
    box.setValue(round(value or 0))
    return box
