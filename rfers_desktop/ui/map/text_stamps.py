"""Lines of small text as pictures, each drawn once: to be laid on the map at whole device pixels."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from rfers_desktop.ui.look import small_font

from .sheet import blank
from .touches import Box

_SLACK_PX = 3


@lru_cache(maxsize=4096)
def text_box(text: str, ratio: float, font: str) -> Box:
    """The device pixels of a line of text in the small kind of a font, around where it begins."""
    metrics = QFontMetricsF(small_font())
    up, down = math.ceil(metrics.ascent() * ratio), math.ceil(metrics.descent() * ratio)
    return 0, -up, math.ceil(metrics.horizontalAdvance(text) * ratio), down


@lru_cache(maxsize=4096)
def text_stamp(text: str, ink: str, ratio: float, font: str) -> QImage:
    """A line of text in device pixels, with some room around it."""
    _, top, right, bottom = text_box(text, ratio, font)
    slack = slack_px(ratio)
    image = blank(right + 2 * slack, bottom - top + 2 * slack)
    painter = QPainter(image)
    try:
        painter.translate(slack, slack - top)
        painter.scale(ratio, ratio)
        painter.setPen(QColor(ink))
        painter.setFont(small_font())
        painter.drawText(QPointF(), text)
    finally:
        painter.end()
    return image


def slack_px(ratio: float) -> int:
    """The room around a line, in device pixels, by which letters may reach out of their box."""
    return math.ceil(_SLACK_PX * ratio)
