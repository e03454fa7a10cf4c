"""Tests of the map with all that belongs to it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.identify import Spot
from rfers_desktop.ui.map_pane import MapPane
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import a_workspace, received
from tests.unit.rfers_desktop.raster_files import write_geotiff

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def test_what_the_desk_is_told_of_can_be_identified_and_found_by_name(window: QMainWindow, tmp_path: Path) -> None:
    workspace, _ = a_workspace()
    pane = MapPane(window, workspace, tmp_path)
    try:
        change = workspace.receive([received(1, an_event(assetname="Engine 7", geometry=(-114.07, 51.05)))])
        pane.apply(change.drawn)
        (mark,) = change.drawn.put
        at = pane.canvas.pixel_of(*mark.bounds[:2])
        x, y = mark.bounds[:2]
        spot = Spot(-114.07, 51.05, x, y, at.x(), at.y(), 6.0, pane.canvas.view.units_per_px)
        found = [thing for source in pane._sources() for thing in source.identify(spot)]
        assert (found[0].title, found[0].key) == ("Engine 7", mark.key)
        assert "Calgary" in [thing.title for thing in found[1:]]  # and what the base map has there
        hits = [hit for provider in pane._providers() for hit in provider.search("engine", 5)]
        assert "Engine 7" in [hit.title for hit in hits]
        pane.clear()
        assert pane.canvas.mark_count() == 0
    finally:
        pane.close()


def test_a_dropped_image_becomes_a_layer_and_a_broken_one_is_told_of(
    window: QMainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace, _ = a_workspace()
    pane = MapPane(window, workspace, tmp_path / "settings")
    try:
        image = write_geotiff(tmp_path / "dem.tif", np.full((40, 40), 7, np.uint16))
        pane.layers_panel.add_files([image])
        assert pane.layers.tree.entries[0].title == "dem"
        entry = pane.layers.tree.entries[0]
        pane.images.raster_painting(entry)  # as the next painting of the ground does
        qtbot.waitUntil(lambda: pane.images.raster(entry) is not None, timeout=20_000)
        broken = tmp_path / "broken.tif"
        broken.write_bytes(b"II*\0 and no more")
        pane.layers_panel.add_files([broken])
        with qtbot.waitSignal(pane.problem, timeout=20_000) as told:
            pane.images.raster_painting(pane.layers.tree.entries[0])
        assert "broken.tif" in told.args[0]
    finally:
        pane.close()
