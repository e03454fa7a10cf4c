"""The panel of the thermal images: which moment, compared with which, in which colours, and where it is hot."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.attribute_text import moment_text
from rfers_desktop.geo.colour_ramps import RAMPS, SIZE, Ramp
from rfers_desktop.geo.colouring import default_edges, unit_text
from rfers_desktop.language import tr
from rfers_desktop.layers.thermal import ThermalLayer
from rfers_desktop.ui.look import GAP

_WHOLE = 100  # steps of a slider from none to all
_RAMP_ICON = QSize(64, 14)
_LARGEST = 1e6


class ThermalPanel(QWidget):
    """Says what is wanted by signals, and shows a layer as it is; nothing else happens here."""

    shown = Signal(bool)
    stepped = Signal(int)
    played = Signal(bool)
    compared = Signal(object)  # the index of the moment before, or None
    swiped = Signal(float)  # share of the view to the left of the line
    ramp_chosen = Signal(str)
    range_set = Signal(float, float)
    range_freed = Signal()
    classes_set = Signal(tuple)
    opacity_set = Signal(float)
    outline_asked = Signal(float)
    outline_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = ""
        self._moments: list[datetime] = []  # those that `before` offers
        self._edges: tuple[float, ...] = ()  # those that `classes` shows, if nobody wrote there since
        column = QVBoxLayout(self)
        column.setContentsMargins(12, GAP, 12, GAP)
        column.setSpacing(GAP)
        self._add_moment(column)
        grid = QGridLayout()
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(GAP)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        self._add_comparison(grid)
        self._add_colours(grid)
        self._add_hot_spots(grid)
        self.problem = _label("", "wrong", tr("Problem with thermal images"))
        self.problem.setWordWrap(True)
        column.addWidget(self.problem)
        column.addStretch(1)
        self.show_layer(ThermalLayer())

    def show_layer(self, layer: ThermalLayer) -> None:
        """Bring all fields up to date; no signal comes of it."""
        current, count = layer.current, len(layer.images)
        colouring = layer.shown.colouring
        self._unit = current.raster.unit if current is not None else ""
        blocked = [QSignalBlocker(field) for field in self.findChildren(QWidget)]
        self.moment.setText(f"{moment_text(current.taken_at)} UTC" if current is not None else tr("No thermal images"))
        self.title.setText(f"{layer.index + 1} of {count} · {current.title}" if current is not None else "")
        self.time.setRange(0, max(count - 1, 0))
        self.time.setValue(max(layer.index, 0))
        self.time.setAccessibleDescription(self.moment.text())
        self.play.setChecked(layer.is_playing)
        self.play.setText(tr("Pause") if layer.is_playing else tr("Play"))
        self.is_shown.setChecked(layer.shown.is_visible)
        self._show_moments(layer)
        self.ramp.setCurrentIndex(self.ramp.findData(colouring.ramp.name))
        self.by_itself.setChecked(layer.is_range_by_itself)
        for field, value in ((self.low, colouring.low), (self.high, colouring.high)):
            field.setSuffix(f" {unit_text(self._unit)}" if self._unit else "")
            field.setValue(value)
        self.threshold.setSuffix(self.low.suffix())
        self.is_classed.setChecked(bool(colouring.edges))
        self.classes.setEnabled(bool(colouring.edges))
        if colouring.edges and colouring.edges != self._edges:  # else what somebody writes there stays
            self.classes.setText(", ".join(f"{edge:g}" for edge in colouring.edges))
        self._edges = colouring.edges
        self.opacity.setValue(round(layer.shown.opacity * _WHOLE))
        self.end_outline.setEnabled(bool(layer.shown.hot_areas))
        for of_series in (self.time, self.earlier, self.later, self.play, self.is_compared):
            of_series.setEnabled(count > 1)
        for of_image in (self.outline, self.is_shown):
            of_image.setEnabled(count > 0)
        del blocked

    def show_swipe(self, share: float) -> None:
        """The line is elsewhere: a share of the view is to the left of it."""
        with QSignalBlocker(self.swipe):
            self.swipe.setValue(round(share * _WHOLE))

    def _show_moments(self, layer: ThermalLayer) -> None:
        """The moments to compare with; of a series that went on only the new ones are written."""
        moments = [image.taken_at for image in layer.images]
        if moments != self._moments:
            if moments[: len(self._moments)] != self._moments:
                self._moments = []
                self.before.clear()
            self.before.addItems([moment_text(moment) for moment in moments[len(self._moments) :]])
            self._moments = moments
        is_compared = layer.before_index is not None
        self.is_compared.setChecked(is_compared)
        self.before.setEnabled(is_compared)
        self.swipe.setEnabled(is_compared)
        if layer.before_index is not None:
            self.before.setCurrentIndex(layer.before_index)

    def _add_moment(self, column: QVBoxLayout) -> None:
        self.moment = _label("", "field", tr("Moment of the thermal image"))
        self.title = _label("", "quiet", tr("Which thermal image"))
        self.title.setWordWrap(True)
        self.is_shown = QCheckBox(tr("Shown"))
        self.is_shown.toggled.connect(self.shown)
        first = QHBoxLayout()
        first.addWidget(self.moment, 1)
        first.addWidget(self.is_shown)
        column.addLayout(first)
        column.addWidget(self.title)
        self.time = _slider(tr("Moment"), 0)
        self.time.setPageStep(1)
        self.time.valueChanged.connect(self.stepped)
        self.earlier = _button("◀", tr("Earlier image"), lambda: self.time.setValue(self.time.value() - 1))
        self.later = _button("▶", tr("Later image"), lambda: self.time.setValue(self.time.value() + 1))
        self.play = QPushButton(tr("Play"))
        self.play.setCheckable(True)
        self.play.setAccessibleName(tr("Play the series"))
        self.play.toggled.connect(self.played)
        row = QHBoxLayout()
        for field in (self.earlier, self.time, self.later, self.play):
            row.addWidget(field, 1 if field is self.time else 0)
        column.addLayout(row)

    def _add_comparison(self, grid: QGridLayout) -> None:
        self.is_compared = QCheckBox(tr("Compare with"))
        self.is_compared.setToolTip(tr("Shows an earlier moment to the left of a line across the map"))
        self.before = QComboBox()
        self.before.setAccessibleName(tr("Moment to compare with"))
        self.swipe = _slider(tr("Line between before and after"), _WHOLE)
        self.swipe.setValue(_WHOLE // 2)
        self.is_compared.toggled.connect(
            lambda on: self.compared.emit(max(self.before.currentIndex(), 0) if on else None)
        )
        self.before.currentIndexChanged.connect(lambda index: self.compared.emit(index))
        self.swipe.valueChanged.connect(lambda value: self.swiped.emit(value / _WHOLE))
        grid.addWidget(self.is_compared, 0, 0)
        grid.addWidget(self.before, 0, 1)
        grid.addWidget(_named(tr("Before | after"), self.swipe), 1, 0)
        grid.addWidget(self.swipe, 1, 1)

    def _add_colours(self, grid: QGridLayout) -> None:
        self.ramp = QComboBox()
        self.ramp.setIconSize(_RAMP_ICON)
        for ramp in RAMPS.values():
            self.ramp.addItem(_ramp_icon(ramp), tr(ramp.name), ramp.name)
        self.ramp.setAccessibleName(tr("Colour ramp"))
        self.ramp.currentIndexChanged.connect(lambda _: self.ramp_chosen.emit(self.ramp.currentData()))
        self.low, self.high = _number(tr("Coldest colour from")), _number(tr("Hottest colour from"))
        for field in (self.low, self.high):
            field.editingFinished.connect(self._tell_range)
        self.by_itself = QCheckBox(tr("Range from the images"))
        self.by_itself.toggled.connect(lambda on: self.range_freed.emit() if on else self._tell_range(is_asked=True))
        self.is_classed = QCheckBox(tr("Classes from"))
        self.is_classed.toggled.connect(self._tell_classes)
        self.classes = QLineEdit()
        self.classes.setAccessibleName(tr("Edges of the temperature classes"))
        self.classes.editingFinished.connect(self._tell_classes)
        self.opacity = _slider(tr("Opacity"), _WHOLE)
        self.opacity.valueChanged.connect(lambda value: self.opacity_set.emit(value / _WHOLE))
        span = QHBoxLayout()
        span.addWidget(self.low, 1)
        span.addWidget(_label(tr("to"), "quiet", ""))
        span.addWidget(self.high, 1)
        grid.addWidget(_named(tr("Colours"), self.ramp), 2, 0)
        grid.addWidget(self.ramp, 2, 1)
        grid.addWidget(_named(tr("Range"), self.low), 3, 0)
        grid.addLayout(span, 3, 1)
        grid.addWidget(self.by_itself, 4, 1)
        grid.addWidget(self.is_classed, 5, 0)
        grid.addWidget(self.classes, 5, 1)
        grid.addWidget(_named(tr("Opacity"), self.opacity), 6, 0)
        grid.addWidget(self.opacity, 6, 1)

    def _add_hot_spots(self, grid: QGridLayout) -> None:
        self.threshold = _number(tr("Temperature from which hot spots are outlined"))
        self.threshold.setValue(150.0)
        self.outline = QPushButton(tr("Outline"))
        self.outline.setAccessibleName(tr("Outline hot spots"))
        self.outline.clicked.connect(lambda: self.outline_asked.emit(self.threshold.value()))
        self.end_outline = QPushButton(tr("Clear"))
        self.end_outline.setAccessibleName(tr("Take the outlines of hot spots away"))
        self.end_outline.clicked.connect(self.outline_ended)
        self.found = _label("", "quiet", tr("Hot spots found"))
        row = QHBoxLayout()
        row.addWidget(self.threshold, 1)
        row.addWidget(self.outline)
        below = QHBoxLayout()
        below.addWidget(self.found, 1)
        below.addWidget(self.end_outline)
        grid.addWidget(_named(tr("Hot spots from"), self.threshold), 7, 0)
        grid.addLayout(row, 7, 1)
        grid.addLayout(below, 8, 1)

    def _tell_range(self, is_asked: bool = False) -> None:
        if is_asked or self.low.hasFocus() or self.high.hasFocus() or not self.by_itself.isChecked():
            self.range_set.emit(self.low.value(), self.high.value())

    def _tell_classes(self) -> None:
        self.problem.setText("")
        if not self.is_classed.isChecked():
            self.classes_set.emit(())
            return
        words = self.classes.text().replace(";", ",").split(",")
        try:
            edges = tuple(float(word) for word in words if word.strip())
        except ValueError:
            self.problem.setText(tr("Classes: expected numbers with commas between them, such as 50, 150, 300"))
            return
        self.classes_set.emit(edges or default_edges(self._unit, self.low.value(), self.high.value()))


def _label(words: str, name: str, spoken: str) -> QLabel:
    label = QLabel(words)
    label.setObjectName(name)
    label.setAccessibleName(spoken)
    return label


def _named(words: str, field: QWidget) -> QLabel:
    label = QLabel(words)
    label.setBuddy(field)
    return label


def _slider(spoken: str, highest: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, highest)
    slider.setAccessibleName(spoken)
    return slider


def _number(spoken: str) -> QDoubleSpinBox:
    number = QDoubleSpinBox()
    number.setRange(-_LARGEST, _LARGEST)
    number.setDecimals(1)
    number.setAccessibleName(spoken)
    number.setMinimumWidth(96)
    return number


def _button(words: str, spoken: str, do: object) -> QToolButton:
    button = QToolButton()
    button.setText(words)
    button.setToolTip(spoken)
    button.setAccessibleName(spoken)
    button.clicked.connect(do)
    return button


def _ramp_icon(ramp: Ramp) -> QIcon:
    picture = QPixmap(_RAMP_ICON)
    image = picture.toImage()
    for x in range(_RAMP_ICON.width()):
        red, green, blue = ramp.table()[x * (SIZE - 1) // (_RAMP_ICON.width() - 1)].tolist()
        for y in range(_RAMP_ICON.height()):
            image.setPixelColor(x, y, QColor(red, green, blue))
    return QIcon(QPixmap.fromImage(image))
