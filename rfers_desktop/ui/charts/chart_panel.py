"""The panel of charts: one plot below the other, with a common time, the things compared in colours of their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP, present_theme, small_font
from rfers_desktop.ui.themes import Theme

from .curves import Curve, Plot

_LEAST_PX = 130  # two plots, on a small screen
_ABOVE = 10  # curves
_AXIS_PX = 46  # of the values' axis, with room for its numbers


class ChartPanel(QWidget):
    """Shows plots; `compares` says whether the next thing is added to those there are."""

    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[Plot] = ()
        self._title = ""
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.compare = QCheckBox(tr("Compare"), self)
        self.compare.setToolTip(tr("Keep what is charted, and add the next thing that is clicked"))
        self.clear = QPushButton(tr("Clear"), self)
        self.clear.clicked.connect(self.cleared)
        self.plots = pg.GraphicsLayoutWidget(self)
        self.plots.setAccessibleName(tr("Charts"))
        self.plots.setMinimumHeight(_LEAST_PX)
        head = QHBoxLayout()
        head.setContentsMargins(GAP, GAP, GAP, 0)
        head.addWidget(self.words, 1)
        head.addWidget(self.compare)
        head.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self.plots, 1)
        self.show_plots((), "")

    def show_plots(self, plots: Sequence[Plot], title: str) -> None:
        """Show these in place of the others."""
        self._shown, self._title = plots, title
        theme = present_theme()
        self.plots.clear()
        self.plots.setBackground(QColor(theme.panel))
        self.words.setText(
            _legend(plots, theme) or tr("Click a sensor on the map to chart it, or select anything and press G.")
        )
        first = None
        for row, plot in enumerate(plots):
            axes = {"bottom": pg.DateAxisItem(utcOffset=0), "left": pg.AxisItem("left")}
            item = self.plots.addPlot(row=row, col=0, axisItems=axes)
            _dress(item, plot, theme, is_last=row == len(plots) - 1)
            if first is None:
                first = item
            else:
                item.setXLink(first)

    def restyle(self) -> None:
        """The theme is another."""
        self.show_plots(self._shown, self._title)


def curve_colours(theme: Theme) -> tuple[str, ...]:
    """Colours that are told apart, one for each thing compared; the one most like that of thresholds is the last."""
    return (theme.asset, theme.measure, theme.sensor, theme.other, theme.image, theme.incident)


def _legend(plots: Sequence[Plot], theme: Theme) -> str:
    names = [curve.name for curve in plots[0].curves] if plots else []
    colours = curve_colours(theme)
    return "&nbsp;&nbsp; ".join(
        f'<span style="color:{colours[i % len(colours)]}">■</span> {_plain(name)}' for i, name in enumerate(names)
    )


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _dress(item: pg.PlotItem, plot: Plot, theme: Theme, *, is_last: bool) -> None:
    item.setMenuEnabled(False)
    item.hideButtons()
    item.showGrid(x=True, y=True, alpha=0.15)
    words = f"{plot.attribute} ({plot.unit})" if plot.unit else plot.attribute
    item.setTitle(f'<span style="color:{theme.text}">{_plain(words)}</span>', justify="left", size="9pt")
    for name in ("left", "bottom"):
        axis = item.getAxis(name)
        axis.setPen(QPen(QColor(theme.quiet_text)))
        axis.setTextPen(QPen(QColor(theme.quiet_text)))
        axis.setStyle(tickFont=small_font())
    item.getAxis("left").setWidth(_AXIS_PX)  # so that the same moment is at the same place in all plots
    if not is_last:
        item.getAxis("bottom").setStyle(showValues=False)
    colours = curve_colours(theme)
    for number, curve in enumerate(plot.curves):
        colour = QColor(colours[number % len(colours)])
        pen = pg.mkPen(colour, width=2)
        symbol = "o" if len(curve.values) <= 60 else None
        item.plot(curve.times_s, curve.values, pen=pen, symbol=symbol, symbolSize=5, symbolBrush=colour, symbolPen=pen)
        if curve.extents:
            item.addItem(_error_bars(curve, pg.mkPen(colour, width=1.5)))
    for limit in plot.limits:
        pen = pg.mkPen(QColor(theme.alert), width=1.5, style=Qt.PenStyle.DashLine)
        paper = QColor(theme.panel)
        paper.setAlphaF(0.85)
        options = {"position": 0.04, "color": QColor(theme.alert), "anchors": [(0, 1), (0, 1)], "fill": paper}
        line = pg.InfiniteLine(limit.value, angle=0, pen=pen, label=limit.words, labelOpts=options)
        line.setZValue(_ABOVE)  # its words are readable where curves run through them
        item.addItem(line)
    ends = [end for curve in plot.curves for extent in curve.extents for end in extent]
    values = ends + [v for curve in plot.curves for v in curve.values] + [limit.value for limit in plot.limits]
    if values:
        low, high = min(values), max(values)
        margin = (high - low) * 0.12 or abs(high) * 0.1 or 1.0
        item.setYRange(low - margin, high + margin, padding=0)


def _error_bars(curve: Curve, pen: QPen) -> pg.ErrorBarItem:
    """A stroke from where to where each value may be."""
    times, values, ends = np.array(curve.times_s), np.array(curve.values), np.array(curve.extents)
    return pg.ErrorBarItem(x=times, y=values, top=ends[:, 1] - values, bottom=values - ends[:, 0], pen=pen)
