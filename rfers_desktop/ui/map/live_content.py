"""The live marks on their sheet: takes changes in, knows which pixels they touch, finds what is at a pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from shapely.geometry.base import BaseGeometry

from rfers_desktop.layers.marks import Mark, MarkKey, PointMark, ShapeMark, Style
from rfers_desktop.layers.point_table import STYLE_CODES, Flag
from rfers_desktop.ui.themes import Theme

from .detail_level import Level, Limits
from .device_painter import in_device_pixels
from .dirty_tiles import Mask
from .live_marks import LiveMarks
from .live_scene import LiveScene
from .pixel_frame import PixelFrame
from .sheet import blank
from .shown_kinds import ShownKinds
from .touches import Box, Touches
from .view import Bounds, View

KeptFree = Callable[[PixelFrame], list[Box]]


class LiveContent:
    """Everything that moves. Each change touches its own pixels."""

    is_slow = False

    def __init__(self, view: View, kept_free: KeptFree = lambda _: [], limits: Limits | None = None) -> None:
        """`kept_free` tells the boxes that labels must not cover."""
        self.touches = Touches()
        self._kept_free = kept_free
        self._names: KeptFree = lambda _: []
        self._limits = limits if limits is not None else Limits()
        self._marks = LiveMarks(self.touches)
        self._scene = self._scene_of(PixelFrame.of(view), self.touches)

    def __len__(self) -> int:
        return len(self._marks.table) + len(self._marks.shapes)

    def __contains__(self, key: MarkKey) -> bool:
        return key in self._marks.table or key in self._marks.shapes

    @property
    def is_empty(self) -> bool:
        """Whether there is no mark."""
        return not len(self)

    @property
    def is_heavy(self) -> bool:
        """Whether painting the whole view takes longer than a frame."""
        return self._scene.is_heavy

    @property
    def level(self) -> Level:
        """How the marks are shown now."""
        return self._scene.level

    def avoid_names(self, names: KeptFree) -> None:
        """Labels rather do not cover the names that somebody else writes below them."""
        self._names = names

    def put(self, marks: Sequence[Mark]) -> None:
        """Draw marks in place of those with their keys; a key comes once."""
        points = [mark for mark in marks if isinstance(mark, PointMark)]
        for mark in marks if len(points) < len(marks) else ():
            if isinstance(mark, ShapeMark):
                self._take_points([mark.key])
                self._marks.shapes.put(mark, self._scene.frame)
        if not points:
            return
        if len(self._marks.shapes):
            for mark in points:
                self._marks.shapes.take(mark.key, self._scene.frame)
        rows, is_new = self._marks.table.rows_for([mark.key for mark in points])
        before = self._marks.trails
        trails = {row: trail for row in rows.tolist() if (trail := before.get(row)) is not None} if before else {}
        was = self._scene.leave(rows, is_new=bool(is_new.all()))
        self._marks.set_columns(rows, points)
        self._scene.arrive(rows, was)
        for row in rows.tolist() if trails or self._marks.trails else ():
            self._scene.trail_changed(row, trails.get(row), self._marks.now_s)

    def put_points(
        self,
        keys: Sequence[MarkKey],
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        style: Style,
        time_s: float = np.nan,
    ) -> None:
        """Draw many points that have no words and no way, in columns."""
        table = self._marks.table
        rows, is_new = table.rows_for(keys)
        was = self._scene.leave(rows, is_new=bool(is_new.all()))
        table.x[rows], table.y[rows], table.time[rows] = x, y, time_s
        table.style[rows] = STYLE_CODES[style]
        table.fade[rows] = table.faded(rows, self._marks.now_s)
        self._scene.arrive(rows, was)

    def take(self, keys: Sequence[MarkKey]) -> None:
        """Draw marks no more."""
        for key in keys:
            self._marks.shapes.take(key, self._scene.frame)
        self._take_points(keys)

    def clear(self) -> None:
        """Draw nothing."""
        self._marks.clear()
        self._scene = self._scene_of(self._scene.frame, self.touches)
        self.touches.add_all()

    def select(self, keys: Iterable[MarkKey], flag: Flag = Flag.SELECTED) -> None:
        """Set marks apart by a flag, and no others: symbols however many marks there are."""
        rows = self._marks.set_apart(flag, frozenset(keys))
        if not len(rows):
            return
        was = self._scene.leave(rows)
        self._marks.flip(flag, rows)
        self._scene.arrive(rows, was)
        for row in rows.tolist():  # at most levels only the ways of what is selected are drawn
            self._touch_trail(row)

    def set_clock(self, now_s: float) -> None:
        """Let marks and their ways fade up to a time."""
        table, before_s = self._marks.table, self._marks.now_s
        every = np.arange(table.count)
        faded = table.faded(every, now_s)
        rows = np.flatnonzero(faded != table.fade[: table.count])
        was = self._scene.leave(rows)
        table.fade[rows] = faded[rows]
        self._scene.arrive(rows, was)
        self._marks.now_s = now_s
        for row in self._scene.shown_trails():
            self._scene.trail_changed(row, self._marks.trails[row], before_s)

    def kinds_in(self, bounds: Bounds) -> ShownKinds:
        """What kinds of marks are within bounds, in map units."""
        return self._marks.kinds_in(bounds)

    def newest(self) -> dict[Style, float]:
        """The time of the newest mark of each style, in seconds of the epoch."""
        return self._marks.table.newest()

    def place_of(self, key: MarkKey) -> tuple[float, float] | None:
        """Where a point is, in map units."""
        row = self._marks.table.row(key)
        return None if row is None else (float(self._marks.table.x[row]), float(self._marks.table.y[row]))

    def bounds(self) -> list[tuple[float, float, float, float]]:
        """Boxes around all marks, in map units."""
        points = self._marks.bounds()
        return [*self._marks.shapes.bounds(), *([points] if points is not None else [])]

    def objects_at(self, view: View, px: float, py: float, radius: float) -> list[MarkKey]:
        """What is shown at a pixel of the view or not farther from it than some pixels, the nearest first."""
        self.look_at(view)
        frame = self._scene.frame
        at = round(px * frame.ratio) + frame.left, round(py * frame.ratio) + frame.top
        rows = self._scene.rows_at(*at, round(radius * frame.ratio))
        keys = [key for row in rows.tolist() if (key := self._marks.table.keys[row]) is not None]
        return keys + self._marks.shapes.keys_at(*view.place(px, py), radius * view.units_per_px)

    def geometries_in(self, bounds: Bounds) -> list[BaseGeometry]:
        """The shapes that touch bounds, in map units."""
        return self._marks.shapes.geometries_in(bounds)

    def look_at(self, view: View) -> None:
        """Follow the view."""
        frame = PixelFrame.of(view)
        if frame != self._scene.frame:
            if frame.is_same_scale(self._scene.frame):
                self._scene.pan_to(frame)
            else:
                self._scene = self._scene_of(frame, self.touches)
        self._scene.keep_free(self._kept_free(frame), self._names(frame))

    def painting(self) -> LiveContent:
        """Live marks paint themselves."""
        return self

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all that touches `exposed`; in another view than the present one as if looked at for the first time."""
        frame = PixelFrame.of(view)
        box = frame.device_box(exposed).intersected(frame.rect)
        if box.isEmpty():
            return
        scene = self._scene if frame == self._scene.frame else self._scene_of(frame, Touches())
        part = replace(
            frame, left=frame.left + box.left(), top=frame.top + box.top(), width=box.width(), height=box.height()
        )
        image = blank(box.width(), box.height())
        scene.paint(image, part, [QRect(0, 0, box.width(), box.height())], theme)
        with in_device_pixels(painter):
            painter.drawImage(QPoint(box.left(), box.top()), image)

    def paint_boxes(self, image: QImage, view: View, boxes: list[QRect], theme: Theme) -> None:
        """Paint some boxes of a sheet anew."""
        self._scene.paint(image, PixelFrame.of(view), boxes, theme)

    def paint_pixels(self, image: QImage, mask: Mask, theme: Theme) -> bool:
        """Paint single pixels of the sheet; False where boxes are as quick, and nothing was painted."""
        return self._scene.paint_pixels(image, mask, theme)

    def join_fresh(self) -> None:
        """Something else is painted: what would be laid above is painted with it."""
        self._scene.join_fresh()

    def paint_fresh(self, pictures: Sequence[QImage], theme: Theme) -> tuple[list[QRect], bool]:
        """Put on a sheet that is up to date otherwise what came since and lies above all else."""
        return self._scene.paint_fresh(pictures, theme)

    def _take_points(self, keys: Sequence[MarkKey]) -> None:
        table = self._marks.table
        rows = np.array([row for key in keys if (row := table.row(key)) is not None], np.int64)
        if not len(rows):
            return
        for row in rows.tolist():
            self._touch_trail(row)
        was = self._scene.leave(rows)
        table.take(keys)
        self._marks.forget(rows)
        self._scene.arrive(rows, was)

    def _touch_trail(self, row: int) -> None:
        trail = self._marks.trails.get(row)
        if trail is not None:
            self.touches.add(trail.box(self._scene.frame))

    def _scene_of(self, frame: PixelFrame, touches: Touches) -> LiveScene:
        return LiveScene(self._marks, frame, touches, self._limits, self._kept_free(frame), self._names(frame))
