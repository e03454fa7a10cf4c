"""The legend of a map: a small picture and what it stands for, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from rfers_desktop.geo.colouring import Colouring
from rfers_desktop.language import later, tr
from rfers_desktop.layers.layer_tree import LayerEntry, SourceKind
from rfers_desktop.layers.marks import Reading, Style
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.layers.vector_style import Symbol as VectorSymbol
from rfers_desktop.layers.vector_style import style_words
from rfers_desktop.layers.vector_style import symbols_of as vector_symbols

from .map.shape_styles import shape_style
from .map.shown_kinds import ShownKinds
from .map.stamps import badge_stamp
from .map.symbols import symbol_image
from .map.theme_colours import colour_of
from .map.thermal_legend import class_words, number_words
from .themes import Theme

SWATCH_PX = 28  # every picture is as high; it may be wider
_BAR_PX = 48
_BOX = QRectF(4, 7, SWATCH_PX - 8, SWATCH_PX - 14)  # of a swatch
_READING = Reading(28.0, 0.35)
_RATIO = 3.0  # sharp on paper

_WORDS = {
    Symbol.ENGINE: later("Engine"),
    Symbol.TENDER: later("Water tender"),
    Symbol.CREW: later("Crew, rescue"),
    Symbol.HELICOPTER: later("Helicopter"),
    Symbol.AIR_TANKER: later("Air tanker"),
    Symbol.COMMAND_POST: later("Command post"),
    Symbol.SENSOR: later("Sensor station"),
    Symbol.FIRE: later("Fire incident"),
    Symbol.HOT_SPOT: later("Hot spot"),
    Symbol.SMOKE: later("Smoke report"),
    Symbol.THERMAL_IMAGE: later("Thermal image"),
    Symbol.GENERIC: later("Other event"),
}
_SHAPES = {
    Style.ASSET: later("Asset, area"),
    Style.SENSOR: later("Sensor, area"),
    Style.INCIDENT: later("Incident, area"),
    Style.IMAGE: later("Image, footprint"),
    Style.OTHER: later("Other, area"),
    Style.ZONE_LIVE: later("Zone, live"),
    Style.ZONE_PENDING: later("Zone, asked for"),
    Style.ZONE_REFUSED: later("Zone, refused"),
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
        LegendRow(symbol_image(symbol, theme, _RATIO), tr(_WORDS[symbol])) for symbol in Symbol if symbol in wanted
    )


def shape_rows(styles: Iterable[Style], theme: Theme) -> tuple[LegendRow, ...]:
    """A row for each style of lines and areas: events, and the states of zones."""
    wanted = set(styles)
    return tuple(LegendRow(_swatch(style, theme), tr(_SHAPES[style])) for style in Style if style in wanted)


def legend_of(shown: ShownKinds, theme: Theme) -> tuple[LegendRow, ...]:
    """The rows for the marks in a piece of the map."""
    badges = (LegendRow(_badge(theme), tr("°C, humidity")),) if shown.has_readings else ()
    return symbol_rows(shown.symbols, theme) + badges + shape_rows(shown.shapes, theme)


def thermal_rows(colouring: Colouring, unit: str) -> tuple[LegendRow, ...]:
    """Thermal images: the ramp with its range, or a row for each class, the hottest first."""
    if not colouring.edges:
        low, high = (number_words(float(f"{value:.4g}")) for value in (colouring.low, colouring.high))
        text = f"{low} – {high} {unit}".rstrip()
        return (LegendRow(_bar(colouring.ramp.table()), text),)
    shades = colouring.ramp.colours(len(colouring.edges) + 1)[::-1]
    return tuple(
        LegendRow(_bar(shade[None], SWATCH_PX), f"{words} {unit}".rstrip())
        for shade, words in zip(shades, class_words(colouring.edges), strict=True)
    )


def layer_rows(entries: Iterable[LayerEntry], scale: float, theme: Theme) -> tuple[LegendRow, ...]:
    """The users' own layers of shapes that are drawn at 1:scale, with their categories or classes."""
    rows: list[LegendRow] = []
    for entry in entries:
        if entry.source.kind is SourceKind.VECTOR and entry.is_drawn_at(scale):
            named = zip(style_words(entry.style), vector_symbols(entry.style), strict=True)
            rows += [
                LegendRow(_symbol_swatch(symbol, theme), f"{entry.title}: {words}" if words else entry.title)
                for words, symbol in named
            ]
    return tuple(rows)


def _badge(theme: Theme) -> QImage:
    """How a sensor shows what it measured, made as high as the other pictures."""
    picture = badge_stamp(_READING, theme, _RATIO, 0, False, False).scaledToHeight(
        round(SWATCH_PX * _RATIO), Qt.TransformationMode.SmoothTransformation
    )
    picture.setDevicePixelRatio(_RATIO)
    return picture


def _blank(width_px: int = SWATCH_PX) -> QImage:
    picture = QImage(round(width_px * _RATIO), round(SWATCH_PX * _RATIO), QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(_RATIO)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _bar(shades: NDArray[np.uint8], width_px: int = _BAR_PX) -> QImage:
    """Colours from left to right."""
    strip = QImage(len(shades), 1, QImage.Format.Format_RGB32)
    for column, (red, green, blue) in enumerate(shades.tolist()):
        strip.setPixelColor(column, 0, QColor(red, green, blue))
    picture = _blank(width_px)
    painter = QPainter(picture)
    painter.drawImage(_BOX.adjusted(0, 0, width_px - SWATCH_PX, 0), strip)
    painter.end()
    return picture


def _symbol_swatch(symbol: VectorSymbol, theme: Theme) -> QImage:
    """How features of a layer look: a filled box, or a line."""
    picture = _blank()
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if symbol.line is not None:
        painter.setPen(QPen(colour_of(symbol.line, theme), symbol.width_px))
    if symbol.fill is not None:
        painter.setBrush(colour_of(symbol.fill, theme, symbol.fill_opacity))
        painter.drawRect(_BOX)
    else:
        painter.drawLine(_BOX.bottomLeft(), _BOX.topRight())
    painter.end()
    return picture


def _swatch(style: Style, theme: Theme) -> QImage:
    look = shape_style(style, theme)
    picture = _blank()
    painter = QPainter(picture)
    fill = QColor(look.colour)
    fill.setAlphaF(look.fill_opacity)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(look.colour), look.width_px, look.line))
    painter.setBrush(fill)
    painter.drawRect(_BOX)
    painter.end()
    return picture
