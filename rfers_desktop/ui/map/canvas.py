"""The map: draws marks where they are, and lets the user look around."""

from __future__ import annotations

import pyqtgraph as pg
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from rfers_desktop.geo.mercator import HALF_WORLD, ground_metres_per_unit, point_to_lonlat, point_to_map
from rfers_desktop.layers.marks import LayerChange, Mark, MarkKey, ZoneMark
from rfers_desktop.ui.look import MAP_PAPER

from .bands import GraticuleBand, MarkBand
from .scale_bar import ScaleBar

_FIRST_VIEW = (-114.07, 51.05, 60_000.0)  # Calgary: lon, lat, map units across
_CLOSEST = 20.0  # map units across
_ZOOM_STEP = 1.6
_MARGIN = 0.15  # of the view, left free around what is zoomed to
_SMALLEST_FIT = 2_000.0  # map units across: a single place is shown with its surroundings
_SCALE_BAR_OFFSET_PX = 12
_ZONE_PREFIX = "zone"


class MapCanvas(pg.GraphicsView):  # type: ignore[misc]
    """Web Mercator; the wheel zooms at the cursor, dragging pans."""

    pointed = Signal(float, float)  # lon, lat under the cursor
    view_changed = Signal(float)  # metres on the ground in a pixel, in the middle of the view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=MAP_PAPER)
        # Only what changed is painted: no cached background, no full-viewport updates.
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setAccessibleName("Map")
        self.setAccessibleDescription("Zones and events. The wheel zooms, dragging moves the map.")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._is_untouched = True
        self._box = pg.ViewBox(lockAspect=True, enableMenu=False, border=None, defaultPadding=0.0)
        self._box.disableAutoRange()
        self._box.setLimits(
            xMin=-HALF_WORLD, xMax=HALF_WORLD, yMin=-HALF_WORLD, yMax=HALF_WORLD, minXRange=_CLOSEST, minYRange=_CLOSEST
        )
        self.setCentralItem(self._box)
        self._graticule = GraticuleBand(self._box.sceneBoundingRect)
        self._zones = MarkBand()
        self._events = MarkBand()
        for height, band in enumerate((self._graticule, self._zones, self._events)):
            self._box.addItem(band, ignoreBounds=True)
            band.setZValue(height)
        self._scale_bar = ScaleBar(self)
        self._box.sigRangeChanged.connect(self._look_changed)
        self._box.sigRangeChangedManually.connect(self._touched)
        lon, lat, across = _FIRST_VIEW
        self._show_around(*point_to_map(lon, lat), across)

    def apply(self, change: LayerChange) -> None:
        """Draw what changed. On a map that nobody has moved yet, new things bring themselves into view."""
        is_any_new = False
        for key in change.taken:
            self._band(key).take(key)
        for mark in change.put:
            band = self._band(mark.key)
            is_any_new = is_any_new or (mark.key not in band and not self._is_in_view(mark))
            band.put(mark)
        if is_any_new and self._is_untouched:
            self.zoom_to_all()
        if change.put or change.taken:
            self._place_labels()

    def clear(self) -> None:
        """Draw no marks, and look at the next ones when they come."""
        self._zones.clear()
        self._events.clear()
        self._is_untouched = True

    def mark_count(self) -> int:
        """How many marks there are."""
        return len(self._zones) + len(self._events)

    def zoom(self, is_in: bool) -> None:
        """One step nearer or farther."""
        self._touched()
        factor = 1 / _ZOOM_STEP if is_in else _ZOOM_STEP
        self._box.scaleBy((factor, factor))

    def pan(self, across: float, up: float) -> None:
        """Move by parts of the view."""
        self._touched()
        shown = self._shown()
        self._box.translateBy(x=across * shown.width(), y=up * shown.height())

    def zoom_to_all(self) -> None:
        """Show every mark."""
        self._fit([*self._zones.bounds(), *self._events.bounds()])

    def zoom_to(self, mark: Mark) -> None:
        """Show one mark: a zone in full, an event in the middle at the present scale."""
        self._touched()
        if isinstance(mark, ZoneMark):
            self._fit([mark.bounds])
            return
        x_min, y_min, x_max, y_max = mark.bounds
        self._show_around((x_min + x_max) / 2, (y_min + y_max) / 2, self._shown().width())

    def shown_area(self) -> shapely.Polygon:
        """What is now in view, as a lon/lat rectangle."""
        shown = self._shown()
        west, south = point_to_lonlat(shown.left(), shown.top())
        east, north = point_to_lonlat(shown.right(), shown.bottom())
        return shapely.box(west, south, east, north)

    def pixel_of(self, x: float, y: float) -> QPointF:
        """Where a place in map units is in the viewport."""
        return QPointF(self.mapFromScene(self._box.mapViewToScene(QPointF(x, y))))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = self._box.mapSceneToView(self.mapToScene(event.position().toPoint()))
        self.pointed.emit(*point_to_lonlat(place.x(), place.y()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_scale_bar"):  # pyqtgraph resizes once while it is being built
            self._place_scale_bar()

    def _band(self, key: MarkKey) -> MarkBand:
        return self._zones if key[0] == _ZONE_PREFIX else self._events

    def _shown(self) -> QRectF:
        return QRectF(self._box.viewRect())

    def _is_in_view(self, mark: Mark) -> bool:
        x_min, y_min, x_max, y_max = mark.bounds
        shown = self._shown()
        return shown.contains(QPointF(x_min, y_min)) and shown.contains(QPointF(x_max, y_max))

    def _place_labels(self) -> None:
        self._box.updateMatrix()  # which pyqtgraph else does only before it paints
        self._events.place_labels(self._box.sceneBoundingRect(), self._zones.keeps_free())

    def _fit(self, boxes: list[tuple[float, float, float, float]]) -> None:
        if not boxes:
            return
        x_min, y_min = min(b[0] for b in boxes), min(b[1] for b in boxes)
        x_max, y_max = max(b[2] for b in boxes), max(b[3] for b in boxes)
        width, height = max(x_max - x_min, _SMALLEST_FIT), max(y_max - y_min, _SMALLEST_FIT)
        centre = QPointF((x_min + x_max) / 2, (y_min + y_max) / 2)
        wanted = QRectF(centre.x() - width / 2, centre.y() - height / 2, width, height)
        self._box.setRange(wanted, padding=_MARGIN)

    def _show_around(self, x: float, y: float, across: float) -> None:
        shown = self._shown()
        up = across * shown.height() / shown.width() if shown.width() > 0 else across
        self._box.setRange(QRectF(x - across / 2, y - up / 2, across, up), padding=0)

    def _touched(self) -> None:
        self._is_untouched = False

    def _look_changed(self) -> None:
        shown = self._shown()
        middle = shown.center().y()
        ground_m = shown.width() / max(self._box.width(), 1.0) * ground_metres_per_unit(middle)
        self._scale_bar.show_scale(ground_m)
        self._place_scale_bar()
        self._place_labels()
        self.view_changed.emit(ground_m)

    def _place_scale_bar(self) -> None:
        offset = _SCALE_BAR_OFFSET_PX
        self._scale_bar.move(offset, self.height() - self._scale_bar.height() - offset)
