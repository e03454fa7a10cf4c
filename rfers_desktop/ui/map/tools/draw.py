"""The pencil: mouse, wheel and keys become steps of a drawing, whatever shape is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter

from rfers_desktop.drafting.drawing import Drawing
from rfers_desktop.drafting.freehand import area_of
from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch
from rfers_desktop.geo.measuring import length_m
from rfers_desktop.language import tr
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from .draw_handles import Handle, closes_polygon, handle_at
from .draw_hints import hint_for
from .draw_painting import Shown, SketchPainting
from .measure import FindSnap, no_snap
from .plain_tool import PlainTool, is_click, nothing
from .stage import Stage

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_FREEHAND_PX = 1.5  # how far a corner may be left out


class Draft(Protocol):
    """The subscription in the making, as far as its drawing goes."""

    @property
    def drawing(self) -> Drawing: ...
    @property
    def buffer_m(self) -> float: ...
    @property
    def soft_m(self) -> float: ...
    def set_buffer(self, buffer_m: float) -> None: ...
    def turn_buffer(self, notches: float) -> None: ...
    def drawn(self) -> None: ...
    def finish(self, is_looked_at_first: bool) -> None: ...
    def park(self) -> None: ...
    def type_numbers(self, first: str) -> None: ...
    def pick(self, pointer: Pointer, is_added: bool) -> None: ...


class DrawTool(PlainTool):
    """Draws what the draft says: a click sets a corner, corners are pulled, right-clicked away, put in on edges."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self, stage: Stage, draft: Draft, snap: FindSnap = no_snap, on_change: Callable[[], None] = nothing
    ) -> None:
        super().__init__(stage, on_change)
        self.name = tr("Draw a zone")
        self._draft = draft
        self._find_snap = snap
        self._snap: Snap | None = None
        self._under: LonLat | None = None  # where the next corner would be
        self._pointed: LonLat | None = None  # where the pointer is, whatever is typed
        self._hovered: Handle | None = None
        self._held: int | None = None  # the corner that is pulled
        self._may_close = False  # it is the first of an open polygon: a click on it closes, a pull moves it
        self._pressed_at: QPointF | None = None
        self._path: list[tuple[float, float]] = []  # of a freehand line, map units
        self._set_now = False  # the button that is down set a corner
        self._follows = False  # the circle's edge follows the pointer
        self._painting = SketchPainting(stage)

    @property
    def pointed(self) -> LonLat | None:
        """Where the pointer is, in degrees, snapped."""
        return self._pointed

    def refresh(self) -> None:
        """The draft changed elsewhere: by the card, or by typed numbers."""
        self._changed()

    def point_at(self, place: LonLat | None) -> None:
        """Show what a corner at a place would make, as if the pointer were there; None: it is nowhere."""
        self._under, self._hovered = place, None
        self._changed()

    def stop_following(self) -> None:
        """The size was set otherwise; it does not follow the pointer any more."""
        self._follows = False

    def hint(self) -> str:
        """What the next click will do."""
        return hint_for(self._sketch, self._hovered, self._follows)

    def press(self, pointer: Pointer) -> None:
        """Set a corner, or take hold of one; the right button takes a corner away, else it ends."""
        place = self._place(pointer)
        handle = self._handle(pointer)
        self._set_now = False
        if pointer.buttons & Qt.MouseButton.RightButton:
            self._press_right(handle)
        elif pointer.buttons & Qt.MouseButton.LeftButton:
            self._pressed_at = pointer.at
            if handle is not None and not self._follows:
                self._take_hold(handle, place)
            elif self._sketch.shape is Shape.FREEHAND and not self._sketch.is_finished:
                self._path = [(pointer.x, pointer.y)]
            elif self._sketch.takes_more:
                self._set_corner(place)
        self._changed()

    def move(self, pointer: Pointer) -> None:
        """Pull a corner, size a circle, go on with a line; else show what the next corner would make."""
        self._under = self._pointed = self._place(pointer)
        if self._held is not None:
            self._drawing.pull(self._sketch.with_moved(self._held, self._under))
            self._draft.drawn()
        elif self._path:
            self._path.append((pointer.x, pointer.y))
        elif self._follows:
            self._size_circle(self._under)
        self._hovered = self._handle(pointer)
        self._changed()

    def release(self, pointer: Pointer) -> None:
        """Let go; what was dragged out in one go is finished."""
        start, self._pressed_at = self._pressed_at, None
        if start is None:
            return
        is_looked_at_first = bool(pointer.modifiers & _SHIFT)
        was_clicked = is_click(start, pointer.at)
        sketch = self._sketch
        if self._held is not None:
            self._held = None
            if self._drawing.let_go():
                self._draft.drawn()
            if was_clicked and self._may_close:
                self._draft.finish(is_looked_at_first)
        elif self._path:
            self._end_freehand(is_looked_at_first)
        elif sketch.shape is Shape.FEATURES:
            if was_clicked:
                self._draft.pick(pointer, is_looked_at_first)
        elif sketch.shape is Shape.CIRCLE and self._follows and (not was_clicked or not self._set_now):
            self._size_circle(self._place(pointer))
            self._follows = False
            self._draft.finish(is_looked_at_first)
        elif sketch.shape is Shape.RECTANGLE and sketch.vertices and not sketch.is_finished:
            if not was_clicked:
                self._set_corner(self._place(pointer))
            if len(self._sketch.vertices) == 2:
                self._draft.finish(is_looked_at_first)
        self._changed()

    def double_click(self, pointer: Pointer) -> None:
        """End: the first click of the two set the last corner."""
        if self._sketch.is_complete and not self._follows and self._sketch.shape is not Shape.FEATURES:
            self._draft.finish(bool(pointer.modifiers & _SHIFT))
            self._changed()

    def claims(self, event: QKeyEvent) -> bool:
        """What edits a drawing is the drawing's, whatever the window does with it otherwise."""
        edits = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        keys = (*_ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_Escape, Qt.Key.Key_Delete)
        return any(event.matches(key) for key in edits) or event.key() in keys or _begins_number(event)

    def key(self, event: QKeyEvent) -> bool:
        """Enter ends, Backspace and Ctrl+Z take back, Esc parks, Delete takes a corner out, digits open the entry."""
        redo = event.matches(QKeySequence.StandardKey.Redo) or _is_control(event, Qt.Key.Key_Y)
        if event.key() in _ENTER:
            self._follows = False
            self._draft.finish(bool(event.modifiers() & _SHIFT))
        elif redo or event.matches(QKeySequence.StandardKey.Undo) or event.key() == Qt.Key.Key_Backspace:
            self._follows = self._held is not None and self._follows
            if self._drawing.bring_back() if redo else self._drawing.take_back():
                self._held = None
                self._draft.drawn()
        elif event.key() == Qt.Key.Key_Escape:
            self._draft.park()
        elif event.key() == Qt.Key.Key_Delete and self._hovered is not None and self._hovered.is_corner:
            self._take_out(self._hovered)
        elif _begins_number(event):
            self._draft.type_numbers(event.text())
        else:
            return False
        self._changed()
        return True

    def wheel(self, notches: float, modifiers: Qt.KeyboardModifier) -> bool:
        """The wheel sizes the buffer once there is something to buffer that takes no more corners, or with Ctrl."""
        sketch = self._sketch
        is_set = sketch.is_complete and not sketch.takes_more
        if sketch.is_empty or modifiers & _SHIFT or not (is_set or modifiers & _CONTROL):
            return False
        self._follows = False
        self._draft.turn_buffer(notches)
        self._changed()
        return True

    def leave(self) -> None:
        """Put the pencil down; the draft keeps what was drawn."""
        self._held = self._under = self._pointed = self._snap = self._hovered = self._pressed_at = None
        self._path, self._follows = [], False
        self._changed()

    def reach(self, view: View) -> list[QRectF]:
        """Around all that is drawn."""
        return self._painting.reach(view, self._shown())

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw the zone, its buffer, its corners and its figures."""
        self._painting.paint(painter, view, self._shown())

    @property
    def _drawing(self) -> Drawing:
        return self._draft.drawing

    @property
    def _sketch(self) -> Sketch:
        return self._draft.drawing.sketch

    def _shown(self) -> Shown:
        return Shown(
            self._sketch,
            self._draft.buffer_m,
            self._under,
            self._hovered,
            self._snap,
            tuple(self._path),
            self._draft.soft_m,
        )

    def _place(self, pointer: Pointer) -> LonLat:
        self._snap = None if self._path else self._find_snap(pointer.x, pointer.y)
        x, y = (pointer.x, pointer.y) if self._snap is None else (self._snap.x, self._snap.y)
        lon, lat = self._stage.projection.point_to_lonlat(x, y)
        return min(max(lon, -180.0), 180.0), min(max(lat, -90.0), 90.0)

    def _handle(self, pointer: Pointer) -> Handle | None:
        view, projection = self._stage.view, self._stage.projection
        return handle_at(self._sketch, view, projection, pointer.at)

    def _press_right(self, handle: Handle | None) -> None:
        if handle is not None and handle.is_corner:
            self._take_out(handle)
        else:
            self._draft.finish(is_looked_at_first=True)

    def _take_hold(self, handle: Handle, place: LonLat) -> None:
        sketch = self._sketch
        self._may_close = closes_polygon(sketch, handle)
        if not handle.is_corner:
            self._drawing.pull(sketch.with_inserted(handle.index, place))
            self._draft.drawn()
        self._held = handle.index

    def _set_corner(self, place: LonLat) -> None:
        if self._drawing.step(self._sketch.with_corner(place)):
            self._set_now = True
            if self._sketch.shape is Shape.CIRCLE:
                self._follows = True
                self._size_circle(place)
            self._draft.drawn()

    def _take_out(self, handle: Handle) -> None:
        self._hovered = None
        if self._drawing.step(self._sketch.without(handle.index)):
            self._draft.drawn()

    def _size_circle(self, edge: LonLat) -> None:
        if self._sketch.vertices:
            self._draft.set_buffer(round(length_m(np.array([self._sketch.vertices[0], edge])), 1))

    def _end_freehand(self, is_looked_at_first: bool) -> None:
        path, self._path = self._path, []
        corners = area_of(path, _FREEHAND_PX * self._stage.view.units_per_px)
        if not len(corners):
            return
        lonlat = self._stage.projection.to_lonlat(corners)
        vertices = tuple((float(lon), float(lat)) for lon, lat in lonlat)
        if self._drawing.step(replace(self._sketch, vertices=vertices)):
            self._draft.drawn()
            self._draft.finish(is_looked_at_first)


def _is_control(event: QKeyEvent, key: Qt.Key) -> bool:
    return event.key() == key and event.modifiers() == _CONTROL


def _begins_number(event: QKeyEvent) -> bool:
    is_plain = not event.modifiers() & (_CONTROL | Qt.KeyboardModifier.AltModifier)
    return is_plain and len(event.text()) == 1 and event.text() in "0123456789@+-."
