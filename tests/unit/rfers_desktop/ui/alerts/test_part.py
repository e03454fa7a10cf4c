"""Alerts in the window: they call, and one key answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from broker_local.protocol.notification import MatchedSubscription, Notification
from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from broker_local.protocol.subscription import Priority, Sound, SubscriptionOptions
from rfers_desktop.session.items import NotificationReceived, ReplyReceived
from rfers_desktop.ui.alerts.part import AlertsPart
from rfers_desktop.workspace import AlertState
from tests.builders import a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED
from tests.unit.rfers_desktop.ui.window_desk import LEFT, WindowDesk

pytestmark = pytest.mark.display
URGENT = a_subscription(
    "FireIncReports", id="urgent", name="Urgent", options=SubscriptionOptions(None, Priority.CRITICAL)
)


class AlertDesk(WindowDesk):
    """A window that notes what it would sound."""

    def __init__(self, settings: Path | None = None) -> None:
        super().__init__(settings)
        self.part = self.window.part(AlertsPart)
        self.heard: list[Sound] = []
        self.part.sounds.play = self.heard.append  # type: ignore[method-assign]

    def begin(self) -> None:
        self.log_in()
        self.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (URGENT,))))

    def fires(self, *numbers: int, subscription: str = "urgent") -> None:
        matched = (MatchedSubscription(subscription, subscription.title()),)
        events = [
            (n, an_event("FireIncReports", id=f"e{n}", ReportID=f"R{n}", geometry=(-114.0, 51.0))) for n in numbers
        ]
        told = [NotificationReceived(Notification(n, event, matched, RECEIVED), RECEIVED) for n, event in events]
        self.tell(*told)
        self.part.refresh()

    def states(self) -> list[AlertState]:
        return [alert.state for alert in self.workspace.alerts()]


@pytest.fixture
def alerts(qtbot: QtBot) -> Iterator[AlertDesk]:
    made = AlertDesk()
    qtbot.addWidget(made.window)
    with qtbot.waitActive(made.window):
        made.window.show()
    made.begin()
    yield made
    made.window.close()


def test_a_raised_alert_calls_by_toast_sound_ring_attention_and_count(
    alerts: AlertDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, ms: asked.append(ms))
    alerts.fires(1)
    assert [toast.title.text() for toast in alerts.part.toasts.shown] == ["R1 · Human"]
    assert alerts.heard == [Sound.SIREN]
    assert len(alerts.part.rings.rings) == 1
    assert asked == [0]
    assert alerts.part.counter.text() == "● 1 unacknowledged"


def test_one_key_acknowledges_and_then_resolves(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1)
    alerts.part.panel.refresh()
    alerts.part.panel.tree.setCurrentIndex(alerts.part.panel.model.index(0, 0))
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.ACKNOWLEDGED]
    assert alerts.part.toasts.shown == alerts.part.rings.rings == []
    assert alerts.part.counter.text() == "R1 · Human: acknowledged · No alerts"
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.RESOLVED]
    assert [entry.action.value for entry in alerts.workspace.alert_log()] == ["resolve", "acknowledge"]


def test_without_a_selection_the_key_takes_the_most_important_one_after_the_other(
    alerts: AlertDesk, qtbot: QtBot
) -> None:
    alerts.fires(1, subscription="ordinary")
    alerts.fires(2)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    done = [alert.title for alert in alerts.workspace.alerts() if alert.state is AlertState.ACKNOWLEDGED]
    assert done == ["R2 · Human"]
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.ACKNOWLEDGED] * 2


def test_a_flood_is_one_toast_and_sounds_once_and_none_is_lost(alerts: AlertDesk) -> None:
    for start in range(1, 300, 20):
        alerts.fires(*range(start, start + 20))
    assert len(alerts.workspace.alerts()) == 300
    assert [toast.title.text() for toast in alerts.part.toasts.shown] == ["R300 · Human and 299 more"]
    assert alerts.heard == [Sound.SIREN]
    assert alerts.part.counter.text() == "● 300 unacknowledged"
    alerts.part.panel.refresh()
    assert alerts.part.panel.model.rowCount() == 1


def test_a_toast_acknowledges_all_that_it_tells_of(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1, 2, 3)
    (toast,) = alerts.part.toasts.shown
    qtbot.mouseClick(toast.acknowledge, LEFT)
    assert alerts.states() == [AlertState.ACKNOWLEDGED] * 3
    assert alerts.part.toasts.shown == []


def test_jump_silence_and_shelve_by_key(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1)
    alerts.window.map.push(3_000, 0)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_J)
    x, y = alerts.window.map.projection.point_to_map(-114.0, 51.0)
    assert alerts.window.map.view.x == pytest.approx(x, abs=alerts.window.map.view.units_per_px)
    assert alerts.window.map.view.y == pytest.approx(y, abs=alerts.window.map.view.units_per_px)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_N)
    assert alerts.workspace.alerts()[0].is_silenced
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_N)
    assert not alerts.workspace.alerts()[0].is_silenced
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_K)
    assert alerts.part.counter.text() == "R1 · Human: shelved · No alerts"
    assert alerts.workspace.alerts()[0].shelved_until is not None


def test_muted_alerts_are_seen_and_not_heard_and_that_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    first = AlertDesk(tmp_path)
    qtbot.addWidget(first.window)
    first.window.show()
    first.begin()
    first.part.mute()
    first.fires(1)
    assert (first.heard, len(first.part.toasts.shown)) == ([], 1)
    assert first.part.counter.text() == "● 1 unacknowledged · muted"
    first.window.close()
    second = AlertDesk(tmp_path)
    qtbot.addWidget(second.window)
    assert second.part.is_muted
    second.begin()
    assert second.part.counter.text() == "● 1 unacknowledged · muted"
    assert [toast.title.text() for toast in second.part.toasts.shown] == ["R1 · Human"]
    second.window.close()


def test_what_is_critical_sounds_again_until_somebody_acknowledges(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1)
    assert alerts.part._repeat.isActive()
    alerts.part._quiet.stop()
    alerts.part._sound_again()
    assert alerts.heard == [Sound.SIREN] * 2
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert not alerts.part._repeat.isActive()


def test_a_letter_typed_into_a_field_acknowledges_nothing(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1)
    box = alerts.window.pane.bar.search
    box.setFocus()
    qtbot.keyClicks(box, "banff")
    assert alerts.states() == [AlertState.NEW]


def test_the_log_and_the_sounds_open(alerts: AlertDesk) -> None:
    alerts.fires(1)
    alerts.part.advance()
    log = alerts.part.show_log()
    assert log.model.rowCount() == 1
    log.close()
    dialog = alerts.part.ask_sounds()
    dialog.steady.setChecked(True)
    assert alerts.part.is_steady
    alerts.part.sounds.failed.emit("nothing to hear it by")
    assert dialog.told.text() == "nothing to hear it by"
    dialog.accept()
    alerts.part.sounds.failed.emit("again")
    assert alerts.part.counter.toolTip() == "again"


def test_a_key_that_is_held_answers_one_alert(alerts: AlertDesk) -> None:
    alerts.fires(1, 2, 3)
    for is_repeat in (False, True, True, True):
        pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", is_repeat)
        QApplication.sendEvent(alerts.window.map, pressed)
    assert sorted(alerts.states()) == [AlertState.ACKNOWLEDGED, AlertState.NEW, AlertState.NEW]


def test_what_was_done_is_said_with_its_name(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1, 2)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.part.counter.text() == "R1 · Human: acknowledged · ● 1 unacknowledged"
    alerts.part.counter._until.timeout.emit()
    assert alerts.part.counter.text() == "● 1 unacknowledged"


def test_a_flood_that_was_acknowledged_is_resolved_by_the_same_key(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(*range(1, 11))
    alerts.part.panel.refresh()
    alerts.part.panel.tree.setCurrentIndex(alerts.part.panel.model.index(0, 0))
    alerts.fires(11)
    alerts.part.panel.refresh()  # the row that is selected stands for eleven now
    alerts.fires(99, subscription="ordinary")
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.ACKNOWLEDGED] * 11 + [AlertState.NEW]
    assert alerts.part.counter.text() == "11 alerts: acknowledged · ● 1 unacknowledged"
    alerts.part.panel.refresh()
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.RESOLVED] * 11 + [AlertState.NEW]


def test_what_was_jumped_to_is_meant_whatever_rings_meanwhile(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1, subscription="ordinary")
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_J)
    alerts.fires(2)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.ACKNOWLEDGED, AlertState.NEW]


def test_what_matters_more_is_heard_at_once_and_what_matters_less_waits(alerts: AlertDesk) -> None:
    alerts.fires(1, subscription="ordinary")
    alerts.fires(2)
    alerts.fires(3, subscription="ordinary")
    assert alerts.heard == [Sound.PING, Sound.SIREN]


def test_what_is_silenced_leaves_the_others_their_sound_and_asks_for_nothing(
    alerts: AlertDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(QApplication, "alert", lambda window, ms: asked.append(ms))
    alerts.fires(1)
    alerts.part.silence()
    alerts.part.advance()
    alerts.part._quiet.stop()
    (silenced,) = alerts.workspace.alerts()
    alerts.heard.clear()
    asked.clear()
    alerts.part._call([silenced])
    assert (alerts.heard, asked) == ([], [])
    alerts.part._call([silenced, replace(silenced, priority=Priority.NORMAL, is_silenced=False)])
    assert alerts.heard == [Sound.PING]


def test_toasts_are_seen_on_both_pages(alerts: AlertDesk) -> None:
    alerts.window.pages.show_tables()
    alerts.fires(1)
    (toast,) = alerts.part.toasts.shown
    assert toast.isVisible()
    assert not toast.visibleRegion().isEmpty()
    alerts.window.pages.show_map()
    QApplication.processEvents()
    assert toast.visibleRegion().boundingRect() == toast.rect()


def test_the_panel_has_buttons_and_a_menu_for_what_can_be_done(alerts: AlertDesk, qtbot: QtBot) -> None:
    alerts.fires(1)
    buttons = {button.text(): button for button in alerts.part.panel.findChildren(QToolButton) if button.text()}
    assert list(buttons) == ["Acknowledge", "Resolve", "Jump to it", "Silence", "Shelve"]
    assert len(alerts.part.panel.tree.actions()) == 5
    qtbot.mouseClick(buttons["Acknowledge"], LEFT)
    assert alerts.states() == [AlertState.ACKNOWLEDGED]
    assert not buttons["Acknowledge"].isEnabled()


def test_the_key_answers_what_is_selected_in_the_table_before_what_matters_most(
    alerts: AlertDesk, qtbot: QtBot
) -> None:
    alerts.fires(1, 2)
    panel = alerts.window.notifications
    assert panel.model.stored(0).notification.event.id == "e2"
    panel.table.selectRow(0)
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.NEW, AlertState.ACKNOWLEDGED]
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)
    assert alerts.states() == [AlertState.NEW, AlertState.RESOLVED]
    qtbot.keyClick(alerts.window.map, Qt.Key.Key_A)  # nothing is left to do about that one
    assert alerts.states() == [AlertState.ACKNOWLEDGED, AlertState.RESOLVED]


def test_what_was_selected_last_is_meant(alerts: AlertDesk) -> None:
    alerts.fires(1, 2)
    alerts.window.notifications.table.selectRow(0)
    alerts.part.panel.refresh()
    tree = alerts.part.panel.tree
    tree.setCurrentIndex(alerts.part.panel.model.index(0, 0))
    (chosen,) = alerts.part.panel.selected()
    assert alerts.part._meant() == [chosen]
    alerts.window.notifications.table.clearSelection()
    alerts.window.notifications.table.selectRow(1)
    assert [alert.title for alert in alerts.part._meant()] == ["R1 · Human"]
    assert alerts.part.panel.selected() == []
