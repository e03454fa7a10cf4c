"""The panel draws a plot for each attribute, with curves and thresholds."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.charts.chart_panel import ChartPanel, curve_colours
from rfers_desktop.ui.charts.curves import Curve, Limit, Plot
from rfers_desktop.ui.themes import THEMES, Theme

pytestmark = pytest.mark.display
TWO = (Curve("S1", (0.0, 60.0), (20.0, 33.0)), Curve("S2 <b>", (0.0,), (25.0,)))


def test_each_attribute_has_its_plot_with_curves_and_thresholds_in_view(qtbot: QtBot) -> None:
    panel = ChartPanel()
    qtbot.addWidget(panel)
    limit = Limit(45.0, "Hot: > 45 °C")
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
        qtbot.waitUntil(lambda plot=plot: plot.getViewBox().sceneBoundingRect().left() == 56)  # type: ignore[misc]


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
