"""The error rings of things on the map: a solid one around what is fully possible, a faint one around all that is."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPolygonF

from rfers_desktop.layers.error_rings import ErrorRings

from .pixel_frame import PixelFrame
from .touches import Box

_PARTS = 16  # of a device pixel: corners lie on such a grid, to look the same wherever the view is
_NEAR_PX, _FAR_PX = 1.8, 1.2
_FAR_OPACITY, _FILL_OPACITY = 0.55, 0.07
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
    anchor, areas, outlines = _paths(rings, frame.per_unit, frame.ratio)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.translate(anchor[0] - frame.left, anchor[1] - frame.top)
    for area, outline, opacity in zip(areas, outlines, (_FAR_OPACITY, 1.0)):
        for path, strength in ((area, _FILL_OPACITY), (outline, opacity)):
            ink = QColor(colour)
            ink.setAlphaF(strength)
            painter.fillPath(path, ink)
    painter.restore()


@lru_cache(maxsize=1024)
def _paths(
    rings: ErrorRings, per_unit: float, ratio: float
) -> tuple[tuple[int, int], tuple[QPainterPath, QPainterPath], tuple[QPainterPath, QPainterPath]]:
    """What is filled and the outlines at a scale, the far ring first, from a whole pixel of the map.

    Lines that are worked out while painting come out differently where the view is elsewhere.
    """
    near, far = rings.rings()
    x_min, _, _, y_max = rings.bounds
    anchor = math.floor(x_min * per_unit), math.floor(-y_max * per_unit)
    areas = _area(far, per_unit, anchor), _area(near, per_unit, anchor)
    outlines = _outline(areas[0], _FAR_PX * ratio), _outline(areas[1], _NEAR_PX * ratio)
    return anchor, areas, outlines


def _outline(area: QPainterPath, width_px: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(width_px)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    outline = stroker.createStroke(area)
    outline.setFillRule(Qt.FillRule.WindingFill)
    return outline


def _area(ring: NDArray[np.float64], per_unit: float, anchor: tuple[int, int]) -> QPainterPath:
    corners = np.floor(ring * (per_unit * _PARTS, -per_unit * _PARTS) + 0.5 + 1 / 1024) / _PARTS - anchor
    area = QPainterPath()
    area.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners.tolist()]))
    area.closeSubpath()
    return area
