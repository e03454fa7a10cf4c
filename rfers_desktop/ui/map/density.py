"""How many points lie where, as a raster: what is drawn when there are too many to be told apart."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor

from rfers_desktop.ui.themes import Theme

from .pixel_frame import PixelFrame
from .touches import Box, Touches

Ints = NDArray[np.int64]
Pixels = NDArray[np.uint32]
CELL_PX = 4  # device-independent
_SHADES = 12  # each for twice as many points as the one before
_FAINTEST, _STRONGEST = 60, 235  # of 255


class Density:
    """Counts of points in cells that stay where they are on the map, so that a pan only shifts the picture."""

    def __init__(self, window: Box, ratio: float, px: Ints, py: Ints) -> None:
        self.side = max(2, round(CELL_PX * ratio))
        left, top, right, bottom = window
        self._left, self._top = left // self.side, top // self.side
        self._columns, self._rows = right // self.side - self._left + 1, bottom // self.side - self._top + 1
        cells = self._cells(px, py)
        counts = np.bincount(cells[cells >= 0], minlength=self._columns * self._rows)
        self._counts = counts.astype(np.int32)

    def move(self, old_x: Ints, old_y: Ints, new_x: Ints, new_y: Ints, touches: Touches) -> None:
        """Points have other pixels; the cells whose shade is another now are touched."""
        gone, come = self._cells(old_x, old_y), self._cells(new_x, new_y)
        cells = np.unique(np.concatenate([gone, come]))
        cells = cells[cells >= 0]
        before = shade(self._counts[cells])
        np.subtract.at(self._counts, gone[gone >= 0], 1)
        np.add.at(self._counts, come[come >= 0], 1)
        other = cells[before != shade(self._counts[cells])]
        left = (other % self._columns + self._left) * self.side
        top = (other // self._columns + self._top) * self.side
        touches.add_squares(left, top, self.side)

    def paint(self, pixels: Pixels, frame: PixelFrame, boxes: list[QRect], theme: Theme) -> None:
        """Write the raster on some boxes of a sheet."""
        colours, counts = shade_colours(theme), self._counts.reshape(self._rows, self._columns)
        for box in boxes:
            left, top = box.left() + frame.left, box.top() + frame.top
            columns = np.arange(left, left + box.width()) // self.side - self._left
            rows = np.arange(top, top + box.height()) // self.side - self._top
            shown = colours[shade(counts[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])]
            pixels[box.top() : box.bottom() + 1, box.left() : box.right() + 1] = shown[
                (rows - rows[0])[:, None], columns - columns[0]
            ]

    def _cells(self, px: Ints, py: Ints) -> Ints:
        column, row = px // self.side - self._left, py // self.side - self._top
        is_in = (column >= 0) & (column < self._columns) & (row >= 0) & (row < self._rows)
        return np.where(is_in, row * self._columns + column, -1)


def shade(counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """The shade of a cell: none, then one more each time the count doubles."""
    return np.minimum(np.frexp(counts.astype(np.float64))[1], _SHADES).astype(np.int64)


@lru_cache(maxsize=8)
def shade_colours(theme: Theme) -> Pixels:
    """The colours of the shades, premultiplied, from nothing to nearly opaque."""
    colour = QColor(theme.accent)
    table = np.zeros(_SHADES + 1, np.uint32)
    for step in range(1, _SHADES + 1):
        alpha = _FAINTEST + (_STRONGEST - _FAINTEST) * (step - 1) // (_SHADES - 1)
        parts = [round(part * alpha / 255) for part in (colour.red(), colour.green(), colour.blue())]
        table[step] = alpha << 24 | parts[0] << 16 | parts[1] << 8 | parts[2]
    return table
