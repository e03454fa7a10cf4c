"""Meridians and parallels over the map, with their degrees written along the left and the upper edge of the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF, QRegion

from rfers_desktop.geo.graticule import Graticule as Found
from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import HALF_WORLD, MAX_LAT, point_to_lonlat, point_to_map
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
    rules: tuple[QRect, ...] = ()  # straight lines, in device pixels of the view
    curves: tuple[QPolygonF, ...] = ()  # in device-independent pixels, as words are
    words: tuple[tuple[QPointF, str], ...] = ()
    _curve_boxes: tuple[tuple[QRect, ...], ...] = ()  # around the pieces of each, in device pixels
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
            return cls._straight(view, found, names)
        meridians, parallels = _curves(view, projection, found, (west, south, east, north))
        across = [_crossing(line[:, 1], line[:, 0], 0.0) for line in meridians]
        down = [_crossing(line[:, 0], line[:, 1], 0.0) for line in parallels]
        words = _words(view, found, across, down, names)
        lines = [*meridians, *parallels]
        starts = range(0, _CURVE_STEPS - 1, _PIECE)
        boxes = [tuple(_around(frame, _polygon(line[at : at + _PIECE + 1])) for at in starts) for line in lines]
        return cls(frame, (), tuple(map(_polygon, lines)), words, tuple(boxes), _word_boxes(frame, words))

    @classmethod
    def _straight(cls, view: View, found: Found, names: Sequence[QRectF]) -> GraticuleLines:
        frame = PixelFrame.of(view)
        wide = max(1, round(frame.ratio))
        top, bottom = (frame.pixel(0.0, y)[1] - frame.top for y in (HALF_WORLD, -HALF_WORLD))
        height = QRect(0, top, 1, bottom - top).intersected(QRect(0, 0, 1, frame.height))
        columns = [frame.pixel(line.at, 0.0)[0] - frame.left for line in found.meridians]
        rows = [frame.pixel(0.0, line.at)[1] - frame.top for line in found.parallels]
        meridians = [QRect(column, height.top(), wide, height.height()) for column in columns]
        parallels = [QRect(0, row, frame.width, wide) for row in rows]
        half = 0.5  # words stand beside the middle of a line
        across, down = ([at / frame.ratio + half for at in places] for places in (columns, rows))
        words = _words(view, found, across, down, names)
        return cls(frame, (*meridians, *parallels), (), words, (), _word_boxes(frame, words))

    def paint(self, painter: QPainter, theme: Theme, exposed: QRegion | None = None) -> None:
        """Draw in device pixels; only what touches what is exposed, if that is known."""
        for rule in self.rules:
            if exposed is None or exposed.intersects(rule):
                painter.fillRect(rule, QColor(theme.graticule))
        painter.save()
        painter.scale(self.frame.ratio, self.frame.ratio)
        painter.setPen(QPen(QColor(theme.graticule), 1))
        for curve, boxes in zip(self.curves, self._curve_boxes):
            if exposed is None or any(exposed.intersects(box) for box in boxes):
                painter.drawPolyline(curve)
        painter.setPen(QColor(theme.graticule_text))
        painter.setFont(small_font())
        for (at, text), box in zip(self.words, self._word_boxes):
            if exposed is None or exposed.intersects(box):
                painter.drawText(at, text)
        painter.restore()

    def changed_since(self, before: GraticuleLines) -> list[QRect]:
        """Device pixels of the view that look otherwise than before at the same scale; what came into view aside."""
        moved = QPoint(before.frame.left - self.frame.left, before.frame.top - self.frame.top)
        was, now = before._parts(), self._parts()
        gone = [box.translated(moved) for key in was.keys() - now.keys() for box in was[key]]
        return gone + [box for key in now.keys() - was.keys() for box in now[key]]

    def _parts(self) -> dict[object, tuple[QRect, ...]]:
        """What is drawn, by what it looks like and where on the map, and the boxes it is in."""
        frame = self.frame
        parts: dict[object, tuple[QRect, ...]] = {}
        for rule in self.rules:
            is_parallel = rule.width() == frame.width
            parts[(True, rule.top() + frame.top) if is_parallel else (False, rule.left() + frame.left)] = (rule,)
        parts.update(((frame, number), boxes) for number, boxes in enumerate(self._curve_boxes))
        words = zip(self.words, self._word_boxes)
        parts.update(((frame, at.x(), at.y(), text), (box,)) for (at, text), box in words)
        return parts


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
) -> tuple[tuple[QPointF, str], ...]:
    """What is written where lines meet the upper and the left edge of the view."""
    metrics = QFontMetricsF(small_font())
    words = []
    for x, meridian in zip(across, found.meridians):
        if x is not None and x >= 0 and x + _OFFSET_PX + metrics.horizontalAdvance(meridian.text) < view.width:
            words.append((QPointF(x + _OFFSET_PX, _TOP_LINE_PX), meridian.text))
    for y, parallel in zip(down, found.parallels):
        if y is not None and 2 * _TOP_LINE_PX < y - _OFFSET_PX < view.height:  # below what the meridians write
            words.append((QPointF(6.0, y - _OFFSET_PX), parallel.text))
    return tuple((at, text) for at, text in words if not names or not _is_taken(at, text, names))


def _word_boxes(frame: PixelFrame, words: Sequence[tuple[QPointF, str]]) -> tuple[QRect, ...]:
    metrics = QFontMetricsF(small_font())
    boxes = (metrics.boundingRect(text).translated(at) for at, text in words)
    return tuple(_around(frame, QPolygonF(box)) for box in boxes)


def _around(frame: PixelFrame, shape: QPolygonF) -> QRect:
    """The device pixels that a shape in device-independent ones may touch."""
    return frame.device_box(shape.boundingRect().adjusted(-_SLACK_PX, -_SLACK_PX, _SLACK_PX, _SLACK_PX))


def _is_taken(at: QPointF, text: str, names: Sequence[QRectF]) -> bool:
    metrics = QFontMetricsF(small_font())
    box = QRectF(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height())
    return any(box.intersects(name) for name in names)


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
