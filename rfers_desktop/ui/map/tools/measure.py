"""The ruler: clicks mark a line or an area, whose length and size on the earth are told as it grows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter

from rfers_desktop.geo.measuring import (
    area_m2,
    area_text,
    bearing_deg,
    bearing_text,
    distance_text,
    geodesic_path,
    length_m,
    perimeter_m,
)
from rfers_desktop.language import later, tr
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from . import measure_drawing
from .plain_tool import PlainTool, nothing
from .stage import Stage

FindSnap = Callable[[float, float], Snap | None]  # map units


def no_snap(x: float, y: float) -> Snap | None:
    """Snapping is off."""
    return None


class MeasureTool(PlainTool):
    """A finished measurement stays until the next begins. Corners are kept in degrees: the map may be moved."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self, stage: Stage, is_area: bool, snap: FindSnap = no_snap, on_change: Callable[[], None] = nothing
    ) -> None:
        super().__init__(stage, on_change)
        self.name = later("Measure area") if is_area else later("Measure distance")
        self._is_area = is_area
        self._find_snap = snap
        self._corners: list[tuple[float, float]] = []  # lon, lat
        self._under: tuple[float, float] | None = None  # where the next corner would be
        self._snap: Snap | None = None
        self._is_finished = False

    @property
    def measured(self) -> float:
        """Metres, or square metres, of the corners that were set."""
        corners = np.array(self._corners).reshape(-1, 2)
        return area_m2(corners) if self._is_area else length_m(corners)

    def hint(self) -> str:
        """What the next click will do."""
        if self._is_finished:
            words = self._words(self.measured)
            if self._is_area:
                return tr("Click to measure another area; Ctrl+C copies {words}; Esc clears it", words=words)
            return tr("Click to measure another distance; Ctrl+C copies {words}; Esc clears it", words=words)
        if not self._corners:
            return tr("Click the first corner of the area") if self._is_area else tr("Click where the distance begins")
        return tr("Click the next corner; double-click or Enter ends, Backspace takes one back, Esc clears")

    def press(self, pointer: Pointer) -> None:
        """Set a corner; the right button ends."""
        if pointer.buttons & Qt.MouseButton.RightButton:
            self._finish()
            return
        if not pointer.buttons & Qt.MouseButton.LeftButton:
            return
        if self._is_finished:
            self._clear()
        self._corners.append(self._place(pointer))
        self._under = None
        self._changed()

    def move(self, pointer: Pointer) -> None:
        """Show what it would be with a corner here."""
        place = self._place(pointer)
        if not self._is_finished:
            self._under = place
        self._changed()

    def double_click(self, pointer: Pointer) -> None:
        """End: the first click of the two set the last corner."""
        self._finish()

    def key(self, event: QKeyEvent) -> bool:
        """Enter ends, Backspace takes a corner back, Esc clears, Ctrl+C copies the result."""
        if not self._corners:
            return False
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._words(self.measured))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._finish()
        elif event.key() == Qt.Key.Key_Backspace:
            self._corners.pop()
            self._is_finished = False
            self._changed()
        elif event.key() == Qt.Key.Key_Escape:
            self._clear()
        else:
            return False
        return True

    def leave(self) -> None:
        """Take the measurement off the map."""
        self._clear()

    def reach(self, view: View) -> list[QRectF]:
        """The line's, the plate's and the snap sign's; of an area all, as it is filled."""
        boxes = []
        corners = self._shown_corners()
        if len(corners):
            path = self._path(view, corners)
            boxes = measure_drawing.line_reach(path)
            if self._is_area:
                boxes = [_united(boxes)]
            boxes.append(self._plate(view, corners)[1])
        snapped = self._snapped(view)
        if snapped is not None:
            boxes.append(measure_drawing.snap_box(snapped).adjusted(-3, -3, 3, 3))
        return boxes

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw the measurement and its figures."""
        corners = self._shown_corners()
        if len(corners):
            is_area = self._is_area and len(corners) > 2
            pixels = view.pixels(self._stage.projection.to_map(corners))
            measure_drawing.draw_line(painter, self._path(view, corners), pixels, is_area)
            lines, box = self._plate(view, corners)
            measure_drawing.draw_plate(painter, lines, box)
        snapped = self._snapped(view)
        if snapped is not None and self._snap is not None:
            measure_drawing.draw_snap(painter, snapped, self._snap.is_vertex)

    def _place(self, pointer: Pointer) -> tuple[float, float]:
        self._snap = self._find_snap(pointer.x, pointer.y)
        x, y = (pointer.x, pointer.y) if self._snap is None else (self._snap.x, self._snap.y)
        return self._stage.projection.point_to_lonlat(x, y)

    def _finish(self) -> None:
        if not self._corners:
            return
        self._under = self._snap = None
        self._is_finished = True
        self._changed()

    def _clear(self) -> None:
        self._corners = []
        self._under = self._snap = None
        self._is_finished = False
        self._changed()

    def _shown_corners(self) -> NDArray[np.float64]:
        under = [self._under] if self._under is not None and self._corners else []
        return np.array([*self._corners, *under]).reshape(-1, 2)

    def _path(self, view: View, corners: NDArray[np.float64]) -> NDArray[np.float64]:
        """The way along the earth, closed for an area; long legs are curves on the map."""
        ring = np.concatenate((corners, corners[:1])) if self._is_area and len(corners) > 2 else corners
        return view.pixels(self._stage.projection.to_map(geodesic_path(ring)))

    def _plate(self, view: View, corners: NDArray[np.float64]) -> tuple[list[str], QRectF]:
        lines = self._figures(corners)
        x, y = self._stage.projection.point_to_map(*corners[-1])
        return lines, measure_drawing.plate_box(
            lines, view.pixel(x, y), QRectF(QPointF(), view.size), self._stage.covered()
        )

    def _figures(self, corners: NDArray[np.float64]) -> list[str]:
        if self._is_area:
            return [
                area_text(area_m2(corners)),
                tr("Perimeter {length}", length=distance_text(perimeter_m(corners))),
            ]
        lines = [distance_text(length_m(corners))]
        if len(corners) > 1:
            (lon, lat), (to_lon, to_lat) = corners[-2:]
            leg = distance_text(length_m(corners[-2:]))
            lines.append(
                tr(
                    "Leg {leg}, {bearing}",
                    leg=leg,
                    bearing=bearing_text(bearing_deg(lon, lat, to_lon, to_lat)),
                )
            )
        return lines

    def _words(self, measured: float) -> str:
        return area_text(measured) if self._is_area else distance_text(measured)

    def _snapped(self, view: View) -> QPointF | None:
        return None if self._snap is None else view.pixel(self._snap.x, self._snap.y)


def _united(boxes: list[QRectF]) -> QRectF:
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.united(box)
    return whole
