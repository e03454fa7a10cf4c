"""Tests of the rows of the layers panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.ui.panels.layers_model import LayersModel

pytestmark = [pytest.mark.display, pytest.mark.usefixtures("qapp")]


@pytest.fixture
def layers() -> MapLayers:
    return MapLayers(resources_dir() / "basemap")


def test_a_row_tells_its_layer_and_what_it_is(layers: MapLayers) -> None:
    model = LayersModel(layers)
    assert model.rowCount() == len(layers.tree)
    first = model.index(0)
    assert model.data(first) == layers.tree.entries[0].title
    assert "features" in model.data(first, Qt.ItemDataRole.ToolTipRole)
    assert model.data(first, Qt.ItemDataRole.AccessibleTextRole).endswith("shown")
    assert model.data(QModelIndex()) is None


def test_a_tick_goes_to_the_layers(qtbot: QtBot, layers: MapLayers) -> None:
    model = LayersModel(layers)
    with qtbot.waitSignal(model.dataChanged):
        assert model.setData(model.index(2), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert not layers.tree.entries[2].is_visible
    assert not model.setData(model.index(2), "new name")


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 99), (-1, 0), (0, -1)])
def test_a_move_to_nowhere_is_none(layers: MapLayers, start: int, end: int) -> None:
    before = layers.tree
    assert not LayersModel(layers).move(start, end)
    assert layers.tree == before


def test_what_is_dropped_by_others_is_not_taken(layers: MapLayers) -> None:
    model = LayersModel(layers)
    assert not model.dropMimeData(QMimeData(), Qt.DropAction.MoveAction, 0, 0, QModelIndex())


def test_layers_changed_by_others_are_shown_after_a_refresh(qtbot: QtBot, layers: MapLayers) -> None:
    model = LayersModel(layers)
    last = layers.tree.entries[-1]
    layers.move(last.id, 0)
    with qtbot.waitSignal(model.modelReset):
        model.refresh()
    assert model.row_of(last.id) == 0
    assert model.row_of("gone") == -1
