"""Are you sure: the question before a subscription is ended."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from rfers_desktop.language import tr

from .dialog_layout import lay_out, words_label

_WIDTH_PX = 460


class UnsubscribeDialog(QDialog):
    """Keeping the subscription is what Return and Escape do."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Unsubscribe"))
        self.setModal(True)
        self.setFixedWidth(_WIDTH_PX)
        question = words_label(tr("End the subscription “{name}”?", name=name), "field", self)
        meaning = words_label(tr("Nothing more of what it matches will be told to you, on any desk."), "quiet", self)
        self.keep = QPushButton(tr("Keep it"), self)
        self.keep.setAccessibleName(tr("Keep the subscription"))
        self.keep.setDefault(True)
        self.end = QPushButton(tr("Unsubscribe"), self)
        self.end.setAccessibleName(tr("End the subscription"))
        self.end.setAutoDefault(False)
        self.keep.clicked.connect(self.reject)
        self.end.clicked.connect(self.accept)
        lay_out(self, (question, meaning), (self.end, self.keep))
        self.keep.setFocus()
