"""The map's mouse and keys: wheel, Space-drag, middle button and arrows are its own, the rest goes to the tool."""

from __future__ import annotations

from abc import abstractmethod

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from rfers_desktop.language import tr

from .corner_widget import CornerWidget
from .tool import Pointer, Tool
from .view import View

_WHEEL_STEP = 1.25  # a notch
_NOTCH = 120.0
_ARROW_STEP = 0.2  # of the view
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class CanvasInput(pg.GraphicsView):  # type: ignore[misc]
    """What hands do to the map. Whoever inherits knows the view and moves it: the abstract methods."""

    hinted = Signal(str)  # what the next click will do
    tool_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._is_ready = False
        self._tool: Tool | None = None
        self._tool_boxes: list[QRectF] = []
        self._held: QPointF | None = None  # where the map itself is held
        self._is_space_down = False
        self._box_view: View | None = None  # that pyqtgraph's box shows
        super().__init__(parent, background=None)
        # Only what changed is painted: no cached background, no full-viewport updates.
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setAccessibleName(tr("Map"))
        self.setAccessibleDescription(
            tr("Zones and events. The wheel zooms, the middle button or Space moves the map.")
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # the sheets cover it: no ground below
        # Items of pyqtgraph can be added to the box, in map units; they lie above the sheets.
        self.box = pg.ViewBox(enableMenu=False, enableMouse=False, border=None, defaultPadding=0.0)
        self.box.disableAutoRange()
        self.setCentralItem(self.box)

    @property
    @abstractmethod
    def view(self) -> View:
        """What is in view now."""

    @property
    def tool(self) -> Tool:
        """The tool at hand."""
        assert self._tool is not None
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Take up another tool."""
        if self._tool is not None:
            self._tool.leave()
        self._tool = tool
        self._show_cursor()
        self.tool_changed.emit(tool)
        if self._is_ready:
            self.touch_tool()

    def touch_tool(self) -> None:
        """The tool's drawing or hint changed."""
        boxes = self.tool.reach(self.view)
        for box in (*self._tool_boxes, *boxes):
            self.viewport().update(box.toAlignedRect().adjusted(-1, -1, 1, 1))
        self._tool_boxes = boxes
        self._show_cursor()
        self.hinted.emit(self.tool.hint())

    def covered(self) -> list[QRectF]:
        """What of the map lies below something that stays in a corner, in pixels."""
        corners = self.findChildren(CornerWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [QRectF(corner.geometry()) for corner in corners if corner.isVisible()]

    @abstractmethod
    def push(self, px: float, py: float) -> None:
        """Move the picture by pixels to the right and down."""

    @abstractmethod
    def pan(self, across: float, up: float) -> None:
        """Move by parts of the view."""

    @abstractmethod
    def zoom_at(self, factor: float, px: float, py: float) -> None:
        """Zoom, keeping the place at a pixel where it is."""

    @abstractmethod
    def tell_pointed(self, x: float, y: float) -> None:
        """The mouse is at a place in map units."""

    def follow_view(self, view: View) -> None:
        """Keep what the tool has drawn in step with the view, and pyqtgraph's box if anything in it is to be seen."""
        if self.has_items:
            self.move_box(view)
        if self._is_ready:
            self._tool_boxes = self.tool.reach(view)

    @property
    def has_items(self) -> bool:
        """Whether items of pyqtgraph are to be seen in the box."""
        return any(item.isVisible() for item in self.box.childGroup.childItems())

    def move_box(self, view: View) -> None:
        """Have pyqtgraph's box show what is in view."""
        if view == self._box_view:
            return
        self._box_view = view
        x_min, y_min, x_max, y_max = view.bounds
        self.box.setRange(QRectF(x_min, y_min, x_max - x_min, y_max - y_min), padding=0)

    def paint_sheets(self) -> None:
        """Paint without a look at the scene, in which there is nothing to be seen."""
        painter = QPainter(self.viewport())
        try:
            self.drawBackground(painter, QRectF())
            self.drawForeground(painter, QRectF())
        finally:
            painter.end()

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        if self._tool is None or not self._is_ready or not self._tool_boxes:
            return
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._tool.paint(painter, self.view)
        painter.restore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        is_own = event.button() == Qt.MouseButton.MiddleButton or self._is_space_down
        if is_own:
            self._held = event.position()
            self._show_cursor()
        else:
            self.tool.press(self._pointer(event, event.button()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        pointer = self._pointer(event, event.buttons())
        self.tell_pointed(pointer.x, pointer.y)
        if self._held is not None:
            moved, self._held = event.position() - self._held, event.position()
            self.push(moved.x(), moved.y())
        else:
            self.tool.move(pointer)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._held is not None:
            self._held = None
            self._show_cursor()
        else:
            self.tool.release(self._pointer(event, event.button()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.tool.double_click(self._pointer(event, event.button()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        turned = event.angleDelta()
        notches = (turned.y() or turned.x()) / _NOTCH  # with Alt held, systems turn it sideways
        if notches and not self.tool.wheel(notches, event.modifiers()):
            self.zoom_at(_WHEEL_STEP**-notches, event.position().x(), event.position().y())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.tool.claims(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space:
            self._is_space_down = True
            self._show_cursor()
            event.accept()
        elif self.tool.key(event):
            event.accept()
        elif key in _ARROWS:
            across, up = _ARROWS[key]
            self.pan(across * _ARROW_STEP, up * _ARROW_STEP)
            event.accept()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._is_space_down = False
            self._show_cursor()
            event.accept()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_space_down = False
        self._show_cursor()
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        event.accept()

    def _pointer(self, event: QMouseEvent, buttons: Qt.MouseButton) -> Pointer:
        at = event.position()
        x, y = self.view.place(at.x(), at.y())
        return Pointer(at, x, y, buttons, event.modifiers())

    def _show_cursor(self) -> None:
        if self._held is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._is_space_down:
            shape = Qt.CursorShape.OpenHandCursor
        elif self._tool is not None:
            shape = self._tool.cursor
        else:
            return
        self.viewport().setCursor(shape)
