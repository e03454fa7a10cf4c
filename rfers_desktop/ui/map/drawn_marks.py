"""Marks made ready for the painter: one class for each kind of mark, found by one table."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from rfers_desktop.layers.marks import Mark, PointMark, ShapeMark, ZoneMark

from .label_places import Side
from .label_plate import LabelPlate
from .shape_paths import is_area, lines_and_areas, points, top_above_middle
from .symbols import HALO_PX, POINT_SYMBOLS, SHAPE_STYLES, SYMBOL_RADIUS_PX, ShapeStyle, paint_symbol

_SYMBOL_REACH_PX = SYMBOL_RADIUS_PX + 3 + 2 * HALO_PX
_LABEL_GAP_PX = 3.0
_TRAIL_OPACITY = 0.55
_SMALLEST_LABELLED_PX = 40.0  # a zone smaller than this on the screen shows no name


class DrawnMark(Protocol):
    """A mark that can say how far it reaches and paint itself: first the ground of all marks, then what is on it."""

    def reach(self) -> tuple[QRectF, float, float]:
        """The box in map units that it covers, and how many pixels it reaches beyond: sideways, up and down."""
        ...

    def paint_ground(self, painter: QPainter, to_pixels: QTransform) -> None:
        """Paint, in pixels, what other marks may cover."""
        ...

    def paint(self, painter: QPainter, to_pixels: QTransform) -> None:
        """Paint, in pixels, what is to be read."""
        ...

    def keeps_free(self, to_pixels: QTransform) -> list[QRectF]:
        """The boxes in pixels that no label of another mark may cover."""
        ...


class DrawnPoint:
    """A symbol with its label beside it and its trail behind it."""

    def __init__(self, mark: PointMark) -> None:
        self.label = LabelPlate(mark.label) if mark.label else None
        self.side: Side | None = Side.RIGHT  # None hides the label
        self._at = QPointF(mark.x, mark.y)
        self._symbol = POINT_SYMBOLS[mark.style]
        self._trail = QPolygonF([QPointF(x, y) for x, y in mark.trail])

    def reach(self) -> tuple[QRectF, float, float]:
        box = _dot(self._at) if self._trail.isEmpty() else _dot(self._at).united(self._trail.boundingRect())
        size = QSizeF(0, 0) if self.label is None else self.label.size
        beyond = _SYMBOL_REACH_PX + _LABEL_GAP_PX + 1
        return box, beyond + size.width(), beyond + size.height()

    def paint_ground(self, painter: QPainter, to_pixels: QTransform) -> None:
        if not self._trail.isEmpty():
            _paint_trail(painter, to_pixels.map(self._trail), self._symbol.colour)

    def paint(self, painter: QPainter, to_pixels: QTransform) -> None:
        paint_symbol(painter, self._symbol, to_pixels.map(self._at))
        if self.label is not None and self.side is not None:
            self.label.paint(painter, self.side.box(self.symbol_box(to_pixels), self.label.size).topLeft())

    def keeps_free(self, to_pixels: QTransform) -> list[QRectF]:
        return [self.symbol_box(to_pixels)]

    def symbol_box(self, to_pixels: QTransform) -> QRectF:
        """Where the symbol is, in pixels."""
        at, outline = to_pixels.map(self._at), self._symbol.outline.boundingRect()
        return outline.translated(at).adjusted(-HALO_PX, -HALO_PX, HALO_PX, HALO_PX)


class DrawnShape:
    """An event that is a line, an area or several points, with its label in the middle."""

    def __init__(self, mark: ShapeMark) -> None:
        self._style = SHAPE_STYLES[mark.style]
        self._symbol = POINT_SYMBOLS[mark.style]
        self._is_area = is_area(mark.geometry)
        self._path = lines_and_areas(mark.geometry)
        self._points = points(mark.geometry)
        self._box = _box(mark.bounds)
        self._label = LabelPlate(mark.label)
        middle = mark.geometry.representative_point()
        self._middle = QPointF(middle.x, middle.y)

    def reach(self) -> tuple[QRectF, float, float]:
        return self._box, self._label.size.width() / 2 + _SYMBOL_REACH_PX, self._label.size.height() + _SYMBOL_REACH_PX

    def paint_ground(self, painter: QPainter, to_pixels: QTransform) -> None:
        _set_pen_and_brush(painter, self._style, self._is_area)
        painter.drawPath(to_pixels.map(self._path))

    def paint(self, painter: QPainter, to_pixels: QTransform) -> None:
        for place in self._points:
            paint_symbol(painter, self._symbol, to_pixels.map(place))
        self._label.paint(painter, self._label_box(to_pixels).topLeft())

    def keeps_free(self, to_pixels: QTransform) -> list[QRectF]:
        return [self._label_box(to_pixels)]

    def _label_box(self, to_pixels: QTransform) -> QRectF:
        return _centred(to_pixels.map(self._middle), self._label.size)


class DrawnZone:
    """Where a subscription listens: a pale area with its name on the upper edge."""

    def __init__(self, mark: ZoneMark) -> None:
        self._style = SHAPE_STYLES[mark.style]
        self._is_area = is_area(mark.geometry)
        self._path = lines_and_areas(mark.geometry)
        self._points = points(mark.geometry)
        self._box = _box(mark.bounds)
        self._label = LabelPlate(mark.label, self._style.colour, "#ffffff", 1.0)
        self._name_at = QPointF(self._box.center().x(), top_above_middle(mark.geometry))

    def reach(self) -> tuple[QRectF, float, float]:
        return self._box, self._label.size.width() / 2 + _SYMBOL_REACH_PX, self._label.size.height() + _SYMBOL_REACH_PX

    def paint_ground(self, painter: QPainter, to_pixels: QTransform) -> None:
        _set_pen_and_brush(painter, self._style, self._is_area)
        painter.drawPath(to_pixels.map(self._path))
        for place in self._points:
            painter.drawEllipse(to_pixels.map(place), SYMBOL_RADIUS_PX, SYMBOL_RADIUS_PX)

    def paint(self, painter: QPainter, to_pixels: QTransform) -> None:
        for box in self.keeps_free(to_pixels):
            self._label.paint(painter, box.topLeft())

    def keeps_free(self, to_pixels: QTransform) -> list[QRectF]:
        is_small = self._is_area and to_pixels.mapRect(self._box).width() < _SMALLEST_LABELLED_PX
        return [] if is_small else [_centred(to_pixels.map(self._name_at), self._label.size)]


def drawn(mark: Mark) -> DrawnMark:
    """The drawing of a mark. A new kind of mark is one row."""
    match mark:
        case PointMark():
            return DrawnPoint(mark)
        case ShapeMark():
            return DrawnShape(mark)
        case ZoneMark():
            return DrawnZone(mark)


def _set_pen_and_brush(painter: QPainter, style: ShapeStyle, is_filled: bool) -> None:
    colour = QColor(style.colour)
    painter.setPen(QPen(colour, style.width_px, style.line, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    fill = QColor(colour)
    fill.setAlphaF(style.fill_opacity)
    painter.setBrush(fill if is_filled else Qt.BrushStyle.NoBrush)


def _paint_trail(painter: QPainter, trail: QPolygonF, colour: str) -> None:
    faint = QColor(colour)
    faint.setAlphaF(_TRAIL_OPACITY)
    painter.setPen(QPen(faint, 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(trail)


def _box(bounds: tuple[float, float, float, float]) -> QRectF:
    x_min, y_min, x_max, y_max = bounds
    return QRectF(x_min, y_min, x_max - x_min, y_max - y_min)


def _dot(at: QPointF) -> QRectF:
    return QRectF(at, at)


def _centred(at: QPointF, size: QSizeF) -> QRectF:
    return QRectF(at.x() - size.width() / 2, at.y() - size.height() / 2, size.width(), size.height())
