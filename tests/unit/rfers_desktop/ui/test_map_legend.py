"""Tests of the legend."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.ui.map_legend import SWATCH_PX, legend_of, symbol_rows, zone_rows
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.pictures import count_of

pytestmark = pytest.mark.display


def test_every_symbol_has_words_of_its_own_in_a_fixed_order(qapp: QApplication) -> None:
    rows = symbol_rows(reversed(Symbol), DAY)
    assert len({row.text for row in rows}) == len(Symbol)
    assert [row.text for row in rows] == [row.text for row in symbol_rows(Symbol, DAY)]


def test_only_what_is_asked_for_is_listed(qapp: QApplication) -> None:
    assert [row.text for row in symbol_rows([Symbol.SMOKE, Symbol.ENGINE, Symbol.ENGINE], DAY)] == [
        "Engine",
        "Smoke report",
    ]
    assert [row.text for row in zone_rows([Style.ASSET, Style.ZONE_PENDING], DAY)] == ["Zone, asked for"]


def test_pictures_are_of_one_height_and_in_the_colours_of_the_theme(qapp: QApplication) -> None:
    rows = symbol_rows([Symbol.FIRE], NIGHT) + zone_rows([Style.ZONE_LIVE], NIGHT)
    assert {row.picture.deviceIndependentSize().height() for row in rows} == {SWATCH_PX}
    assert count_of(rows[0].picture, NIGHT.incident) > 50
    assert count_of(rows[1].picture, NIGHT.zone_live) > 50


def test_a_legend_lists_all_that_things_of_a_style_may_look_like(qapp: QApplication) -> None:
    rows = legend_of([Style.ZONE_LIVE, Style.INCIDENT, Style.SENSOR, Style.SENSOR], DAY)
    assert [row.text for row in rows] == [
        "Sensor station",
        "Fire incident",
        "Hot spot",
        "Smoke report",
        "°C, humidity",
        "Zone, live",
    ]
    assert {round(row.picture.deviceIndependentSize().height()) for row in rows} == {SWATCH_PX}
    assert legend_of([], DAY) == ()
