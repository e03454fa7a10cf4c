"""The picture of the device pixels in view: it follows the view, and tells what came into it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QRegion

from .pixel_frame import PixelFrame
from .scroll_picture import PICTURE_FORMAT, ScrollPicture


class MovingPicture:
    """At one scale: for another one make another picture."""

    def __init__(self, frame: PixelFrame, image_format: QImage.Format = PICTURE_FORMAT) -> None:
        self.frame = frame
        self._format = image_format
        self._picture = ScrollPicture(frame.width, frame.height, image_format)

    @property
    def image(self) -> QImage:
        """The picture; another one after it has moved."""
        return self._picture.image

    def move_to(self, frame: PixelFrame) -> tuple[QPoint, list[QRect]]:
        """Look elsewhere: by how much what was there has moved, and the strips that came into view.

        The strips may hold anything.
        """
        across, down = frame.left - self.frame.left, frame.top - self.frame.top
        if (frame.width, frame.height) == (self.frame.width, self.frame.height):
            self._picture.shift(across, down)
            strips = _strips(frame.width, frame.height, across, down)
        else:
            kept = self.frame.rect.translated(-across, -down).intersected(frame.rect)
            bare: Iterable[QRect] = QRegion(frame.rect).subtracted(QRegion(kept))  # type: ignore[assignment]
            strips = [QRect(strip) for strip in bare]
            before = self.image.copy(across, down, max(frame.width, 1), max(frame.height, 1))
            self._picture = ScrollPicture(frame.width, frame.height, self._format)
            pixels_of(self.image)[:] = pixels_of(before)
        self.frame = frame
        return QPoint(-across, -down), strips


def _strips(width: int, height: int, across: int, down: int) -> list[QRect]:
    """What came into a view that looks so many pixels further right and down; the strips do not overlap."""
    if abs(across) >= width or abs(down) >= height:
        return [QRect(0, 0, width, height)]
    strips, top = [], max(-down, 0)
    if down:
        strips.append(QRect(0, height - down if down > 0 else 0, width, abs(down)))
    if across:
        strips.append(QRect(width - across if across > 0 else 0, top, abs(across), height - abs(down)))
    return strips


def pixels_of(image: QImage) -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    """The pixels of a picture, to be written to as long as it lives: premultiplied, a number each."""
    rows = np.frombuffer(image.bits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()]
