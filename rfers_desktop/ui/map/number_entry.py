"""The line that opens over the map when digits are typed while drawing: a place, a leg, or a buffer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.drafting.numeric_entry import Entry, read_entry
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr

_WIDTH_PX = 320
_TOP_PX = 12


class NumberEntry(QFrame):
    """Says with every key what Enter will do; Enter does it, Esc goes back to the map."""

    entered = Signal(object)  # Entry
    previewed = Signal(object)  # Entry, or None while it cannot be read
    left = Signal()

    def __init__(self, map_widget: QWidget, projection: Callable[[], Projection]) -> None:
        super().__init__(map_widget)
        self._map = map_widget
        self._projection = projection
        self.setObjectName("entry")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.text = QLineEdit(self)
        self.text.setAccessibleName(tr("Position, bearing and length, or buffer"))
        self.text.setPlaceholderText(tr("51.05, -114.07   ·   @45 500 m   ·   2 km"))
        self.says = QLabel(self)
        self.says.setObjectName("quiet")
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setAccessibleName(tr("What Enter will do"))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.text)
        column.addWidget(self.says)
        self.text.textChanged.connect(self._read)
        self.text.installEventFilter(self)
        self.hide()

    def open(self, first: str = "") -> None:
        """Begin with a character that was typed on the map."""
        self.setFixedWidth(_WIDTH_PX)
        self.text.setText(first)
        self._read()
        self._place()
        self.show()
        self.raise_()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.end(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave()
                return True
        return super().eventFilter(watched, event)

    def _read(self) -> Entry | None:
        try:
            entry = read_entry(self.text.text(), self._projection())
        except ProtocolError as error:
            self.says.setText(str(error))
            self.previewed.emit(None)
            return None
        self.says.setText(entry.words())
        self.previewed.emit(entry)
        return entry

    def _enter(self) -> None:
        entry = self._read()
        if entry is not None:
            self.hide()
            self.entered.emit(entry)
            self.left.emit()

    def _leave(self) -> None:
        self.hide()
        self.previewed.emit(None)
        self.left.emit()

    def _place(self) -> None:
        self.adjustSize()
        self.move((self._map.width() - self.width()) // 2, _TOP_PX)
