"""What was painted, to look at in tests: a small picture and the colours in it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

SIDE_PX = 200


def painted(paint: Callable[[QPainter], None], side_px: int = SIDE_PX) -> QImage:
    """A black picture on which `paint` has painted."""
    picture = QImage(side_px, side_px, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.black)
    painter = QPainter(picture)
    try:
        paint(painter)
    finally:
        painter.end()  # a picture that goes while it is painted on takes the program with it
    return picture


def picture_of(widget: QWidget) -> QImage:
    """A widget as it is shown now."""
    return widget.grab().toImage()


def count_of(picture: QImage, colour: str) -> int:
    """How many pixels have exactly this colour."""
    wanted = QColor(colour).rgb()
    return sum(picture.pixel(x, y) == wanted for x in range(picture.width()) for y in range(picture.height()))


def touched_box(picture: QImage) -> QRectF:
    """The smallest box around all that is not black; an empty one if nothing was painted."""
    black = QColor("black").rgb()
    spots = [(x, y) for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) != black]
    if not spots:
        return QRectF()
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + 1
    top, bottom = min(y for _, y in spots), max(y for _, y in spots) + 1
    return QRectF(left, top, right - left, bottom - top)
