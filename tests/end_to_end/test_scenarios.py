"""Each scenario over a real broker with two desks, one of them a window: what is delivered is what must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.broker.accounts import AccountBook, Role
from broker_local.broker.choose import ACCOUNTS_FILE, EMBEDDED
from broker_local.protocol.resources import resources_dir
from rfers_desktop.subscription_draft import SubscriptionDraft
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.scenarios.part import ScenariosPart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import LinkState, Login, SubscriptionState, Workspace
from scripts.publishing import Publisher
from scripts.scenarios import a_bad_day
from scripts.scenarios.desks import DeskStage, PlayedDesk
from scripts.scenarios.expected import with_expected
from scripts.scenarios.player import play
from scripts.scenarios.scenario import Doing, Scenario, Step, read_scenario
from tests.end_to_end.companion import DEADLINE_S, PASSWORD, Companion

pytestmark = [pytest.mark.broker, pytest.mark.display]

FAST = 60.0  # times as fast as life
WAIT_MS = int(DEADLINE_S * 1000)


@pytest.fixture
def window(companion: Companion, qtbot: QtBot) -> Iterator[MainWindow]:
    """Ann's window, logged in: she plays the officer."""
    wake_up = WakeUp()
    made = MainWindow(Workspace(on_wake=wake_up), wake_up)
    qtbot.addWidget(made)
    made.show()
    made.log_in(Login("ann", companion.host, companion.port, PASSWORD))
    qtbot.waitUntil(lambda: made._workspace.link.state is LinkState.ONLINE, timeout=WAIT_MS)
    yield made
    made.close()


@pytest.fixture
def publisher(companion: Companion) -> Iterator[Publisher]:
    made = Publisher(companion.host, companion.port, "gateway", PASSWORD)
    yield made
    made.close()


class WindowAndDesk:
    """The stage of a test: the officer's steps in a window, those of the other user at a desk without one."""

    def __init__(self, window: MainWindow, qtbot: QtBot, other: PlayedDesk) -> None:
        self._window, self._qtbot, self._other = window, qtbot, other
        self._ids: dict[str, str] = {}

    def carry_out(self, step: Step) -> None:
        if step.user != "officer":
            self._other.carry_out(step)
        elif step.doing is Doing.SUBSCRIBE:
            self._subscribe(step)
        else:
            self._window.show_change(self._window._workspace.unsubscribe(self._ids[step.subscription_id]))
            self._qtbot.waitUntil(lambda: self._ids[step.subscription_id] not in self._states(), timeout=WAIT_MS)

    def look(self, for_s: float, now_s: float) -> bool:
        self._qtbot.wait(int(for_s * 1000))
        self._other.look(0.0)
        return True

    def _subscribe(self, step: Step) -> None:
        wanted = step.subscription
        assert wanted is not None
        text = wanted.filter.text if wanted.filter else ""
        draft = SubscriptionDraft(wanted.name, wanted.topic, filter_text=text, certainty=wanted.certainty)
        if wanted.spatial is not None:
            zone, test = wanted.spatial.zone, wanted.spatial.test
            draft = replace(draft, zone=zone, test=test, buffer_m=wanted.spatial.buffer_m, soft_m=wanted.spatial.soft_m)
        before = set(self._states())
        self._window.show_change(self._window._workspace.subscribe(draft))
        (self._ids[wanted.id],) = set(self._states()) - before
        self._qtbot.waitUntil(lambda: self._states()[self._ids[wanted.id]] is SubscriptionState.LIVE, timeout=WAIT_MS)

    def _states(self) -> dict[str, SubscriptionState]:
        return {record.subscription.id: record.state for record in self._window._workspace.subscriptions()}


@pytest.fixture
def played(
    window: MainWindow, qtbot: QtBot, companion: Companion, publisher: Publisher
) -> Callable[[str], tuple[Scenario, list[str], list[str]]]:
    """Plays a recorded scenario; what it was, and the ids that reached the window and the other desk."""

    def play_it(name: str) -> tuple[Scenario, list[str], list[str]]:
        scenario = read_scenario(resources_dir() / "scenarios" / name)
        other_user = scenario.users[1]
        other = PlayedDesk("bob", PASSWORD, lambda: (companion.host, companion.port))
        assert play(scenario, publisher, WindowAndDesk(window, qtbot, other), FAST)
        expected, others = len(scenario.expected["officer"]), len(scenario.expected[other_user])
        qtbot.waitUntil(lambda: window.notifications.model.rowCount() >= expected, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: len(other.look(0.0)) >= 0 and len(other.told) >= others, timeout=WAIT_MS)
        other.leave()
        shown = sorted(window.notifications.rows(), key=lambda row: row.notification.number)
        return scenario, [row.notification.event.id for row in shown], other.told

    return play_it


def assert_delivered(scenario: Scenario, officer: list[str], other: list[str]) -> None:
    assert officer == scenario.expected["officer"]
    assert other == scenario.expected[scenario.users[1]]


def test_assets_close_to_an_incident(played: Callable, window: MainWindow) -> None:
    scenario, officer, other = played("assets_near_incident")
    assert_delivered(scenario, officer, other)
    workspace = window._workspace
    marks = {
        row.notification.event.attributes.get("AssetID"): workspace.mark_of(row) for row in window.notifications.rows()
    }
    incident = marks.pop(None)
    assert incident is not None, "the address is on the map"
    assert set(marks) == {"E2", "E4"}
    for name, mark in marks.items():
        assert mark.label == name
        assert len(mark.trail) > 5
    assert len(workspace.subscriptions()) == 2


