"""Symbols as pictures: drawn from SVG in the colours of a theme, told apart by shape as well as by colour."""

from __future__ import annotations

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
_DASHES = 'stroke-dasharray="3.2 2.4"'


def symbol_image(
    style: Style | Symbol,
    theme: Theme,
    ratio: float,
    *,
    heading: float | None = None,
    faded: int = 0,
    is_selected: bool = False,
    is_alert: bool = False,
    is_hollow: bool = False,
) -> QImage:
    """The picture of a symbol, its place in the middle; the same object for the same question, not to be painted on.

    `heading` is in degrees clockwise from north, drawn in steps of five; `faded` counts the steps of staleness. A
    hollow one, with a dashed outline, stands for what is merely possible.
    """
    symbol = style if isinstance(style, Symbol) else symbol_of(style)
    course = None if heading is None else round(heading / HEADING_STEP) * HEADING_STEP % 360
    step = max(0, min(faded, len(FADES) - 1))
    return _drawn(symbol, theme, ratio, course, step, is_selected, is_alert, is_hollow)


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
    symbol: Symbol,
    theme: Theme,
    ratio: float,
    course: int | None,
    faded: int,
    is_selected: bool,
    is_alert: bool,
    is_hollow: bool,
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
        painter.drawImage(QPointF(-side / 2, -side / 2), _body(symbol, theme, ratio, course, round(side), is_hollow))
        painter.setOpacity(1.0)
        if is_selected:
            _paint_edged(painter, _brackets(), theme.selection, 2.5, theme)
    finally:
        painter.end()
    return picture


def _body(symbol: Symbol, theme: Theme, ratio: float, course: int | None, side: int, is_hollow: bool) -> QImage:
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
        _renderer(symbol, theme, is_hollow).render(
            painter, QRectF(-SYMBOL_PX / 2, -SYMBOL_PX / 2, SYMBOL_PX, SYMBOL_PX)
        )
    finally:
        painter.end()
    return sheet


def _renderer(symbol: Symbol, theme: Theme, is_hollow: bool) -> QSvgRenderer:
    svg = _svg(symbol)
    # In one pass, so that no colour put in is taken for one to be replaced.
    colour = symbol_colour(symbol, theme)
    colours = {"#000000": colour, "#ffffff": theme.symbol_sign, "#808080": theme.symbol_edge}
    if is_hollow:
        colours = {"#000000": theme.plate, "#ffffff": theme.text, "#808080": theme.text}
        svg = svg.replace('stroke="#808080" stroke-width="3"', f'stroke="#808080" stroke-width="3" {_DASHES}')
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
