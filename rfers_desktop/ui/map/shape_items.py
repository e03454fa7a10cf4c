"""Lines, areas and groups of points on the map: the zones of subscriptions, and events that are not one point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPolygonF
from shapely.geometry.base import BaseGeometry

from rfers_desktop.layers.marks import MarkKey, ShapeMark, Style, ZoneMark
from rfers_desktop.ui.themes import Theme

from .pixel_frame import PixelFrame
from .shape_paths import is_area, top_above_middle
from .shape_styles import ShapeStyle, ink_on, shape_style
from .stamps import plate_size, plate_stamp, symbol_stamp
from .touches import Box, Touches

_PARTS = 16  # of a device pixel: corners lie on such a grid, to look the same wherever the view is
_SMALLEST_LABELLED_PX = 40.0  # an area smaller than this on the screen shows no name
_ABOVE_SPOT_PX = 34.0
_SPOT_RADIUS_PX = 9.0  # a zone that is a point
_LONGEST_DASHED_PX = 60_000.0  # device pixels; nobody sees the dashes of what is so much larger than the screen
_BAND_OPACITY, _MARGIN_LINE_OPACITY, _MARGIN_LINE_PX = 0.055, 0.7, 1.2
_REACH_PX = 18.0  # of symbols and lines beyond the geometry


class ShapeItem:
    """One shape, its path kept for the present scale."""

    def __init__(self, mark: ShapeMark | ZoneMark) -> None:
        self.mark = mark
        self.bounds = mark.bounds  # asked for all shapes in each frame
        self._is_zone = isinstance(mark, ZoneMark)
        self._is_area = is_area(mark.geometry)
        self._spots = shapely.get_coordinates([p for p in shapely.get_parts(mark.geometry) if p.geom_type == "Point"])
        if self._is_zone or mark.style is Style.IMAGE:  # what is in the middle is to be seen
            x_min, _, x_max, _ = self.bounds
            self._name_at = ((x_min + x_max) / 2, top_above_middle(mark.geometry))
        else:
            middle = mark.geometry.representative_point()
            self._name_at = (middle.x, middle.y)
        self._scale: tuple[float, float] | None = None
        self._path = QPainterPath()
        self._outline = QPainterPath()
        self._margin: list[QPainterPath] = []
        self._margin_end = QPainterPath()
        self._anchor = (0, 0)

    def box(self, frame: PixelFrame) -> Box:
        """The device pixels, from the map's origin, outside of which nothing is painted."""
        x_min, y_min, x_max, y_max = self.bounds
        reach = math.ceil(_REACH_PX * frame.ratio)
        left, top = frame.pixel(x_min, y_max)
        right, bottom = frame.pixel(x_max, y_min)
        box = left - reach, top - reach, right + reach + 1, bottom + reach + 1
        name = self.name_box(frame)
        if name is None:
            return box
        return min(box[0], name[0]), min(box[1], name[1]), max(box[2], name[2]), max(box[3], name[3])

    def name_box(self, frame: PixelFrame) -> Box | None:
        """Where the name is written; None if it is not."""
        x_min, _, x_max, _ = self.bounds
        is_small = (
            self._is_zone and self._is_area and (x_max - x_min) * frame.per_unit < _SMALLEST_LABELLED_PX * frame.ratio
        )
        if is_small or not self.mark.label:
            return None
        width, height = plate_size(self.mark.label, frame.ratio)
        x, y = frame.pixel(*self._name_at)
        if self._is_zone and self.mark.geometry.geom_type == "Point":  # above what may be drawn at the place itself
            y -= round(_ABOVE_SPOT_PX * frame.ratio)
        return x - width // 2, y - height // 2, x - width // 2 + width, y - height // 2 + height

    def paint_ground(self, painter: QPainter, frame: PixelFrame, theme: Theme) -> None:
        """Draw lines and areas, in device pixels of the frame."""
        style = self._style(theme)
        self._make_paths(frame, style)
        colour = QColor(style.colour)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.translate(self._anchor[0] - frame.left, self._anchor[1] - frame.top)
        self._paint_margin(painter, colour)
        if self._is_area:
            fill = QColor(colour)
            fill.setAlphaF(style.fill_opacity)
            painter.fillPath(self._path, fill)
        painter.fillPath(self._outline, colour)
        painter.restore()

    def _paint_margin(self, painter: QPainter, colour: QColor) -> None:
        """The soft edge: areas that lie one above the other, so that it fades outwards, and a thin line at its end."""
        fill = QColor(colour)
        fill.setAlphaF(_BAND_OPACITY)
        for band in self._margin:
            painter.fillPath(band, fill)
        line = QColor(colour)
        line.setAlphaF(_MARGIN_LINE_OPACITY)
        painter.fillPath(self._margin_end, line)

    def paint_words(self, painter: QPainter, frame: PixelFrame, theme: Theme) -> None:
        """Draw the symbols of single points and the name."""
        if not self._is_zone and len(self._spots):
            image = symbol_stamp(self.mark.style, self.mark.label, theme, frame.ratio, None, 0, False, False)
            for x, y in self._spots.tolist():
                px, py = frame.pixel(x, y)
                painter.drawImage(
                    QPoint(px - frame.left - image.width() // 2, py - frame.top - image.height() // 2), image
                )
        name = self.name_box(frame)
        if name is None:
            return
        if self._is_zone:
            ground = self._style(theme).colour
            plate = plate_stamp(self.mark.label, ground, ink_on(ground, theme), frame.ratio, 1.0)
        else:
            plate = plate_stamp(self.mark.label, theme.plate, theme.text, frame.ratio)
        painter.drawImage(QPoint(name[0] - frame.left, name[1] - frame.top), plate)

    def _style(self, theme: Theme) -> ShapeStyle:
        if isinstance(self.mark, ZoneMark):
            return shape_style(self.mark.style, theme, self.mark.colour)
        style = shape_style(self.mark.style, theme)
        return style if self.mark.is_certain else replace(style, fill_opacity=0.0, line=Qt.PenStyle.DashLine)

    def _make_paths(self, frame: PixelFrame, style: ShapeStyle) -> None:
        """The area and its outline for a scale. Outlines are made once and shifted: dashes that are worked out while
        painting begin elsewhere when the view does."""
        if self._scale == (frame.per_unit, frame.ratio):
            return
        self._scale = (frame.per_unit, frame.ratio)
        x_min, _, _, y_max = self.bounds
        self._anchor = frame.pixel(x_min, y_max)
        self._path = QPainterPath()
        for line in _lines(self.mark.geometry):
            self._path.addPolygon(_polygon(line, frame, self._anchor))
        if self._is_zone:
            radius = _SPOT_RADIUS_PX * frame.ratio
            for x, y in self._spots.tolist():
                px, py = frame.pixel(x, y)
                self._path.addEllipse(QPointF(px - self._anchor[0], py - self._anchor[1]), radius, radius)
        stroker = QPainterPathStroker()
        stroker.setWidth(style.width_px * frame.ratio)
        stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
        stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self.mark.geometry.length * frame.per_unit < _LONGEST_DASHED_PX:
            stroker.setDashPattern(style.line)
        self._outline = stroker.createStroke(self._path)
        self._outline.setFillRule(Qt.FillRule.WindingFill)
        self._make_margin(frame)

    def _make_margin(self, frame: PixelFrame) -> None:
        areas = self.mark.margin if isinstance(self.mark, ZoneMark) else ()
        self._margin = []
        for area in areas:
            band = QPainterPath()
            for line in _lines(area):
                band.addPolygon(_polygon(line, frame, self._anchor))
            self._margin.append(band)
        self._margin_end = QPainterPath()
        if self._margin:
            stroker = QPainterPathStroker()
            stroker.setWidth(_MARGIN_LINE_PX * frame.ratio)
            if areas[0].length * frame.per_unit < _LONGEST_DASHED_PX:
                stroker.setDashPattern(Qt.PenStyle.DotLine)
            self._margin_end = stroker.createStroke(self._margin[0])
            self._margin_end.setFillRule(Qt.FillRule.WindingFill)


class ShapeItems:
    """Shapes by key; what changes is told to `touches`."""

    def __init__(self, touches: Touches) -> None:
        self._touches = touches
        self._items: dict[MarkKey, ShapeItem] = {}

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: MarkKey) -> bool:
        return key in self._items

    def keys(self) -> Iterable[MarkKey]:
        """The keys of all shapes."""
        return self._items.keys()

    def put(self, mark: ShapeMark | ZoneMark, frame: PixelFrame) -> None:
        """Draw a shape in place of the one with its key."""
        self.take(mark.key, frame)
        item = self._items[mark.key] = ShapeItem(mark)
        self._touches.add(item.box(frame))

    def take(self, key: MarkKey, frame: PixelFrame) -> None:
        """Draw a shape no more."""
        item = self._items.pop(key, None)
        if item is not None:
            self._touches.add(item.box(frame))

    def clear(self) -> None:
        """Draw nothing."""
        self._items.clear()

    def bounds(self) -> list[tuple[float, float, float, float]]:
        """The boxes of all shapes, in map units."""
        return [item.bounds for item in self._items.values()]

    def name_boxes(self, frame: PixelFrame) -> list[Box]:
        """Where names are written."""
        return self.plates()(frame)

    def plates(self) -> Callable[[PixelFrame], list[Box]]:
        """Where names are written, of the shapes as they are now; may be asked on any thread."""
        items = tuple(self._items.values())
        return lambda frame: [box for item in items if (box := item.name_box(frame)) is not None]

    def paint(self, painter: QPainter, frame: PixelFrame, box: QRect, theme: Theme) -> None:
        """Draw what reaches into a box of device pixels of the frame: first all grounds, then all words."""
        seen = [item for item in self._items.values() if _meets(item.box(frame), box, frame)]
        if not seen:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in seen:
            item.paint_ground(painter, frame, theme)
        for item in seen:
            item.paint_words(painter, frame, theme)

    def geometries_in(self, bounds: tuple[float, float, float, float]) -> list[BaseGeometry]:
        """The shapes that touch bounds, in map units."""
        box = shapely.box(*bounds)
        return [item.mark.geometry for item in self._items.values() if item.mark.geometry.intersects(box)]

    def styles_in(self, bounds: tuple[float, float, float, float]) -> frozenset[Style]:
        """The styles of the shapes that touch bounds, in map units."""
        box = shapely.box(*bounds)
        return frozenset(item.mark.style for item in self._items.values() if item.mark.geometry.intersects(box))

    def keys_at(self, x: float, y: float, reach: float) -> list[MarkKey]:
        """The shapes at a place or no farther than `reach` map units from it, the last drawn first."""
        place = shapely.Point(x, y)
        return [
            key
            for key, item in reversed(self._items.items())
            if _is_near(item.bounds, x, y, reach) and shapely.dwithin(item.mark.geometry, place, reach)
        ]


def _lines(geometry: BaseGeometry) -> list[NDArray[np.float64]]:
    found = []
    for part in shapely.get_parts(geometry):
        if isinstance(part, shapely.Polygon):
            found += [shapely.get_coordinates(ring) for ring in (part.exterior, *part.interiors)]
        elif isinstance(part, shapely.LineString):
            found.append(shapely.get_coordinates(part))
    return found


def _polygon(line: NDArray[np.float64], frame: PixelFrame, anchor: tuple[int, int]) -> QPolygonF:
    scale = np.array([frame.per_unit, -frame.per_unit]) * _PARTS
    corners = np.floor(line * scale + 0.5 + 1 / 1024) / _PARTS - anchor
    return QPolygonF([QPointF(x, y) for x, y in corners.tolist()])


def _meets(item: Box, box: QRect, frame: PixelFrame) -> bool:
    left, top = box.left() + frame.left, box.top() + frame.top
    return item[0] < left + box.width() and item[2] > left and item[1] < top + box.height() and item[3] > top


def _is_near(bounds: tuple[float, float, float, float], x: float, y: float, reach: float) -> bool:
    x_min, y_min, x_max, y_max = bounds
    return x_min - reach <= x <= x_max + reach and y_min - reach <= y <= y_max + reach
