"""A picture with room before and after it in memory: a shift moves where the picture begins, and no pixel."""

from __future__ import annotations

import ctypes

import numpy as np
from PySide6.QtGui import QImage

PICTURE_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
ROOM_ROWS = 128  # before and after
_PIXEL_BYTES = 4


class ScrollPicture:
    """Rows lie in memory one after the other without a gap.

    What goes out of view on one side of a row is then what comes into view on the other side of its neighbour: whoever
    shifts the picture clears what came into view. Rows with a gap between them would be slower to draw.
    """

    def __init__(self, width: int, height: int, image_format: QImage.Format = PICTURE_FORMAT) -> None:
        self._width, self._height = max(width, 1), max(height, 1)
        self._format = image_format  # of four bytes a pixel
        self._room = ROOM_ROWS * self._width
        self._memory = np.zeros(self._width * self._height + 2 * self._room, np.uint32)
        self._begin = self._room
        self.image = self._window()

    def shift(self, across: int, down: int) -> None:
        """Look so many pixels further right and down. What comes into view may hold anything: clear it."""
        begin = self._begin + down * self._width + across
        if not 0 <= begin <= 2 * self._room:
            self._to_the_middle(begin)
            begin = self._room
        self._begin = begin
        self.image = self._window()

    def _to_the_middle(self, begin: int) -> None:
        """Make room on both sides of a picture that is to begin somewhere, also outside of the memory."""
        first, last = max(begin, 0), min(begin + self._width * self._height, len(self._memory))
        if first < last:
            here = self._memory.ctypes.data
            target = self._room + first - begin
            ctypes.memmove(here + target * _PIXEL_BYTES, here + first * _PIXEL_BYTES, (last - first) * _PIXEL_BYTES)

    def _window(self) -> QImage:
        pixels = self._memory[self._begin :].data.cast("B")  # the picture keeps it alive
        return QImage(pixels, self._width, self._height, self._width * _PIXEL_BYTES, self._format)
