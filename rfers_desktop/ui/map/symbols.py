"""Symbols as pictures: drawn from SVG in the colours of a theme, told apart by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol, symbol_of
from rfers_desktop.ui.themes import Theme

SYMBOL_PX = 28  # the side of the picture of a symbol
ADORNED_PX = 48  # and of one with a heading, or selected, or alerting
FADES = (1.0, 0.78, 0.56, 0.36)  # opacity: fresh, and three steps of staleness
HEADING_STEP = 5  # degrees

_POINTER = QPolygonF([QPointF(0, -21.5), QPointF(6, -12.5), QPointF(0, -14.5), QPointF(-6, -12.5)])
_ALERT_RADIUS = 17.0
_BRACKET_AT, _BRACKET_LEG = 17.5, 7.0
_EDGE_PX = 1.5


def symbol_image(
    style: Style | Symbol,
    theme: Theme,
    ratio: float,
    *,
    heading: float | None = None,
    faded: int = 0,
    is_selected: bool = False,
    is_alert: bool = False,
) -> QImage:
    """The picture of a symbol, its place in the middle; the same object for the same question, not to be painted on.

    `heading` is in degrees clockwise from north, drawn in steps of five; `faded` counts the steps of staleness.
    """
    symbol = style if isinstance(style, Symbol) else symbol_of(style)
    course = None if heading is None else round(heading / HEADING_STEP) * HEADING_STEP % 360
    return _drawn(symbol, theme, ratio, course, max(0, min(faded, len(FADES) - 1)), is_selected, is_alert)


def symbol_colour(symbol: Symbol, theme: Theme) -> str:
    """The colour that a symbol has in a theme."""
    match symbol:
        case Symbol.SENSOR:
            return theme.sensor
        case Symbol.FIRE | Symbol.HOT_SPOT | Symbol.SMOKE:
            return theme.incident
        case Symbol.THERMAL_IMAGE:
            return theme.image
        case Symbol.GENERIC:
            return theme.other
        case _:
            return theme.asset


@lru_cache(maxsize=4096)
def _drawn(
    symbol: Symbol, theme: Theme, ratio: float, course: int | None, faded: int, is_selected: bool, is_alert: bool
) -> QImage:
    is_adorned = course is not None or is_selected or is_alert
    picture = _empty(ADORNED_PX if is_adorned else SYMBOL_PX, ratio)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = picture.deviceIndependentSize().width()
        painter.translate(side / 2, side / 2)
        if is_alert:
            _paint_edged(painter, _ring(), theme.alert, 3.0, theme)
        painter.setOpacity(FADES[faded])
        painter.drawImage(QPointF(-side / 2, -side / 2), _body(symbol, theme, ratio, course, round(side)))
        painter.setOpacity(1.0)
        if is_selected:
            _paint_edged(painter, _brackets(), theme.selection, 2.5, theme)
    finally:
        painter.end()
    return picture


def _body(symbol: Symbol, theme: Theme, ratio: float, course: int | None, side: int) -> QImage:
    """The symbol with its pointer, on a sheet of its own so that it fades as a whole."""
    sheet = _empty(side, ratio)
    painter = QPainter(sheet)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        if course is not None:
            painter.save()
            painter.rotate(course)
            painter.setBrush(QColor(symbol_colour(symbol, theme)))
            painter.setPen(QPen(QColor(theme.symbol_edge), _EDGE_PX, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawPolygon(_POINTER)
            painter.restore()
        _renderer(symbol, theme).render(painter, QRectF(-SYMBOL_PX / 2, -SYMBOL_PX / 2, SYMBOL_PX, SYMBOL_PX))
    finally:
        painter.end()
    return sheet


def _renderer(symbol: Symbol, theme: Theme) -> QSvgRenderer:
    svg = _svg(symbol)
    # In one pass, so that no colour put in is taken for one to be replaced.
    colours = {"#000000": symbol_colour(symbol, theme), "#ffffff": theme.symbol_sign, "#808080": theme.symbol_edge}
    parts = svg.split('"')
    return QSvgRenderer(QByteArray('"'.join(colours.get(part, part) for part in parts).encode()))


@lru_cache(maxsize=len(Symbol))
def _svg(symbol: Symbol) -> str:
    return (resources_dir() / "symbols" / f"{symbol.value}.svg").read_text("utf-8")


def _empty(side_px: int, ratio: float) -> QImage:
    side = round(side_px * ratio)
    picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _paint_edged(painter: QPainter, path: QPainterPath, colour: str, width_px: float, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((theme.symbol_edge, width_px + 2 * _EDGE_PX), (colour, width_px)):
        painter.setPen(QPen(QColor(ink), width, c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawPath(path)


def _ring() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), _ALERT_RADIUS, _ALERT_RADIUS)
    return path


def _brackets() -> QPainterPath:
    path = QPainterPath()
    far, near = _BRACKET_AT, _BRACKET_AT - _BRACKET_LEG
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        path.addPolygon(QPolygonF([QPointF(x * near, y * far), QPointF(x * far, y * far), QPointF(x * far, y * near)]))
    return path


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
