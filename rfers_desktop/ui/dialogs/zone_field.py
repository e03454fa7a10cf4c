"""Where a subscription listens: everywhere, in the area now shown, or in a pasted geometry."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLabel, QPlainTextEdit, QRadioButton, QVBoxLayout, QWidget
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import position_text
from rfers_desktop.geo.pasted import read_geometry
from rfers_desktop.ui.look import fixed_width_font

_PASTED_PX = 84
_MESSAGE_PX = 34  # two lines, kept free so that nothing jumps while a geometry is typed
_SHORT_MESSAGE_PX = 18


class ZoneField(QWidget):
    """Three choices; the pasted one is checked with every key."""

    changed = Signal()

    def __init__(self, shown_area: Callable[[], BaseGeometry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown_area()
        self.problem: ProtocolError | None = None
        self.everywhere = QRadioButton("&Everywhere", self)
        self.shown = QRadioButton("The &area now shown on the map", self)
        self.pasted = QRadioButton("A &pasted geometry (GeoJSON or WKT, degrees)", self)
        self._choices = QButtonGroup(self)
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName("Pasted geometry")
        self.text.setFont(fixed_width_font())
        self.text.setPlaceholderText("POLYGON ((-114.2 51.0, -113.9 51.0, -113.9 51.1, -114.2 51.0))")
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(_PASTED_PX)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName("Zone message")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for choice in (self.everywhere, self.shown, self.pasted):
            choice.setAccessibleName(choice.text().replace("&", ""))
            self._choices.addButton(choice)
            layout.addWidget(choice)
        layout.addWidget(self.text)
        layout.addWidget(self.message)
        self.shown.setChecked(True)
        for choice in (self.everywhere, self.pasted):  # Tab goes to the choice that is made; arrows to the others
            choice.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._choices.buttonClicked.connect(lambda _: self._check())
        self.text.textChanged.connect(self._check)
        self._check()

    def zone(self) -> BaseGeometry | None:
        """The chosen geometry; None everywhere, and while the pasted text is not right."""
        if self.shown.isChecked():
            return self._shown
        if self.pasted.isChecked():
            try:
                return read_geometry(self.text.toPlainText())
            except ProtocolError:
                return None
        return None

    def _check(self) -> None:
        self.problem = None
        words = ""
        if self.pasted.isChecked():
            try:
                read_geometry(self.text.toPlainText())
            except ProtocolError as error:
                self.problem, words = error, str(error)
        elif self.shown.isChecked():
            west, south, east, north = self._shown.bounds
            words = f"{position_text(west, south)}  to  {position_text(east, north)}"
        self.text.setVisible(self.pasted.isChecked())
        self.message.setFixedHeight(_MESSAGE_PX if self.pasted.isChecked() else _SHORT_MESSAGE_PX)
        self.message.setObjectName("quiet" if self.problem is None else "wrong")
        self.message.style().polish(self.message)
        self.message.setText(words)
        self.changed.emit()
