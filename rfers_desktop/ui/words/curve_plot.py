"""The curve of a term with corners to drag, above the readings of the last hour, counted by where they fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QWidget

from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import AttributeValue
from rfers_desktop.drafting.term_curve import Fit, TermCurve, fit, membership, middle_of, step_in
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font

_BINS = 40
_POINTS = 600  # of the curve
_GRIP_PX = 14.0
_HEIGHT_OF_BARS = 0.9  # the fullest bin, of the height of the curve
_LONG_STEP = 10
_RUG_AT, _RUG_APART = -0.06, 0.03
_MOST_IN_RUG = 400
_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_CHOOSING = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
_HEIGHTS = (0.0, 1.0, 1.0, 0.0)


class CurvePlot(pg.PlotWidget):  # type: ignore[misc]
    """Corners are dragged, or chosen with Up and Down and moved with Left and Right."""

    corner_moved = Signal(int, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._box = _CornerBox()
        super().__init__(parent, viewBox=self._box)
        self.setAccessibleName(tr("Curve of the word; Up and Down choose a corner, Left and Right move it"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.curve: TermCurve | None = None
        self.corner = 1  # the one that keys move
        self._window = (0.0, 1.0)
        self._readings: Sequence[AttributeValue] = ()
        self._unit = ""
        self._box.moved.connect(self._dragged)
        self._box.grip = self._grip_at
        item = self.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        item.setMouseEnabled(x=False, y=False)

    @property
    def step(self) -> float:
        """By how much a key moves a corner."""
        return step_in(self._window)

    def show_term(
        self,
        curve: TermCurve | None,
        window: tuple[float, float],
        readings: Sequence[AttributeValue],
        unit: str,
    ) -> None:
        """Show another term, or none; the window is what of the numbers is to be seen."""
        self.curve, self._window, self._readings, self._unit = curve, window, readings, unit
        if curve is not None and self.corner not in curve.ends:
            self.corner = curve.ends[0]
        self.redraw()

    def redraw(self) -> None:
        """Draw it all in the present theme."""
        theme, item = present_theme(), self.getPlotItem()
        if item is None:  # it is being closed
            return
        item.clear()
        self.setBackground(QColor(theme.panel))
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.setPen(QPen(QColor(theme.quiet_text)))
            axis.setTextPen(QPen(QColor(theme.quiet_text)))
            axis.setStyle(tickFont=small_font())
        item.getAxis("left").setTicks([[(0.0, tr("not")), (0.5, "½"), (1.0, tr("fully"))]])
        item.getAxis("bottom").setLabel(self._unit)
        low, high = self._window
        item.setXRange(low, high, padding=0.02)
        item.setYRange(-0.16, 1.12, padding=0)
        self._draw_readings(item)
        if self.curve is not None:
            self._draw_curve(item, self.curve)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        curve = self.curve
        if curve is not None and key in _KEYS:
            steps = _KEYS[key] * (_LONG_STEP if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            at = curve.corners[self.corner]
            if at is not None:
                self.corner_moved.emit(self.corner, self._rounded(at + steps * self.step))
            event.accept()
        elif curve is not None and key in _CHOOSING:
            ends = curve.ends
            self.corner = ends[(ends.index(self.corner) + _CHOOSING[key]) % len(ends)]
            self.redraw()
            event.accept()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        event.accept()  # nobody behind has a use for it

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.redraw()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.redraw()

    def corner_at(self, index: int) -> QPointF:
        """Where a corner is in the widget."""
        at = None if self.curve is None else self.curve.corners[index]
        scene = self._box.mapViewToScene(QPointF(at if at is not None else 0.0, _HEIGHTS[index]))
        return QPointF(self.mapFromScene(scene))

    def _draw_curve(self, item: pg.PlotItem, curve: TermCurve) -> None:
        theme, number = present_theme(), curve.number
        low, high = self._window
        margin = (high - low) * 0.02
        corners = [corner for corner in curve.corners if corner is not None]
        xs = np.unique(np.concatenate([np.linspace(low - margin, high + margin, _POINTS), corners]))
        fill = QColor(theme.accent)
        fill.setAlphaF(0.10)
        line = item.plot(xs, membership(number, xs), pen=pg.mkPen(QColor(theme.text), width=2.5))
        line.setFillLevel(0.0)
        line.setFillBrush(QBrush(fill))
        for index in curve.ends:
            is_chosen = index == self.corner and self.hasFocus()
            item.plot(
                [curve.corners[index]],
                [_HEIGHTS[index]],
                pen=None,
                symbol="o",
                symbolSize=17 if is_chosen else 13,
                symbolBrush=QColor(theme.panel),
                symbolPen=pg.mkPen(QColor(theme.focus if is_chosen else theme.text), width=3),
            )

    def _draw_readings(self, item: pg.PlotItem) -> None:
        """Bars for how many there are, and below the curve a stroke for each: what is not exact is as wide as it is."""
        values = [value for value in self._readings if np.isfinite(middle_of(value))]
        if not values:
            return
        number = None if self.curve is None else self.curve.number
        low, high = self._window
        edges = np.linspace(low, high, _BINS + 1)
        by_fit: dict[Fit, list[float]] = {each: [] for each in Fit}
        for value in values:
            by_fit[Fit.NOT if number is None else fit(number, value) or Fit.NOT].append(middle_of(value))
        counts = {each: np.histogram(middles, edges)[0] for each, middles in by_fit.items()}
        most = max(int(np.sum(list(counts.values()), axis=0).max()), 1)
        below = np.zeros(_BINS)
        for each in (Fit.FULLY, Fit.PARTLY, Fit.NOT):
            heights = counts[each] * (_HEIGHT_OF_BARS / most)
            brush, pen = look_of(each)
            there = heights > 0
            bars = pg.BarGraphItem(
                x0=edges[:-1][there], x1=edges[1:][there], y0=below[there], height=heights[there], brush=brush, pen=pen
            )
            item.addItem(bars)
            below = below + heights
        for place, value in enumerate(values[:_MOST_IN_RUG]):
            item.addItem(self._stroke(value, number, place))

    def _stroke(self, value: AttributeValue, number: FuzzyNumber | None, place: int) -> pg.PlotCurveItem:
        found = Fit.NOT if number is None else fit(number, value) or Fit.NOT
        theme = present_theme()
        colour = QColor(theme.quiet_text if found is Fit.NOT else theme.incident)
        if isinstance(value, FuzzyNumber):
            begin, end = (float(np.clip(edge, *self._window)) for edge in value.support)
            y = _RUG_AT - _RUG_APART * (1 + place % 3)
            return pg.PlotCurveItem([begin, end], [y, y], pen=pg.mkPen(colour, width=2))
        x = middle_of(value)
        reach = 0.015 if found is Fit.NOT else 0.03
        return pg.PlotCurveItem([x, x], [_RUG_AT - reach, _RUG_AT + reach], pen=pg.mkPen(colour, width=1))

    def _grip_at(self, scene: QPointF) -> int | None:
        """The corner under the pointer; of several at one place the one that can go the way it is pulled."""
        if self.curve is None:
            return None
        near = [
            (away, index)
            for index in self.curve.ends
            if (away := (self._scene_place(index) - scene).manhattanLength()) <= _GRIP_PX
        ]
        return min(near)[1] if near else None

    def _scene_place(self, index: int) -> QPointF:
        at = None if self.curve is None else self.curve.corners[index]
        return QPointF(self._box.mapViewToScene(QPointF(at if at is not None else 0.0, _HEIGHTS[index])))

    def _dragged(self, index: int, x: float) -> None:
        self.corner = index
        self.corner_moved.emit(index, self._rounded(float(np.clip(x, *self._window))))

    def _rounded(self, x: float) -> float:
        step = self.step
        return float(f"{round(x / step) * step:.10g}")


class _CornerBox(pg.ViewBox):  # type: ignore[misc]
    """Turns drags of corners into numbers."""

    moved = Signal(int, float)

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.grip: Callable[[QPointF], int | None] = lambda _: None
        self._held: int | None = None

    def mouseDragEvent(self, ev: pg.GraphicsScene.mouseEvents.MouseDragEvent, axis: int | None = None) -> None:
        if ev.button() != Qt.MouseButton.LeftButton:
            ev.ignore()
            return
        if ev.isStart():
            self._held = self.grip(ev.buttonDownScenePos())
        if self._held is None:
            ev.ignore()
            return
        ev.accept()
        self.moved.emit(self._held, self.mapSceneToView(ev.scenePos()).x())

    def wheelEvent(self, ev: object, axis: int | None = None) -> None:
        """What is shown follows the term, not the wheel."""


def look_of(found: Fit) -> tuple[QBrush, QPen]:
    """Told apart without colour: solid, hatched, hollow."""
    theme = present_theme()
    match found:
        case Fit.FULLY:
            return QBrush(QColor(theme.incident)), pg.mkPen(QColor(theme.incident), width=1)
        case Fit.PARTLY:
            brush = QBrush(QColor(theme.incident), Qt.BrushStyle.BDiagPattern)
            return brush, pg.mkPen(QColor(theme.incident), width=1)
        case Fit.NOT:
            return QBrush(Qt.BrushStyle.NoBrush), pg.mkPen(QColor(theme.quiet_text), width=1)
