"""Meridians and parallels over the map, with their degrees written along the left and the upper edge of the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF, QRegion
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.graticule import Graticule as Found
from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import MAX_LAT, point_to_lonlat, point_to_map
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.ui.look import small_font
from rfers_desktop.ui.themes import Theme

from .pixel_frame import PixelFrame
from .touches import Box
from .view import Bounds, View

_OFFSET_PX = 4.0
_TOP_LINE_PX = 15.0
_CURVE_STEPS = 48
_PIECE = 6  # steps of a curve that have a box together
_SLACK_PX = 3  # by which letters and curves may reach out of their box


@dataclass(frozen=True, slots=True)
class GraticuleLines:
    """The lines of a view and where their degrees are written.

    Straight lines keep their pixels on the map when the view moves; curves and words are drawn anew for each view.
    """

    frame: PixelFrame
    columns: frozenset[int] = frozenset()  # straight meridians, in device pixels from the map's origin
    rows: frozenset[int] = frozenset()  # straight parallels
    curves: tuple[QPolygonF, ...] = ()  # in device-independent pixels of the view, as words are
    words: tuple[tuple[QPointF, str], ...] = ()
    _curve_boxes: tuple[QRect, ...] = ()  # around their pieces, in device pixels of the view
    _word_boxes: tuple[QRect, ...] = ()

    @classmethod
    def of(cls, view: View, projection: Projection, names: Sequence[QRectF] = ()) -> GraticuleLines:
        """The graticule of a view; degrees that would be written over one of the names are not written."""
        frame = PixelFrame.of(view)
        west, south, east, north = projection.bounds_to_lonlat(view.bounds)
        south, north = max(south, -MAX_LAT), min(north, MAX_LAT)
        if south >= north:
            return cls(frame)
        found = graticule(*point_to_map(west, south), *point_to_map(east, north))
        if projection is WEB_MERCATOR:
            columns = [frame.pixel(line.at, 0.0)[0] for line in found.meridians]
            rows = [frame.pixel(0.0, line.at)[1] for line in found.parallels]
            across = [(column - frame.left) / frame.ratio + 0.5 for column in columns]
            down = [(row - frame.top) / frame.ratio + 0.5 for row in rows]
            words, boxes = _words(view, found, across, down, names)
            return cls(frame, frozenset(columns), frozenset(rows), (), words, (), boxes)
        meridians, parallels = _curves(view, projection, found, (west, south, east, north))
        words, boxes = _words(
            view,
            found,
            [_crossing(line[:, 1], line[:, 0], 0.0) for line in meridians],
            [_crossing(line[:, 0], line[:, 1], 0.0) for line in parallels],
            names,
        )
        lines = [*meridians, *parallels]
        pieces = [line[at : at + _PIECE + 1] for line in lines for at in range(0, _CURVE_STEPS - 1, _PIECE)]
        around = tuple(_around(frame, _polygon(piece).boundingRect()) for piece in pieces)
        curves = tuple(map(_polygon, lines))
        return cls(frame, curves=curves, words=words, _curve_boxes=around, _word_boxes=boxes)

    def paint(self, painter: QPainter, theme: Theme, exposed: QRegion | None = None) -> None:
        """Draw in device pixels; only what touches what is exposed, if that is known."""
        ink = QColor(theme.graticule)
        for rule in [*map(self._column, self.columns), *map(self._row, self.rows)]:
            if exposed is None or exposed.intersects(rule):
                painter.fillRect(rule, ink)
        painter.save()
        painter.scale(self.frame.ratio, self.frame.ratio)
        if self.curves and (exposed is None or any(exposed.intersects(box) for box in self._curve_boxes)):
            painter.setPen(QPen(ink, 1))
            for curve in self.curves:
                painter.drawPolyline(curve)
        words = zip(self.words, self._word_boxes)
        shown = [word for word, box in words if exposed is None or exposed.intersects(box)]
        if shown:
            painter.setPen(QColor(theme.graticule_text))
            painter.setFont(small_font())
            for at, text in shown:
                painter.drawText(at, text)
        painter.restore()

    def changed_since(self, before: GraticuleLines) -> list[QRect]:
        """Device pixels of the view that look otherwise than before at the same scale; what came into view aside."""
        if before.frame == self.frame:
            was, now = before._boxes_of_words(), self._boxes_of_words()
            return [(was | now)[key] for key in was.keys() ^ now.keys()]
        moved = QPoint(before.frame.left - self.frame.left, before.frame.top - self.frame.top)
        gone = [box.translated(moved) for box in (*before._word_boxes, *before._curve_boxes)]
        columns = map(self._column, self.columns ^ before.columns)
        rows = map(self._row, self.rows ^ before.rows)
        return [*gone, *self._word_boxes, *self._curve_boxes, *columns, *rows]

    def _column(self, column: int) -> QRect:
        return QRect(column - self.frame.left, 0, self._wide(), self.frame.height)

    def _row(self, row: int) -> QRect:
        return QRect(0, row - self.frame.top, self.frame.width, self._wide())

    def _wide(self) -> int:
        return max(1, round(self.frame.ratio))

    def _boxes_of_words(self) -> dict[tuple[float, float, str], QRect]:
        return {(at.x(), at.y(), text): box for (at, text), box in zip(self.words, self._word_boxes)}


class Graticule:
    """The lines of the view that is shown, worked out once."""

    def __init__(self) -> None:
        self._known: tuple[View, Projection, list[Box], GraticuleLines] | None = None
        none: list[Box] = []
        self.names: Callable[[PixelFrame], list[Box]] = lambda _: none  # in device pixels from the map's origin

    def look_at(self, view: View, projection: Projection) -> list[QRect]:
        """Follow the view: device pixels of it that look otherwise than before, as far as the scale is the same."""
        before = self._known
        if before is not None and before[:2] == (view, projection) and before[2] is self.names(PixelFrame.of(view)):
            return []
        self._known = after = self._lines(view, projection)
        if before is None or not before[3].frame.is_same_scale(after[3].frame):
            return []
        return after[3].changed_since(before[3])

    def paint(
        self, painter: QPainter, view: View, projection: Projection, theme: Theme, exposed: QRegion | None = None
    ) -> None:
        """Draw in device pixels what touches what is exposed; also in another view than the one that is shown."""
        known = self._known
        if known is None or known[:2] != (view, projection):
            known = self._lines(view, projection)
        known[3].paint(painter, theme, exposed)

    def _lines(self, view: View, projection: Projection) -> tuple[View, Projection, list[Box], GraticuleLines]:
        frame = PixelFrame.of(view)
        names = self.names(frame)
        boxes = [frame.plain_box(QRect(a - frame.left, b - frame.top, c - a, d - b)) for a, b, c, d in names]
        return view, projection, names, GraticuleLines.of(view, projection, boxes)


def _words(
    view: View, found: Found, across: Sequence[float | None], down: Sequence[float | None], names: Sequence[QRectF]
) -> tuple[tuple[tuple[QPointF, str], ...], tuple[QRect, ...]]:
    """What is written where lines meet the upper and the left edge of the view, and the device pixels around it."""
    frame, font = PixelFrame.of(view), QApplication.font().key()
    words = []
    for x, meridian in zip(across, found.meridians):
        if x is not None and x >= 0 and x + _OFFSET_PX + _extent(meridian.text, font)[0] < view.width:
            words.append((QPointF(x + _OFFSET_PX, _TOP_LINE_PX), meridian.text))
    for y, parallel in zip(down, found.parallels):
        if y is not None and 2 * _TOP_LINE_PX < y - _OFFSET_PX < view.height:  # below what the meridians write
            words.append((QPointF(6.0, y - _OFFSET_PX), parallel.text))
    extents = [_extent(text, font)[1].translated(at) for at, text in words]
    free = [not any(extent.intersects(name) for name in names) for extent in extents]
    boxes = [_around(frame, extent) for extent, is_free in zip(extents, free) if is_free]
    return tuple(word for word, is_free in zip(words, free) if is_free), tuple(boxes)


@lru_cache(maxsize=4096)
def _extent(text: str, font: str) -> tuple[float, QRectF]:
    """How far a text in the small kind of a font reaches, and the box of its line around where it begins."""
    metrics = QFontMetricsF(small_font())
    wide = metrics.horizontalAdvance(text)
    return wide, QRectF(0.0, -metrics.ascent(), wide, metrics.height())


def _around(frame: PixelFrame, box: QRectF) -> QRect:
    """The device pixels that what is drawn in a box of device-independent ones may touch."""
    return frame.device_box(box.adjusted(-_SLACK_PX, -_SLACK_PX, _SLACK_PX, _SLACK_PX))


def _curves(
    view: View, projection: Projection, found: Found, bounds: Bounds
) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]:
    """Meridians and parallels within bounds, in degrees, as corners in pixels of the view."""
    west, south, east, north = bounds
    up, along = np.linspace(north, south, _CURVE_STEPS), np.linspace(west, east, _CURVE_STEPS)
    lines = [np.column_stack((np.full(len(up), point_to_lonlat(line.at, 0.0)[0]), up)) for line in found.meridians]
    lines += [
        np.column_stack((along, np.full(len(along), point_to_lonlat(0.0, line.at)[1]))) for line in found.parallels
    ]
    if not lines:
        return [], []
    degrees = np.array(lines)  # all at once: a projection takes its time for each call
    corners = view.pixels(projection.to_map(degrees.reshape(-1, 2))).reshape(degrees.shape)
    return list(corners[: len(found.meridians)]), list(corners[len(found.meridians) :])


def _polygon(corners: NDArray[np.float64]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def _crossing(along: NDArray[np.float64], across: NDArray[np.float64], at: float) -> float | None:
    """The other coordinate where a line comes to `at`; its beginning if it begins a little beyond."""
    order = np.argsort(along)
    along, across = along[order], across[order]
    if not along[0] - 2.0 <= at <= along[-1]:
        return None
    return float(np.interp(at, along, across))
