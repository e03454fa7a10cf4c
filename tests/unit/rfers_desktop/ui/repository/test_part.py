"""Tests of rfers_desktop/ui/repository/part.py, in the whole window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import shapely
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.repository.part import RepositoryPart
from rfers_desktop.ui.subscribe.part import SubscribePart
from rfers_desktop.workspace import LinkState, Retention
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import LOGIN, received
from tests.unit.rfers_desktop.ui.a_station import Station
from tests.unit.rfers_desktop.ui.dragged_files import drag_and_drop

pytestmark = pytest.mark.display


@pytest.fixture
def station(qtbot: QtBot, tmp_path: Path) -> Iterator[Station]:
    made = Station(qtbot, tmp_path / "kept")
    report = an_event("FireIncReports", geometry=(-114.0, 51.0), reportid="R1", description="smoke at the mill")
    made.hear(received(1), received(2), received(3, report))
    made.window.log_in(LOGIN)  # and so all of it is written
    yield made
    made.window.close()


def part_of(station: Station) -> RepositoryPart:
    return station.window.part(RepositoryPart)


def test_the_repository_is_searched_by_words(station: Station, qtbot: QtBot) -> None:
    part = part_of(station)
    station.window.commands.action("data.search").trigger()
    qtbot.keyClicks(part.panel.words, "smoke mill")
    qtbot.mouseClick(part.panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: part.panel.model.rowCount() == 1)
    assert part.panel.told.text() == "1 notification found."


def test_only_what_the_map_shows_is_found_if_wanted(station: Station, qtbot: QtBot) -> None:
    part = part_of(station)
    canvas = station.window.map
    canvas.fit(canvas.projection.bounds_to_map((-114.01, 50.99, -113.99, 51.01)))
    part.panel.in_view.setChecked(True)
    qtbot.mouseClick(part.panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: part.panel.model.rowCount() == 1)


def test_selected_notifications_are_exported(
    station: Station, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: station.window.notifications.model.total == 3)
    file = tmp_path / "out.geojson"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    station.window.notifications.table.selectRow(0)
    station.window.commands.refresh()
    station.window.commands.action("data.export_selected").trigger()
    qtbot.waitUntil(file.exists)
    (feature,) = json.loads(file.read_text("utf-8"))["features"]
    assert feature["properties"]["Description"] == "smoke at the mill"
    qtbot.waitUntil(lambda: not part_of(station).background.is_busy)


def test_all_that_is_kept_is_exported(
    station: Station, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    station.window.commands.action("data.export_all").trigger()
    qtbot.waitUntil(file.exists)
    assert len(file.read_text("utf-8-sig").splitlines()) == 4
    qtbot.waitUntil(lambda: not part_of(station).background.is_busy)


def test_what_was_found_becomes_a_layer(station: Station, qtbot: QtBot) -> None:
    part = part_of(station)
    qtbot.mouseClick(part.panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: part.panel.model.rowCount() == 3)
    qtbot.mouseClick(part.panel.draw, Qt.MouseButton.LeftButton)
    layers = station.window.pane.layers
    qtbot.waitUntil(lambda: any(entry.title.startswith("found") for entry in layers.tree), timeout=30_000)


def test_limits_are_set_and_kept(station: Station) -> None:
    dialog = part_of(station).ask_retention()
    dialog.chosen.emit(Retention(9, None, None))
    assert station.workspace.keeping.retention() == Retention(9, None, None)


def test_a_repository_is_looked_at_without_a_link(station: Station, qtbot: QtBot) -> None:
    (file,) = station.workspace.keeping.repositories()
    part_of(station).open_offline(file)
    qtbot.waitUntil(lambda: station.window.notifications.model.total == 3)
    assert station.workspace.link.state is LinkState.OFFLINE
    part_of(station).open_offline(file.with_name("none.gpkg"))
    assert station.window.notice.isVisible()


def dropped(station: Station, tmp_path: Path) -> RepositoryPart:
    file = tmp_path / "north.geojson"
    file.write_text(json.dumps(shapely.geometry.mapping(shapely.box(-115, 50, -114, 51))))
    drag_and_drop(station.window.map.viewport(), QUrl.fromLocalFile(str(file)))
    return part_of(station)


def test_a_dropped_geojson_is_drawn(station: Station, qtbot: QtBot, tmp_path: Path) -> None:
    part = dropped(station, tmp_path)
    assert part.choice is not None
    qtbot.mouseClick(part.choice.draw_button, Qt.MouseButton.LeftButton)
    layers = station.window.pane.layers
    qtbot.waitUntil(lambda: any(entry.title == "north" for entry in layers.tree), timeout=30_000)


def test_a_dropped_geojson_is_used_as_a_zone(station: Station, qtbot: QtBot, tmp_path: Path) -> None:
    part = dropped(station, tmp_path)
    assert part.choice is not None
    with qtbot.waitSignal(part.use_as_zone, timeout=30_000) as told:
        qtbot.mouseClick(part.choice.zone_button, Qt.MouseButton.LeftButton)
    zone = shapely.box(-115, 50, -114, 51)
    assert told.args[0].equals(zone)
    drawn = station.window.part(SubscribePart).model.sketch.zone()
    assert drawn is not None
    assert drawn.equals(zone)
