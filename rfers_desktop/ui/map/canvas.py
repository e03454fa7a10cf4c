"""The map: shows its sheets, takes changes in, and lets the user look around."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import shapely
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget
from shapely.geometry.base import BaseGeometry

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.marks import LayerChange, Mark, MarkKey, ZoneMark
from rfers_desktop.layers.point_table import Flag
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.themes import Theme

from .canvas_input import CanvasInput
from .canvas_marks import CanvasMarks
from .canvas_signs import CanvasSigns
from .content import Band, Content
from .frame_pump import FramePump
from .graticule_lines import Graticule
from .hand import Hand
from .live_content import KeptFree, LiveContent
from .pixel_frame import PixelFrame
from .sheets import Sheets
from .shown_kinds import ShownKinds
from .view import Bounds, View
from .world_limits import fitting, within, world_of

_FIRST_PLACE = (-114.07, 51.05)  # Calgary: lon, lat
_FIRST_ACROSS, _FARTHEST_LOOK = 60_000.0, 150.0  # map units, and to a pixel
_ZOOM_STEP = 1.6
_MARGIN = 0.15  # of the view, left free around what is zoomed to
_CRISP_AFTER_MS = 60  # of no further zooming, for what cannot be painted in a frame
_FADE_EVERY_S = 5.0


class MapCanvas(CanvasInput):
    """A view of sheets. What changes paints its own pixels; a pan shifts the picture, a zoom stretches it first."""

    pointed = Signal(float, float)  # lon, lat under the cursor
    view_changed = Signal(object)  # the View
    projection_changed = Signal(object)  # the Projection; whoever has marks puts them again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._projection = WEB_MERCATOR
        x, y = WEB_MERCATOR.point_to_map(*_FIRST_PLACE)
        width, height = max(self.width(), 1), max(self.height(), 1)
        self._wanted = View(x, y, _FIRST_ACROSS / width, width, height, self.devicePixelRatioF())
        self._sheets = Sheets(self._wanted, present_theme(), self._request_frame, self._paint_between)
        self._marks = CanvasMarks(self.view)
        self._sheets.set_content(Band.ZONES, self._marks.zones)
        self._sheets.set_content(Band.LIVE, self._marks.live)
        self.zone_plates = self._marks.zones.plates  # where the names of zones are written
        self._is_untouched = True  # nobody has moved the map yet
        self._is_first = True
        self._faded_at_s = 0.0
        self._graticule = Graticule()
        self.full_paints = 0  # of the whole viewport
        self.painted_px = 0  # device-independent pixels of the viewport, in all paints
        self.signs = CanvasSigns(self)
        self._pump = FramePump(self._draw_frame, self)
        self._crisp = QTimer(self)
        self._crisp.setSingleShot(True)
        self._crisp.timeout.connect(self._draw_crisp)
        self.set_tool(Hand(self.push))
        self.destroyed.connect(self._sheets.stop)
        self._is_ready = True
        self._look(self._wanted)

    @property
    def view(self) -> View:
        """What is in view now."""
        return self._sheets.view

    @property
    def theme(self) -> Theme:
        """The colours of the map."""
        return self._sheets.theme

    @property
    def projection(self) -> Projection:
        """How the earth is drawn flat."""
        return self._projection

    @property
    def live(self) -> LiveContent:
        """The live marks."""
        return self._marks.live

    @property
    def is_busy(self) -> bool:
        """Whether something is still on its way to the screen."""
        is_due = self.is_waiting_for_frame or self._pump.is_waiting
        return is_due or self._sheets.is_waiting_for_worker or self._crisp.isActive()

    @property
    def is_waiting_for_frame(self) -> bool:
        """Whether changes wait for the next frame."""
        return self._marks.is_waiting

    @property
    def sheet_px(self) -> int:
        """How many device pixels of sheets have been painted."""
        return self._sheets.painted_px

    def set_theme(self, theme: Theme) -> None:
        """Paint everything in other colours."""
        self._sheets.set_theme(theme)
        self.signs.repaint()
        self._request_frame()

    def set_projection(self, projection: Projection) -> None:
        """Draw the earth otherwise; the same place stays in view."""
        if projection == self._projection:
            return
        middle = self._projection.point_to_lonlat(self.view.x, self.view.y)
        ground_m = self.view.units_per_px * self._projection.ground_metres_per_unit(self.view.x, self.view.y)
        self._projection = projection
        x, y = projection.point_to_map(*middle)
        self._sheets.forget_old_pictures()
        self._look(replace(self.view, x=x, y=y, units_per_px=ground_m / projection.ground_metres_per_unit(x, y)))
        for band in Band:
            self.touch(band)
        self.projection_changed.emit(projection)

    def set_content(self, band: Band, content: Content) -> None:
        """Show something else on a band."""
        self._sheets.set_content(band, content)
        self._request_frame()

    def avoid_names(self, names: KeptFree) -> None:
        """Live labels and degrees leave the names free that somebody writes on the ground."""
        self._marks.avoid_names(names)
        self._graticule.names = names

    def touch(self, band: Band, boxes: Iterable[QRectF] | None = None) -> None:
        """The pixels of a band that changed; None is all of it."""
        frame, whole = PixelFrame.of(self.view), QRectF(0, 0, self.view.width, self.view.height)
        self._sheets.touch(band, None if boxes is None else [frame.device_box(box & whole) for box in boxes])
        self._request_frame()

    def touch_bounds(self, band: Band, bounds: Iterable[Bounds], reach_px: float = 0.0) -> None:
        """The same in map units, and so many pixels around them."""
        view = self.view
        self.touch(band, [view.box(b).adjusted(-reach_px, -reach_px, reach_px, reach_px) for b in bounds])

    def apply(self, change: LayerChange) -> None:
        """Draw what changed: at once, or with the next frame. On a map nobody has moved, new things come into view."""
        self._marks.gather(change)
        if self._marks.is_waiting:
            self._request_frame()

    def settle(self) -> None:
        """Take in at once what waits for the next frame."""
        if self._marks.is_waiting:
            self._pump.run()

    def repaint_now(self) -> None:
        """Take in what waits, and paint what changed without waiting for the event loop."""
        if self._marks.is_waiting or self._pump.is_waiting:
            self._pump.run()
        QApplication.sendPostedEvents(self.viewport(), QEvent.Type.UpdateRequest)
        QApplication.processEvents()

    def clear(self) -> None:
        """Draw no marks, and look at the next ones when they come."""
        self._marks.clear()
        self._sheets.touch(Band.BASE)  # names that a zone's name covered
        self._is_untouched = True
        self._request_frame()

    def mark_count(self) -> int:
        """How many marks there are."""
        self.settle()
        return len(self._marks)

    def select(self, keys: Iterable[MarkKey], flag: Flag = Flag.SELECTED) -> None:
        """Set live marks apart by a flag, and no others: symbols however many marks there are."""
        self.settle()
        self._marks.live.select(keys, flag)
        self._request_frame()

    def objects_at(self, px: float, py: float, radius: float = 6.0) -> list[MarkKey]:
        """The marks at a pixel, the nearest first: live ones, then zones."""
        self.settle()
        return self._marks.objects_at(self.view, px, py, radius)

    def kinds_in(self, bounds: Bounds) -> ShownKinds:
        """What kinds of marks are within bounds, for a legend."""
        self.settle()
        return self._marks.kinds_in(bounds)

    def geometries_in(self, bounds: Bounds) -> list[BaseGeometry]:
        """Zones and shapes that touch bounds, in map units, to snap to."""
        self.settle()
        return self._marks.geometries_in(bounds)

    def set_clock(self, now_s: float) -> None:
        """Let things grow old: the time in seconds of the epoch."""
        self.settle()
        self.signs.show_time(now_s, self._marks.live.newest())
        if abs(now_s - self._faded_at_s) >= _FADE_EVERY_S:
            self._faded_at_s = now_s
            self._marks.live.set_clock(now_s)
            self._request_frame()

    def freeze(self, since_s: float | None) -> None:
        """Say that the data stand still since a time; None: they do not."""
        self.signs.frozen.freeze(since_s)

    def zoom(self, is_in: bool) -> None:
        """One step nearer or farther."""
        self.settle()
        self._is_untouched = False
        self._look(self._wanted.zoomed(1 / _ZOOM_STEP if is_in else _ZOOM_STEP))

    def pan(self, across: float, up: float) -> None:
        """Move by parts of the view."""
        self.push(-across * self.view.width, up * self.view.height)

    def push(self, px: float, py: float) -> None:
        """Move the picture by pixels to the right and down."""
        self.set_view(self._wanted.moved(px, py))

    def set_view(self, view: View) -> None:
        """Look elsewhere; the size of the view stays that of the widget."""
        self.settle()
        self._is_untouched = False
        self._look(view)

    def fit(self, bounds: Bounds, margin: float = _MARGIN) -> None:
        """Show all of some bounds."""
        self.set_view(fitting(self.view, bounds, margin))

    def zoom_to_all(self) -> None:
        """Show every mark."""
        self.settle()
        self._show_all()

    def zoom_to(self, mark: Mark) -> None:
        """Show one mark: a zone in full, an event in the middle at the present scale, or nearer if that is far."""
        if isinstance(mark, ZoneMark):
            self.fit(mark.bounds)
            return
        x_min, y_min, x_max, y_max = mark.bounds
        x, y, units = (x_min + x_max) / 2, (y_min + y_max) / 2, min(self.view.units_per_px, _FARTHEST_LOOK)
        self.set_view(replace(self.view, x=x, y=y, units_per_px=units))

    def shown_area(self) -> shapely.Polygon:
        """What is now in view, as a lon/lat rectangle."""
        self.settle()
        return shapely.box(*self._projection.bounds_to_lonlat(self.view.bounds))

    def pixel_of(self, x: float, y: float) -> QPointF:
        """Where a place in map units is in the viewport."""
        self.settle()
        return self.view.pixel(x, y)

    def picture(
        self,
        size: QSize,
        ratio: float,
        view: View | None = None,
        theme: Theme | None = None,
        has_graticule: bool = True,
    ) -> QImage:
        """Everything painted afresh, for output: what the view shows, as large as it fits the size."""
        self.settle()
        shown = view if view is not None else self.view
        units = shown.units_per_px * max(shown.width / size.width(), shown.height / size.height())
        of_size = replace(shown, units_per_px=units, width=size.width(), height=size.height(), ratio=ratio)
        worn = theme if theme is not None else self.theme
        between = partial(self._paint_between, view=of_size, theme=worn) if has_graticule else None
        image = self._sheets.painted_afresh(of_size, between, worn)
        image.setDevicePixelRatio(ratio)
        return image

    def tell_pointed(self, x: float, y: float) -> None:
        """The mouse is at a place."""
        self.pointed.emit(*self._projection.point_to_lonlat(x, y))

    def zoom_at(self, factor: float, px: float, py: float) -> None:
        """Zoom, keeping the place at a pixel where it is."""
        self.set_view(self._wanted.zoomed(factor, px, py))

    def stop(self) -> None:
        """Draw nothing from here on: the window closes."""
        self._is_ready = False
        self._crisp.stop()
        self._pump.stop()
        self._sheets.stop()

    def close(self) -> bool:
        """End; pyqtgraph takes the viewport away."""
        self.stop()
        super().close()
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_ready:  # pyqtgraph resizes once while it is being built
            units = _FIRST_ACROSS / max(self.width(), 1) if self._is_first else self._wanted.units_per_px
            self._look(replace(self._wanted, units_per_px=units))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_ready:
            if self.devicePixelRatioF() != self.view.ratio:
                self._look(self._wanted)
            area = sum(rect.width() * rect.height() for rect in event.region())  # type: ignore[attr-defined]
            is_full = area >= self.viewport().width() * self.viewport().height()
            if is_full:
                self._take_in()
            if self._pump.is_waiting:
                self._bring_up_to_date(is_painted_now=is_full)
            self.painted_px += area
            self.full_paints += is_full
            if not self.has_items:
                self.paint_sheets()
                return
            self.move_box(self.view)
        super().paintEvent(event)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if not self._is_ready:
            return
        painter.save()
        painter.resetTransform()
        painter.scale(1 / self.view.ratio, 1 / self.view.ratio)
        self._sheets.show(painter)
        painter.restore()

    def _paint_between(
        self, painter: QPainter, exposed: QRegion | None, view: View | None = None, theme: Theme | None = None
    ) -> None:
        self._graticule.paint(painter, view or self.view, self._projection, theme or self.theme, exposed)

    def _request_frame(self) -> None:
        self._pump.request()

    def _draw_frame(self) -> bool:
        self._take_in()
        return self._bring_up_to_date()

    def _draw_crisp(self) -> None:
        self._sheets.bring_up_to_date()
        self._show_changes()

    def _bring_up_to_date(self, is_painted_now: bool = False) -> bool:
        self._sheets.touch(Band.BASE, self._marks.take_uncovered())
        if self._sheets.bring_up_to_date(is_hurried=True) and not self._crisp.isActive():
            self._crisp.start(_CRISP_AFTER_MS)
        self._sheets.touch_between(self._graticule.look_at(self.view, self._projection))
        return self._sheets.take_changed() is None if is_painted_now else self._show_changes()

    def _show_changes(self) -> bool:
        """Have the viewport paint what looks otherwise than before; returns whether anything does."""
        changed = self._sheets.take_changed()
        if changed is None:
            self.viewport().update()
            return True
        frame, boxes = PixelFrame.of(self.view), changed
        if frame.ratio != 1.0:
            boxes = QRegion()
            for box in changed:  # type: ignore[attr-defined]
                boxes += frame.plain_box(box).toAlignedRect()
        self.viewport().update(boxes)
        return not changed.isEmpty()

    def _take_in(self) -> None:
        if self._marks.is_waiting and self._marks.take_in(self.view, self._is_untouched):
            self._show_all()

    def _show_all(self) -> None:
        bounds = self._marks.bounds()
        if bounds is not None:
            self._look(fitting(self.view, bounds, _MARGIN))
            self._is_first = False

    def _look(self, view: View) -> None:
        size = max(self.width(), 1), max(self.height(), 1), self.devicePixelRatioF()
        is_sized = (view.width, view.height, view.ratio) == size
        sized = view if is_sized else replace(view, width=size[0], height=size[1], ratio=size[2])
        self._is_first = self._is_first and self._is_untouched
        self._wanted = within(sized, world_of(self._projection))
        before = self.view
        self._sheets.set_view(self._wanted)
        if self.view.units_per_px != before.units_per_px and self._crisp.isActive():
            self._crisp.start(_CRISP_AFTER_MS)  # wait until the wheel rests
        self.follow_view(self.view)
        ground_m = self.view.units_per_px * self._projection.ground_metres_per_unit(self.view.x, self.view.y)
        self.signs.show_scale(ground_m)
        self.view_changed.emit(self.view)
        self._request_frame()
