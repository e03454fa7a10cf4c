"""Numbers typed while drawing: shown on the map as they are typed, and put into the drawing by Enter."""

from __future__ import annotations

from PySide6.QtCore import Qt

from rfers_desktop.drafting.numeric_entry import BufferEntry, Entry, LegEntry, PlaceEntry
from rfers_desktop.drafting.sketch import LonLat, Shape
from rfers_desktop.geo.measuring import bearing_deg, moved
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.number_entry import NumberEntry
from rfers_desktop.ui.map.tools.draw import DrawTool

from .draft_model import DraftModel


class NumberTyping:
    """Between the entry over the map and the draft."""

    def __init__(self, model: DraftModel, tool: DrawTool, canvas: MapCanvas) -> None:
        self._model = model
        self._tool = tool
        self._canvas = canvas
        self._ahead: LonLat | None = None
        self._before_m: float | None = None  # the buffer before one was tried
        self.entry = NumberEntry(canvas, lambda: canvas.projection)
        self.entry.previewed.connect(self._preview)
        self.entry.entered.connect(self._enter)
        self.entry.left.connect(self._leave)
        model.numbers_asked.connect(self.open)

    def open(self, first: str = "") -> None:
        """Begin to type; a leg without a bearing goes to where the pointer is now."""
        self._ahead = self._tool.pointed
        self.entry.open(first)

    def _preview(self, entry: Entry | None) -> None:
        """Show on the map what Enter would make of it."""
        buffer_m = self._buffer_of(entry)
        if buffer_m is not None:
            if self._before_m is None:
                self._before_m = self._model.buffer_m
            self._tool.stop_following()
            self._model.set_buffer(buffer_m)
            return
        self._put_back_buffer()
        self._tool.point_at(self._place_of(entry))

    def _enter(self, entry: Entry) -> None:
        buffer_m = self._buffer_of(entry)
        if buffer_m is not None:
            self._before_m = None
            self._model.set_buffer(buffer_m)
            return
        place = self._place_of(entry)
        sketch = self._model.sketch
        if place is None:
            return
        if sketch.takes_more:
            after = sketch.with_corner(place)
        elif sketch.shape in (Shape.POINT, Shape.CIRCLE):
            after = sketch.with_moved(0, place)
        else:
            return
        if self._model.drawing.step(after):
            self._model.drawn()

    def _leave(self) -> None:
        self._put_back_buffer()
        self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put_back_buffer(self) -> None:
        if self._before_m is not None:
            before, self._before_m = self._before_m, None
            self._model.set_buffer(before)

    def _buffer_of(self, entry: Entry | None) -> float | None:
        """The buffer that an entry means; a leg from the middle of a circle is its radius."""
        if isinstance(entry, BufferEntry):
            return entry.metres
        is_radius = isinstance(entry, LegEntry) and self._model.sketch.shape is Shape.CIRCLE
        return entry.length_m if is_radius and isinstance(entry, LegEntry) and self._model.sketch.vertices else None

    def _place_of(self, entry: Entry | None) -> LonLat | None:
        """Where the corner would be; a leg goes on from the last one."""
        if isinstance(entry, PlaceEntry):
            return entry.lon, entry.lat
        vertices = self._model.sketch.vertices
        if not isinstance(entry, LegEntry) or not vertices:
            return None
        lon, lat = vertices[-1]
        bearing = entry.bearing_deg
        if bearing is None:
            if self._ahead is None or self._ahead == (lon, lat):
                return None
            bearing = bearing_deg(lon, lat, *self._ahead)
        return moved(lon, lat, bearing, entry.length_m)
