"""How a drawing looks on the map: the zone, its buffer as it will be matched, what can be pulled, and the figures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from shapely.geometry.base import BaseGeometry

from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch
from rfers_desktop.geo.geodesic_buffer import buffered, soft_margin
from rfers_desktop.geo.projections import Projection
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.shape_paths import lines_and_areas, points
from rfers_desktop.ui.map.view import View

from . import measure_drawing
from .draw_figures import figures
from .draw_handles import Handle, corner_pixels, middle_pixels
from .stage import Stage

_CORNER_PX, _MIDDLE_PX = 4.5, 3.0
_PAD_PX = 12.0
_LEGS = 64  # to the width of a zone: long edges, straight in degrees, are curves on some maps
_DETAIL_PX = 0.2  # what of a zone may be left out of the picture of its buffer


@dataclass(frozen=True, slots=True)
class Shown:
    """All that is drawn at a moment."""

    sketch: Sketch
    buffer_m: float
    under: LonLat | None = None
    hovered: Handle | None = None
    snap: Snap | None = None
    path: tuple[tuple[float, float], ...] = ()  # of a freehand line, map units
    soft_m: float = 0.0

    @property
    def with_next(self) -> Sketch:
        """The sketch as it would be with a corner under the pointer."""
        is_open = self.under is not None and self.sketch.vertices and self.sketch.takes_more
        if not is_open or self.hovered is not None or self.sketch.shape is Shape.FREEHAND or self.under is None:
            return self.sketch
        return self.sketch.with_corner(self.under)


@dataclass(frozen=True, slots=True)
class _Outline:
    """A zone and its buffer in map units."""

    zone: BaseGeometry | None
    widened: BaseGeometry | None
    margin: tuple[BaseGeometry, ...] = ()  # of a soft edge, the outermost first
    is_crossing: bool = False


class SketchPainting:
    """Works the buffer out when drawing, buffer or scale changed, and not with every paint."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._made_for: tuple[Sketch, float, float, Projection, float] | None = None
        self._outline = _Outline(None, None)

    def reach(self, view: View, shown: Shown) -> list[QRectF]:
        """The box around all that is drawn, and the plate's."""
        outline = self._outlined(shown)
        boxes = [
            view.box(shape.bounds)
            for shape in (outline.zone, outline.widened, *outline.margin[:1])
            if shape and not shape.is_empty
        ]
        corners = corner_pixels(shown.with_next, view, self._stage.projection)
        if len(corners):
            (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
            boxes.append(QRectF(left, top, right - left, bottom - top))
        if shown.path:
            boxes.append(view.box(shapely.MultiPoint(shown.path).bounds))
        if shown.snap is not None:
            boxes.append(measure_drawing.snap_box(view.pixel(shown.snap.x, shown.snap.y)))
        padded = [box.normalized().adjusted(-_PAD_PX, -_PAD_PX, _PAD_PX, _PAD_PX) for box in boxes]
        plate = self._plate(view, shown)
        return padded if plate is None else [*padded, plate[1]]

    def paint(self, painter: QPainter, view: View, shown: Shown) -> None:
        """Draw it all, the figures last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = self._outlined(shown)
        for band in outline.margin:
            _draw_band(painter, view.transform().map(lines_and_areas(band)), is_end=band is outline.margin[0])
        if outline.widened is not None:
            _draw_area(painter, view.transform().map(lines_and_areas(outline.widened)), is_dashed=True)
        sketch = shown.with_next
        corners = corner_pixels(sketch, view, self._stage.projection)
        if outline.zone is not None and shapely.get_dimensions(outline.zone) > 0:
            path = view.transform().map(lines_and_areas(outline.zone))
            if outline.is_crossing:
                _draw_line(painter, path, is_wrong=True)
            else:
                (_draw_area if shapely.get_dimensions(outline.zone) == 2 else _draw_line)(painter, path)
        elif len(corners) > 1:
            _draw_line(painter, _open_path(corners))
        elif sketch.shape is Shape.FEATURES and outline.zone is not None:
            _draw_points(painter, [view.transform().map(point) for point in points(outline.zone)])
        if len(shown.path) > 1:
            _draw_line(painter, _open_path(view.pixels(np.array(shown.path))))
        self._draw_handles(painter, view, shown)
        if shown.snap is not None:
            measure_drawing.draw_snap(painter, view.pixel(shown.snap.x, shown.snap.y), shown.snap.is_vertex)
        plate = self._plate(view, shown)
        if plate is not None:
            measure_drawing.draw_plate(painter, *plate)

    def _outlined(self, shown: Shown) -> _Outline:
        projection, view = self._stage.projection, self._stage.view
        sketch = shown.with_next
        ground_m = view.units_per_px * projection.ground_metres_per_unit(view.x, view.y)
        wanted = (replace(sketch, is_finished=False), shown.buffer_m, shown.soft_m, projection, ground_m)
        if wanted != self._made_for:
            self._made_for = wanted
            self._outline = _outline(sketch, shown.buffer_m, shown.soft_m, projection, ground_m)
        return self._outline

    def _draw_handles(self, painter: QPainter, view: View, shown: Shown) -> None:
        theme, sketch = present_theme(), shown.sketch
        if sketch.shape is Shape.FEATURES:
            return
        corners = corner_pixels(sketch, view, self._stage.projection)
        painter.setPen(QPen(QColor(theme.text_halo), 1.2))
        for index, middle in middle_pixels(sketch, corners):
            is_hovered = shown.hovered == Handle(index, False)
            painter.setBrush(QColor(theme.selection if is_hovered else theme.quiet_text))
            size = _CORNER_PX if is_hovered else _MIDDLE_PX
            painter.drawEllipse(middle, size, size)
        for index, (x, y) in enumerate(corners.tolist()):
            is_hovered = shown.hovered == Handle(index, True)
            painter.setBrush(QColor(theme.selection if is_hovered else theme.measure))
            size = _CORNER_PX + (1.5 if is_hovered else 0.0)
            painter.drawRect(QRectF(x - size, y - size, 2 * size, 2 * size))

    def _plate(self, view: View, shown: Shown) -> tuple[list[str], QRectF] | None:
        lines = figures(shown.with_next, shown.buffer_m)
        sketch = shown.with_next
        anchor = shown.under if shown.under is not None else (sketch.corners[-1] if sketch.corners else None)
        if not lines or anchor is None:
            return None
        at = view.pixel(*self._stage.projection.point_to_map(*anchor))
        return lines, measure_drawing.plate_box(lines, at, QRectF(QPointF(), view.size), self._stage.covered())


def _outline(sketch: Sketch, buffer_m: float, soft_m: float, projection: Projection, ground_m: float) -> _Outline:
    zone = sketch.zone()
    if zone is None:
        return _Outline(None, None)
    west, south, east, north = zone.bounds
    longest_deg = max(east - west, north - south, 1e-9) / _LEGS
    if sketch.is_crossing:  # GEOS would mend it, which is not what was drawn
        rim = shapely.get_exterior_ring(zone)
        assert rim is not None  # only areas cross themselves
        return _Outline(projection.geometry_to_map(shapely.segmentize(rim, longest_deg)), None, is_crossing=True)
    shown = projection.geometry_to_map(shapely.segmentize(zone, longest_deg))
    is_as_drawn = buffer_m == 0.0 or (buffer_m < 0.0 and shapely.get_dimensions(zone) < 2)
    core = zone if is_as_drawn else buffered(zone, buffer_m, _DETAIL_PX * ground_m)
    margin = tuple(projection.geometry_to_map(band) for band in soft_margin(core, soft_m))
    return _Outline(shown, None if is_as_drawn else projection.geometry_to_map(core), margin)


def _draw_area(painter: QPainter, path: QPainterPath, is_dashed: bool = False) -> None:
    theme = present_theme()
    filling = QColor(theme.measure)
    filling.setAlphaF(0.12)
    painter.fillPath(path, filling)
    _draw_line(painter, path, is_dashed)


def _draw_band(painter: QPainter, path: QPainterPath, is_end: bool) -> None:
    """A part of a soft edge: they lie one above the other, so that it fades outwards."""
    theme = present_theme()
    filling = QColor(theme.measure)
    filling.setAlphaF(0.07)
    painter.fillPath(path, filling)
    if is_end:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.measure), 1.2, Qt.PenStyle.DotLine))
        painter.drawPath(path)


def _draw_line(painter: QPainter, path: QPainterPath, is_dashed: bool = False, is_wrong: bool = False) -> None:
    theme = present_theme()
    ink = theme.zone_refused if is_wrong else theme.measure
    painter.setBrush(Qt.BrushStyle.NoBrush)
    style = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
    for colour, width, pattern in ((theme.text_halo, 4.5, Qt.PenStyle.SolidLine), (ink, 2.0, style)):
        painter.setPen(QPen(QColor(colour), width, pattern, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(path)


def _draw_points(painter: QPainter, places: list[QPointF]) -> None:
    theme = present_theme()
    painter.setPen(QPen(QColor(theme.text_halo), 1.5))
    painter.setBrush(QColor(theme.measure))
    for place in places:
        painter.drawEllipse(place, _CORNER_PX, _CORNER_PX)


def _open_path(pixels: np.ndarray) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in pixels.tolist()]))
    return path
