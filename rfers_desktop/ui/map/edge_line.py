"""The shortest way from an event to the edge of a zone, drawn over the map with its length."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from rfers_desktop.geo.measuring import distance_text, geodesic_path
from rfers_desktop.geo.nearest_edge import EdgeLine
from rfers_desktop.language import tr
from rfers_desktop.ui.look import present_theme, small_font

from .canvas import MapCanvas

_LONGEST_LEG_M = 5_000.0
_ABOVE = 1_000


class EdgeLineOverlay:
    """One line at a time; it follows the map into other projections and themes."""

    def __init__(self, canvas: MapCanvas) -> None:
        self._canvas = canvas
        self._line: EdgeLine | None = None
        self._halo = pg.PlotCurveItem()
        self._path = pg.PlotCurveItem()
        self._ends = pg.ScatterPlotItem(size=9)
        self._text = pg.TextItem(anchor=(0.5, 1.2))
        for item in (self._halo, self._path, self._ends, self._text):
            item.setZValue(_ABOVE)
            item.hide()
            canvas.box.addItem(item, ignoreBounds=True)
        canvas.projection_changed.connect(lambda _: self._draw())

    @property
    def line(self) -> EdgeLine | None:
        """What is drawn."""
        return self._line

    @property
    def words(self) -> str:
        """What is written beside the line."""
        if self._line is None:
            return ""
        length = distance_text(self._line.metres)
        return tr("{length} inside", length=length) if self._line.is_inside else tr("{length} outside", length=length)

    def show(self, line: EdgeLine | None) -> None:
        """Draw a line in place of the last one; None draws none."""
        self._line = line
        self._draw()

    def _draw(self) -> None:
        for item in (self._halo, self._path, self._ends, self._text):
            item.setVisible(self._line is not None)
        self._canvas.viewport().update()  # the box's idea of where its items are is as old as its last paint
        if self._line is None:
            return
        theme = present_theme()
        way = geodesic_path(np.array([self._line.start, self._line.end]), _LONGEST_LEG_M)
        xy = self._canvas.projection.to_map(way)
        self._halo.setData(xy[:, 0], xy[:, 1], pen=pg.mkPen(theme.text_halo, width=5))
        dashes = pg.mkPen(theme.measure, width=2.5, style=Qt.PenStyle.DashLine)
        self._path.setData(xy[:, 0], xy[:, 1], pen=dashes)
        self._ends.setData(
            xy[[0, -1], 0], xy[[0, -1], 1], brush=QColor(theme.measure), pen=pg.mkPen(theme.text_halo, width=1.5)
        )
        self._text.fill = pg.mkBrush(theme.panel)
        self._text.border = pg.mkPen(theme.measure)
        self._text.setFont(small_font())
        self._text.setText(self.words, color=theme.text)
        middle = xy[len(xy) // 2] if len(xy) > 2 else xy.mean(axis=0)
        self._text.setPos(float(middle[0]), float(middle[1]))
