"""How each style of mark is drawn: one row a style, told apart by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from rfers_desktop.layers.marks import Style

SYMBOL_RADIUS_PX = 9.0
HALO_PX = 1.5


@dataclass(frozen=True, slots=True)
class PointSymbol:
    """An outline around the place, with a white sign in it."""

    colour: str
    outline: QPainterPath
    sign: QPainterPath


@dataclass(frozen=True, slots=True)
class ShapeStyle:
    """How lines and areas are drawn."""

    colour: str
    fill_opacity: float
    width_px: float
    line: Qt.PenStyle = Qt.PenStyle.SolidLine


def _ellipse(rx: float, ry: float, cx: float = 0.0, cy: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(cx, cy), rx, ry)
    return path


def _rounded(rect: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def _polygon(*corners: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def _truck() -> QPainterPath:
    body = _polygon((-5.5, -3.5), (1.5, -3.5), (1.5, -1.5), (4, -1.5), (5.5, 1), (5.5, 3), (-5.5, 3))
    return body.united(_ellipse(1.6, 1.6, -3, 3.2)).united(_ellipse(1.6, 1.6, 3, 3.2))


def _thermometer() -> QPainterPath:
    return _rounded(QRectF(-1.4, -6, 2.8, 9), 1.4).united(_ellipse(2.7, 2.7, 0, 3.4))


def _flame() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, -6.0))
    path.cubicTo(1.0, -3.0, 4.2, -1.6, 4.2, 1.6)
    path.cubicTo(4.2, 4.2, 2.2, 5.6, 0.0, 5.6)
    path.cubicTo(-2.4, 5.6, -4.2, 4.0, -4.2, 1.6)
    path.cubicTo(-4.2, 0.0, -3.2, -1.0, -2.6, -2.2)
    path.cubicTo(-2.2, -1.2, -1.6, -0.6, -1.0, -0.6)
    path.cubicTo(-0.2, -2.0, -0.4, -4.0, 0.5, -6.0)
    path.closeSubpath()
    return path


_R = SYMBOL_RADIUS_PX

POINT_SYMBOLS: Mapping[Style, PointSymbol] = {
    Style.ASSET: PointSymbol("#1d4ed8", _rounded(QRectF(-_R, -_R, 2 * _R, 2 * _R), 4), _truck()),
    Style.SENSOR: PointSymbol("#0f766e", _ellipse(_R, _R), _thermometer()),
    Style.INCIDENT: PointSymbol("#b42318", _polygon((0, -_R - 3), (_R + 3, 0), (0, _R + 3), (-_R - 3, 0)), _flame()),
    Style.IMAGE: PointSymbol("#7c3aed", _polygon((-_R, -_R), (_R, -_R), (_R, _R), (-_R, _R)), _ellipse(4, 4)),
    Style.OTHER: PointSymbol("#374151", _polygon((0, -_R - 1), (_R, _R - 1), (-_R, _R - 1)), _ellipse(2.5, 2.5, 0, 2)),
}

SHAPE_STYLES: Mapping[Style, ShapeStyle] = {
    Style.ASSET: ShapeStyle("#1d4ed8", 0.18, 2.0),
    Style.SENSOR: ShapeStyle("#0f766e", 0.18, 2.0),
    Style.INCIDENT: ShapeStyle("#b42318", 0.18, 2.0),
    Style.IMAGE: ShapeStyle("#7c3aed", 0.15, 2.0),
    Style.OTHER: ShapeStyle("#374151", 0.15, 2.0),
    Style.ZONE_LIVE: ShapeStyle("#0b5cad", 0.09, 2.0),
    Style.ZONE_PENDING: ShapeStyle("#546070", 0.05, 2.0, Qt.PenStyle.DashLine),
    Style.ZONE_REFUSED: ShapeStyle("#b42318", 0.05, 2.0, Qt.PenStyle.DotLine),
}


def paint_symbol(painter: QPainter, symbol: PointSymbol, at: QPointF) -> None:
    """Draw a symbol at a place given in pixels."""
    painter.save()
    painter.translate(at)
    painter.setPen(QPen(Qt.GlobalColor.white, 2 * HALO_PX))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(symbol.outline)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(symbol.colour)
    painter.drawPath(symbol.outline)
    painter.setBrush(Qt.GlobalColor.white)
    painter.drawPath(symbol.sign)
    painter.restore()
