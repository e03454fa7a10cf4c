"""How a measurement is drawn: its line or area, its corners, and a plate with the figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from rfers_desktop.ui.look import present_theme, small_font

_CORNER_PX = 3.5
_LINE_PX = 2.0
_PAD_PX = 5.0
_AWAY_PX = 14.0
_SNAP_PX = 6.0
_TILE_LEGS = 16  # legs to a rectangle of what must be painted again

Pixels = NDArray[np.float64]


def line_reach(path: Pixels) -> list[QRectF]:
    """The rectangles along a path, a few legs each: the box around all of it may be the whole map."""
    pad = _CORNER_PX + _LINE_PX + 1.0
    boxes = []
    for first in range(0, len(path), _TILE_LEGS):
        piece = path[first : first + _TILE_LEGS + 1]
        (left, top), (right, bottom) = piece.min(axis=0), piece.max(axis=0)
        boxes.append(QRectF(left - pad, top - pad, right - left + 2 * pad, bottom - top + 2 * pad))
    return boxes


def draw_line(painter: QPainter, path: Pixels, corners: Pixels, is_area: bool) -> None:
    """Draw the path, filled if it is an area, and its corners."""
    theme = present_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = QPolygonF([QPointF(x, y) for x, y in path.tolist()])
    if is_area:
        filling = QColor(theme.measure)
        filling.setAlphaF(0.15)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(filling))
        painter.drawPolygon(shape)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((theme.text_halo, _LINE_PX + 2.5), (theme.measure, _LINE_PX)):
        painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(shape)
    painter.setPen(QPen(QColor(theme.text_halo), 1.0))
    painter.setBrush(QColor(theme.measure))
    for x, y in corners.tolist():
        painter.drawEllipse(QPointF(x, y), _CORNER_PX, _CORNER_PX)


def snap_box(at: QPointF) -> QRectF:
    """The sign around a place that the pointer snapped to."""
    return QRectF(at.x() - _SNAP_PX, at.y() - _SNAP_PX, 2 * _SNAP_PX, 2 * _SNAP_PX)


def draw_snap(painter: QPainter, at: QPointF, is_vertex: bool) -> None:
    """A square on a vertex, a cross on an edge."""
    theme, box = present_theme(), snap_box(at)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((theme.text_halo, 4.0), (theme.selection, 2.0)):
        painter.setPen(QPen(QColor(colour), width))
        if is_vertex:
            painter.drawRect(box)
        else:
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.topRight(), box.bottomLeft())


def plate_box(lines: list[str], at: QPointF, within: QRectF, covered: Sequence[QRectF] = ()) -> QRectF:
    """Where a plate beside a place has room inside the map, if it can be clear of what covers the map there."""
    metrics = QFontMetricsF(_plate_font())
    width = max(metrics.horizontalAdvance(line) for line in lines) + 2 * _PAD_PX
    height = metrics.height() * len(lines) + 2 * _PAD_PX
    lefts = [x for x in (at.x() + _AWAY_PX, at.x() - _AWAY_PX - width) if within.left() <= x <= within.right() - width]
    tops = [y for y in (at.y() + _AWAY_PX, at.y() - _AWAY_PX - height) if within.top() <= y <= within.bottom() - height]
    boxes = [
        QRectF(round(left), round(top), round(width), round(height))
        for left, top in product(
            lefts or [_clamped(at.x() + _AWAY_PX, within.left(), within.right() - width)],
            tops or [_clamped(at.y() + _AWAY_PX, within.top(), within.bottom() - height)],
        )
    ]
    return next((box for box in boxes if not any(box.intersects(other) for other in covered)), boxes[0])


def _clamped(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))


def draw_plate(painter: QPainter, lines: list[str], box: QRectF) -> None:
    """Write the figures, the first line strongest."""
    theme = present_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.measure), 1.0))
    painter.setBrush(QColor(theme.panel))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    height = (box.height() - 2 * _PAD_PX) / len(lines)
    for index, line in enumerate(lines):
        painter.setFont(_plate_font() if index == 0 else small_font())
        painter.setPen(QColor(theme.text if index == 0 else theme.quiet_text))
        row = QRectF(box.left() + _PAD_PX, box.top() + _PAD_PX + index * height, box.width(), height)
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)


def _plate_font() -> QFont:
    return small_font(QFont.Weight.DemiBold)