def test_hot_and_dry(played: Callable, window: MainWindow) -> None:
    scenario, officer, other = played("hot_and_dry")
    assert_delivered(scenario, officer, other)
    newest: dict[str, float] = {}
    for event in scenario.events:
        if event.id in officer:
            newest[event.feature["properties"]["SensorID"]] = event.feature["properties"]["Temperature"]
    rows = window.notifications.rows()
    assert all(row.notification.event.attributes["Temperature"] > 27 for row in rows)
    shown = {row.notification.event.attributes["SensorID"]: window._workspace.mark_of(row) for row in rows}
    assert {sensor: mark.reading.temperature_c for sensor, mark in shown.items()} == newest


def test_how_sure(played: Callable, window: MainWindow) -> None:
    scenario, officer, other = played("how_sure")
    assert_delivered(scenario, officer, other)
    names = {step.subscription.id: step.subscription.name for step in scenario.steps if step.subscription is not None}
    for row in window.notifications.rows():
        (matched,) = row.notification.matched
        unsure = scenario.degrees["officer"].get(row.notification.event.id, {})
        expected = {names[one]: tuple(degrees) for one, degrees in unsure.items()} or {matched.name: (1.0, 1.0)}
        assert {matched.name: (matched.possibility, matched.necessity)} == {
            name: pytest.approx(degrees, abs=1e-9) for name, degrees in expected.items()
        }
    marks = [mark for row in window.notifications.rows() if (mark := window._workspace.mark_of(row)) is not None]
    shown = {mark.label: (mark.is_certain, mark.error is not None) for mark in marks}
    assert shown == {
        **dict.fromkeys(("Summit", "North shoulder"), (True, False)),
        **dict.fromkeys(("South shoulder", "Saddle", "Lookout"), (False, False)),
        "Engine 2": (True, True),
        "Engine 7": (False, True),
    }


def test_wildfire_from_the_air(played: Callable, window: MainWindow, qtbot: QtBot) -> None:
    scenario, officer, other = played("wildfire_from_the_air")
    assert_delivered(scenario, officer, other)
    qtbot.waitUntil(lambda: len(window.pane.thermal.layer.images) == 9, timeout=WAIT_MS)
    taken = [image.taken_at for image in window.pane.thermal.layer.images]
    assert taken == sorted(taken), "the newest is on top"


def test_a_bad_day_with_a_restart_everything_is_delivered_and_nothing_twice(
    tmp_path: Path,
) -> None:
    scenario = with_expected(a_bad_day.make(asset_every_s=900.0, sensor_every_s=1200.0))
    book = AccountBook(tmp_path / ACCOUNTS_FILE)
    book.add("gateway", PASSWORD, Role.PUBLISHER, ["*"])
    for user in scenario.users:
        book.add(user, PASSWORD, Role.SUBSCRIBER)
    companion = Companion(tmp_path, EMBEDDED)
    companion.start()

    def restart() -> None:
        companion.kill()
        companion.start()

    desks = [PlayedDesk(user, PASSWORD, lambda: (companion.host, companion.port)) for user in scenario.users]
    stage = DeskStage(desks, restart)
    publisher = Publisher(companion.host, companion.port, "gateway", PASSWORD)
    try:
        assert play(scenario, publisher, stage, speed=240.0)
        outcomes = stage.outcomes({user: list(ids) for user, ids in scenario.expected.items()})
    finally:
        stage.close()
        publisher.close()
        companion.stop()
    assert [outcome for outcome in outcomes if not outcome.is_right] == []
    assert sum(outcome.told for outcome in outcomes) > 500
    assert publisher.refused == []


def test_from_the_menu_a_scenario_is_played_with_its_guide(tmp_path: Path, qtbot: QtBot) -> None:
    scenario = read_scenario(resources_dir() / "scenarios" / "wildfire_from_the_air")
    AccountBook(tmp_path / ACCOUNTS_FILE).add("ann", PASSWORD, Role.SUBSCRIBER, ["*"])
    companion = Companion(tmp_path, EMBEDDED)
    companion.start()
    wake_up = WakeUp()
    window = MainWindow(Workspace(on_wake=wake_up), wake_up)
    qtbot.addWidget(window)
    window.show()
    try:
        window.log_in(Login("ann", companion.host, companion.port, PASSWORD))
        part = window.part(ScenariosPart)
        part.panel.choose_speed(60.0)
        next(command for command in part.commands() if command.id == "scenario.wildfire_from_the_air").do()
        assert part.is_playing
        with qtbot.waitSignal(part._process.ended, timeout=WAIT_MS) as ended:
            assert part.panel.words[0] == "A fire in the forest"
        assert ended.args == [""]
        wanted = len(scenario.expected["officer"])
        qtbot.waitUntil(lambda: window.notifications.model.rowCount() == wanted, timeout=WAIT_MS)
        assert part.panel.words[0] == "The end of the third"
        assert [r.subscription.name for r in window._workspace.subscriptions()] == ["Images over Bragg Creek"]
    finally:
        window.close()
        companion.stop()
