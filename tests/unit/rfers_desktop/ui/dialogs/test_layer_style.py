"""Tests of the style dialog."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.layers.base_layers import BASE_LAYERS
from rfers_desktop.layers.layer_tree import Labels, LayerEntry, Source, SourceKind
from rfers_desktop.layers.vector_style import Categorised, Graduated, Shape, Single, Symbol, symbols_of
from rfers_desktop.ui.dialogs.layer_style import LayerStyleDialog, with_measures

pytestmark = pytest.mark.display

POINTS = of_geometries(
    Kind.POINT,
    np.asarray(shapely.points([(x, 51.0) for x in range(6)])),
    {"fuel": np.array(["pine", "grass"] * 3, dtype=object), "acres": np.arange(6.0)},
)
ENTRY = LayerEntry(
    "a", "Fires", Source(SourceKind.VECTOR, "a.gpkg"), style=Single(Symbol(fill="#ff0000")), labels=Labels("fuel")
)


def shown(qtbot: QtBot, entry: LayerEntry = ENTRY) -> LayerStyleDialog:
    dialog = LayerStyleDialog(entry, (POINTS,))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_untouched_it_gives_back_what_it_was_given(qtbot: QtBot) -> None:
    assert shown(qtbot).result_entry() == ENTRY


def test_one_symbol_takes_colour_shape_and_size(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    dialog.colour.set_colour("#00ff00")
    dialog.shape.setCurrentText("square")
    dialog.point_size.setValue(14.0)
    symbol = symbols_of(dialog.result_entry().style)[0]
    assert (symbol.fill, symbol.shape, symbol.size_px) == ("#00ff00", Shape.SQUARE, 14.0)


def test_categories_come_from_the_attribute_and_one_gets_another_colour(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    dialog.mode.setCurrentIndex(1)
    dialog.attribute.setCurrentText("fuel")
    dialog.classes.set_colour(0, "#010203")
    style = dialog.result_entry().style
    assert isinstance(style, Categorised)
    assert [value for value, _ in style.categories] == ["grass", "pine"]
    assert style.categories[0][1].fill == "#010203"


def test_classes_come_from_the_numbers_and_keep_their_colours_when_widened(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    dialog.mode.setCurrentIndex(2)
    dialog.attribute.setCurrentText("acres")
    dialog.count.setValue(3)
    before = dialog.result_entry().style
    dialog.line_width.setValue(4.0)
    after = dialog.result_entry().style
    assert isinstance(before, Graduated)
    assert len(before.symbols) == 3
    assert [symbol.fill for symbol in symbols_of(after)] == [symbol.fill for symbol in before.symbols]
    assert {symbol.width_px for symbol in symbols_of(after)} == {4.0}


def test_classes_of_words_fall_back_to_one_symbol(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    dialog.attribute.setCurrentText("fuel")
    dialog.mode.setCurrentIndex(2)
    assert isinstance(dialog.result_entry().style, Single)


def test_labels_and_scales_are_taken(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    dialog.label.setCurrentText("acres")
    dialog.is_labelled.setChecked(False)
    dialog.nearest.setValue(1_000)
    entry = dialog.result_entry()
    assert entry.labels == Labels("acres", is_shown=False)
    assert (entry.nearest, entry.farthest) == (1_000, None)
    dialog.label.setCurrentIndex(0)
    assert dialog.result_entry().labels is None


def test_a_layer_of_the_base_map_keeps_the_themes_colours(qtbot: QtBot) -> None:
    entry = BASE_LAYERS.entry("base.places")
    dialog = shown(qtbot, entry)
    assert not dialog.colour.isVisible()
    assert dialog.result_entry().style == entry.style


def test_accepting_tells_the_layer(qtbot: QtBot) -> None:
    dialog = shown(qtbot)
    with qtbot.waitSignal(dialog.styled) as told:
        dialog.accept()
    assert told.args == [ENTRY]


def test_measures_are_for_all_classes() -> None:
    style = Categorised("a", (("x", Symbol(fill="#111111")),), Symbol(fill="#222222"))
    measured = with_measures(style, Symbol(fill="#999999", width_px=7.0))
    assert [(symbol.fill, symbol.width_px) for symbol in symbols_of(measured)] == [("#111111", 7.0), ("#222222", 7.0)]
