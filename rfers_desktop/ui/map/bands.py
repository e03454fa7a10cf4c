"""The bands of the map, one graphics item each: graticule below, then zones, then events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import HALF_WORLD
from rfers_desktop.layers.marks import Mark, MarkKey
from rfers_desktop.ui.look import GRATICULE, GRATICULE_TEXT, small_font

from .drawn_marks import DrawnMark, DrawnPoint, drawn
from .label_places import sides

_WORLD = QRectF(-HALF_WORLD, -HALF_WORLD, 2 * HALF_WORLD, 2 * HALF_WORLD)
_LABEL_OFFSET_PX = 4.0
_TOP_LINE_PX = 15
_SLACK_PX = 2.0  # antialiasing reaches a little beyond the geometry


class Band(QGraphicsItem):
    """Covers the whole map and paints in pixels, only where it was exposed."""

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return _WORLD

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        to_pixels = painter.worldTransform()
        exposed = to_pixels.mapRect(option.exposedRect)
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_pixels(painter, to_pixels, exposed)
        painter.restore()

    def paint_pixels(self, painter: QPainter, to_pixels: QTransform, exposed: QRectF) -> None:
        """Paint what touches `exposed`, a rectangle in pixels."""
        raise NotImplementedError


class GraticuleBand(Band):
    """Meridians and parallels with their degrees, written along the left and the upper edge of the view."""

    def __init__(self, view_in_pixels: Callable[[], QRectF]) -> None:
        super().__init__()
        self._view_in_pixels = view_in_pixels

    def paint_pixels(self, painter: QPainter, to_pixels: QTransform, exposed: QRectF) -> None:
        view = self._view_in_pixels()
        inverse, _ = to_pixels.inverted()
        shown = inverse.mapRect(view)
        lines = graticule(shown.left(), shown.top(), shown.right(), shown.bottom())
        painter.setFont(small_font())
        width = painter.fontMetrics().horizontalAdvance
        for meridian in lines.meridians:
            x = round(to_pixels.map(QPointF(meridian.at, 0.0)).x()) + 0.5
            self._line(painter, QPointF(x, view.top()), QPointF(x, view.bottom()))
            if x + _LABEL_OFFSET_PX + width(meridian.text) < view.right():
                painter.drawText(QPointF(x + _LABEL_OFFSET_PX, view.top() + _TOP_LINE_PX), meridian.text)
        for parallel in lines.parallels:
            y = round(to_pixels.map(QPointF(0.0, parallel.at)).y()) + 0.5
            self._line(painter, QPointF(view.left(), y), QPointF(view.right(), y))
            if y - _LABEL_OFFSET_PX > view.top() + 2 * _TOP_LINE_PX:  # below the line that the meridians write
                painter.drawText(QPointF(view.left() + 6, y - _LABEL_OFFSET_PX), parallel.text)

    def _line(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        painter.setPen(QPen(QColor(GRATICULE), 1))
        painter.drawLine(start, end)
        painter.setPen(QColor(GRATICULE_TEXT))


class MarkBand(Band):
    """Marks by key. A change repaints the places of the old and the new drawing, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: dict[MarkKey, DrawnMark] = {}
        self._bounds: dict[MarkKey, tuple[float, float, float, float]] = {}

    def __len__(self) -> int:
        return len(self._drawn)

    def __contains__(self, key: MarkKey) -> bool:
        return key in self._drawn

    def put(self, mark: Mark) -> None:
        """Draw a mark in place of the one with its key."""
        before, now = self._drawn.get(mark.key), drawn(mark)
        if isinstance(before, DrawnPoint) and isinstance(now, DrawnPoint):
            now.side = before.side
        self._touch(before)
        self._drawn[mark.key] = now
        self._bounds[mark.key] = mark.bounds
        self._touch(self._drawn[mark.key])

    def take(self, key: MarkKey) -> None:
        """Draw a mark no more."""
        self._touch(self._drawn.pop(key, None))
        self._bounds.pop(key, None)

    def clear(self) -> None:
        """Draw nothing."""
        self._drawn.clear()
        self._bounds.clear()
        self.update()

    def bounds(self) -> Iterable[tuple[float, float, float, float]]:
        """The boxes of all marks, in map units."""
        return self._bounds.values()

    def keeps_free(self) -> list[QRectF]:
        """The boxes in pixels that labels of other bands had better not cover."""
        to_pixels = self.sceneTransform()
        return [box for mark in self._drawn.values() for box in mark.keeps_free(to_pixels)]

    def place_labels(self, view: QRectF, taken: Iterable[QRectF]) -> None:
        """Find places for the labels in view; only those that change sides are painted again."""
        to_pixels = self.sceneTransform()
        shown = [mark for mark in self._drawn.values() if _reached(mark, to_pixels).intersects(view)]
        obstacles = [box for mark in shown for box in mark.keeps_free(to_pixels)]
        places = [(mark, mark.label.size) for mark in shown if isinstance(mark, DrawnPoint) and mark.label is not None]
        found = sides([(mark.symbol_box(to_pixels), size) for mark, size in places], [*taken, *obstacles], view)
        for (mark, _), side in zip(places, found):
            if mark.side is not side:
                mark.side = side
                self._touch(mark)

    def paint_pixels(self, painter: QPainter, to_pixels: QTransform, exposed: QRectF) -> None:
        touched = [mark for mark in self._drawn.values() if _reached(mark, to_pixels).intersects(exposed)]
        for mark in touched:
            mark.paint_ground(painter, to_pixels)
        for mark in touched:
            mark.paint(painter, to_pixels)

    def _touch(self, mark: DrawnMark | None) -> None:
        if mark is None or self.scene() is None:
            return
        box, sideways, up_down = mark.reach()
        scale = self.sceneTransform()
        per_x, per_y = abs(scale.m11()), abs(scale.m22())  # pixels in a map unit
        if per_x == 0 or per_y == 0:
            return
        x, y = (sideways + _SLACK_PX) / per_x, (up_down + _SLACK_PX) / per_y
        self.update(box.adjusted(-x, -y, x, y))


def _reached(mark: DrawnMark, to_pixels: QTransform) -> QRectF:
    """The box in pixels outside of which a mark paints nothing."""
    box, sideways, up_down = mark.reach()
    return to_pixels.mapRect(box).adjusted(-sideways, -up_down, sideways, up_down)
