"""Points as dots, thousands at a time: written straight into the pixels, the last row on top."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from rfers_desktop.layers.point_table import FADE_STEPS, STYLES
from rfers_desktop.ui.themes import Theme

from .dirty_tiles import Mask
from .scroll_picture import PICTURE_FORMAT
from .theme_colours import mixed

Ints = NDArray[np.int64]
Pixels = NDArray[np.uint32]
_AT_A_TIME = 10_000  # points, whose pixels fit into the cache of a core
_FEW = 4  # boxes that are painted one by one
_EDGE = 0.45  # of the way to the colour of the land, so that dots side by side can be counted
_PIXEL_BYTES = 4
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
    table = np.zeros((len(STYLES), FADE_STEPS + 1, 2), np.uint32)
    for code, style in enumerate(STYLES):
        colour = getattr(theme, style.name.lower(), theme.other)
        for step in range(FADE_STEPS + 1):
            faded = _FADE * step
            shares = (faded, faded + _EDGE * (1 - faded))
            table[code, step] = [mixed(colour, theme.land, share).rgba() for share in shares]
    return table


class DotBoard:
    """A picture beside the sheet on which dots are stamped freely; only what is painted is taken over."""

    def __init__(self) -> None:
        self._board = np.zeros((0, 0), np.uint32)

    def paint(
        self,
        pixels: Pixels,
        boxes: list[QRect],
        x: Ints,
        y: Ints,
        colours: Pixels,
        radius: float,
        has_ground: bool = True,
    ) -> None:
        """Write a dot for each point, in order, on boxes of a picture; where dots overlap, the last lies above.

        `colours` has two columns: of a dot, and of its edge. Without a ground there is nothing else in the boxes.
        """
        if len(boxes) <= _FEW:
            for box in boxes:
                _paint_box(pixels[_part(box)], x - box.left(), y - box.top(), colours, radius, has_ground)
            return
        height, width = pixels.shape
        margin = self._fit(height, width, radius)
        parts = [(pixels[_part(box)], self._board[_part(box.translated(margin, margin))]) for box in boxes]
        for sheet, board in parts:
            board[:] = sheet if has_ground else 0
        near = _near(x, y, width, height, int(radius))
        stamp([self._board], x[near] + margin, y[near] + margin, colours[near], radius)
        for sheet, board in parts:
            sheet[:] = board

    def picture(self, height: int, width: int, radius: float) -> QImage:
        """The board as a picture to paint on, with whatever was left on it."""
        margin = self._fit(height, width, radius)
        memory = self._board.reshape(-1)[margin * self._board.shape[1] + margin :]
        return QImage(memory.data.cast("B"), width, height, self._board.shape[1] * _PIXEL_BYTES, PICTURE_FORMAT)

    def stamp(self, x: Ints, y: Ints, colours: Pixels, radius: float) -> None:
        """Write dots on that picture, in order; each has a pixel in it."""
        margin = 2 * int(radius)
        stamp([self._board], x + margin, y + margin, colours, radius)

    def _fit(self, height: int, width: int, radius: float) -> int:
        """Have a board for a picture, with room around it: a dot that touches the picture is on the board in full."""
        margin = 2 * int(radius)
        if self._board.shape != (height + 2 * margin, width + 2 * margin):
            self._board = np.zeros((height + 2 * margin, width + 2 * margin), np.uint32)
        return margin


def _paint_box(part: Pixels, x: Ints, y: Ints, colours: Pixels, radius: float, has_ground: bool) -> None:
    """Write dots on a part of a picture, beside which there is room for those that touch its edge."""
    (height, width), margin = part.shape, 2 * int(radius)
    beside = np.zeros((height + 2 * margin, width + 2 * margin), np.uint32)
    within = beside[margin : margin + height, margin : margin + width]
    if has_ground:
        within[:] = part
    near = _near(x, y, width, height, int(radius))
    stamp([beside], x[near] + margin, y[near] + margin, colours[near], radius)
    part[:] = within


def _near(x: Ints, y: Ints, width: int, height: int, reach: int) -> Ints:
    """Which points touch a picture, in order."""
    is_near = (x >= -reach) & (x < width + reach) & (y >= -reach) & (y < height + reach)
    return np.flatnonzero(is_near)


def stamp(pictures: Sequence[Pixels], x: Ints, y: Ints, colours: Pixels, radius: float) -> None:
    """Write dots that lie in pictures of one size in full, each above those before it; their rows are without gaps."""
    across, down, is_edge = disc(radius)
    assert all(pixels.flags.c_contiguous for pixels in pictures), "what is written to a copy is lost"
    flat, stride = [pixels.reshape(-1) for pixels in pictures], pictures[0].shape[1]
    middles, around = y * stride + x, down * stride + across
    for start in range(0, len(x), _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        values = np.where(is_edge, colours[part, 1, None], colours[part, 0, None]).ravel()
        places = (middles[part, None] + around).ravel()
        for pixels in flat:
            pixels[places] = values


def are_near(mask: Mask, reach: int, x: Ints, y: Ints) -> Mask:
    """Which points have a pixel of a mask within reach, and some others; none that is farther outside than reach."""
    height, width = mask.shape
    cells = -(-reach // 2)  # of two by two pixels: a look at each pixel takes several times as long
    room = 2 * (cells + 1)
    pixels = np.zeros((height + height % 2 + 2 * room, width + width % 2 + 2 * room), np.bool_)
    pixels[room : room + height, room : room + width] = mask
    pairs = pixels.view(np.uint16) != 0
    near = pairs[::2] | pairs[1::2]
    for _ in range(cells):
        near = _grown(near)
    is_in = (x >= -reach) & (x < width + reach) & (y >= -reach) & (y < height + reach)
    across, down = (np.where(is_in, at, 0) + room >> 1 for at in (x, y))
    return np.asarray(is_in & near[down, across])


def _grown(mask: Mask) -> Mask:
    """A mask with the eight cells around each of its cells."""
    wide = mask.copy()
    wide[:, 1:] |= mask[:, :-1]
    wide[:, :-1] |= mask[:, 1:]
    grown = wide.copy()
    grown[1:] |= wide[:-1]
    grown[:-1] |= wide[1:]
    return grown


def _part(box: QRect) -> tuple[slice, slice]:
    return slice(box.top(), box.bottom() + 1), slice(box.left(), box.right() + 1)
