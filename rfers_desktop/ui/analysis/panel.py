"""The form of an analysis: what is done, to which layers, with which figures; progress and result below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from rfers_desktop.language import tr
from rfers_desktop.layers.analysis import Overlay, Where
from rfers_desktop.ui.look import GAP


class Task(Enum):
    """What can be done."""

    NEAREST = "nearest"
    BY_ATTRIBUTE = "by attribute"
    BY_LOCATION = "by location"
    BUFFER = "buffer"
    COUNT = "count"
    OVERLAY = "overlay"


class Origin(Enum):
    """From where the nearest are looked for."""

    SELECTED = "selected"
    MIDDLE = "middle"


@dataclass(frozen=True, slots=True)
class Wish:
    """A form as it was filled in."""

    task: Task
    first: str  # titles of layers
    second: str
    filter: str
    where: Where
    overlay: Overlay
    metres: float
    count: int
    is_dissolved: bool
    uses_roads: bool
    origin: Origin


_FIELDS = {
    Task.NEAREST: ("origin", "first", "count", "roads"),
    Task.BY_ATTRIBUTE: ("first", "filter"),
    Task.BY_LOCATION: ("first", "where", "second", "metres"),
    Task.BUFFER: ("first", "metres", "dissolve"),
    Task.COUNT: ("first", "second"),
    Task.OVERLAY: ("first", "overlay", "second"),
}


class AnalysisPanel(QWidget):
    """`asked` carries the wish; the panel computes nothing."""

    asked = Signal(object)  # Wish
    cancelled = Signal()
    export = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Analysis"))
        self.task = self._combo(tr("What is done"), _tasks())
        self.first = self._combo(tr("Layer"), {})
        self.second = self._combo(tr("Other layer"), {})
        self._chosen: set[QComboBox] = set()  # of these two, those that say what the user wants
        for combo in (self.first, self.second):
            combo.currentIndexChanged.connect(partial(self._remember, combo))
        self.where = self._combo(tr("How they lie"), _wheres())
        self.overlay = self._combo(tr("What is made of both"), _overlays())
        self.origin = self._combo(tr("From where"), _origins())
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Temperature > 30 AND Humidity < 0.2")
        self.metres = QDoubleSpinBox(self)
        self.metres.setRange(-2_000_000.0, 2_000_000.0)
        self.metres.setDecimals(0)
        self.metres.setSingleStep(100.0)
        self.metres.setValue(1_000.0)
        self.metres.setSuffix(" m")
        self.count = QSpinBox(self)
        self.count.setRange(1, 200)
        self.count.setValue(5)
        self.dissolve = QCheckBox(tr("Melt into one area"), self)
        self.roads = QCheckBox(tr("Along the roads, with estimated time"), self)
        self.roads.setChecked(True)
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._rows: dict[str, QWidget] = {}
        for name, words, field in (
            ("task", tr("Do"), self.task),
            ("origin", tr("From"), self.origin),
            ("first", tr("Layer"), self.first),
            ("filter", tr("Filter"), self.filter),
            ("where", tr("That"), self.where),
            ("overlay", tr("Make"), self.overlay),
            ("second", tr("Other layer"), self.second),
            ("metres", tr("Distance"), self.metres),
            ("count", tr("How many"), self.count),
            ("dissolve", "", self.dissolve),
            ("roads", "", self.roads),
        ):
            field.setAccessibleName(words or field.property("text") or name)
            self._form.addRow(words, field)
            self._rows[name] = field
        self.run = QPushButton(tr("Run"), self)
        self.run.setObjectName("primary")
        self.run.clicked.connect(lambda: self.asked.emit(self.wish()))
        self.save = QPushButton(tr("Export result…"), self)
        self.save.setEnabled(False)
        self.save.clicked.connect(self.export)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName(tr("Progress of the analysis"))
        self.stop = QPushButton(tr("Cancel"), self)
        self.stop.clicked.connect(self.cancelled)
        self.told = QLabel(self)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setAccessibleName(tr("Result of the analysis"))
        self.task.currentIndexChanged.connect(lambda _: self._show_fields())
        self.where.currentIndexChanged.connect(lambda _: self._show_fields())
        self.filter.returnPressed.connect(self.run.click)
        self._lay_out()
        self._show_fields()
        self.show_progress(None, 0.0)

    def wish(self) -> Wish:
        """The form as it is filled in."""
        return Wish(
            *(self.task.currentData(), self.first.currentText(), self.second.currentText(), self.filter.text().strip()),
            *(self.where.currentData(), self.overlay.currentData(), self.metres.value(), self.count.value()),
            *(self.dissolve.isChecked(), self.roads.isChecked(), self.origin.currentData()),
        )

    def offer(self, titles: Iterable[str]) -> None:
        """List the layers there are; those that the user chose stay chosen, else what was received comes first."""
        listed = list(titles)
        for combo in (self.first, self.second):
            chosen = combo.currentText() if combo in self._chosen else ""
            with QSignalBlocker(combo):
                combo.clear()
                combo.addItems(listed)
                combo.setCurrentIndex(max(0, combo.findText(chosen)))
        self.run.setEnabled(bool(listed))

    def _remember(self, combo: QComboBox, _: int) -> None:
        self._chosen.add(combo)

    def show_progress(self, words: str | None, part: float) -> None:
        """Something is being done, or nothing."""
        for widget in (self.progress, self.stop):
            widget.setVisible(words is not None)
        self.run.setVisible(words is None)
        self.progress.setValue(round(100 * part))
        if words is not None:
            self.told.setText(words)

    def show_result(self, words: str, is_result: bool) -> None:
        """What came of it."""
        self.told.setText(words)
        self.save.setEnabled(is_result)

    def _show_fields(self) -> None:
        wanted = set(_FIELDS[self.task.currentData()]) | {"task"}
        if self.task.currentData() is Task.BY_LOCATION and self.where.currentData() is not Where.NEAR:
            wanted.discard("metres")
        for name, field in self._rows.items():
            self._form.setRowVisible(field, name in wanted)

    def _combo(self, name: str, rows: dict[str, object]) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(12)
        for words, value in rows.items():
            combo.addItem(words, value)
        return combo

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for widget in (self.run, self.stop, self.save):
            buttons.addWidget(widget)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(GAP)
        column.addLayout(self._form)
        column.addLayout(buttons)
        column.addWidget(self.progress)
        column.addWidget(self.told)
        column.addStretch(1)


def _tasks() -> dict[str, object]:
    return {
        tr("Find the nearest"): Task.NEAREST,
        tr("Select by attribute"): Task.BY_ATTRIBUTE,
        tr("Select by location"): Task.BY_LOCATION,
        tr("Buffer"): Task.BUFFER,
        tr("Count in zones"): Task.COUNT,
        tr("Overlay areas"): Task.OVERLAY,
    }


def _wheres() -> dict[str, object]:
    return {
        tr("intersect"): Where.INTERSECTS,
        tr("lie within"): Where.WITHIN,
        tr("contain"): Where.CONTAINS,
        tr("lie within a distance of"): Where.NEAR,
        tr("do not touch"): Where.APART,
    }


def _overlays() -> dict[str, object]:
    return {
        tr("where both are"): Overlay.INTERSECTION,
        tr("where only the first is"): Overlay.DIFFERENCE,
        tr("where either is"): Overlay.UNION,
    }


def _origins() -> dict[str, object]:
    return {tr("the selected notification"): Origin.SELECTED, tr("the middle of the map"): Origin.MIDDLE}
