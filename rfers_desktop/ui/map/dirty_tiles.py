"""Which pixels of a sheet must be painted again: a few boxes as they are, many as tiles and the very pixels in them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

TILE_PX = 32
_FEW = 48  # boxes that are kept as they are
Mask = NDArray[np.bool_]  # rows of pixels


class DirtyTiles:
    """Takes any number of boxes at a bounded cost: merging them pairwise collapses in a flood, a bitmap does not."""

    def __init__(self, width: int, height: int) -> None:
        self._rect = QRect(0, 0, width, height)
        self._boxes: list[QRect] = []
        self._pixels: Mask | None = None  # with a tile's width of room on each side

    def __bool__(self) -> bool:
        return bool(self._boxes) or self._pixels is not None

    def add(self, box: QRect) -> None:
        """Paint a box again, or what of it is on the sheet."""
        inside = box.intersected(self._rect)
        if inside.isEmpty():
            return
        self._boxes.append(inside)
        if len(self._boxes) > _FEW:
            self._spill()

    def add_squares(self, left: NDArray[np.int64], top: NDArray[np.int64], side: int) -> None:
        """Paint many equal squares again, given by their upper left corners; a side is at most a tile."""
        if len(left) <= _FEW:
            for x, y in zip(left.tolist(), top.tolist()):
                self.add(QRect(x, y, side, side))
            return
        width, height = self._rect.width(), self._rect.height()
        is_in = (left < width) & (top < height) & (left + side > 0) & (top + side > 0)
        pixels = self._bitmap()
        first = (top[is_in] + TILE_PX) * pixels.shape[1] + left[is_in] + TILE_PX
        along = np.arange(side)
        square = (along[:, None] * pixels.shape[1] + along).ravel()
        pixels.reshape(-1)[(first[:, None] + square).ravel()] = True

    def add_all(self) -> None:
        """Paint everything again."""
        self._boxes, self._pixels = [self._rect] if not self._rect.isEmpty() else [], None

    def take(self) -> list[QRect]:
        """What is to be painted now, in boxes that do not overlap; afterwards nothing is."""
        return self.take_exactly()[0]

    def take_exactly(self) -> tuple[list[QRect], Mask | None]:
        """The same, and which pixels of the sheet within the boxes; None: all of them."""
        boxes, mask = self._boxes, None
        if self._pixels is not None:
            self._spill()
            mask = self._pixels[TILE_PX : TILE_PX + self._rect.height(), TILE_PX : TILE_PX + self._rect.width()]
            boxes = [box.intersected(self._rect) for box in _runs(_tiles(self._pixels))]
        self._boxes, self._pixels = [], None
        return (boxes, mask) if mask is not None else (_apart(boxes), None)

    def _bitmap(self) -> Mask:
        if self._pixels is None:
            rows, columns = (
                (-(-side // TILE_PX) + 2) * TILE_PX for side in (self._rect.height(), self._rect.width())
            )  # fmt: skip
            self._pixels = np.zeros((rows, columns), np.bool_)
        return self._pixels

    def _spill(self) -> None:
        pixels = self._bitmap()
        for box in self._boxes:
            pixels[
                TILE_PX + box.top() : TILE_PX + box.bottom() + 1, TILE_PX + box.left() : TILE_PX + box.right() + 1
            ] = True
        self._boxes = []


def _tiles(pixels: Mask) -> Mask:
    """The tiles of the sheet in which there is a pixel; the room around it has none of its own."""
    rows, columns = pixels.shape[0] // TILE_PX, pixels.shape[1] // TILE_PX
    words = pixels.view(np.uint64).reshape(rows, TILE_PX, columns, -1)
    return np.asarray(np.bitwise_or.reduce(words, axis=1).any(axis=2)[1:-1, 1:-1])


def _apart(boxes: list[QRect]) -> list[QRect]:
    if len(boxes) < 2:
        return boxes
    region = QRegion()
    for box in boxes:
        region = region.united(box)
    parts: Iterable[QRect] = region  # type: ignore[assignment]
    return [QRect(part) for part in parts]


def _runs(tiles: Mask) -> list[QRect]:
    """The tiles as boxes: runs of each row, those that are the same in the next rows made one."""
    edges = np.diff(np.pad(tiles, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, columns = (at.tolist() for at in np.nonzero(edges))
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}  # columns -> first row and last
    boxes: list[QRect] = []
    for row, *run in zip(rows[::2], columns[::2], columns[1::2]):
        first, last = open_runs.get((run[0], run[1]), (row, row - 1))
        if last != row - 1:
            boxes.append(_box(run[0], run[1], first, last))
            first = row
        open_runs[run[0], run[1]] = first, row
    return boxes + [_box(*columns, *between) for columns, between in open_runs.items()]


def _box(start: int, end: int, first: int, last: int) -> QRect:
    return QRect(start * TILE_PX, first * TILE_PX, (end - start) * TILE_PX, (last + 1 - first) * TILE_PX)
