"""Where labels of live marks go: beside their symbols, on no symbol and no other label, moved only if they must."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from .touches import Box, Touches

_CELL_PX = 128
_GAP_PX = 3
_CROWD = 64  # symbols that reach into one cell, several times what it has room for: none of them gets a label


class BoxGrid:
    """Boxes by name, found by what they overlap."""

    def __init__(self) -> None:
        self._boxes: dict[int, Box] = {}
        self._cells: defaultdict[tuple[int, int], dict[int, Box]] = defaultdict(dict)

    def __contains__(self, name: int) -> bool:
        return name in self._boxes

    def get(self, name: int) -> Box | None:
        """The box of a name."""
        return self._boxes.get(name)

    def names(self) -> list[int]:
        """All names."""
        return list(self._boxes)

    def put(self, name: int, box: Box) -> None:
        """Keep a box."""
        self.take(name)
        self._boxes[name] = box
        for cell in _cells(box):
            self._cells[cell][name] = box

    def take(self, name: int) -> Box | None:
        """Forget a box."""
        box = self._boxes.pop(name, None)
        if box is not None:
            for cell in _cells(box):
                self._cells[cell].pop(name, None)
        return box

    def over(self, box: Box) -> set[int]:
        """The names of the boxes that overlap one."""
        return {
            name for cell in _cells(box) for name, other in self._cells.get(cell, {}).items() if overlap(other, box)
        }

    def is_crowded(self, box: Box) -> bool:
        """Whether so many boxes are where one is that looking at each would stop the map."""
        return any(len(self._cells.get(cell, ())) > _CROWD for cell in _cells(box))

    def is_free(self, box: Box) -> bool:
        """Whether no box overlaps one."""
        return not any(overlap(other, box) for cell in _cells(box) for other in self._cells.get(cell, {}).values())


class LabelSpace:
    """The places of labels by row, in device pixels from the map's origin. What changes is told to `touches`."""

    def __init__(self, view: Box, gap: float, touches: Touches) -> None:
        self.view = view  # a label is best seen whole
        self._gap = round(_GAP_PX * gap)
        self._touches = touches
        self._fixed = BoxGrid()
        self._names = BoxGrid()
        self._symbols = BoxGrid()
        self._labels = BoxGrid()
        self._hidden = BoxGrid()  # the reach of labels that found no place
        self._sizes: dict[int, tuple[int, int]] = {}

    def __contains__(self, row: int) -> bool:
        return row in self._symbols

    def __len__(self) -> int:
        return len(self._sizes)

    def tell(self, touches: Touches) -> None:
        """Tell somebody else from now on."""
        self._touches = touches

    def labels(self) -> dict[int, Box]:
        """The places of all labels that are shown."""
        return {row: box for row in self._labels.names() if (box := self._labels.get(row)) is not None}

    def place(self, row: int) -> Box | None:
        """Where a row's label is; None if it is not shown."""
        return self._labels.get(row)

    def labels_in(self, box: Box) -> list[int]:
        """The rows whose labels reach into a box, in order."""
        return sorted(self._labels.over(box))

    def keep_free(self, boxes: Iterable[Box]) -> None:
        """Boxes that no label may cover."""
        for name, box in enumerate(boxes):
            self._fixed.put(name, box)

    def avoid(self, boxes: Iterable[Box]) -> None:
        """Boxes that labels rather leave free: the names on the ground below."""
        for name, box in enumerate(boxes):
            self._names.put(name, box)

    def add_all(self, marks: Iterable[tuple[int, Box, tuple[int, int]]]) -> None:
        """Symbols with the sizes of their labels: all symbols go before the first label."""
        listed = list(marks)
        for row, symbol, size in listed:
            self._symbols.put(row, symbol)
            self._sizes[row] = size
        for _, symbol, _ in listed:
            self._make_way(symbol)
        for row, _, _ in listed:
            self._find_place(row)

    def put(self, row: int, symbol: Box, size: tuple[int, int]) -> None:
        """A symbol is new or has moved: its own label and those in its way find places again."""
        if self._symbols.get(row) == symbol and self._sizes.get(row) == size:
            self._touch(self._labels.get(row))  # the words may be others
            return
        freed = self._remove(row)
        self._symbols.put(row, symbol)
        self._sizes[row] = size
        self._make_way(symbol)
        self._find_place(row)
        self._use(freed)

    def take(self, row: int) -> None:
        """A symbol is gone, and its label."""
        freed = self._remove(row)
        self._use(freed)

    def _remove(self, row: int) -> list[Box]:
        label, symbol = self._labels.take(row), self._symbols.take(row)
        self._hidden.take(row)
        self._sizes.pop(row, None)
        self._touch(label)
        return [box for box in (label, symbol) if box is not None]

    def _make_way(self, symbol: Box) -> None:
        for row in sorted(self._labels.over(symbol)):
            self._touch(self._labels.take(row))
            self._find_place(row)

    def _use(self, freed: list[Box]) -> None:
        for box in freed:
            if self._symbols.is_crowded(box):
                continue
            for row in sorted(self._hidden.over(box)):
                self._find_place(row)

    def _find_place(self, row: int) -> None:
        symbol, (width, height) = self._symbols.get(row), self._sizes[row]
        if symbol is None or not width:
            return
        self._hidden.take(row)
        sides = _sides(symbol, width, height, self._gap)
        free = [] if self._symbols.is_crowded(symbol) else [box for box in sides if self._is_free(box)]
        if free:
            box = min(free, key=lambda box: (not _contains(self.view, box), not self._names.is_free(box)))
            self._labels.put(row, box)
            self._touch(box)
        else:
            self._hidden.put(row, _around(sides))

    def _is_free(self, box: Box) -> bool:
        return self._symbols.is_free(box) and self._labels.is_free(box) and self._fixed.is_free(box)

    def _touch(self, box: Box | None) -> None:
        if box is not None:
            self._touches.add(box)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share pixels."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _sides(symbol: Box, width: int, height: int, gap: int) -> tuple[Box, ...]:
    """The places of a label: right, left, above, below; the best first."""
    left, top, right, bottom = symbol
    x, y = (left + right - width) // 2, (top + bottom - height) // 2
    corners = ((right + gap, y), (left - gap - width, y), (x, top - gap - height), (x, bottom + gap))
    return tuple((at_x, at_y, at_x + width, at_y + height) for at_x, at_y in corners)


def _around(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _contains(outer: Box, box: Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and outer[2] >= box[2] and outer[3] >= box[3]


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(box[0] // _CELL_PX, (box[2] - 1) // _CELL_PX + 1):
        for row in range(box[1] // _CELL_PX, (box[3] - 1) // _CELL_PX + 1):
            yield column, row
