"""The error rings of things on the map: a solid one around what is fully possible, a faint one around all that is."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from rfers_desktop.layers.error_rings import ErrorRings

from .pixel_frame import PixelFrame
from .touches import Box

_PARTS = 16  # of a device pixel: corners lie on such a grid, to look the same wherever the view is
_NEAR_PX, _FAR_PX = 1.8, 1.2
_FAR_OPACITY, _FILL_OPACITY = 0.55, 0.10
_LEAST_PX = 18.0  # a ring that is smaller lies below the symbol
_LEAST_SELECTED_PX = 4.0
_MOST_PX = 8_000.0  # of a ring that is larger nothing is seen any more


def is_shown(rings: ErrorRings, frame: PixelFrame, is_selected: bool) -> bool:
    """Whether rings are drawn at a scale: of what is selected, and of a poor fix where there is room for it."""
    if not (is_selected or rings.is_poor):
        return False
    x_min, _, x_max, _ = rings.bounds
    far_px = (x_max - x_min) / 2 * frame.per_unit / frame.ratio
    least = _LEAST_SELECTED_PX if is_selected else _LEAST_PX
    return least <= far_px <= _MOST_PX


def ring_box(rings: ErrorRings, frame: PixelFrame) -> Box:
    """The device pixels, from the map's origin, that rings reach."""
    x_min, y_min, x_max, y_max = rings.bounds
    reach = math.ceil(_NEAR_PX * frame.ratio) + 2
    (left, top), (right, bottom) = frame.pixel(x_min, y_max), frame.pixel(x_max, y_min)
    return left - reach, top - reach, right + reach + 1, bottom + reach + 1


def paint_rings(painter: QPainter, rings: ErrorRings, frame: PixelFrame, colour: str) -> None:
    """Draw in device pixels of the frame; the painter antialiases."""
    near, far = rings.rings()
    for ring, width_px, opacity, fill in (
        (far, _FAR_PX, _FAR_OPACITY, _FILL_OPACITY / 2),
        (near, _NEAR_PX, 1.0, _FILL_OPACITY),
    ):
        line, ground = QColor(colour), QColor(colour)
        line.setAlphaF(opacity)
        ground.setAlphaF(fill)
        polygon = _polygon(ring, frame)
        painter.setBrush(ground)
        painter.setPen(QPen(line, width_px * frame.ratio, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPolygon(polygon)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _polygon(ring: NDArray[np.float64], frame: PixelFrame) -> QPolygonF:
    scale = np.array([frame.per_unit, -frame.per_unit]) * _PARTS
    corners = np.floor(ring * scale + 0.5 + 1 / 1024) / _PARTS - (frame.left, frame.top)
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])
