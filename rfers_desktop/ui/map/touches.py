"""What changed on a band since it was last painted, in device pixels counted from the map's origin."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect

from .dirty_tiles import TILE_PX, DirtyTiles
from .pixel_frame import PixelFrame

Box = tuple[int, int, int, int]  # left, top, right, bottom; the last two are outside


class Touches:
    """Boxes and squares, which stay where they are on the map while it is panned."""

    def __init__(self) -> None:
        self.is_all = False
        self._boxes: list[Box] = []
        self._squares: list[tuple[NDArray[np.int64], NDArray[np.int64], int]] = []

    def __bool__(self) -> bool:
        return self.is_all or bool(self._boxes) or bool(self._squares)

    def add(self, box: Box) -> None:
        """A box changed."""
        if not self.is_all:
            self._boxes.append(box)

    def add_many(self, boxes: Iterable[Box]) -> None:
        """Boxes changed."""
        if not self.is_all:
            self._boxes.extend(boxes)

    def add_squares(self, left: NDArray[np.int64], top: NDArray[np.int64], side: int) -> None:
        """Equal squares changed, given by their upper left corners."""
        if self.is_all or not len(left):
            return
        if side > TILE_PX:
            self.add_many((x, y, x + side, y + side) for x, y in zip(left.tolist(), top.tolist()))
        else:
            self._squares.append((left, top, side))

    def add_all(self) -> None:
        """Everything changed."""
        self.is_all = True
        self._boxes, self._squares = [], []

    def forget(self) -> None:
        """Nothing changed."""
        self.is_all = False
        self._boxes, self._squares = [], []

    def move_to(self, dirty: DirtyTiles, frame: PixelFrame) -> None:
        """Hand everything over to the sheet that shows a frame."""
        if self.is_all:
            dirty.add_all()
        for left, top, right, bottom in self._boxes:
            x, y = max(left - frame.left, -1), max(top - frame.top, -1)
            far_x, far_y = min(right - frame.left, frame.width), min(bottom - frame.top, frame.height)
            if far_x > x and far_y > y:
                dirty.add(QRect(x, y, far_x - x, far_y - y))
        for lefts, tops, side in self._squares:
            dirty.add_squares(lefts - frame.left, tops - frame.top, side)
        self.forget()
