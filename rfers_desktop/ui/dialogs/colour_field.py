"""A button that shows a colour and lets another be chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QColorDialog, QPushButton, QWidget

_SWATCH_PX = 16


class ColourField(QPushButton):
    """The colour is also written, so that it can be told without seeing it."""

    changed = Signal(str)

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoDefault(False)
        self._colour = colour
        self._show()
        self.clicked.connect(self.ask)

    @property
    def colour(self) -> str:
        """The colour as #rrggbb."""
        return self._colour

    def set_colour(self, colour: str) -> None:
        """Take a colour."""
        if colour != self._colour:
            self._colour = colour
            self._show()
            self.changed.emit(colour)

    def ask(self) -> None:
        """Open the colour dialog."""
        dialog = QColorDialog(QColor(self._colour), self)
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.colorSelected.connect(lambda chosen: self.set_colour(chosen.name()))
        dialog.open()

    def _show(self) -> None:
        self.setIcon(QIcon(swatch(self._colour)))
        self.setText(self._colour)


def swatch(colour: str) -> QPixmap:
    """A small square of a colour."""
    picture = QPixmap(_SWATCH_PX, _SWATCH_PX)
    picture.fill(QColor(colour))
    return picture
