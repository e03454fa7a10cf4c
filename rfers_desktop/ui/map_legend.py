"""The legend of a map: a small picture and what it stands for, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from rfers_desktop.layers.marks import Reading, Style
from rfers_desktop.layers.symbol_names import Symbol, symbols_of

from .map.shape_styles import shape_style
from .map.stamps import badge_stamp
from .map.symbols import symbol_image
from .themes import Theme

SWATCH_PX = 28  # every picture is as high; it may be wider
_ZONES = (Style.ZONE_LIVE, Style.ZONE_PENDING, Style.ZONE_REFUSED)
_READING = Reading(28.0, 0.35)
_RATIO = 3.0  # sharp on paper

_WORDS = {
    Symbol.ENGINE: "Engine",
    Symbol.TENDER: "Water tender",
    Symbol.CREW: "Crew, rescue",
    Symbol.HELICOPTER: "Helicopter",
    Symbol.AIR_TANKER: "Air tanker",
    Symbol.COMMAND_POST: "Command post",
    Symbol.SENSOR: "Sensor station",
    Symbol.FIRE: "Fire incident",
    Symbol.HOT_SPOT: "Hot spot",
    Symbol.SMOKE: "Smoke report",
    Symbol.THERMAL_IMAGE: "Thermal image",
    Symbol.GENERIC: "Other event",
    Style.ZONE_LIVE: "Zone, live",
    Style.ZONE_PENDING: "Zone, asked for",
    Style.ZONE_REFUSED: "Zone, refused",
}


@dataclass(frozen=True, slots=True)
class LegendRow:
    """What something on the map looks like, and its name."""

    picture: QImage
    text: str


def symbol_rows(symbols: Iterable[Symbol], theme: Theme) -> tuple[LegendRow, ...]:
    """A row for each symbol, in the order in which symbols are always listed."""
    wanted = set(symbols)
    return tuple(
        LegendRow(symbol_image(symbol, theme, _RATIO), _WORDS[symbol]) for symbol in Symbol if symbol in wanted
    )


def zone_rows(styles: Iterable[Style], theme: Theme) -> tuple[LegendRow, ...]:
    """A row for each state of zones."""
    wanted = set(styles)
    return tuple(LegendRow(_swatch(style, theme), _WORDS[style]) for style in _ZONES if style in wanted)


def legend_of(styles: Iterable[Style], theme: Theme) -> tuple[LegendRow, ...]:
    """The rows for what is on the map: all symbols that each style may have, and the states of zones."""
    shown = set(styles)
    symbols = [symbol for style in shown for symbol in symbols_of(style)]
    badges = (LegendRow(_badge(theme), "°C, humidity"),) if Style.SENSOR in shown else ()
    return symbol_rows(symbols, theme) + badges + zone_rows(shown, theme)


def _badge(theme: Theme) -> QImage:
    """How a sensor shows what it measured, made as high as the other pictures."""
    picture = badge_stamp(_READING, theme, _RATIO, 0, False, False).scaledToHeight(
        round(SWATCH_PX * _RATIO), Qt.TransformationMode.SmoothTransformation
    )
    picture.setDevicePixelRatio(_RATIO)
    return picture


def _swatch(style: Style, theme: Theme) -> QImage:
    look = shape_style(style, theme)
    side = round(SWATCH_PX * _RATIO)
    picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(_RATIO)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    fill = QColor(look.colour)
    fill.setAlphaF(look.fill_opacity)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(look.colour), look.width_px, look.line))
    painter.setBrush(fill)
    painter.drawRect(QRectF(4, 7, SWATCH_PX - 8, SWATCH_PX - 14))
    painter.end()
    return picture
