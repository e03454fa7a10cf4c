"""Tests of the legend."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.colour_ramps import EMBER
from rfers_desktop.geo.colouring import Colouring
from rfers_desktop.layers.layer_tree import LayerEntry, LayerTree, Source, SourceKind
from rfers_desktop.layers.marks import Style
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.layers.vector_style import Categorised, Graduated, Single
from rfers_desktop.layers.vector_style import Symbol as Look
from rfers_desktop.ui.map.shown_kinds import ShownKinds
from rfers_desktop.ui.map_legend import SWATCH_PX, layer_rows, legend_of, shape_rows, symbol_rows, thermal_rows
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
    assert [row.text for row in shape_rows([Style.ZONE_PENDING], DAY)] == ["Zone, asked for"]


def test_pictures_are_of_one_height_and_in_the_colours_of_the_theme(qapp: QApplication) -> None:
    rows = symbol_rows([Symbol.FIRE], NIGHT) + shape_rows([Style.ZONE_LIVE], NIGHT)
    assert {row.picture.deviceIndependentSize().height() for row in rows} == {SWATCH_PX}
    assert count_of(rows[0].picture, NIGHT.incident) > 50
    assert count_of(rows[1].picture, NIGHT.zone_live) > 50


def test_a_legend_lists_what_is_shown_and_nothing_else(qapp: QApplication) -> None:
    shown = ShownKinds(frozenset({Symbol.SMOKE, Symbol.ENGINE}), True, frozenset({Style.ZONE_LIVE, Style.INCIDENT}))
    rows = legend_of(shown, DAY)
    assert [row.text for row in rows] == ["Engine", "Smoke report", "°C, humidity", "Incident, area", "Zone, live"]
    assert {round(row.picture.deviceIndependentSize().height()) for row in rows} == {SWATCH_PX}
    assert legend_of(ShownKinds(), DAY) == ()


def test_thermal_images_are_explained_by_their_ramp_or_class_by_class(qapp: QApplication) -> None:
    colouring = Colouring(10.0, 95.5, EMBER)
    (row,) = thermal_rows(colouring, "°C")
    assert row.text == "10 – 95.5 °C"
    ramp = [row.picture.pixelColor(x, row.picture.height() // 2) for x in (14, row.picture.width() - 14)]
    for colour, end in zip(ramp, (0, -1)):
        assert colour.getRgb()[:3] == pytest.approx(EMBER.table()[end].tolist(), abs=12)
    texts = [row.text for row in thermal_rows(replace(colouring, edges=(50.0, 150.0)), "°C")]
    assert texts == ["150 and above °C", "50 – 150 °C", "below 50 °C"]


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(12.3456, 410.0, "12.35 – 410"), (1748.31, 29341.2, "1,748 – 29,340"), (0.0, 2_345_678.0, "0 – 2,346,000")],
)
def test_a_range_is_written_without_powers_of_ten(qapp: QApplication, low: float, high: float, text: str) -> None:
    assert [row.text for row in thermal_rows(Colouring(low=low, high=high), "")] == [text]


def test_users_layers_are_listed_with_their_classes_while_they_are_drawn(qapp: QApplication) -> None:
    source, red, blue = Source(SourceKind.VECTOR, "a.gpkg"), Look(fill="#ff0000"), Look(line="#0000ff")
    tree = LayerTree(
        (
            LayerEntry("1", "Fires", source, style=Single(red)),
            LayerEntry("2", "Fuel", source, style=Categorised("kind", (("pine", red),), blue)),
            LayerEntry("3", "Risk", source, style=Graduated("risk", (3.0,), (red, blue))),
            LayerEntry("4", "Hidden", source, is_visible=False),
            LayerEntry("5", "Near", source, farthest=10_000),
            LayerEntry("6", "Rivers", Source(SourceKind.BASE, "rivers")),
        )
    )
    rows = layer_rows(tree, 50_000, DAY)
    assert [row.text for row in rows] == ["Fires", "Fuel: pine", "Fuel: all others", "Risk: < 3", "Risk: ≥ 3"]
    assert count_of(rows[0].picture, "#ff0000") > 50
    assert count_of(rows[2].picture, "#0000ff") > 20
