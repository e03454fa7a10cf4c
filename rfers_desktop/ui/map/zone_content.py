"""The zones of subscriptions on their sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from shapely.geometry.base import BaseGeometry

from rfers_desktop.layers.marks import MarkKey, Style, ZoneMark
from rfers_desktop.ui.themes import Theme

from .device_painter import in_device_pixels
from .pixel_frame import PixelFrame
from .shape_items import ShapeItems
from .sheet import clear_boxes
from .touches import Box, Touches
from .view import Bounds, View


class ZoneContent:
    """Zones by key. A change repaints the box of the zone, and nothing else."""

    is_slow = False
    is_heavy = False

    def __init__(self, view: View) -> None:
        self.touches = Touches()
        self._frame = PixelFrame.of(view)
        self._items = ShapeItems(self.touches)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: MarkKey) -> bool:
        return key in self._items

    @property
    def is_empty(self) -> bool:
        """Whether there is no zone."""
        return not len(self._items)

    def put(self, mark: ZoneMark) -> None:
        """Draw a zone in place of the one with its key."""
        self._items.put(mark, self._frame)

    def take(self, key: MarkKey) -> None:
        """Draw a zone no more."""
        self._items.take(key, self._frame)

    def clear(self) -> None:
        """Draw nothing."""
        self._items.clear()
        self.touches.add_all()

    def bounds(self) -> list[tuple[float, float, float, float]]:
        """The boxes of all zones, in map units."""
        return self._items.bounds()

    def name_boxes(self, frame: PixelFrame) -> list[Box]:
        """Where names are written, in device pixels from the map's origin."""
        return self._items.name_boxes(frame)

    def plates(self) -> Callable[[PixelFrame], list[Box]]:
        """The same for the zones as they are now, whatever becomes of them; may be asked on any thread."""
        return self._items.plates()

    def keys_at(self, x: float, y: float, reach: float) -> list[MarkKey]:
        """The zones at a place in map units."""
        return self._items.keys_at(x, y, reach)

    def styles_in(self, bounds: Bounds) -> frozenset[Style]:
        """The styles of the zones that touch bounds, in map units."""
        return self._items.styles_in(bounds)

    def geometries_in(self, bounds: Bounds) -> list[BaseGeometry]:
        """The shapes that touch bounds, in map units."""
        return self._items.geometries_in(bounds)

    def look_at(self, view: View) -> None:
        """Follow the view."""
        self._frame = PixelFrame.of(view)

    def painting(self) -> ZoneContent:
        """Zones paint themselves."""
        return self

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        """Paint all zones that touch `exposed`."""
        frame = PixelFrame.of(view)
        with in_device_pixels(painter):
            self._items.paint(painter, frame, frame.device_box(exposed), theme)

    def paint_boxes(self, image: QImage, view: View, boxes: list[QRect], theme: Theme) -> None:
        """Paint some boxes of a sheet anew."""
        clear_boxes(image, boxes)
        frame = PixelFrame.of(view)
        painter = QPainter(image)
        try:
            for box in boxes:
                painter.setClipRect(box)
                self._items.paint(painter, frame, box, theme)
        finally:
            painter.end()

    def join_fresh(self) -> None:
        """Nothing: no zone is laid above the others."""

    def paint_fresh(self, pictures: Sequence[QImage], theme: Theme) -> tuple[list[QRect], bool]:
        """Nothing: zones let each other shine through, none can just be laid above."""
        return [], True
