"""Meridians and parallels over the map, with their degrees written along the left and the upper edge of the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF, QRegion

from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import MAX_LAT, point_to_lonlat, point_to_map
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.ui.look import small_font
from rfers_desktop.ui.themes import Theme

from .pixel_frame import PixelFrame
from .touches import Box
from .view import View

_OFFSET_PX = 4.0
_TOP_LINE_PX = 15.0
_CURVE_STEPS = 48
_SLACK_PX = 3  # by which letters may reach out of their box


@dataclass(frozen=True, slots=True)
class GraticuleLines:
    """The lines of a view and where their degrees are written, in device-independent pixels."""

    lines: tuple[QPolygonF, ...]
    words: tuple[tuple[QPointF, str], ...]
    _line_boxes: tuple[QRect, ...] = ()  # around the lines
    _boxes: tuple[QRect, ...] = ()  # around the words

    @classmethod
    def of(cls, view: View, projection: Projection, names: Sequence[QRectF] = ()) -> GraticuleLines:
        """The graticule of a view; degrees that would be written over one of the names are not written."""
        west, south, east, north = projection.bounds_to_lonlat(view.bounds)
        south, north = max(south, -MAX_LAT), min(north, MAX_LAT)
        if south >= north:
            return cls((), ())
        found = graticule(*point_to_map(west, south), *point_to_map(east, north))
        metrics = QFontMetricsF(small_font())
        is_straight = projection is WEB_MERCATOR
        up = np.array((north, south)) if is_straight else np.linspace(north, south, _CURVE_STEPS)
        along = np.array((west, east)) if is_straight else np.linspace(west, east, _CURVE_STEPS)
        meridians = [(np.full(len(up), point_to_lonlat(line.at, 0.0)[0]), up) for line in found.meridians]
        parallels = [(along, np.full(len(along), point_to_lonlat(0.0, line.at)[1])) for line in found.parallels]
        curves = _curves(view, projection, [*meridians, *parallels])
        words = []
        for meridian, corners in zip(found.meridians, curves):
            x = _crossing(corners[:, 1], corners[:, 0], 0.0)
            if x is not None and x >= 0 and x + _OFFSET_PX + metrics.horizontalAdvance(meridian.text) < view.width:
                words.append((QPointF(x + _OFFSET_PX, _TOP_LINE_PX), meridian.text))
        for parallel, corners in zip(found.parallels, curves[len(meridians) :]):
            y = _crossing(corners[:, 0], corners[:, 1], 0.0)
            if y is not None and 2 * _TOP_LINE_PX < y - _OFFSET_PX < view.height:  # below what the meridians write
                words.append((QPointF(6.0, y - _OFFSET_PX), parallel.text))
        words = [(at, text) for at, text in words if not names or not _is_taken(at, text, names)]
        boxes = [metrics.boundingRect(text).translated(at).toAlignedRect() for at, text in words]
        around = tuple(box.adjusted(-_SLACK_PX, -_SLACK_PX, _SLACK_PX, _SLACK_PX) for box in boxes)
        lines = tuple(_polygon(corners) for corners in curves)
        slack = (-_SLACK_PX, -_SLACK_PX, _SLACK_PX, _SLACK_PX)
        line_boxes = tuple(line.boundingRect().toAlignedRect().adjusted(*slack) for line in lines)
        return cls(lines, tuple(words), line_boxes, around)

    def paint(self, painter: QPainter, theme: Theme, exposed: QRegion | None = None) -> None:
        """Draw in device-independent pixels; only what touches what is exposed, if that is known."""
        lines = [line for line, box in zip(self.lines, self._line_boxes) if exposed is None or exposed.intersects(box)]
        if lines:
            painter.setPen(QPen(QColor(theme.graticule), 1))
            for line in lines:
                painter.drawPolyline(line)
        words = [word for word, box in zip(self.words, self._boxes) if exposed is None or exposed.intersects(box)]
        if words:
            painter.setPen(QColor(theme.graticule_text))
            painter.setFont(small_font())
            for at, text in words:
                painter.drawText(at, text)


class Graticule:
    """The lines of the view that was painted last, worked out once."""

    def __init__(self) -> None:
        self._lines: tuple[View, Projection, list[Box], GraticuleLines] | None = None
        none: list[Box] = []
        self.names: Callable[[PixelFrame], list[Box]] = lambda _: none  # in device pixels from the map's origin

    def paint(
        self, painter: QPainter, view: View, projection: Projection, theme: Theme, exposed: QRegion | None = None
    ) -> None:
        """Draw in device pixels; `exposed` counts device-independent ones."""
        frame = PixelFrame.of(view)
        names = self.names(frame)
        known = self._lines
        if known is None or known[:2] != (view, projection) or known[2] is not names:
            boxes = [frame.plain_box(QRect(a - frame.left, b - frame.top, c - a, d - b)) for a, b, c, d in names]
            known = self._lines = (view, projection, names, GraticuleLines.of(view, projection, boxes))
        painter.save()
        painter.scale(view.ratio, view.ratio)
        known[3].paint(painter, theme, exposed)
        painter.restore()


def _is_taken(at: QPointF, text: str, names: Sequence[QRectF]) -> bool:
    metrics = QFontMetricsF(small_font())
    box = QRectF(at.x(), at.y() - metrics.ascent(), metrics.horizontalAdvance(text), metrics.height())
    return any(box.intersects(name) for name in names)


def _curves(
    view: View, projection: Projection, lines: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
) -> list[NDArray[np.float64]]:
    """Lines of as many degrees each in pixels of the view, all at once."""
    if not lines:
        return []
    degrees = np.array(lines).transpose(0, 2, 1)
    corners = view.pixels(projection.to_map(degrees.reshape(-1, 2))).reshape(degrees.shape)
    # Straight lines are a pixel wide, not two faint ones.
    return list(np.round(corners) + 0.5 if degrees.shape[1] == 2 else corners)


def _polygon(corners: NDArray[np.float64]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def _crossing(along: NDArray[np.float64], across: NDArray[np.float64], at: float) -> float | None:
    """The other coordinate where a line comes to `at`; its beginning if it begins a little beyond."""
    order = np.argsort(along)
    along, across = along[order], across[order]
    if not along[0] - 2.0 <= at <= along[-1]:
        return None
    return float(np.interp(at, along, across))
