"""The panel of charts: one plot below the other, with a common time, the things compared in colours of their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QCursor, QFontMetrics, QLinearGradient, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QToolTip, QVBoxLayout, QWidget

from rfers_desktop.language import tr
from rfers_desktop.ui.look import GAP, present_theme, small_font
from rfers_desktop.ui.themes import Theme

from .curves import Curve, Plot, told_at

_LEAST_PX = 130  # two plots, on a small screen
_ABOVE = 10  # curves
_MOST_DOTS = 60  # on one curve; more of them hide it
_NEAR_PX = 40  # of the pointer: the values there are told
_ON_LINE_PX = 6
_MOST_NAMES_PX = 240  # of the subscriptions whose thresholds are drawn
_AXIS_PX = 46  # of the values' axis, with room for its numbers


class ChartPanel(QWidget):
    """Shows plots; `compares` says whether the next thing is added to those there are."""

    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Sequence[Plot] = ()
        self._title = ""
        self._items: list[tuple[pg.PlotItem, Plot]] = []
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
        self.plots.ci.layout.setContentsMargins(GAP, 0, GAP, 0)
        self.plots.ci.layout.setVerticalSpacing(0)
        self.plots.scene().sigMouseMoved.connect(self._point_at)
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
        self._items = []
        first = None
        for row, plot in enumerate(plots):
            axes = {"bottom": pg.DateAxisItem(utcOffset=0), "left": pg.AxisItem("left")}
            item = self.plots.addPlot(row=row, col=0, axisItems=axes)
            _dress(item, plot, theme, is_last=row == len(plots) - 1)
            self._items.append((item, plot))
            if first is None:
                first = item
            else:
                item.setXLink(first)

    def values_at(self, at: QPointF) -> str:
        """What was measured at a place of the charts' scene, and whose threshold is there; empty where nothing is."""
        for item, plot in self._items:
            box = item.getViewBox()
            if box.sceneBoundingRect().contains(at):
                moment = box.mapSceneToView(at).x()
                second_px, value_px = (1.0 / size for size in box.viewPixelSize())
                told = [told_at(curve, plot.unit, moment, _NEAR_PX / second_px) for curve in plot.curves]
                value = box.mapSceneToView(at).y()
                near = [limit for limit in plot.limits if abs(limit.value - value) * value_px < _ON_LINE_PX]
                return "\n".join([*(f"{x.name}: {x.words}" for x in near), *(each for each in told if each)])
        return ""

    def _point_at(self, at: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), self.values_at(at), self.plots)

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
    names = ", ".join(dict.fromkeys(limit.name for limit in plot.limits))
    shown = QFontMetrics(small_font()).elidedText(names, Qt.TextElideMode.ElideRight, _MOST_NAMES_PX)
    watched = f'&nbsp; <span style="color:{theme.alert}">╌ {_plain(shown)}</span>' if names else ""
    title = f'<span style="color:{theme.text}">{_plain(words)}</span>{watched}'
    item.setTitle(title, justify="left", size="9pt")
    item.setContentsMargins(0, 0, 0, 0)
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
        dot = {"symbol": "o", "symbolSize": 5, "symbolBrush": colour, "symbolPen": pen}
        is_few = len(curve.values) <= _MOST_DOTS
        joined = np.array(curve.joined(), dtype=np.int32)
        item.plot(curve.times_s, curve.values, pen=pen, connect=joined, **(dot if is_few else {}))
        if not is_few and (alone := curve.alone()):
            item.plot([curve.times_s[i] for i in alone], [curve.values[i] for i in alone], pen=None, **dot)
        if curve.extents:
            item.addItem(_error_bars(curve, pg.mkPen(colour, width=1.5)))
    for number, limit in enumerate(plot.limits):
        if limit.fades_to is not None:
            item.addItem(_fading(limit.value, limit.fades_to, QColor(theme.alert)))
        pen = pg.mkPen(QColor(theme.alert), width=1.5, style=Qt.PenStyle.DashLine)
        paper = QColor(theme.panel)
        paper.setAlphaF(0.85)
        side = number % 2  # neighbours at either end, so that their words do not lie upon each other
        options = {
            "position": (0.02, 0.98)[side],
            "color": QColor(theme.alert),
            "anchors": [(side, 0), (side, 1)],  # below a line that is high up, above one that is low
            "fill": paper,
        }
        line = pg.InfiniteLine(limit.value, angle=0, pen=pen, label=limit.words, labelOpts=options)
        line.setZValue(_ABOVE)  # its words are readable where curves run through them
        item.addItem(line)
    ends = [end for curve in plot.curves for extent in curve.extents for end in extent]
    ends += [end for limit in plot.limits for end in (limit.value, limit.fades_to) if end is not None]
    values = ends + [v for curve in plot.curves for v in curve.values]
    if values:
        low, high = min(values), max(values)
        margin = (high - low) * 0.12 or abs(high) * 0.1 or 1.0
        item.setYRange(low - margin, high + margin, padding=0)


def _fading(whole: float, none: float, colour: QColor) -> pg.LinearRegionItem:
    """A band that is strong where a term is wholly so, and nothing where it is not so at all."""
    brush = QLinearGradient(0.0, whole, 0.0, none)
    for place, alpha in ((0.0, 0.30), (1.0, 0.0)):
        shade = QColor(colour)
        shade.setAlphaF(alpha)
        brush.setColorAt(place, shade)
    band = pg.LinearRegionItem((whole, none), orientation="horizontal", movable=False, brush=QBrush(brush), pen=None)
    band.setZValue(-_ABOVE)
    for edge in band.lines:
        edge.hide()
    return band


def _error_bars(curve: Curve, pen: QPen) -> pg.ErrorBarItem:
    """A stroke from where to where each value may be."""
    times, values, ends = np.array(curve.times_s), np.array(curve.values), np.array(curve.extents)
    return pg.ErrorBarItem(x=times, y=values, top=ends[:, 1] - values, bottom=values - ends[:, 0], pen=pen)
