"""Which pixels of a sheet must be painted again: a few boxes as they are, many as a bitmap of tiles."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion

TILE_PX = 32
_FEW = 48  # boxes that are kept as they are


class DirtyTiles:
    """Takes any number of boxes at a bounded cost: merging them pairwise collapses in a flood, a bitmap does not."""

    def __init__(self, width: int, height: int) -> None:
        self._rect = QRect(0, 0, width, height)
        self._boxes: list[QRect] = []
        self._tiles: NDArray[np.bool_] | None = None

    def __bool__(self) -> bool:
        return bool(self._boxes) or self._tiles is not None

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
        tiles = self._bitmap()
        width, height = self._rect.width(), self._rect.height()
        is_in = (left < width) & (top < height) & (left + side > 0) & (top + side > 0)
        left, top = left[is_in], top[is_in]
        first_x, last_x = np.maximum(left, 0) // TILE_PX, np.minimum(left + side - 1, width - 1) // TILE_PX
        first_y, last_y = np.maximum(top, 0) // TILE_PX, np.minimum(top + side - 1, height - 1) // TILE_PX
        for y in (first_y, last_y):
            for x in (first_x, last_x):
                tiles[y, x] = True

    def add_all(self) -> None:
        """Paint everything again."""
        self._boxes, self._tiles = [self._rect] if not self._rect.isEmpty() else [], None

    def take(self) -> list[QRect]:
        """What is to be painted now, in boxes that do not overlap; afterwards nothing is."""
        if self._tiles is not None:
            self._spill()
            boxes = [box.intersected(self._rect) for box in _runs(self._tiles)]
        else:
            boxes = _apart(self._boxes)
        self._boxes, self._tiles = [], None
        return boxes

    def _bitmap(self) -> NDArray[np.bool_]:
        if self._tiles is None:
            rows, columns = (-(-side // TILE_PX) for side in (self._rect.height(), self._rect.width()))
            self._tiles = np.zeros((rows, columns), np.bool_)
        return self._tiles

    def _spill(self) -> None:
        tiles = self._bitmap()
        for box in self._boxes:
            tiles[
                box.top() // TILE_PX : box.bottom() // TILE_PX + 1, box.left() // TILE_PX : box.right() // TILE_PX + 1
            ] = True
        self._boxes = []


def _apart(boxes: list[QRect]) -> list[QRect]:
    if len(boxes) < 2:
        return boxes
    region = QRegion()
    for box in boxes:
        region = region.united(box)
    parts: Iterable[QRect] = region  # type: ignore[assignment]
    return [QRect(part) for part in parts]


def _runs(tiles: NDArray[np.bool_]) -> list[QRect]:
    """The tiles as boxes: runs of each row, those that are the same in the next rows made one."""
    open_runs: dict[tuple[int, int], int] = {}  # columns -> first row
    boxes: list[QRect] = []
    for row in range(len(tiles) + 1):
        runs = _row_runs(tiles[row]) if row < len(tiles) else []
        for ended in [run for run in open_runs if run not in runs]:
            first = open_runs.pop(ended)
            boxes.append(_box(ended, first, row))
        for run in runs:
            open_runs.setdefault(run, row)
    return boxes


def _row_runs(row: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(row.astype(np.int8), prepend=0, append=0)).tolist()
    return list(zip(edges[::2], edges[1::2]))


def _box(columns: tuple[int, int], first: int, last: int) -> QRect:
    start, end = columns
    return QRect(start * TILE_PX, first * TILE_PX, (end - start) * TILE_PX, (last - first) * TILE_PX)
