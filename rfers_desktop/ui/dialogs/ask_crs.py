"""In which coordinate system is this file: asked when the file does not say it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.vector_files import named_crs
from rfers_desktop.language import tr

from .dialog_layout import lay_out, words_label

_WIDTH_PX = 480
_DEGREES = "EPSG:4326"


class AskCrsDialog(QDialog):
    """Says what was found in the file, and takes the name of a system that exists."""

    answered = Signal(str)

    def __init__(self, file_name: str, found: str, is_like_degrees: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Coordinate system"))
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        question = words_label(tr("In which coordinate system is {file_name}?", file_name=file_name), "field", self)
        what = words_label(found, "quiet", self)
        self.name = QLineEdit(_DEGREES if is_like_degrees else "", self)
        self.name.setPlaceholderText(tr("EPSG:3005 for BC Albers, EPSG:26911 for UTM zone 11…"))
        self.name.setAccessibleName(tr("Coordinate system"))
        self.wrong = words_label("", "wrong", self)
        self.wrong.hide()
        self.use = QPushButton(tr("Use it"), self)
        self.use.setObjectName("primary")
        self.use.setAccessibleName(tr("Use this coordinate system"))
        self.use.setDefault(True)
        self.leave = QPushButton(tr("Leave the file"), self)
        self.leave.setAccessibleName(tr("Leave the file out"))
        self.leave.setAutoDefault(False)
        self.use.clicked.connect(self._answer)
        self.leave.clicked.connect(self.reject)
        lay_out(self, (question, what, self.name, self.wrong), (self.leave, self.use))
        self.name.setFocus()

    def _answer(self) -> None:
        try:
            named_crs(self.name.text())
        except ProtocolError as error:
            self.wrong.setText(str(error))
            self.wrong.show()
            return
        self.answered.emit(self.name.text().strip())
        self.accept()
