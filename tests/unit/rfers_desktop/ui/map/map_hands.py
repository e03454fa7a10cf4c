"""Hands for tests: a map on the (offscreen) screen, and real mouse and key events on it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.view_place import view_at

CALGARY = (-114.07, 51.05)
LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NO_KEYS, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def a_map(qtbot: QtBot, m_per_px: float = 20.0) -> MapCanvas:
    """A map of 600 x 400 pixels with Calgary in the middle."""
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    with qtbot.waitExposed(canvas):
        canvas.show()
    canvas.set_view(view_at(MapPlace(*CALGARY, m_per_px), canvas.view, WEB_MERCATOR))
    return canvas


def move(
    canvas: MapCanvas, x: int, y: int, buttons: Qt.MouseButton = NONE, keys: Qt.KeyboardModifier = NO_KEYS
) -> None:
    """Move the mouse, with buttons held or not."""
    at = QPointF(x, y)
    screen = QPointF(canvas.viewport().mapToGlobal(QPoint(x, y)))
    QApplication.sendEvent(canvas.viewport(), QMouseEvent(QEvent.Type.MouseMove, at, screen, NONE, buttons, keys))


def press(
    canvas: MapCanvas, x: int, y: int, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEYS
) -> None:
    """Press a button."""
    QTest.mousePress(canvas.viewport(), button, keys, QPoint(x, y))


def release(
    canvas: MapCanvas, x: int, y: int, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEYS
) -> None:
    """Release a button."""
    QTest.mouseRelease(canvas.viewport(), button, keys, QPoint(x, y))


def click(
    canvas: MapCanvas, x: int, y: int, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEYS
) -> None:
    """Go there and click."""
    move(canvas, x, y)
    press(canvas, x, y, button, keys)
    release(canvas, x, y, button, keys)


def double_click(canvas: MapCanvas, x: int, y: int) -> None:
    """Click twice, the way a mouse does."""
    click(canvas, x, y)
    QTest.mouseDClick(canvas.viewport(), LEFT, NO_KEYS, QPoint(x, y))


def drag(canvas: MapCanvas, start: tuple[int, int], end: tuple[int, int], keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Press, move in steps, release."""
    press(canvas, *start, LEFT, keys)
    for step in range(1, 5):
        x, y = (round(a + (b - a) * step / 4) for a, b in zip(start, end))
        move(canvas, x, y, LEFT, keys)
    release(canvas, *end, LEFT, keys)


def key(canvas: MapCanvas, which: Qt.Key, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    """Press and release a key while the map has them."""
    QTest.keyClick(canvas, which, keys)
