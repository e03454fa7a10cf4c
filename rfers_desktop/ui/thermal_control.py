"""Thermal images in the window: files are read aside, the layer changes, and the map paints what changed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.attribute_text import clock_text
from rfers_desktop.geo.colour_ramps import RAMPS
from rfers_desktop.geo.colouring import unit_text
from rfers_desktop.geo.projections import Projection
from rfers_desktop.geo.rasters import HotArea
from rfers_desktop.language import count_text, tr
from rfers_desktop.layers.thermal import ThermalChange, ThermalImage, ThermalLayer, find_hot_areas, read_thermal_image

from .map.canvas import MapCanvas
from .map.content import Band
from .map.swipe_handle import SwipeHandle
from .map.thermal_content import REACH_PX, ThermalContent
from .map.thermal_legend import ThermalLegend
from .panels.thermal import ThermalPanel

_FRAME_MS = 700  # of the animation
_PROBLEMS_MS = 1000
Result = TypeVar("Result")


class ThermalControl(QObject):
    """Ties the layer, the band of the map, the legend and the panel together."""

    problem = Signal(str)
    added = Signal(object)  # the ThermalImage that is now in the series
    _done = Signal(object)

    def __init__(self, canvas: MapCanvas, panel: ThermalPanel, legend: ThermalLegend | None = None) -> None:
        super().__init__(canvas)
        self.layer = ThermalLayer()
        self.content = ThermalContent(canvas.projection)
        self.legend = legend or ThermalLegend(canvas)
        self.handle = SwipeHandle(canvas)
        self._canvas = canvas
        self._panel = panel
        self._aside = ThreadPoolExecutor(1, "thermal images")
        self._done.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._clock = QTimer(self)
        self._clock.setInterval(_FRAME_MS)
        self._clock.timeout.connect(lambda: self._apply(self.layer.advance()))
        self._watch = QTimer(self)  # what the painting thread could not read
        self._watch.setInterval(_PROBLEMS_MS)
        self._watch.timeout.connect(self._tell_problems)
        self._watch.start()
        canvas.set_content(Band.THERMAL, self.content)
        self._listen()
        self._show()

    def add(
        self,
        source: Path | bytes,
        key: str,
        taken_at: datetime | None = None,
        title: str = "",
        footprint: BaseGeometry | None = None,
    ) -> None:
        """Read an image aside and show it; `problem` tells if it is no good, and the map stays as it was."""
        self._read_aside(lambda: read_thermal_image(source, key, taken_at, title, footprint))

    def put(self, image: ThermalImage) -> None:
        """Show an image that was read."""
        self._apply(self.layer.put(image))
        self.added.emit(image)

    def add_file(self, file: Path) -> None:
        """A user's own image joins the series, at the moment it says or, if it says none, that of the file."""
        try:
            else_at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        except OSError:
            else_at = None  # reading it will tell what is wrong
        self._read_aside(lambda: read_thermal_image(file, str(file), else_at=else_at))

    def take(self, key: str) -> None:
        """Show an image no more."""
        self._apply(self.layer.take(key))

    def clear(self) -> None:
        """Show nothing, for another user."""
        self._apply(self.layer.clear())

    def set_projection(self, projection: Projection) -> None:
        """Follow the map into another projection; a comparison ends, its line was in the old one."""
        self.content.set_projection(projection)
        self._apply(self.layer.compare(None))

    def close(self) -> None:
        """Nothing more is read or played."""
        self._clock.stop()
        self._watch.stop()
        self._aside.shutdown(wait=True, cancel_futures=True)

    def _listen(self) -> None:
        panel = self._panel
        panel.shown.connect(lambda on: self._apply(self.layer.set_visible(on)))
        panel.stepped.connect(lambda index: self._apply(self.layer.step_to(index)))
        panel.played.connect(self._play)
        panel.compared.connect(self._compare)
        panel.swiped.connect(lambda share: self._apply(self.layer.swipe_to(self._x_at(share))))
        self.handle.moved.connect(lambda px: self._apply(self.layer.swipe_to(self._canvas.view.place(px, 0.0)[0])))
        self._canvas.view_changed.connect(lambda _: self._show_handle())
        panel.ramp_chosen.connect(lambda name: self._colour(lambda: self.layer.colour(ramp=RAMPS[name])))
        panel.range_set.connect(lambda low, high: self._colour(lambda: self.layer.colour(span=(low, high))))
        panel.range_freed.connect(lambda: self._apply(self.layer.colour_by_itself()))
        panel.classes_set.connect(lambda edges: self._colour(lambda: self.layer.colour(edges=edges)))
        panel.opacity_set.connect(lambda opacity: self._apply(self.layer.set_opacity(opacity)))
        panel.outline_asked.connect(self._outline)
        panel.outline_ended.connect(self._end_outline)

    def _play(self, is_playing: bool) -> None:
        self.layer.play(is_playing)
        self._show()

    def _compare(self, before_index: int | None) -> None:
        self._apply(self.layer.compare(before_index, self._x_at(self._panel.swipe.value() / 100)))

    def _x_at(self, share: float) -> float:
        x_min, _, x_max, _ = self._canvas.view.bounds
        return x_min + share * (x_max - x_min)

    def _colour(self, do: Callable[[], ThermalChange]) -> None:
        """Change the colours, or say in the panel why not."""
        try:
            change = do()
        except ProtocolError as error:
            self._panel.problem.setText(str(error))
            return
        self._panel.problem.setText("")
        self._apply(change)

    def _outline(self, threshold: float) -> None:
        shown = self.layer.shown
        taken_at = max((image.taken_at for image in shown.images), default=None)
        self._panel.found.setText(tr("Looking for hot spots…"))
        self._do_aside(lambda: find_hot_areas(shown, threshold), lambda areas: self._outlined(areas, taken_at))

    def _outlined(self, areas: tuple[HotArea, ...], taken_at: datetime | None) -> None:
        self._apply(self.layer.outline(areas))
        unit = unit_text(self.layer.current.raster.unit) if self.layer.current is not None else ""
        hottest = tr(", the hottest {peak} {unit}", peak=f"{areas[0].peak:.6g}", unit=unit).rstrip() if areas else ""
        found = tr("{len} found{hottest}", len=count_text(len(areas)), hottest=hottest)
        # The outlines stay when another moment is looked at: the panel says of which they are.
        self._panel.found.setText(found if taken_at is None else f"{clock_text(taken_at)}: {found}")

    def _end_outline(self) -> None:
        self._apply(self.layer.outline(()))
        self._panel.found.setText("")

    def _apply(self, change: ThermalChange) -> None:
        """Paint what changed, and only that."""
        bounds = self.content.show(self.layer.shown, change)
        if bounds is None:
            self._canvas.touch(Band.THERMAL)
        elif bounds:
            self._canvas.touch_bounds(Band.THERMAL, bounds, REACH_PX)
        self._show()

    def _show(self) -> None:
        current = self.layer.current
        self._panel.show_layer(self.layer)
        self.legend.explain(self.layer.shown.colouring, unit_text(current.raster.unit) if current is not None else "")
        self.legend.setVisible(current is not None and self.layer.shown.is_visible)
        self._show_handle()
        if self.layer.is_playing != self._clock.isActive():
            if self.layer.is_playing:
                self._clock.start()
            else:
                self._clock.stop()

    def _show_handle(self) -> None:
        """The handle is on the line, and the panel's slider says the same."""
        shown, current = self.layer.shown, self.layer.current
        is_there = shown.swipe_x is not None and shown.is_visible and bool(shown.before)
        if shown.swipe_x is not None and current is not None and is_there:
            px = self._canvas.view.pixel(shown.swipe_x, 0.0).x()
            self.handle.name_sides(clock_text(shown.before[-1].taken_at), clock_text(current.taken_at))
            self.handle.stand_at(px)
            self._panel.show_swipe(px / max(self._canvas.view.width, 1))
        self.handle.setVisible(is_there)

    def _read_aside(self, read: Callable[[], ThermalImage]) -> None:
        view = self._canvas.view

        def read_ahead() -> ThermalImage:
            image = read()
            if self.layer.shown.is_visible:
                self.content.read_ahead(image, view)
            return image

        self._do_aside(read_ahead, self.put)

    def _do_aside(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        future = self._aside.submit(work)
        future.add_done_callback(lambda done: None if done.cancelled() else self._done.emit((done, then)))

    def _finish(self, finished: tuple[Future[Result], Callable[[Result], None]]) -> None:
        future, then = finished
        error = future.exception()
        if error is None:
            then(future.result())
        elif isinstance(error, ProtocolError):
            self._panel.problem.setText(str(error))
            self._panel.found.setText("")
            self.problem.emit(str(error))
        else:
            raise error

    def _tell_problems(self) -> None:
        for words in self.content.problems.take():
            self.problem.emit(words)
