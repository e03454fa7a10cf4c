"""The layers panel: which layers there are, in which order and how they are shown; files are added and dropped here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QProgressBar,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.features import Bounds
from rfers_desktop.geo.file_signatures import EXTENSIONS
from rfers_desktop.language import count_text, later, tr
from rfers_desktop.layers.layer_tree import LayerEntry, SourceKind
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.ui.dialogs.layer_style import LayerStyleDialog
from rfers_desktop.ui.file_drop import FileDrop
from rfers_desktop.ui.layer_reading import LayerReading, ReadingJob
from rfers_desktop.ui.look import GAP

from .layers_model import LayersModel

_BUTTONS = (
    ("up", "↑", later("Move the layer up"), "Alt+Up"),
    ("down", "↓", later("Move the layer down"), "Alt+Down"),
    ("zoom", later("Zoom"), later("Zoom to the layer"), "Ctrl+Shift+Z"),
    ("style", later("Style…"), later("Change the style of the layer"), "Ctrl+Return"),
    ("remove", later("Remove"), later("Remove the layer; its file stays"), "Delete"),
)


class LayersPanel(QWidget):
    """`others` are the extensions of files that somebody else opens, told by `other_file`."""

    changed = Signal()  # the map's ground must be painted again
    zoom_to = Signal(float, float, float, float)  # west, south, east, north
    problem = Signal(str)
    other_file = Signal(Path)

    def __init__(
        self,
        layers: MapLayers,
        others: Sequence[str] = (),
        parent: QWidget | None = None,
        bounds: Callable[[LayerEntry], Bounds | None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._layers = layers
        self._bounds = bounds or (lambda entry: layers.bounds(entry.id))
        self._others = tuple(others)
        self._wants_zoom: set[Path] = set()
        self._reading = LayerReading(self)
        self._reading.progressed.connect(self._show_progress)
        self._reading.finished.connect(self._finish)
        self.model = LayersModel(layers)
        self.model.dataChanged.connect(lambda *_: self._model_changed())
        self.model.rowsMoved.connect(lambda *_: self._model_changed())
        FileDrop(self, self.add_files)
        self.setAccessibleName(tr("Layers"))
        self._lay_out()
        self.list.setCurrentIndex(self.model.index(0))
        self._show_current()

    def start(self) -> None:
        """Read the files of layers that were remembered."""
        for problem in self._layers.problems:
            self.problem.emit(problem)
        seen: set[tuple[str, str]] = set()
        for entry in self._layers.unread():
            if (entry.source.address, entry.source.crs) not in seen:
                seen.add((entry.source.address, entry.source.crs))
                self._read(Path(entry.source.address), entry.source.crs)

    def stop(self) -> None:
        """Let the reader go; the window closes."""
        self._reading.stop()

    def add_files(self, files: Iterable[Path]) -> None:
        """Read files and show them; what is not a file of shapes is passed on."""
        for file in files:
            if file.suffix.lower() in self._others:
                self.other_file.emit(file)
            elif file.suffix.lower() not in EXTENSIONS:
                expected = f"a file of type {', '.join((*EXTENSIONS, *self._others))}"
                self.problem.emit(str(ProtocolError(file.name, expected=expected, got=file.suffix or Given("none"))))
            else:
                self._wants_zoom.add(file)
                self._read(file)

    def ask_files(self) -> None:
        """Let the user choose files."""
        patterns = " ".join(f"*{extension}" for extension in (*EXTENSIONS, *self._others))
        chosen, _ = QFileDialog.getOpenFileNames(
            self, tr("Add layers"), "", tr("Map files ({patterns});;All files (*)", patterns=patterns)
        )
        self.add_files(Path(file) for file in chosen)

    def refresh(self) -> None:
        """Show the layers as they are now: somebody else changed them."""
        row = self.list.currentIndex().row()
        self.model.refresh()
        self.list.setCurrentIndex(self.model.index(min(max(row, 0), self.model.rowCount() - 1)))
        self._show_current()

    def current(self) -> LayerEntry | None:
        """The layer that is selected."""
        row = self.list.currentIndex().row()
        return self.model.entry(row) if 0 <= row < self.model.rowCount() else None

    def _read(self, file: Path, crs: str = "") -> None:
        self._reading.read(file, crs)
        self._show_waiting(file.name)

    def _show_progress(self, job: ReadingJob, part: float) -> None:
        self._progress.setValue(round(part * 100))
        self._words.setText(tr("Reading {name}", name=job.file.name))

    def _show_waiting(self, name: str) -> None:
        is_busy = self._reading.waiting > 0
        for widget in (self._words, self._progress, self._cancel):
            widget.setVisible(is_busy)
        self._words.setText(tr("Reading {name}", name=name) if is_busy else "")
        if not is_busy:
            self._progress.setValue(0)

    def _finish(self, job: ReadingJob) -> None:
        """On the window's thread: show what was read, ask what is missing, or say what is wrong."""
        self._show_waiting(job.file.name)
        is_wanted = job.file in self._wants_zoom
        if job.error is not None:
            self._answer(job)
            return
        self._wants_zoom.discard(job.file)
        if not job.layers:
            return
        entries = self._layers.add_file(job.file, job.layers, job.crs)
        self.refresh()
        self.choose(entries[-1].id)
        self.changed.emit()
        left_out = sum(layer.left_out for layer in job.layers)
        if left_out:
            self.problem.emit(
                tr(
                    "{name}: {left_out} features without a shape that can be drawn are left out",
                    name=job.file.name,
                    left_out=count_text(left_out),
                )
            )
        if is_wanted:
            self.zoom()

    def _answer(self, job: ReadingJob) -> None:
        from rfers_desktop.geo.vector_files import CrsMissing

        error = job.error
        if isinstance(error, CrsMissing):
            from rfers_desktop.ui.dialogs.ask_crs import AskCrsDialog

            dialog = AskCrsDialog(job.file.name, f"{error.got}; {error.hint}", error.is_like_degrees, self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.answered.connect(lambda crs: self._read(job.file, crs))
            dialog.rejected.connect(lambda: self.problem.emit(str(error)))
            dialog.open()
        elif isinstance(error, ProtocolError):
            self._wants_zoom.discard(job.file)
            self.problem.emit(str(error))
        elif error is not None:
            raise error

    def _model_changed(self) -> None:
        self._show_current()
        self.changed.emit()

    def _show_current(self) -> None:
        entry = self.current()
        row = self.list.currentIndex().row()
        is_base = entry is not None and entry.source.kind is SourceKind.BASE
        self.buttons["up"].setEnabled(row > 0)
        self.buttons["down"].setEnabled(0 <= row < self.model.rowCount() - 1)
        self.buttons["remove"].setEnabled(entry is not None and not is_base)
        has_shapes = entry is not None and bool(self._layers.features(entry.id))
        self.buttons["zoom"].setEnabled(entry is not None and self._bounds(entry) is not None)
        self.buttons["style"].setEnabled(has_shapes)
        self.opacity.setEnabled(entry is not None)
        self.labels.setEnabled(entry is not None and entry.labels is not None)
        for widget in (self.opacity, self.labels):
            widget.blockSignals(True)
        self.opacity.setValue(round(entry.opacity * 100) if entry else 100)
        self.labels.setChecked(bool(entry and entry.labels and entry.labels.is_shown))
        for widget in (self.opacity, self.labels):
            widget.blockSignals(False)
        self._percent.setText(f"{self.opacity.value()} %")

    def _change(self, **fields: object) -> None:
        entry = self.current()
        if entry is not None:
            self._layers.change(entry.id, **fields)
            self.model.refresh()

    def _set_labels(self, is_shown: bool) -> None:
        entry = self.current()
        if entry is not None and entry.labels is not None:
            self._change(labels=replace(entry.labels, is_shown=is_shown))

    def _move(self, by: int) -> None:
        row = self.list.currentIndex().row()
        if self.model.move(row, row + by):
            self.list.setCurrentIndex(self.model.index(row + by))
            self._show_current()

    def choose(self, layer_id: str) -> None:
        """Select a layer."""
        self.list.setCurrentIndex(self.model.index(self.model.row_of(layer_id)))

    def zoom(self) -> None:
        """Look at the selected layer."""
        entry = self.current()
        bounds = None if entry is None else self._bounds(entry)
        if bounds is not None:
            self.zoom_to.emit(*bounds)

    def _remove(self) -> None:
        entry = self.current()
        if entry is not None and entry.source.kind is not SourceKind.BASE:
            self._layers.remove(entry.id)
            self.refresh()
            self.changed.emit()

    def ask_style(self) -> LayerStyleDialog | None:
        """Open the style dialog for the selected layer."""
        entry = self.current()
        if entry is None or not self._layers.features(entry.id):
            return None
        dialog = LayerStyleDialog(entry, self._layers.features(entry.id), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.styled.connect(self._restyle)
        dialog.open()
        return dialog

    def _open(self) -> None:
        """What a double click or Enter is for: the look of a layer, or where it is if its look is its own."""
        if self.ask_style() is None:
            self.zoom()

    def _restyle(self, entry: LayerEntry) -> None:
        if entry.id in self._layers.tree:  # it may have been removed while the dialog was open
            fields = ("title", "style", "labels", "nearest", "farthest")
            self._layers.change(entry.id, **{name: getattr(entry, name) for name in fields})
            self.model.refresh()

    def _lay_out(self) -> None:
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(tr("Layers, the topmost first"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        self.list.activated.connect(lambda _: self._open())
        self.add = QPushButton(tr("Add…"), self)
        self.add.setAccessibleName(tr("Add layers from files"))
        self.add.setToolTip(tr("Add layers from files, or drop them here"))
        self.add.clicked.connect(self.ask_files)
        done: dict[str, Callable[[], object]] = {
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "zoom": self.zoom,
            "style": self.ask_style,
            "remove": self._remove,
        }
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.add)
        row.addStretch(1)
        for name, words, meaning, keys in _BUTTONS:
            words, meaning = tr(words), tr(meaning)
            self.buttons[name] = self._button(words, meaning, keys, done[name])
            row.addWidget(self.buttons[name])
        self.opacity = QSlider(Qt.Orientation.Horizontal, self)
        self.opacity.setRange(0, 100)
        self.opacity.setAccessibleName(tr("Opacity of the layer in percent"))
        self.opacity.valueChanged.connect(lambda value: self._change(opacity=value / 100))
        self._percent = QLabel("100 %", self)
        self._percent.setMinimumWidth(44)
        self.labels = QCheckBox(tr("Labels"), self)
        self.labels.setAccessibleName(tr("Show the labels of the layer"))
        self.labels.toggled.connect(self._set_labels)
        look = QHBoxLayout()
        look.setSpacing(GAP)
        for part in (QLabel(tr("Opacity"), self), self.opacity, self._percent, self.labels):
            look.addWidget(part)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar(self)
        self._progress.setAccessibleName(tr("Progress of reading"))
        self._cancel = QPushButton(tr("Cancel"), self)
        self._cancel.setAccessibleName(tr("Cancel reading"))
        self._cancel.clicked.connect(self._reading.cancel)
        reading = QHBoxLayout()
        reading.setSpacing(GAP)
        reading.addWidget(self._progress, 1)
        reading.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(GAP)
        column.addLayout(row)
        column.addWidget(self.list, 1)
        column.addLayout(look)
        column.addWidget(self._words)
        column.addLayout(reading)
        self._show_waiting("")

    def _button(self, words: str, meaning: str, keys: str, do: Callable[[], object]) -> QToolButton:
        """A button, and its keys while the panel has the focus."""
        action = QAction(words, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _=False: do())
        action.setToolTip(f"{meaning} ({keys})")
        self.addAction(action)
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setAccessibleName(meaning)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
