"""Scenarios are in the menu; without a login nothing is played, and it is said why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.notification import MatchedSubscription
from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.change import Login
from rfers_desktop.layers.thermal import read_thermal_image
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.store.notifications import StoredNotification
from rfers_desktop.store.object_key import object_key
from rfers_desktop.subscription_draft import SubscriptionDraft, finished
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.scenarios.part import ScenariosPart
from rfers_desktop.ui.scenarios.play_process import AskedStep
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace
from tests.builders import a_zone, an_event
from tests.geotiffs import a_geotiff
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Workspace(), WakeUp())
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def test_the_menu_has_every_scenario_the_tour_and_a_way_to_stop(window: MainWindow) -> None:
    ids = [command.id for command in window.part(ScenariosPart).commands()]
    assert ids == [
        *("scenario.assets_near_incident", "scenario.hot_and_dry", "scenario.wildfire_from_the_air"),
        *("scenario.a_bad_day", "scenario.how_sure", "scenario.tour", "scenario.stop"),
    ]
    (panel,) = window.part(ScenariosPart).panels()
    assert panel.id == "guide"


def test_without_a_login_nothing_is_played_and_it_is_said_why(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    assert not any(command.is_possible() for command in part.commands())
    part.play(["hot_and_dry"])
    assert not part.is_playing
    assert not part.panel.start.isEnabled()
    assert part.panel.start.toolTip() == "Log in first."


def test_the_guide_moves_the_map(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    part.panel.show_tour("hot_and_dry")
    part.panel.begin()
    canvas = window.pane.canvas
    canvas.settle()
    lon, lat = canvas.projection.point_to_lonlat(canvas.view.x, canvas.view.y)
    assert (lon, lat) == pytest.approx((-117.95, 52.83), abs=0.3)


def test_the_guide_shows_thermal_images_in_the_classes_it_speaks_of(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    part.panel.show_tour("wildfire_from_the_air")
    assert window.pane.thermal.layer.shown.colouring.edges == ()
    part.panel.begin()
    assert window.pane.thermal.layer.shown.colouring.edges == (50.0, 150.0, 300.0, 600.0)


def test_images_of_a_subscription_that_a_scenario_ends_leave_the_map_and_others_stay(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, thermal = window.part(ScenariosPart), window.pane.thermal
    stored = []
    for number, wanted_by in enumerate((("ours",), ("ours", "theirs"), ("theirs",)), start=1):
        content = a_geotiff(west=700_000.0 + 1_000.0 * number)
        ref = BlobRef(hashlib.sha256(content).hexdigest(), len(content))
        event = an_event("WFireRSImage", RasterFile=ref)
        thermal.put(read_thermal_image(content, ref.sha256, event.time))
        matched = tuple(MatchedSubscription(name, name) for name in wanted_by)
        notification = replace(a_notification(number, event), matched=matched)
        stored.append(StoredNotification(0, notification, RECEIVED, object_key(event, None)))
    monkeypatch.setattr(part._desk.workspace, "received", lambda: tuple(stored))
    shown = [image.key for image in thermal.layer.images]
    part._ours["all-images"] = "ours"
    monkeypatch.setattr(part._process, "done", lambda: None)
    part._do(AskedStep("unsubscribe", "officer", "all-images"))
    assert [image.key for image in thermal.layer.images] == shown[1:]
    StandingPlay(part, monkeypatch)
    part._ours["over-the-town"] = "theirs"
    part.play(["wildfire_from_the_air"])
    assert [image.key for image in thermal.layer.images] == [shown[1]], "what an earlier play asked for is gone"


class StandingPlay:
    """A player that is there while a scenario is played, and does what it is told to."""

    def __init__(self, part: ScenariosPart, monkeypatch: pytest.MonkeyPatch) -> None:
        self.started: list[str] = []
        self.held: list[bool] = []
        self.is_running = False
        process = part._process
        monkeypatch.setattr(type(process), "is_running", property(lambda _: self.is_running))
        monkeypatch.setattr(process, "start", self._start)
        monkeypatch.setattr(process, "pause", self.held.append)
        monkeypatch.setattr(part, "_why_not", lambda: "")
        monkeypatch.setattr(part._desk.workspace, "login", Login("officer", "127.0.0.1", 1, "secret"))
        part.panel.set_possible("")
        self._ended = process.ended

    def _start(self, name: str, *_: object) -> None:
        self.is_running = True
        self.started.append(name)

    def end(self) -> None:
        self.is_running = False
        self._ended.emit("")


def test_the_last_page_stays_a_while_before_the_next_scenario_and_longer_while_paused(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = window.part(ScenariosPart)
    player = StandingPlay(part, monkeypatch)
    part.play(["assets_near_incident", "hot_and_dry", "how_sure"], speed=1000.0)
    player.end()
    assert player.started == ["assets_near_incident"]
    assert part.is_playing, "the next one follows"
    qtbot.waitUntil(lambda: player.started == ["assets_near_incident", "hot_and_dry"])
    part.panel.pause.click()
    player.end()
    assert not part._between.isActive()
    part.panel.pause.click()
    assert player.started[-1] == "how_sure"
    assert player.held == [True]
    player.end()
    assert not part.is_playing
    assert part.panel.start.text() == "Play"


def test_the_next_scenario_begins_at_once_when_the_last_page_is_turned(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = window.part(ScenariosPart)
    player = StandingPlay(part, monkeypatch)
    part.play(["assets_near_incident", "hot_and_dry", "how_sure"], speed=1.0)
    part.panel.hastened.emit()
    assert player.started == ["assets_near_incident"], "it is played still"
    player.end()
    part.panel.move_to(1e6)
    part.panel.forward.click()
    player.end()
    part.panel.pause.click()
    part.panel.move_to(1e6)
    part.panel.forward.click()
    assert player.started == ["assets_near_incident", "hot_and_dry", "how_sure"]
    assert not part._between.isActive()


def test_a_tour_that_is_stopped_between_two_scenarios_is_over(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = window.part(ScenariosPart)
    player = StandingPlay(part, monkeypatch)
    part.play(["assets_near_incident", "hot_and_dry"], speed=1.0)
    player.end()
    part.panel.start.click()
    assert not part.is_playing
    assert not part._between.isActive()
    assert part.panel.start.text() == "Play"
    assert player.started == ["assets_near_incident"]


def test_what_an_earlier_play_left_is_used_again_and_not_asked_for_twice(
    desk: WindowDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.log_in()
    part = desk.window.part(ScenariosPart)
    told = []
    monkeypatch.setattr(part._process, "done", lambda: told.append("done"))
    drafts = [SubscriptionDraft(name, "EALocation", zone=a_zone(), filter_text="Speed > 3") for name in ("Near", "Far")]
    left = finished(drafts[0], desk.workspace.topics, "officer", "left")
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (left,))))
    part._do(AskedStep("subscribe", "officer", "s", drafts[0]))
    assert (part._ours, told) == ({"s": "left"}, ["done"])
    assert desk.session.asked == []
    part._do(AskedStep("subscribe", "officer", "s", drafts[1]))
    assert part._ours["s"] not in ("", "left")
    assert told == ["done"], "the play waits until the service has it"
