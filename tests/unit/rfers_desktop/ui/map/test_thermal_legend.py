"""Tests of the legend of the thermal images."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.colour_ramps import EMBER
from rfers_desktop.geo.colouring import Colouring
from rfers_desktop.ui.map.thermal_legend import ThermalLegend, round_ticks
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display


@pytest.fixture
def legend(qtbot: QtBot) -> ThermalLegend:
    canvas = QWidget()
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    made = ThermalLegend(canvas)
    made.show()
    canvas.show()
    return made


def test_a_range_has_round_numbers_the_hottest_on_top(legend: ThermalLegend) -> None:
    legend.explain(Colouring(13.0, 611.0), "°C")
    assert legend.words() == ["600", "400", "200"]
    assert "600, 400, 200" in legend.accessibleDescription()


def test_what_is_explained_already_is_not_painted_again(legend: ThermalLegend, qtbot: QtBot) -> None:
    class Paints(QObject):
        count = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.count += event.type() == QEvent.Type.Paint
            return False

    paints = Paints()
    legend.installEventFilter(paints)
    legend.explain(Colouring(13.0, 611.0), "°C")
    qtbot.waitUntil(lambda: paints.count > 0)
    painted = paints.count
    legend.explain(Colouring(13.0, 611.0), "°C")
    QApplication.processEvents()
    assert paints.count == painted
    legend.explain(Colouring(13.0, 612.0), "°C")
    qtbot.waitUntil(lambda: paints.count > painted)


def test_classes_have_a_swatch_each_in_the_colours_of_the_map(legend: ThermalLegend) -> None:
    legend.explain(Colouring(edges=(50.0, 150.0, 300.0)), "°C")
    assert legend.words() == ["300 and above", "150 – 300", "50 – 150", "below 50"]
    picture = picture_of(legend)
    for red, green, blue in EMBER.colours(4).tolist():
        assert count_of(picture, f"#{red:02x}{green:02x}{blue:02x}") > 100


def test_it_is_as_wide_as_its_words_and_stays_in_its_corner(legend: ThermalLegend) -> None:
    legend.explain(Colouring(0.0, 1.0), "")
    narrow = legend.width()
    legend.explain(Colouring(edges=(10_000.25, 20_000.75)), "W/m2")
    assert legend.width() > narrow
    assert legend.geometry().right() <= legend.parentWidget().width()
    assert legend.geometry().bottom() <= legend.parentWidget().height()


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-40.0, 900.0), (14252.0, 29341.0), (0.001, 0.0011)])
def test_ticks_are_a_handful_within_the_range(low: float, high: float) -> None:
    ticks = round_ticks(low, high)
    assert 2 <= len(ticks) <= 6
    assert low - 1e-9 <= ticks[0] < ticks[-1] <= high + 1e-9
