"""Another name for a subscription."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from broker_local.protocol.limits import MAX_NAME
from rfers_desktop.language import tr

from .dialog_layout import lay_out, words_label

_WIDTH_PX = 460


class RenameDialog(QDialog):
    """Return renames; an empty name cannot be given."""

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rename"))
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        question = words_label(tr("Name of the subscription"), "field", self)
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(MAX_NAME)
        self.name.setAccessibleName(tr("Name of the subscription"))
        self.name.selectAll()
        self.rename = QPushButton(tr("Rename"), self)
        self.rename.setDefault(True)
        cancel = QPushButton(tr("Cancel"), self)
        cancel.setAutoDefault(False)
        self.name.textChanged.connect(lambda text: self.rename.setEnabled(bool(text.strip())))
        self.rename.clicked.connect(self.accept)
        cancel.clicked.connect(self.reject)
        self.accepted.connect(lambda: self.chosen.emit(self.name.text().strip()))
        lay_out(self, (question, self.name), (cancel, self.rename))
        self.name.setFocus()
