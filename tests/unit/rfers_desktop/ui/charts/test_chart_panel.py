"""The panel draws a plot for each attribute, with curves and thresholds."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.charts.chart_panel import ChartPanel, curve_colours
from rfers_desktop.ui.charts.curves import Curve, Limit, Plot
from rfers_desktop.ui.themes import THEMES, Theme

pytestmark = pytest.mark.display
TWO = (Curve("S1", (0.0, 60.0), (20.0, 33.0)), Curve("S2 <b>", (0.0,), (25.0,)))


def test_each_attribute_has_its_plot_with_curves_and_thresholds_in_view(qtbot: QtBot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    limit = Limit(45.0, "> 45 °C", "Hot")
    panel.show_plots([Plot("Temperature", "°C", TWO, (limit,)), Plot("Humidity", "", (), ())], "")
    plots = [item for item in panel.plots.ci.items if isinstance(item, pg.PlotItem)]
    assert len(plots) == 2
    (temperature,) = [plot for plot in plots if plot.listDataItems()]
    assert [list(curve.getData()[1]) for curve in temperature.listDataItems()] == [[20.0, 33.0], [25.0]]
    lines = [item for item in temperature.items if isinstance(item, pg.InfiniteLine)]
    assert [line.value() for line in lines] == [45.0]
    low, high = temperature.viewRange()[1]
    assert low < 20.0
    assert high > 45.0
    assert "S2 &lt;b>" in panel.words.text()


def test_the_same_moment_is_at_the_same_place_in_all_plots(qtbot: QtBot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    panel.resize(400, 400)
    panel.show()
    fine = Curve("S1", (0.0, 60.0), (0.215, 0.224))
    panel.show_plots([Plot("Temperature", "°C", TWO, ()), Plot("Humidity", "", (fine,), ())], "")
    plots = [item for item in panel.plots.ci.items if isinstance(item, pg.PlotItem)]
    for plot in plots:
        qtbot.waitUntil(lambda plot=plot: plot.getViewBox().sceneBoundingRect().left() == 55)  # type: ignore[misc]


def test_pauses_are_gaps_and_what_fades_is_a_band_and_what_is_pointed_at_is_told(qtbot: QtBot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    panel.resize(400, 400)
    panel.show()
    times = tuple(60.0 * i for i in range(100)) + (20_000.0,)
    curve = Curve("S1", times, tuple(20.0 + i / 10 for i in range(101)))
    panel.show_plots([Plot("Temperature", "°C", (curve,), (Limit(35.0, "IS hot: >= 35", "Heat", 15.0),))], "")
    ((item, _),) = panel._items
    line, lonely = item.listDataItems()
    assert list(line.opts["connect"][-3:]) == [1, 0, 0]
    assert list(lonely.getData()[0]) == [20_000.0]
    (band,) = [each for each in item.items if isinstance(each, pg.LinearRegionItem)]
    assert sorted(band.getRegion()) == [15.0, 35.0]
    low, high = item.viewRange()[1]
    assert low < 15.0 < 35.0 < high
    box = item.getViewBox()
    qtbot.waitUntil(lambda: box.width() > 100)
    assert panel.values_at(box.mapViewToScene(QPointF(20_000.0, 25.0))) == "S1: 30 °C, 1970-01-01 05:33:20 UTC"
    assert panel.values_at(box.mapViewToScene(QPointF(12_000.0, 25.0))) == ""
    assert panel.values_at(box.mapViewToScene(QPointF(12_000.0, 35.0))) == "Heat: IS hot: >= 35"
    assert panel.values_at(QPointF(0, 0)) == ""
    assert "Heat" in item.titleLabel.text


def test_without_a_plot_it_says_what_to_do(qtbot: QtBot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    assert panel.words.text().startswith("Click a sensor")
    with qtbot.waitSignal(panel.cleared):
        qtbot.mouseClick(panel.clear, Qt.MouseButton.LeftButton)
    panel.restyle()


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_curves_have_colours_of_their_own(theme: Theme) -> None:
    assert len(set(curve_colours(theme))) == 6
