"""The legend of the thermal images: which colour is which temperature."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from rfers_desktop.geo.colour_ramps import SIZE
from rfers_desktop.geo.colouring import Colouring
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font

from .corner_widget import CornerWidget

_PAD_PX, _NARROWEST_PX = 10.0, 96
_WORDS_LEFT_PX = 38.0
_TITLE_PX, _BAR_PX, _SWATCH_PX = 20.0, 140.0, 20.0
_TEXT_HEIGHT_PX = 16.0
_PLATE_OPACITY = 0.88
_LARGE = 1e5  # from which a number is written without decimals
_TICKS = 5


class ThermalLegend(CornerWidget):
    """A bar with round numbers beside it, or a swatch for each class, the hottest on top."""

    def __init__(self, canvas: QWidget, corner: Qt.Corner = Qt.Corner.TopLeftCorner, offset_px: int = 16) -> None:
        super().__init__(canvas, corner, offset_px)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Legend of the thermal images"))
        self._colouring = Colouring()
        self._title = ""
        self.hide()

    def explain(self, colouring: Colouring, unit: str) -> None:
        """Show what colours mean; what is shown already is not painted again."""
        title = tr("Thermal, {unit}", unit=unit) if unit else tr("Thermal")
        if (colouring, title) == (self._colouring, self._title):
            return
        self._colouring, self._title = colouring, title
        rows = len(colouring.edges) + 1
        inside = rows * _SWATCH_PX if colouring.edges else _BAR_PX
        widest = max(QFontMetricsF(small_font()).horizontalAdvance(words) for words in self.words())
        heading = QFontMetricsF(small_font(QFont.Weight.DemiBold)).horizontalAdvance(title) + _PAD_PX
        width = max(_NARROWEST_PX, math.ceil(max(_WORDS_LEFT_PX + widest, heading) + _PAD_PX))
        self.resize(width, round(_TITLE_PX + inside + 2 * _PAD_PX))
        self.setAccessibleDescription(", ".join(self.words()))
        self.place()
        self.update()

    def words(self) -> list[str]:
        """What is written, from the top down."""
        edges = self._colouring.edges
        if not edges:
            return [number_words(tick) for tick in reversed(round_ticks(self._colouring.low, self._colouring.high))]
        return class_words(edges)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = present_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QColor(theme.plate)
        plate.setAlphaF(_PLATE_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(plate)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        painter.setPen(QColor(theme.text))
        painter.setFont(small_font(QFont.Weight.DemiBold))
        title = QRectF(_PAD_PX, _PAD_PX - 2, self.width() - 2 * _PAD_PX, _TITLE_PX)
        painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, self._title)
        painter.setFont(small_font())
        if self._colouring.edges:
            self._paint_classes(painter)
        else:
            self._paint_bar(painter)
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        top = _PAD_PX + _TITLE_PX
        strip = QImage(1, SIZE, QImage.Format.Format_RGB32)
        for row, (red, green, blue) in enumerate(self._colouring.ramp.table()[::-1].tolist()):
            strip.setPixelColor(0, row, QColor(red, green, blue))
        bar = QRectF(_PAD_PX, top, 18.0, _BAR_PX)
        painter.drawImage(bar, strip)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        low, high = self._colouring.low, self._colouring.high
        for tick in round_ticks(low, high):
            y = top + _BAR_PX * (high - tick) / (high - low)
            painter.drawLine(int(bar.right()), round(y), int(bar.right()) + 5, round(y))
            words = QRectF(_WORDS_LEFT_PX, y - _TEXT_HEIGHT_PX / 2, self.width(), _TEXT_HEIGHT_PX)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, number_words(tick))

    def _paint_classes(self, painter: QPainter) -> None:
        shades = self._colouring.ramp.colours(len(self._colouring.edges) + 1)[::-1].tolist()
        for row, (words, (red, green, blue)) in enumerate(zip(self.words(), shades, strict=True)):
            top = _PAD_PX + _TITLE_PX + row * _SWATCH_PX
            painter.setBrush(QColor(red, green, blue))
            painter.drawRect(QRectF(_PAD_PX, top, 18, _SWATCH_PX - 4))
            at = QRectF(_WORDS_LEFT_PX, top, self.width() - _WORDS_LEFT_PX, _SWATCH_PX - 4)
            painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, words)


def class_words(edges: tuple[float, ...]) -> list[str]:
    """The classes between edges, the hottest first."""
    between = [f"{number_words(low)} – {number_words(high)}" for low, high in zip(edges, edges[1:])]
    above, below = tr("{edge} and above", edge=number_words(edges[-1])), tr("below {edge}", edge=number_words(edges[0]))
    return [above, *reversed(between), below]


def round_ticks(low: float, high: float) -> list[float]:
    """A handful of round numbers from `low` to `high`, rising."""
    raw = (high - low) / _TICKS
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * part for part in (1.0, 2.0, 5.0, 10.0) if size * part >= raw)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def number_words(value: float) -> str:
    """A value for people, however large."""
    if abs(value) >= _LARGE:
        return f"{value:,.0f}"
    return f"{value:,.6g}" if abs(value) >= 1e-9 else "0"
