"""Points as dots, thousands at a time: written straight into the pixels, the last row on top."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor

from rfers_desktop.layers.point_table import FADE_STEPS, STYLES
from rfers_desktop.ui.themes import Theme

Ints = NDArray[np.int64]
Pixels = NDArray[np.uint32]
_AT_A_TIME = 20_000  # points; bounds the memory
_EDGE = 0.45  # of the way to the colour of the land, so that dots side by side can be counted
_FADE = 0.28  # of the way to the colour of the land, a step


@lru_cache(maxsize=16)
def disc(radius: float) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """The pixels of a dot around its middle: across, down, and which are its edge."""
    reach = int(radius)
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    is_in = across**2 + down**2 <= (radius + 0.25) ** 2
    is_edge = across**2 + down**2 > (radius - 0.75) ** 2
    return across[is_in].ravel(), down[is_in].ravel(), is_edge[is_in].ravel()


@lru_cache(maxsize=8)
def dot_colours(theme: Theme) -> Pixels:
    """The colours of a dot and of its edge, by style and steps of fading."""
    land = QColor(theme.land)
    table = np.zeros((len(STYLES), FADE_STEPS + 1, 2), np.uint32)
    for code, style in enumerate(STYLES):
        colour = QColor(getattr(theme, style.name.lower(), theme.other))
        for step in range(FADE_STEPS + 1):
            faded = _FADE * step
            table[code, step] = _mixed(colour, land, faded), _mixed(colour, land, faded + _EDGE * (1 - faded))
    return table


def stamp(pixels: Pixels, mask: NDArray[np.bool_] | None, x: Ints, y: Ints, colours: Pixels, radius: float) -> None:
    """Write a dot for each point, in order, where the mask lets it; where dots overlap, the last is seen.

    `colours` has two columns: of a dot, and of its edge.
    """
    height, width = pixels.shape
    across, down, is_edge = disc(radius)
    for start in range(0, len(x), _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        columns, rows = x[part, None] + across, y[part, None] + down
        is_in = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        columns, rows = columns[is_in], rows[is_in]
        values = np.where(is_edge, colours[part, 1, None], colours[part, 0, None])[is_in]
        if mask is not None:
            is_seen = mask[rows, columns]
            columns, rows, values = columns[is_seen], rows[is_seen], values[is_seen]
        pixels[rows, columns] = values


class BoxMask:
    """Which pixels of a picture lie in some boxes; the memory is kept, as clearing all of it takes longer."""

    def __init__(self) -> None:
        self._mask = np.zeros((0, 0), np.bool_)

    @contextmanager
    def of(self, width: int, height: int, boxes: list[QRect]) -> Iterator[NDArray[np.bool_]]:
        """The mask, as long as it is needed."""
        if self._mask.shape != (height, width):
            self._mask = np.zeros((height, width), np.bool_)
        self._set(boxes, True)
        try:
            yield self._mask
        finally:
            self._set(boxes, False)

    def _set(self, boxes: list[QRect], value: bool) -> None:
        for box in boxes:
            self._mask[max(box.top(), 0) : box.bottom() + 1, max(box.left(), 0) : box.right() + 1] = value


def _mixed(colour: QColor, ground: QColor, share: float) -> int:
    red, green, blue = (
        round(part * (1 - share) + below * share)
        for part, below in (
            (colour.red(), ground.red()),
            (colour.green(), ground.green()),
            (colour.blue(), ground.blue()),
        )
    )
    return 0xFF000000 | red << 16 | green << 8 | blue
