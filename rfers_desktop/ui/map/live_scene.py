"""The live marks in one view: how they are shown at their number, and which pixels change when they do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from rfers_desktop.layers.point_table import STYLES, Flag, Rows
from rfers_desktop.ui.themes import Theme

from .density import Density
from .detail_level import DOT_RADIUS_PX, Level, Limits
from .dirty_tiles import Mask
from .dots import DotBoard, Ints, Pixels, are_near, dot_colours, stamp
from .label_space import LabelSpace
from .live_marks import LiveMarks, is_special
from .moving_picture import pixels_of
from .pixel_frame import PixelFrame
from .pixel_grid import NOWHERE, PixelGrid
from .ring_painting import paint_rings
from .sheet import clear_boxes
from .shown_count import Places, ShownCount
from .shown_rings import ring_boxes, rows_of_rings
from .stamps import plate_stamp
from .touches import Box, Touches
from .trails import Trail, changed_boxes

_REACH_PX = 40  # how far a symbol or a badge reaches from its place, device-independent
_FEW = 48  # new marks that are boxes of their own
_NONE: Rows = np.empty(0, np.int64)
_HEAVY = 5_000  # marks in view that take longer than a frame


class LiveScene:
    """Everything about the live marks that depends on the view."""

    def __init__(
        self,
        marks: LiveMarks,
        frame: PixelFrame,
        touches: Touches,
        limits: Limits,
        kept_free: list[Box],
        names: list[Box],
    ) -> None:
        self._marks = marks
        self._touches = touches
        self._limits = limits
        self._kept_free = kept_free
        self._names = names
        self.frame = frame
        self._px, self._py = self._pixels_of(np.arange(len(marks.table.x)))
        self._grid = PixelGrid(frame, self._px, self._py)
        self._count = ShownCount(self._grid, frame)
        self.level = self._count.level(limits)
        self._density: Density | None = None
        self._board = DotBoard()
        self._top = marks.table.count  # rows from here on lie above all that were painted
        self._fresh = _NONE  # rows that came since the last paint, and lie above all other dots
        self._set_up_level()

    @property
    def count(self) -> int:
        """How many marks are in view."""
        return self._count.exact

    @property
    def is_heavy(self) -> bool:
        """Whether painting the whole view takes longer than a frame."""
        return self.count > _HEAVY

    def pan_to(self, frame: PixelFrame) -> None:
        """Look at another part at the same scale."""
        self.join_fresh()
        self.frame = frame
        if not self._grid.is_around(frame, self._reach()):
            self._grid = PixelGrid(frame, self._px, self._py)
            self._density = None
        self._count = ShownCount(self._grid, frame)
        if self._has_other_level():
            return
        if self._density is None:
            self._count_density()
        self._labels.view = self.frame.box
        fresh = [row for row in self._symbol_rows_in(self._near_box()).tolist() if row not in self._labels]
        self._labels.add_all((row, self._symbol_box(row), self._marks.label_size(row, frame.ratio)) for row in fresh)

    def keep_free(self, boxes: list[Box], names: list[Box]) -> None:
        """Boxes that labels may not cover, and names that they rather do not: all labels find their places again."""
        if boxes == self._kept_free and (names is self._names or names == self._names):
            return
        self._kept_free, self._names = boxes, names
        before = self._labels.labels()
        self._place_labels()
        after = self._labels.labels()
        self._touches.add_many(box for row, box in before.items() if after.get(row) != box)
        self._touches.add_many(box for row, box in after.items() if before.get(row) != box)

    def leave(self, rows: Rows, is_new: bool = False) -> Places | None:
        """Rows are about to change: what they show now is touched. Returns where they are; None if they are new."""
        self._grow()
        self.join_fresh()
        if is_new:
            return None
        self._touch(rows)
        return self._px[rows], self._py[rows]

    def arrive(self, rows: Rows, old: Places | None) -> None:
        """Rows have changed: what they show now is touched. `old` is where they were; None: they are new."""
        px, py = self._px[rows], self._py[rows] = self._pixels_of(rows)
        self._grid.move(rows)
        self._count.change(old, (px, py))
        if self._has_other_level():
            return
        if self._density is not None:
            old_x, old_y = old if old is not None else (np.full(len(rows), NOWHERE), np.full(len(rows), NOWHERE))
            self._density.move(old_x, old_y, px, py, self._touches)
        self._place_labels_of(rows)
        if self._is_on_top(rows):
            self._fresh = np.sort(rows)
        else:
            self._touch(rows)
        self._top = max(self._top, self._marks.table.count)

    def trail_changed(self, row: int, before: Trail | None, old_now_s: float) -> None:
        """The way of a row is another, or has faded since a time."""
        after = self._marks.trails.get(row)
        if (before is not None or after is not None) and self._shows_trail(row):
            self._touches.add_many(changed_boxes(before, after, self.frame, old_now_s, self._marks.now_s))

    def shown_trails(self, box: Box | None = None) -> list[int]:
        """The rows whose ways are drawn and may reach into a box, else into the view."""
        left, top, right, bottom = box if box is not None else self.frame.box
        reach, scale = self._reach(), self.frame.per_unit
        bounds = (left - reach) / scale, -(bottom + reach) / scale, (right + reach) / scale, -(top - reach) / scale
        return [row for row in self._marks.trails_in(bounds) if self._shows_trail(row)]

    def shown_rings(self, box: Box | None = None) -> list[int]:
        """The rows whose error rings are drawn and reach into a box, else into the view."""
        within = box if box is not None else self.frame.box
        return rows_of_rings(self._marks, self.frame, self.level is Level.SYMBOLS, within) if self._marks.rings else []

    def rows_at(self, px: int, py: int, radius: int) -> Rows:
        """The rows shown within some device pixels of one, the nearest first."""
        reach = radius if self.level is not Level.SYMBOLS else radius + round(10 * self.frame.ratio)
        rows = self._grid.rows_in((px - reach, py - reach, px + reach + 1, py + reach + 1))
        away = (self._px[rows] - px) ** 2 + (self._py[rows] - py) ** 2
        return rows[np.lexsort((-rows, away))][: int((away <= reach * reach).sum())]

    def paint(self, image: QImage, frame: PixelFrame, boxes: list[QRect], theme: Theme) -> None:
        """Paint boxes anew of a picture whose upper left corner is that of the frame."""
        has_dots, has_ground = self.level in DOT_RADIUS_PX, self._density is not None or len(self._marks.shapes) > 0
        if has_ground or not has_dots:
            clear_boxes(image, boxes)
        if self._density is not None:
            self._density.paint(pixels_of(image), frame, boxes, theme)
        if len(self._marks.shapes):
            self._paint_shapes(image, frame, boxes, theme)
        if has_dots:
            dots = self._dots_in(frame, boxes, theme)
            self._board.paint(pixels_of(image), boxes, *dots, self._dot_radius(), has_ground)
        self._paint_above_dots(image, frame, boxes, theme)

    def paint_pixels(self, image: QImage, mask: Mask, theme: Theme) -> bool:
        """Paint single pixels of the picture of the view; False where boxes are as quick, and nothing was painted."""
        if self.level not in DOT_RADIUS_PX:
            return False
        frame, radius = self.frame, self._dot_radius()
        board = self._board.picture(frame.height, frame.width, radius)
        rows, columns = np.divmod(np.flatnonzero(np.ascontiguousarray(mask)), frame.width)
        pixels = pixels_of(board)
        pixels[rows, columns] = 0
        if len(self._marks.shapes):
            self._paint_shapes(board, frame, [frame.rect], theme)
        near = self._grid.rows_around()
        near = near[are_near(mask, int(radius), self._px[near] - frame.left, self._py[near] - frame.top)]
        self._board.stamp(*self._dots(near, frame, theme), radius)
        self._paint_above_dots(board, frame, [frame.rect], theme)
        pixels_of(image)[rows, columns] = pixels[rows, columns]
        return True

    def _paint_above_dots(self, image: QImage, frame: PixelFrame, boxes: list[QRect], theme: Theme) -> None:
        special = None if self.level is Level.SYMBOLS else self._symbol_rows_in(self._near_box())
        if special is not None and not len(special) and not self.shown_rings():
            return
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for box in boxes:
                painter.setClipRect(box)
                self._paint_symbols(painter, frame, box, theme, special)
        finally:
            painter.end()

    def paint_fresh(self, pictures: Sequence[QImage], theme: Theme) -> tuple[list[QRect], bool]:
        """Put what is new on the first picture, or on all if it is opaque; tells where, and whether on all."""
        rows, self._fresh = self._fresh, _NONE
        if not len(rows):
            return [], True
        if self.level is Level.SYMBOLS:
            return self._stamp_symbols(pictures[0], rows, theme), len(pictures) == 1
        table, reach = self._marks.table, int(self._dot_radius())
        x, y = self._px[rows] - self.frame.left, self._py[rows] - self.frame.top
        colours = dot_colours(theme)[table.style[rows], table.fade[rows]]
        stamp([pixels_of(picture) for picture in pictures], x, y, colours, self._dot_radius())
        side = 2 * reach + 1
        return [QRect(column - reach, row - reach, side, side) for column, row in zip(x.tolist(), y.tolist())], True

    def _is_on_top(self, rows: Rows) -> bool:
        """Whether rows are a few new ones within the view that nothing lies above, and nothing else changed."""
        if self.level is Level.DENSITY or not 0 < len(rows) <= _FEW or rows.min() < self._top:
            return False
        if self._touches or self._marks.table.has_flags:
            return False
        if self.level is Level.SYMBOLS:  # what has a label or a way of its own is painted with all the rest
            return not any(self._marks.has_more_than_symbol(row, self.frame.ratio) for row in rows.tolist())
        return bool(self.frame.are_in_view(self._px[rows], self._py[rows], -int(self._dot_radius())).all())

    def _stamp_symbols(self, image: QImage, rows: Rows, theme: Theme) -> list[QRect]:
        boxes = []
        painter = QPainter(image)
        try:
            for row in rows.tolist():
                picture = self._marks.stamp(row, theme, self.frame.ratio)
                at = self._corner(row, picture, self.frame)
                painter.drawImage(at, picture)
                boxes.append(QRect(at, picture.size()) & self.frame.rect)
        finally:
            painter.end()
        return boxes

    def join_fresh(self) -> None:
        """Something else is about to change: fresh rows are painted with it, as all others are."""
        rows, self._fresh = self._fresh, _NONE
        if len(rows):
            self._touch(rows)

    def _paint_shapes(self, image: QImage, frame: PixelFrame, boxes: list[QRect], theme: Theme) -> None:
        painter = QPainter(image)
        try:
            for box in boxes:
                painter.setClipRect(box)
                self._marks.shapes.paint(painter, frame, box, theme)
        finally:
            painter.end()

    def _dots_in(self, frame: PixelFrame, boxes: list[QRect], theme: Theme) -> tuple[Ints, Ints, Pixels]:
        """Where the dots are that may touch boxes, in order, and their colours."""
        reach = int(self._dot_radius())
        near = [frame.box_of(box.adjusted(-reach, -reach, reach, reach)) for box in boxes]
        return self._dots(self._grid.rows_near(near), frame, theme)

    def _dots(self, rows: Rows, frame: PixelFrame, theme: Theme) -> tuple[Ints, Ints, Pixels]:
        table = self._marks.table
        if table.has_flags:
            rows = rows[~is_special(table.flags[rows])]
        colours = dot_colours(theme)[table.style[rows], table.fade[rows]]
        return self._px[rows] - frame.left, self._py[rows] - frame.top, colours

    def _paint_symbols(
        self, painter: QPainter, frame: PixelFrame, box: QRect, theme: Theme, special: Rows | None
    ) -> None:
        exposed = frame.box_of(box)
        for row in self.shown_rings(exposed):
            colour = getattr(theme, STYLES[int(self._marks.table.style[row])].name.lower())
            paint_rings(painter, self._marks.rings[row], frame, colour)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row in self.shown_trails(exposed):
            colour = getattr(theme, STYLES[int(self._marks.table.style[row])].name.lower())
            self._marks.trails[row].paint(painter, frame, self._marks.now_s, colour)
        reach = self._reach()
        around = (exposed[0] - reach, exposed[1] - reach, exposed[2] + reach, exposed[3] + reach)
        rows = self._grid.rows_in(around) if special is None else self._of_those_in(special, around)
        flags = self._marks.table.flags[rows]
        for row in rows[np.lexsort((rows, flags))].tolist():  # what is set apart lies above
            image = self._marks.stamp(row, theme, frame.ratio)
            at = self._corner(row, image, frame)
            if box.intersects(QRect(at, image.size())):
                painter.drawImage(at, image)
        for row in self._labels.labels_in(exposed):
            place = self._labels.place(row)
            if place is not None:
                plate = plate_stamp(self._marks.marks[row].label, theme.plate, theme.text, frame.ratio)
                painter.drawImage(QPoint(place[0] - frame.left, place[1] - frame.top), plate)

    def _touch(self, rows: Rows) -> None:
        """What rows show in the view, the ways and labels left aside."""
        if self._marks.rings:
            reached = ring_boxes(self._marks, rows.tolist(), self.frame, self.level is Level.SYMBOLS)
            self._touches.add_many(reached.values())
        px, py = self._px[rows], self._py[rows]
        near = self.frame.are_in_view(px, py, self._reach())
        if not near.any():
            return
        rows, px, py = rows[near], px[near], py[near]
        is_symbol = self._is_symbol(rows)
        if self.level in DOT_RADIUS_PX:
            reach = int(self._dot_radius())
            dots = ~is_symbol
            self._touches.add_squares(px[dots] - reach, py[dots] - reach, 2 * reach + 1)
        self._touches.add_many(self._symbol_box(row) for row in rows[is_symbol].tolist())

    def _place_labels_of(self, rows: Rows) -> None:
        if self.level is not Level.SYMBOLS and not len(self._labels) and not self._marks.table.flags[rows].any():
            return
        is_symbol = self._is_symbol(rows) & self.frame.are_in_view(self._px[rows], self._py[rows], self._reach())
        for row, has_symbol in zip(rows.tolist(), is_symbol.tolist()):
            if has_symbol:
                self._labels.put(row, self._symbol_box(row), self._marks.label_size(row, self.frame.ratio))
            elif row in self._labels:
                self._labels.take(row)

    def _place_labels(self) -> None:
        self._labels = LabelSpace(self.frame.box, self.frame.ratio, Touches())
        self._labels.keep_free(self._kept_free)
        self._labels.avoid(self._names)
        rows = self._symbol_rows_in(self._near_box()).tolist()
        self._labels.add_all(
            (row, self._symbol_box(row), self._marks.label_size(row, self.frame.ratio)) for row in rows
        )
        self._labels.tell(self._touches)

    def _has_other_level(self) -> bool:
        level = self._count.level(self._limits, self.level)
        if level is self.level:
            return False
        self.level = level
        self._fresh = _NONE
        self._set_up_level()
        self._touches.add_all()
        return True

    def _set_up_level(self) -> None:
        self._density = None
        self._count_density()
        self._place_labels()

    def _count_density(self) -> None:
        if self.level is Level.DENSITY:
            self._density = Density(self._grid.window, self.frame.ratio, self._px, self._py)

    def _symbol_rows_in(self, box: Box) -> Rows:
        if self.level is Level.SYMBOLS:
            return self._grid.rows_in(box)
        table = self._marks.table
        return self._of_those_in(np.flatnonzero(is_special(table.flags)), box) if table.has_flags else _NONE

    def _of_those_in(self, rows: Rows, box: Box) -> Rows:
        px, py = self._px[rows], self._py[rows]
        return rows[(px >= box[0]) & (px < box[2]) & (py >= box[1]) & (py < box[3])]

    def _is_symbol(self, rows: Rows) -> NDArray[np.bool_]:
        if self.level is Level.SYMBOLS:
            return np.ones(len(rows), np.bool_)
        return is_special(self._marks.table.flags[rows])

    def _corner(self, row: int, image: QImage, frame: PixelFrame) -> QPoint:
        """Where the picture of a row goes."""
        left, top = int(self._px[row]) - frame.left, int(self._py[row]) - frame.top
        return QPoint(left - image.width() // 2, top - image.height() // 2)

    def _symbol_box(self, row: int) -> Box:
        left, top, right, bottom = self._marks.reach(row, self.frame.ratio)
        x, y = int(self._px[row]), int(self._py[row])
        return x + left, y + top, x + right, y + bottom

    def _shows_trail(self, row: int) -> bool:
        return self.level is Level.SYMBOLS or bool(self._marks.table.flags[row] & Flag.SELECTED)

    def _near_box(self) -> Box:
        """The places of all symbols that reach into the view."""
        (left, top, right, bottom), reach = self.frame.box, self._reach()
        return left - reach, top - reach, right + reach, bottom + reach

    def _reach(self) -> int:
        return math.ceil(_REACH_PX * self.frame.ratio)

    def _dot_radius(self) -> float:
        return float(round(DOT_RADIUS_PX[self.level] * self.frame.ratio))

    def _grow(self) -> None:
        room = len(self._marks.table.x)
        more = room - len(self._px)
        if more:
            self._px, self._py = (np.concatenate([c, np.full(more, NOWHERE, np.int64)]) for c in (self._px, self._py))
            self._grid.use(self._px, self._py)

    def _pixels_of(self, rows: Rows) -> Places:
        x, y = self._marks.table.x[rows], self._marks.table.y[rows]
        is_there = np.isfinite(x)
        if is_there.all():
            return self.frame.columns(x), self.frame.rows(y)
        px, py = np.full((2, len(rows)), NOWHERE, np.int64)
        px[is_there], py[is_there] = self.frame.columns(x[is_there]), self.frame.rows(y[is_there])
        return px, py
