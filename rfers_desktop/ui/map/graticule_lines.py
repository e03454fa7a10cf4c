"""Meridians and parallels over the map, with their degrees written along the left and the upper edge of the view."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QRegion
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.graticule import Graticule as Found
from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import MAX_LAT, point_to_lonlat, point_to_map
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.ui.themes import Theme

from .label_space import overlap
from .pixel_frame import PixelFrame
from .text_stamps import slack_px, text_box, text_stamp
from .touches import Box
from .view import Bounds, View

_OFFSET_PX = 4.0
_TOP_LINE_PX = 15.0
_CURVE_STEPS = 48
_PIECE = 6  # steps of a curve that have a box together
_SLACK_PX = 3  # by which letters and curves may reach out of their box


@dataclass(frozen=True, slots=True)
class Word:
    """Degrees, where they begin on their line: in device pixels from the map's origin."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class GraticuleLines:
    """The lines of a view and where their degrees are written.

    Straight lines keep their pixels on the map when the view moves, and so do words; curves are drawn anew.
    """

    frame: PixelFrame
    columns: frozenset[int] = frozenset()  # straight meridians, in device pixels from the map's origin
    rows: frozenset[int] = frozenset()  # straight parallels
    curves: tuple[QPolygonF, ...] = ()  # in device-independent pixels of the view
    words: dict[Word, QRect] = field(default_factory=dict)  # and the device pixels of the view that they are in
    _curve_boxes: tuple[QRect, ...] = ()  # around their pieces, in device pixels of the view
    _region: QRegion = field(default_factory=QRegion, init=False)  # of all these

    def __post_init__(self) -> None:
        boxes = (*map(self._column, self.columns), *map(self._row, self.rows), *self.words.values(), *self._curve_boxes)
        for box in boxes:
            self._region.__iadd__(box)

    @classmethod
    def of(cls, view: View, projection: Projection, names: Sequence[Box] = ()) -> GraticuleLines:
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
            across = [(column - frame.left) / frame.ratio for column in columns]
            down = [(row - frame.top) / frame.ratio for row in rows]
            return cls(frame, frozenset(columns), frozenset(rows), (), _words(view, found, across, down, names))
        meridians, parallels = _curves(view, projection, found, (west, south, east, north))
        upper = [_crossing(line[:, 1], line[:, 0], 0.0) for line in meridians]
        left = [_crossing(line[:, 0], line[:, 1], 0.0) for line in parallels]
        words = _words(view, found, upper, left, names)
        lines = [*meridians, *parallels]
        pieces = [line[at : at + _PIECE + 1] for line in lines for at in range(0, _CURVE_STEPS - 1, _PIECE)]
        around = tuple(_around(frame, _polygon(piece).boundingRect()) for piece in pieces)
        return cls(frame, curves=tuple(map(_polygon, lines)), words=words, _curve_boxes=around)

    def paint(self, painter: QPainter, theme: Theme, exposed: QRegion | None = None) -> None:
        """Draw in device pixels: all, or what is exposed and nothing else."""
        if exposed is not None and not exposed.intersects(self._region):
            return
        painter.save()
        if exposed is not None:
            painter.setClipRegion(exposed)
        ink = QColor(theme.graticule)
        for rule in (*map(self._column, self.columns), *map(self._row, self.rows)):
            painter.fillRect(rule, ink)
        font = QApplication.font().key()
        for word, box in self.words.items():
            if exposed is None or exposed.intersects(box):
                painter.drawImage(box.topLeft(), text_stamp(word.text, theme.graticule_text, self.frame.ratio, font))
        if self.curves:
            painter.scale(self.frame.ratio, self.frame.ratio)
            painter.setPen(QPen(ink, 1))
            for curve in self.curves:
                painter.drawPolyline(curve)
        painter.restore()

    def changed_since(self, before: GraticuleLines) -> list[QRect]:
        """Device pixels of the view that look otherwise than before at the same scale; what came into view aside."""
        moved = QPoint(before.frame.left - self.frame.left, before.frame.top - self.frame.top)
        changed = [box for word, box in self.words.items() if word not in before.words]
        changed += [box.translated(moved) for word, box in before.words.items() if word not in self.words]
        if before.frame != self.frame:
            changed += [*self._curve_boxes, *(box.translated(moved) for box in before._curve_boxes)]
        changed += map(self._column, self.columns ^ before.columns)
        changed += map(self._row, self.rows ^ before.rows)
        return changed

    def _column(self, column: int) -> QRect:
        return QRect(column - self.frame.left, 0, _wide(self.frame), self.frame.height)

    def _row(self, row: int) -> QRect:
        return QRect(0, row - self.frame.top, self.frame.width, _wide(self.frame))


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
        names = self.names(PixelFrame.of(view))
        return view, projection, names, GraticuleLines.of(view, projection, names)


def _words(
    view: View, found: Found, across: Sequence[float | None], down: Sequence[float | None], names: Sequence[Box]
) -> dict[Word, QRect]:
    """What is written where lines meet the upper and the left edge of the view, and the device pixels it is in."""
    frame, font = PixelFrame.of(view), QApplication.font().key()
    words: dict[Word, QRect] = {}

    def write(x: float, y: float, text: str) -> None:
        at = math.floor(x * frame.ratio) + frame.left, math.floor(y * frame.ratio) + frame.top
        left, top, right, bottom = text_box(text, frame.ratio, font)
        line = at[0], at[1] + top, at[0] + right, at[1] + bottom
        if not any(overlap(line, name) for name in names):
            slack = slack_px(frame.ratio)
            corner = QPoint(line[0] - slack - frame.left, line[1] - slack - frame.top)
            words[Word(*at, text)] = QRect(corner, QSize(right + 2 * slack, bottom - top + 2 * slack))

    for x, meridian in zip(across, found.meridians):
        wide = text_box(meridian.text, 1.0, font)[2]
        if x is not None and x >= 0 and x + _OFFSET_PX + wide < view.width:
            write(x + _OFFSET_PX, _TOP_LINE_PX, meridian.text)
    for y, parallel in zip(down, found.parallels):
        if y is not None and 2 * _TOP_LINE_PX < y - _OFFSET_PX < view.height:  # below what the meridians write
            write(6.0, y - _OFFSET_PX, parallel.text)
    return words


def _wide(frame: PixelFrame) -> int:
    return max(1, round(frame.ratio))


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
