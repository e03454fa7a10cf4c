"""The live marks themselves, whatever the view: points in columns, what they say, the ways they came."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from rfers_desktop.layers.error_rings import ErrorRings
from rfers_desktop.layers.marks import MarkKey, PointMark
from rfers_desktop.layers.point_table import STYLE_CODES, STYLES, Flag, PointTable, Rows
from rfers_desktop.layers.symbol_names import symbol_of
from rfers_desktop.ui.themes import DAY, Theme

from .shape_items import ShapeItems
from .shown_kinds import ShownKinds
from .stamps import badge_stamp, drawn_part, plate_size, symbol_stamp
from .touches import Box, Touches
from .trails import Trail

_COURSE_STEP = 5
_MOST_REACHES = 8_192
_ALERT, _CALLING, _SELECTED = (
    int(Flag.ALERT),
    int(Flag.CALLING),
    int(Flag.SELECTED),
)  # plain numbers: a flag takes microseconds to look at


class LiveMarks:
    """Point marks by row, and the shapes."""

    def __init__(self, touches: Touches) -> None:
        self.shapes = ShapeItems(touches)
        self.table = PointTable()
        self._trail_bounds = np.full((0, 4), np.nan)
        self.marks: dict[int, PointMark] = {}
        self.trails: dict[int, Trail] = {}
        self.rings: dict[int, ErrorRings] = {}
        self.now_s = 0.0
        self._reaches: dict[int, Box] = {}  # by the picture of a symbol
        self._apart: dict[Flag, frozenset[MarkKey]] = {Flag.CALLING: frozenset(), Flag.SELECTED: frozenset()}

    def set_columns(self, rows: Rows, marks: Sequence[PointMark]) -> None:
        """Write marks into their rows."""
        table, times = self.table, [mark.time_s for mark in marks]
        table.x[rows] = [mark.x for mark in marks]
        table.y[rows] = [mark.y for mark in marks]
        table.style[rows] = [STYLE_CODES[mark.style] for mark in marks]
        table.heading[rows] = [math.nan if mark.heading_deg is None else mark.heading_deg for mark in marks]
        table.flags[rows] = self._flags(marks)
        table.time[rows] = [math.nan if time_s is None else time_s for time_s in times]
        table.fade[rows] = table.faded(rows, self.now_s) if any(time_s is not None for time_s in times) else 0
        for row, mark in zip(rows.tolist(), marks):
            self.marks[row] = mark
            if mark.error is not None:
                self.rings[row] = mark.error
            elif self.rings:
                self.rings.pop(row, None)
            if mark.trail or row in self.trails:
                self._set_trail(row, Trail.of(mark))

    def forget(self, rows: Rows) -> None:
        """Rows that are free now."""
        for row in rows.tolist():
            self.marks.pop(row, None)
            self.rings.pop(row, None)
            self._set_trail(row, None)

    def clear(self) -> None:
        """No marks; what is selected stays so when it comes again."""
        self.shapes.clear()
        self.table = PointTable()
        self.marks.clear()
        self.trails.clear()
        self.rings.clear()
        self._trail_bounds = np.full((0, 4), np.nan)

    def trails_in(self, bounds: tuple[float, float, float, float]) -> list[int]:
        """The rows whose ways may lead through a box of map units, in order."""
        if not self.trails:
            return []
        x_min, y_min, x_max, y_max = bounds
        box = self._trail_bounds
        meets = (box[:, 0] <= x_max) & (box[:, 2] >= x_min) & (box[:, 1] <= y_max) & (box[:, 3] >= y_min)
        rows: list[int] = np.flatnonzero(meets).tolist()
        return rows

    def set_apart(self, flag: Flag, keys: frozenset[MarkKey]) -> Rows:
        """These have a flag from now on, and no others; returns the rows that change."""
        changed = [row for key in self._apart[flag] ^ keys if (row := self.table.row(key)) is not None]
        self._apart[flag] = keys
        return np.array(changed, np.int64)

    def flip(self, flag: Flag, rows: Rows) -> None:
        """Rows that have a flag have it no more, and the other way round."""
        self.table.flags[rows] ^= np.uint8(flag)

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in order."""
        return sorted(row for key in self._apart[Flag.SELECTED] if (row := self.table.row(key)) is not None)

    def bounds(self) -> tuple[float, float, float, float] | None:
        """The box around all points, in map units."""
        x, y = self.table.x[: self.table.count], self.table.y[: self.table.count]
        if not len(self.table):
            return None
        return float(np.nanmin(x)), float(np.nanmin(y)), float(np.nanmax(x)), float(np.nanmax(y))

    def kinds_in(self, bounds: tuple[float, float, float, float]) -> ShownKinds:
        """What kinds of marks are within bounds, in map units."""
        x_min, y_min, x_max, y_max = bounds
        x, y = self.table.x[: self.table.count], self.table.y[: self.table.count]
        rows = np.flatnonzero((x >= x_min) & (x <= x_max) & (y >= y_min) & (y <= y_max))
        marks = [mark for row in rows.tolist() if (mark := self.marks.get(row)) is not None]
        symbols = {symbol_of(mark.style, mark.label) for mark in marks if mark.reading is None}
        wordless = [row for row in rows.tolist() if row not in self.marks]
        symbols |= {symbol_of(STYLES[code]) for code in np.unique(self.table.style[wordless]).tolist()}
        has_readings = any(mark.reading is not None for mark in marks)
        return ShownKinds(frozenset(symbols), has_readings, self.shapes.styles_in(bounds))

    def stamp(self, row: int, theme: Theme, ratio: float) -> QImage:
        """The picture of a row's symbol, its place in the middle."""
        table, mark = self.table, self.marks.get(row)
        flags, faded = int(table.flags[row]), int(table.fade[row])
        is_selected, is_alert = bool(flags & _SELECTED), bool(flags & _ALERT)
        is_hollow = mark is not None and not mark.is_certain
        if mark is not None and mark.reading is not None:
            return badge_stamp(mark.reading, theme, ratio, faded, is_selected, is_alert, is_hollow)
        heading = float(table.heading[row])
        course = None if math.isnan(heading) else round(heading / _COURSE_STEP) * _COURSE_STEP % 360
        style = STYLES[int(table.style[row])]
        words = mark.label if mark is not None else ""
        return symbol_stamp(style, words, theme, ratio, course, faded, is_selected, is_alert, is_hollow)

    def reach(self, row: int, ratio: float) -> Box:
        """The device pixels around its place that a row's symbol may draw on, in any theme."""
        image = self.stamp(row, DAY, ratio)  # as large in every theme
        known = image.cacheKey()
        if known not in self._reaches:
            if len(self._reaches) >= _MOST_REACHES:
                self._reaches.clear()
            self._reaches[known] = drawn_part(image)
        return self._reaches[known]

    def label_size(self, row: int, ratio: float) -> tuple[int, int]:
        """How large a row's label is, in device pixels."""
        mark = self.marks.get(row)
        return (0, 0) if mark is None else plate_size(mark.label, ratio)

    def has_more_than_symbol(self, row: int, ratio: float) -> bool:
        """Whether a row has a way, an error or a label."""
        return row in self.trails or row in self.rings or self.label_size(row, ratio)[0] > 0

    def _set_trail(self, row: int, trail: Trail | None) -> None:
        if trail is None:
            if self.trails.pop(row, None) is not None:
                self._trail_bounds[row] = np.nan
            return
        if row >= len(self._trail_bounds):
            more = len(self.table.x) - len(self._trail_bounds)
            self._trail_bounds = np.concatenate([self._trail_bounds, np.full((more, 4), np.nan)])
        self.trails[row] = trail
        self._trail_bounds[row] = trail.bounds

    def _flags(self, marks: Sequence[PointMark]) -> list[int]:
        calling, selected = self._apart[Flag.CALLING], self._apart[Flag.SELECTED]
        if not calling and not selected:
            return [_ALERT * mark.is_alert for mark in marks]
        return [
            _ALERT * mark.is_alert | _CALLING * (mark.key in calling) | _SELECTED * (mark.key in selected)
            for mark in marks
        ]


def is_special(flags: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which rows are drawn as symbols however many there are."""
    return np.asarray(flags != 0)
