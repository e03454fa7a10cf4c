"""Tests of the map with all that belongs to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.identify import Spot
from rfers_desktop.ui.map_pane import MapPane
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import a_workspace, received

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
