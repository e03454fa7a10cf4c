"""The edges of hot areas on the map: a bright line on a dark one, to be seen on any ramp."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from rfers_desktop.geo.pixel_grid import PixelBox
from rfers_desktop.geo.projections import Projection
from rfers_desktop.geo.rasters import HotArea
from rfers_desktop.ui.themes import Theme

from .pixel_frame import PixelFrame

_PARTS = 16  # of a device pixel: corners lie on such a grid, to look the same wherever the view is
_DARK_PX, _BRIGHT_PX = 4.0, 1.8
_DARK, _BRIGHT = "#101014", "#3df0ff"  # cyan is on no ramp
_REACH_PX = 4.0
_FARTHEST_PX = 30_000  # Qt draws lines only so far out


class HotOutlines:
    """Rings in map units, drawn where they touch; never changes."""

    def __init__(self, areas: Sequence[HotArea], projection: Projection) -> None:
        rings = [ring for area in areas for ring in (area.outline.exterior, *area.outline.interiors)]
        self._rings = [projection.to_map(shapely.get_coordinates(ring)) for ring in rings]
        boxes = [(*ring.min(axis=0), *ring.max(axis=0)) for ring in self._rings]
        self._boxes: NDArray[np.float64] = np.array(boxes, dtype=np.float64).reshape(-1, 4)

    def __len__(self) -> int:
        return len(self._rings)

    def paint(self, painter: QPainter, frame: PixelFrame, area: PixelBox, theme: Theme) -> None:
        """Draw the rings that touch some pixels; the painter counts in device pixels."""
        if not self._rings:
            return
        reach = _REACH_PX * frame.ratio / frame.per_unit
        x_min, x_max = area.left / frame.per_unit - reach, area.right / frame.per_unit + reach
        y_min, y_max = -area.bottom / frame.per_unit - reach, -area.top / frame.per_unit + reach
        boxes = self._boxes
        is_near = (boxes[:, 0] <= x_max) & (boxes[:, 2] >= x_min) & (boxes[:, 1] <= y_max) & (boxes[:, 3] >= y_min)
        polygons = [self._polygon(index, frame) for index in np.flatnonzero(is_near).tolist()]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width_px in ((_DARK, _DARK_PX), (_BRIGHT, _BRIGHT_PX)):
            pen = QPen(QColor(colour), width_px * frame.ratio)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            for polygon in polygons:
                painter.drawPolygon(polygon)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _polygon(self, index: int, frame: PixelFrame) -> QPolygonF:
        scaled = self._rings[index] * (frame.per_unit * _PARTS, -frame.per_unit * _PARTS)
        pixels = np.rint(scaled) / _PARTS - (frame.left, frame.top)
        pixels = np.clip(pixels, -_FARTHEST_PX, _FARTHEST_PX)
        return QPolygonF([QPointF(x, y) for x, y in pixels.tolist()])
