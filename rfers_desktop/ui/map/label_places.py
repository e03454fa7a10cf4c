"""On which side of its symbol each label goes, so that none covers a symbol or another label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, QSizeF

_CELL_PX = 64
_GAP_PX = 3.0


class Side(Enum):
    """Where a label is, seen from its symbol; the best first."""

    RIGHT = (1, 0)
    LEFT = (-1, 0)
    ABOVE = (0, -1)
    BELOW = (0, 1)

    def box(self, symbol: QRectF, size: QSizeF) -> QRectF:
        """Where a label of this size is, beside a symbol."""
        across, down = self.value
        middle = symbol.center() + QPointF(
            across * (symbol.width() / 2 + _GAP_PX + size.width() / 2),
            down * (symbol.height() / 2 + _GAP_PX + size.height() / 2),
        )
        return QRectF(middle.x() - size.width() / 2, middle.y() - size.height() / 2, size.width(), size.height())


def sides(labelled: Iterable[tuple[QRectF, QSizeF]], taken: Iterable[QRectF], view: QRectF) -> list[Side | None]:
    """A side for each symbol and size of label; None for a label that finds no free one. First come, first served.

    A side where the whole label is in view goes before one where it would be cut off.
    """
    space = _Space()
    for box in taken:
        space.take(box)
    chosen: list[Side | None] = []
    for symbol, size in labelled:
        free = [side for side in Side if space.is_free(side.box(symbol, size))]
        whole = [side for side in free if view.contains(side.box(symbol, size))]
        side = next(iter(whole or free), None)
        if side is not None:
            space.take(side.box(symbol, size))
        chosen.append(side)
    return chosen


class _Space:
    """Boxes by the cells of a grid, so that only near ones are compared."""

    def __init__(self) -> None:
        self._boxes: defaultdict[tuple[int, int], list[QRectF]] = defaultdict(list)

    def take(self, box: QRectF) -> None:
        for cell in _cells(box):
            self._boxes[cell].append(box)

    def is_free(self, box: QRectF) -> bool:
        return not any(taken.intersects(box) for cell in _cells(box) for taken in self._boxes.get(cell, ()))


def _cells(box: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left() // _CELL_PX), int(box.right() // _CELL_PX) + 1):
        for row in range(int(box.top() // _CELL_PX), int(box.bottom() // _CELL_PX) + 1):
            yield column, row
