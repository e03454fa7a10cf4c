"""Go to coordinates: typed in any usual format, checked with every key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import EXAMPLES, CoordinateFormat, ReadPosition, position_text, read_position
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import later, tr
from rfers_desktop.ui.look import WIDE_GAP

_WIDTH_PX = 460
_MESSAGE_PX = 52  # three lines, kept free so that nothing jumps while one types
_ANY = later("Any format")


class GoToDialog(QDialog):
    """Stays open: several places may be wanted one after the other."""

    asked = Signal(float, float)  # lon, lat

    def __init__(self, project: Projection | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._found: ReadPosition | None = None
        self.setWindowTitle(tr("Go to coordinates"))
        self.setMinimumWidth(_WIDTH_PX)
        self.text = QLineEdit(self)
        self.text.setAccessibleName(tr("Coordinates"))
        self.text.setClearButtonEnabled(True)
        self.formats = QComboBox(self)
        self.formats.setAccessibleName(tr("Format"))
        self.formats.addItem(tr(_ANY), None)
        for style in CoordinateFormat:
            if style is not CoordinateFormat.PROJECT or project is not None:
                self.formats.addItem(self._name(style), style)
        self.message = QLabel(self)
        self.message.setAccessibleName(tr("What the coordinates say"))
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setFixedHeight(_MESSAGE_PX)
        self.go = QPushButton(tr("Go there"), self)
        self.go.setObjectName("primary")
        self.go.setDefault(True)
        close = QPushButton(tr("Close"), self)
        form = QFormLayout()
        form.addRow(tr("&Coordinates"), self.text)
        form.addRow(tr("&Format"), self.formats)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        buttons.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE_GAP, WIDE_GAP, WIDE_GAP, WIDE_GAP)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addLayout(buttons)
        self.text.textChanged.connect(self._check)
        self.formats.currentIndexChanged.connect(self._check)
        self.go.clicked.connect(self._go)
        close.clicked.connect(self.reject)
        self._check()

    def use_project(self, project: Projection | None) -> None:
        """The map is drawn in another system."""
        self._project = project
        at = self.formats.findData(CoordinateFormat.PROJECT)
        if at >= 0:
            self.formats.setItemText(at, self._name(CoordinateFormat.PROJECT))
        self._check()

    def _name(self, style: CoordinateFormat) -> str:
        is_project = style is CoordinateFormat.PROJECT and self._project is not None
        return f"{tr(style)}: {self._project.name}" if is_project and self._project is not None else tr(style)

    def _check(self) -> None:
        data = self.formats.currentData()
        style = CoordinateFormat(data) if data is not None else None
        self.text.setPlaceholderText(tr(EXAMPLES[style or CoordinateFormat.DECIMAL]))
        written = self.text.text()
        self._found, words, is_wrong = (
            None,
            tr("For example {decimal}", decimal=tr(EXAMPLES[style or CoordinateFormat.DECIMAL])),
            False,
        )
        if written.strip():
            try:
                self._found = read_position(written, self._project, style)
                words = f"{position_text(self._found.lon, self._found.lat)}  ({self._found.format})"
            except ProtocolError as error:
                words, is_wrong = f"{str(error)[:1].upper()}{str(error)[1:]}", True
        self.message.setObjectName("wrong" if is_wrong else "quiet")
        self.message.style().polish(self.message)
        self.message.setText(words)
        self.go.setEnabled(self._found is not None)

    def _go(self) -> None:
        if self._found is not None:
            self.asked.emit(self._found.lon, self._found.lat)
