"""A small picture of a word's curve, for lists."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from broker_local.protocol.fuzzy_number import FuzzyNumber
from rfers_desktop.drafting.term_curve import membership
from rfers_desktop.ui.look import present_theme

ICON_SIZE = QSize(34, 16)
_PAD = 2.0
_ROOM = 0.3  # beside what is shown
_SHARPNESS = 3  # pixels of the picture for each of the icon's


def shown_span(numbers: Iterable[FuzzyNumber]) -> tuple[float, float]:
    """From where to where pictures of some words go, so that they can be compared."""
    ends = [end for number in numbers for end in (*number.support, number.low, number.high) if math.isfinite(end)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    room = (high - low) * _ROOM or abs(high) or 1.0
    return low - room, high + room


def curve_icon(number: FuzzyNumber, span: tuple[float, float]) -> QIcon:
    """The curve in the colours of the present theme."""
    theme = present_theme()
    picture = QPixmap(ICON_SIZE * _SHARPNESS)
    picture.setDevicePixelRatio(_SHARPNESS)
    picture.fill(Qt.GlobalColor.transparent)
    width, height = ICON_SIZE.width() - 2 * _PAD, ICON_SIZE.height() - 2 * _PAD
    corners = [end for end in (*number.support, number.low, number.high) if span[0] < end < span[1]]
    xs = np.unique(
        np.concatenate([np.linspace(*span, 80), np.array(corners), np.array(corners) + 1e-9 * (span[1] - span[0])])
    )
    heights = membership(number, xs)
    places = (xs - span[0]) / (span[1] - span[0])
    line = [QPointF(_PAD + x * width, _PAD + (1.0 - y) * height) for x, y in zip(places.tolist(), heights.tolist())]
    fill = QColor(theme.accent)
    fill.setAlphaF(0.25)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawPolygon(QPolygonF([QPointF(_PAD, _PAD + height), *line, QPointF(_PAD + width, _PAD + height)]))
    painter.setPen(QPen(QColor(theme.text), 1.4))
    painter.drawPolyline(QPolygonF(line))
    painter.end()
    return QIcon(picture)
