"""The magnifying glass: a click comes nearer or goes farther, a box is filled or shrunk into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen

from rfers_desktop.language import later, tr
from rfers_desktop.ui.look import present_theme
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

from .plain_tool import PlainTool, is_click, nothing
from .stage import Stage

_FACTOR = 2.0
_EDGE_PX = 2.0


class ZoomTool(PlainTool):
    """Shift turns nearer into farther and back."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, is_in: bool, on_change: Callable[[], None] = nothing) -> None:
        super().__init__(stage, on_change)
        self.name = later("Zoom in") if is_in else later("Zoom out")
        self._is_in = is_in
        self._start: QPointF | None = None
        self._end = QPointF()

    def hint(self) -> str:
        """What the next click will do."""
        if self._start is not None and not is_click(self._start, self._end):
            return tr("Release to zoom to the box; Esc to leave it")
        if self._is_in:
            return tr("Click to zoom in, or drag a box; with Shift to zoom out")
        return tr("Click to zoom out, or drag a box; with Shift to zoom in")

    def press(self, pointer: Pointer) -> None:
        """Begin a click or a box; another button leaves it."""
        is_left = pointer.buttons == Qt.MouseButton.LeftButton
        self._start = self._end = pointer.at if is_left else QPointF()
        if not is_left:
            self._start = None
        self._changed()

    def move(self, pointer: Pointer) -> None:
        """Draw the box."""
        if self._start is not None:
            self._end = pointer.at
            self._changed()

    def release(self, pointer: Pointer) -> None:
        """Zoom."""
        if self._start is None:
            return
        start, self._start = self._start, None
        is_in = self._is_in != bool(pointer.modifiers & Qt.KeyboardModifier.ShiftModifier)
        view = self._stage.view
        if is_click(start, pointer.at):
            factor = 1 / _FACTOR if is_in else _FACTOR
            self._stage.set_view(view.zoomed(factor, pointer.at.x(), pointer.at.y()))
        else:
            self._stage.set_view(_filled(view, QRectF(start, pointer.at).normalized(), is_in))
        self._changed()

    def key(self, event: QKeyEvent) -> bool:
        """Esc leaves a box."""
        if event.key() != Qt.Key.Key_Escape or self._start is None:
            return False
        self.leave()
        return True

    def leave(self) -> None:
        """Leave a box."""
        self._start = None
        self._changed()

    def reach(self, view: View) -> list[QRectF]:
        """The four edges of the box, so that its inside is not painted again with every move."""
        box = self._box()
        if box is None:
            return []
        pad = _EDGE_PX
        outer = box.adjusted(-pad, -pad, pad, pad)
        return [
            QRectF(outer.left(), outer.top(), outer.width(), 2 * pad),
            QRectF(outer.left(), box.bottom() - pad, outer.width(), 2 * pad),
            QRectF(outer.left(), outer.top(), 2 * pad, outer.height()),
            QRectF(box.right() - pad, outer.top(), 2 * pad, outer.height()),
        ]

    def paint(self, painter: QPainter, view: View) -> None:
        """Draw the box: dashed, on a pale line, so that it is seen on any ground."""
        box = self._box()
        if box is None:
            return
        theme = present_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # straight lines are crisp on whole pixels
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, style in ((theme.text_halo, Qt.PenStyle.SolidLine), (theme.measure, Qt.PenStyle.DashLine)):
            painter.setPen(QPen(QColor(colour), 2.0, style))
            painter.drawRect(box)

    def _box(self) -> QRectF | None:
        if self._start is None or is_click(self._start, self._end):
            return None
        return QRectF(self._start, self._end).normalized()


def _filled(view: View, box: QRectF, is_in: bool) -> View:
    """The view that a box fills; going out, the view in which what was shown is as large as the box."""
    factor = max(box.width() / view.width, box.height() / view.height)
    x, y = view.place(box.center().x(), box.center().y())
    return replace(view, x=x, y=y, units_per_px=view.units_per_px * (factor if is_in else 1.0 / factor))
