"""Tests of rfers_desktop/ui/analysis/part.py, in the whole window."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.layers import analysis
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.analysis.panel import Origin, Task
from rfers_desktop.ui.analysis.part import AnalysisPart, file_name
from tests.builders import a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.a_station import Station

pytestmark = pytest.mark.display

ENGINES = [
    an_event(geometry=(-114.07, 51.05), assetid="A1", assetname="Engine 1", speed=90),
    an_event(geometry=(-114.20, 51.05), assetid="A2", assetname="Engine 2", speed=10),
]
REPORT = an_event("FireIncReports", geometry=(-114.06, 51.04), reportid="R1")


@pytest.fixture
def station(qtbot: QtBot) -> Iterator[Station]:
    made = Station(qtbot)
    zoned = a_subscription(id="s", zone=a_zone(), name="North")
    made.hear(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (zoned,))))
    made.hear(*(received(number, event) for number, event in enumerate((*ENGINES, REPORT), start=1)))
    yield made
    made.window.close()


def run(station: Station, qtbot: QtBot, task: Task, **fields: object) -> AnalysisPart:
    """Fill in the form, press Run, and wait for the end."""
    part = station.window.part(AnalysisPart)
    station.window.commands.action("analysis.open").trigger()
    panel = part.panel
    panel.task.setCurrentIndex(panel.task.findData(task))
    for name, value in fields.items():
        combo = getattr(panel, name)
        combo.setCurrentText(value)
    qtbot.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not part.background.is_busy, timeout=30_000)
    return part


def titles(station: Station) -> list[str]:
    return [entry.title for entry in station.window.pane.layers.tree]


def test_the_assets_nearest_to_an_incident_are_found_with_their_times(station: Station, qtbot: QtBot) -> None:
    panel = station.window.notifications
    assert panel.select(panel.model.stored(0))
    part = run(station, qtbot, Task.NEAREST, first="Emergency asset locations: latest of each")
    words = part.panel.told.text().splitlines()
    assert words[0].startswith("1. Engine 1: ")
    assert "min" in words[0]
    assert "1.3 km straight" in words[0]
    assert words[1].startswith("2. Engine 2: ")
    assert "approximate" in words[-1]
    qtbot.waitUntil(lambda: any(title.startswith("Nearest – ") for title in titles(station)), timeout=30_000)
    qtbot.waitUntil(lambda: any(title.startswith("Ways to – ") for title in titles(station)), timeout=30_000)


def test_without_a_place_to_start_from_it_says_what_is_missing(station: Station, qtbot: QtBot) -> None:
    part = run(station, qtbot, Task.NEAREST, first="Emergency asset locations: latest of each")
    assert "a selected notification that has a place" in part.panel.told.text()


def test_the_middle_of_the_map_is_a_place_to_start_from(station: Station, qtbot: QtBot) -> None:
    part = station.window.part(AnalysisPart)
    part.panel.origin.setCurrentIndex(part.panel.origin.findData(Origin.MIDDLE))
    run(station, qtbot, Task.NEAREST, first="Emergency asset locations: latest of each")
    assert "1. Engine" in part.panel.told.text()


def test_features_are_selected_by_the_filter_of_subscriptions(station: Station, qtbot: QtBot) -> None:
    part = station.window.part(AnalysisPart)
    part.panel.filter.setText("Speed > 50")
    run(station, qtbot, Task.BY_ATTRIBUTE, first="Emergency asset locations: latest of each")
    assert part.panel.told.text().startswith("1 in")
    part.panel.filter.setText("Sped > 50")
    run(station, qtbot, Task.BY_ATTRIBUTE, first="Emergency asset locations: latest of each")
    assert "Speed" in part.panel.told.text()


def test_assets_are_counted_in_zones(station: Station, qtbot: QtBot) -> None:
    part = run(
        station, qtbot, Task.COUNT, first="Emergency asset locations: latest of each", second="Zones of subscriptions"
    )
    qtbot.waitUntil(lambda: any("in Zones" in title for title in titles(station)), timeout=30_000)
    assert part.panel.save.isEnabled()


def test_what_finds_nothing_says_so(station: Station, qtbot: QtBot) -> None:
    part = station.window.part(AnalysisPart)
    part.panel.filter.setText("Speed > 500")
    run(station, qtbot, Task.BY_ATTRIBUTE, first="Emergency asset locations: latest of each")
    assert part.panel.told.text() == "Nothing was found."
    assert not part.panel.save.isEnabled()


def test_what_is_cancelled_is_said_to_be(station: Station, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, part = threading.Event(), station.window.part(AnalysisPart)

    def endless(*_: object, progress: Callable[[float], None]) -> None:
        begun.set()
        while True:
            progress(0.5)

    monkeypatch.setattr(analysis, "buffer", lambda *given: endless(progress=given[-1]))
    station.window.commands.action("analysis.open").trigger()
    part.panel.task.setCurrentIndex(part.panel.task.findData(Task.BUFFER))
    qtbot.mouseClick(part.panel.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: begun.is_set() and part.panel.progress.value() == 50, timeout=30_000)
    qtbot.mouseClick(part.panel.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: part.panel.told.text() == "Cancelled.", timeout=30_000)
    assert part.panel.run.isVisible()
    assert not part.panel.progress.isVisible()


def test_titles_become_names_of_files() -> None:
    assert file_name("Engines: all where Speed > 80/2") == "Engines – all where Speed › 80∕2"
    assert file_name("capteurs\u202f: température") == "capteurs – température"
    assert not set('<>:"/\\|?*') & set(file_name('a<b>c:d"e/f\\g|h?i*j'))
    assert file_name("///") == "result"
