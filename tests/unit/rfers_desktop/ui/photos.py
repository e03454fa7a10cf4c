"""Photos for tests, made in memory."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage


def a_photo(width: int = 40, height: int = 30, colour: str = "#c04010", kind: str = "PNG") -> bytes:
    """A picture of one colour as a file."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind)
    return bytes(buffer.data().data())
