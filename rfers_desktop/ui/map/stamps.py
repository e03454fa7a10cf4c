"""Small pictures that are stamped on the map, each drawn once: symbols, badges of sensors, labels on plates."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen

from rfers_desktop.layers.marks import Reading, Style
from rfers_desktop.layers.symbol_names import symbol_of
from rfers_desktop.ui.look import small_font
from rfers_desktop.ui.themes import DAY, Theme, data_colour

from .moving_picture import pixels_of
from .sheet import blank
from .symbols import FADES, symbol_image
from .theme_colours import mixed
from .touches import Box

# Air temperature in °C from which each colour holds; blue to red, each darker or lighter than its neighbours.
TEMPERATURE_COLOURS = (
    (-100.0, "#3b5fb8"),
    (0.0, "#6fa8dc"),
    (10.0, "#b6dcec"),
    (20.0, "#fff2ae"),
    (30.0, "#fdc15a"),
    (40.0, "#f07c2b"),
    (60.0, "#c5281c"),
    (100.0, "#74091a"),
)
_PLATE_PAD_X, _PLATE_PAD_Y = 5.0, 2.0
_PLATE_OPACITY = 0.88
_WIDEST_LABEL_PX = 240.0
_BADGE_PAD_PX = 5.0
_BADGE_EDGE_PX = 1.5
_RING_PX = 3.0
_DASHED_PX, _DASHES = 1.6, (2.5, 1.8)  # of what is merely possible


@lru_cache(maxsize=8192)
def symbol_stamp(
    style: Style,
    words: str,
    theme: Theme,
    ratio: float,
    course: int | None,
    faded: int,
    is_selected: bool,
    is_alert: bool,
    is_hollow: bool = False,
) -> QImage:
    """A symbol in device pixels, its place in the middle."""
    symbol = symbol_of(style, words)
    adorned = {"heading": course, "faded": faded, "is_selected": is_selected, "is_alert": is_alert}
    image = symbol_image(symbol, theme, ratio, **adorned, is_hollow=is_hollow)  # type: ignore[arg-type]
    shown = symbol_image(symbol, DAY, ratio, **adorned, is_hollow=is_hollow)  # type: ignore[arg-type]
    margin = _bare_margin(shown)  # the same in every theme
    image = image.copy(image.rect().adjusted(margin, margin, -margin, -margin))
    image.setDevicePixelRatio(1.0)
    return image


@lru_cache(maxsize=8192)
def badge_stamp(
    reading: Reading,
    theme: Theme,
    ratio: float,
    faded: int,
    is_selected: bool,
    is_alert: bool,
    is_hollow: bool = False,
) -> QImage:
    """What a sensor measured, in device pixels: temperature on its colour, or on none if hollow, humidity below.

    A stale one is paler and as opaque as a fresh one: its numbers are read as well, and no name shines through them.
    """
    own = theme.plate if is_hollow else data_colour(temperature_colour(reading.temperature_c), theme)
    colour, edge = (mixed(ink, theme.land, 1.0 - FADES[faded]) for ink in (own, theme.symbol_edge))
    about = "≈" if reading.is_temperature_about else ""
    lines = [(f"{about}{reading.temperature_c:.0f}°".replace("-", "−"), _font(QFont.Weight.Bold, 12))]
    if reading.humidity is not None:
        about = "≈" if reading.is_humidity_about else ""
        lines.append((f"{about}{reading.humidity:.0%}", _font(QFont.Weight.Normal, 10)))
    metrics = [QFontMetricsF(font) for _, font in lines]
    wide = max(m.horizontalAdvance(text) for (text, _), m in zip(lines, metrics)) + 2 * _BADGE_PAD_PX
    heights = [m.ascent() + 1 for m in metrics]
    around = _RING_PX + _BADGE_EDGE_PX + 1
    width, height = max(wide, 30.0) + 2 * around, sum(heights) + 4 + 2 * around
    image = blank(round(width * ratio), round(height * ratio))
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        plate = QRectF(around, around, width - 2 * around, height - 2 * around)
        if is_selected or is_alert:
            ring = plate.adjusted(-_RING_PX / 2, -_RING_PX / 2, _RING_PX / 2, _RING_PX / 2)
            painter.setPen(QPen(QColor(theme.selection if is_selected else theme.alert), _RING_PX))
            painter.drawRoundedRect(ring, 5, 5)
        painter.setPen(QPen(edge, _BADGE_EDGE_PX))
        painter.setBrush(colour)
        painter.drawRoundedRect(plate, 4, 4)
        if is_hollow:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(_dashed(QColor(theme.text)))
            painter.drawRoundedRect(plate.adjusted(1, 1, -1, -1), 3, 3)
        painter.setPen(QColor(theme.text) if is_hollow else QColor("#000000" if _is_light(colour) else "#ffffff"))
        top = plate.top() + 1
        for (text, font), high in zip(lines, heights):
            painter.setFont(font)
            painter.drawText(QRectF(plate.left(), top, plate.width(), high + 2), Qt.AlignmentFlag.AlignCenter, text)
            top += high
    finally:
        painter.end()
    return image


@lru_cache(maxsize=8192)
def plate_stamp(text: str, paper: str, ink: str, ratio: float, opacity: float = _PLATE_OPACITY) -> QImage:
    """A label in device pixels: text on a small plate, so that it can be read on any ground."""
    font = small_font()
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST_LABEL_PX)
    image = blank(*plate_size(text, ratio))
    ground = QColor(paper)
    ground.setAlphaF(opacity)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        plate = QRectF(0, 0, image.width() / ratio, image.height() / ratio)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(plate, 3, 3)
        painter.setPen(QColor(ink))
        painter.setFont(font)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)
    finally:
        painter.end()
    return image


@lru_cache(maxsize=131_072)
def plate_size(text: str, ratio: float) -> tuple[int, int]:
    """How large a label is, in device pixels, whatever its colours; nothing for no words."""
    if not text:
        return 0, 0
    metrics = QFontMetricsF(small_font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDEST_LABEL_PX)
    width = metrics.horizontalAdvance(shown) + 2 * _PLATE_PAD_X
    height = metrics.height() + 2 * _PLATE_PAD_Y
    return round(width * ratio), round(height * ratio)


def temperature_colour(temperature_c: float) -> str:
    """The colour of an air temperature."""
    return [colour for least, colour in TEMPERATURE_COLOURS if temperature_c >= least or least == -100.0][-1]


def drawn_part(image: QImage) -> Box:
    """The pixels around what is drawn, counted from the middle of a picture: a symbol points to one side only."""
    is_drawn = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()] != 0
    across, down = np.flatnonzero(is_drawn.any(axis=0)), np.flatnonzero(is_drawn.any(axis=1))
    x, y = image.width() // 2, image.height() // 2
    left, top = max(int(across[0]) - 1, 0), max(int(down[0]) - 1, 0)  # an edge may be a trace wider in another theme
    right, bottom = min(int(across[-1]) + 2, image.width()), min(int(down[-1]) + 2, image.height())
    return left - x, top - y, right - x, bottom - y


def _bare_margin(image: QImage) -> int:
    """How many pixels from each edge nothing is drawn, on all four sides."""
    is_drawn = pixels_of(image) != 0
    across, down = np.flatnonzero(is_drawn.any(axis=0)), np.flatnonzero(is_drawn.any(axis=1))
    height, width = is_drawn.shape
    return int(min(across[0], down[0], width - 1 - across[-1], height - 1 - down[-1])) if len(across) else 0


def _dashed(colour: QColor) -> QPen:
    pen = QPen(colour, _DASHED_PX)
    pen.setDashPattern(_DASHES)
    return pen


def _is_light(colour: QColor) -> bool:
    """Whether black can be read better on it than white, by the relative luminance of WCAG 2."""
    light = (colour.redF(), colour.greenF(), colour.blueF())
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in light]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.179


def _font(weight: QFont.Weight, size_px: int) -> QFont:
    font = small_font(weight)
    font.setPixelSize(size_px)
    return font
