"""Tests of the whole window, with a session whose other end is the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.requests import Acknowledgement, ListSubscriptions, Refusal, Subscribe
from broker_local.protocol.subscription import Subscription
from rfers_desktop.geo.projections import utm_for
from rfers_desktop.session.items import LinkState, MessageRefused, ReplyReceived, StateChanged, TopicsReceived
from rfers_desktop.ui.dialogs.login import LoginDialog
from rfers_desktop.ui.dialogs.subscribe import SubscribeDialog
from rfers_desktop.ui.dialogs.unsubscribe import UnsubscribeDialog
from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.themes import DAY, NIGHT
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import SubscriptionState, Workspace
from tests.builders import A_MOMENT, a_subscription, a_zone, an_event
from tests.unit.rfers_desktop.desk_doubles import LOGIN, FakeSession, received
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton
NORTH = a_subscription(id="north", zone=a_zone(), name="North sector")
ASSET_COLOUR = DAY.asset


class Desk:
    """The window of a test, and what it is connected to."""

    def __init__(self) -> None:
        self.session = FakeSession()
        self.wake_up = WakeUp()
        self.workspace = Workspace(on_wake=self.wake_up, open_session=self.session.open)
        self.now_s = A_MOMENT.timestamp() + 5
        self.window = MainWindow(self.workspace, self.wake_up, clock=lambda: self.now_s)

    def log_in(self) -> None:
        self.window.log_in(LOGIN)
        self.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))

    def tell(self, *items: object) -> None:
        self.session.tell(items)  # type: ignore[arg-type]
        self.window.drain()

    def button(self, name: str) -> QToolButton:
        bar = self.window.findChild(QToolBar, "Tools")
        assert isinstance(bar, QToolBar)
        return next(button for button in bar.findChildren(QToolButton) if button.accessibleName() == name)

    def said(self, name: str) -> str:
        return next(label.text() for label in self.window.findChildren(QLabel) if label.accessibleName() == name)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk()
    qtbot.addWidget(made.window)
    with qtbot.waitActive(made.window):
        made.window.show()
    yield made
    made.window.close()


def test_a_notification_that_the_workspace_receives_is_seen_on_the_map_and_in_the_table(desk: Desk) -> None:
    desk.log_in()
    assert count_of(picture_of(desk.window.map), ASSET_COLOUR) == 0
    desk.tell(received(1, an_event(assetname="Engine 7")))
    assert count_of(picture_of(desk.window.map), ASSET_COLOUR) > 40
    assert [row.notification.number for row in desk.window.notifications.rows()] == [1]
    assert desk.said("Number of notifications") == "1 notification"


def test_a_wake_up_is_enough_to_be_shown(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.session.tell([received(1)])
    desk.wake_up()
    qtbot.waitUntil(lambda: desk.window.map.mark_count() == 1)


def test_the_clock_alone_is_enough_too(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.session.tell([received(1)])
    qtbot.waitUntil(lambda: desk.window.map.mark_count() == 1)


def test_live_zones_are_seen(desk: Desk) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    assert desk.window.map.mark_count() == 1
    assert desk.window.subscriptions.model.rowCount() == 1


def test_the_title_tells_who_is_logged_in_and_where(desk: Desk) -> None:
    assert desk.window.windowTitle() == "RFERS"
    desk.log_in()
    assert desk.window.windowTitle() == "RFERS · officer at station:1883"


def test_the_state_of_the_link_is_in_the_status_bar(desk: Desk) -> None:
    assert desk.said("Link state").endswith("Not logged in")
    desk.log_in()
    assert desk.said("Link state").endswith("Online")


def test_a_lost_link_is_said_above_the_map_and_how_old_the_map_is(desk: Desk) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.tell(StateChanged(LinkState.BROKER_AWAY, "the connection to station:1883 was lost"))
    assert desk.window.notice.isVisible()
    assert desk.window.notice.text() == (
        "The connection to station:1883 was lost. The map is as of 2026-08-05 14:15:30 UTC."
    )
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not desk.window.notice.isVisible()


def test_a_lost_link_freezes_the_map_with_a_clock_until_it_is_back(desk: Desk) -> None:
    desk.log_in()
    assert not desk.window.map.frozen.isVisible()
    desk.tell(StateChanged(LinkState.BROKER_AWAY, "the connection to station:1883 was lost"))
    assert desk.window.map.frozen.isVisible()
    desk.now_s += 192
    desk.tell(StateChanged(LinkState.CONNECTING, "connecting to station:1883"))
    assert desk.window.map.frozen.text == "DATA FROZEN since 14:15:26 UTC   00:03:12"
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not desk.window.map.frozen.isVisible()


def test_the_status_bar_says_what_the_next_click_will_do(desk: Desk) -> None:
    before = desk.said("What the next click will do")
    assert before
    desk.window.pane.bar.distance.trigger()
    assert desk.said("What the next click will do") not in ("", before)


def test_another_projection_draws_the_marks_in_their_places(desk: Desk) -> None:
    desk.log_in()
    desk.tell(received(1, an_event(assetid="A1", geometry=(-114.07, 51.05))))
    desk.window.pane.bar.projections.use(utm_for(-114.07, 51.05))
    (stored,) = desk.window.notifications.rows()
    mark = desk.workspace.mark_of(stored)
    assert mark is not None
    assert mark.bounds[:2] == pytest.approx(utm_for(-114.07, 51.05).point_to_map(-114.07, 51.05))
    assert desk.window.map.rect().contains(desk.window.map.pixel_of(*mark.bounds[:2]).toPoint())


def test_a_theme_changes_the_map_too(desk: Desk) -> None:
    desk.window.pane.theme_menu.choose(NIGHT)
    try:
        assert desk.window.map.theme is NIGHT
    finally:
        desk.window.pane.theme_menu.choose(DAY)


def test_a_problem_is_said_and_can_be_put_away(desk: Desk) -> None:
    desk.log_in()
    desk.tell(MessageRefused("rfers/v1/inbox/officer", "event: expected an object, got 3", 1))
    assert "expected an object" in desk.window.notice.text()


def test_subscribing_by_mouse_and_keys_asks_the_session(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    shown = desk.window.map.shown_area()
    qtbot.mouseClick(desk.button("Subscribe"), LEFT)
    dialog = desk.window.findChild(SubscribeDialog)
    assert isinstance(dialog, SubscribeDialog)
    qtbot.keyClicks(dialog.name, "My sector")
    qtbot.keyClicks(dialog.filter.editor, "Speed > 80")
    qtbot.mouseClick(dialog.subscribe, LEFT)
    (asked,) = desk.session.asked
    assert isinstance(asked, Subscription)
    assert asked.name == "My sector"
    assert asked.spatial is not None
    assert asked.spatial.zone.equals_exact(shown, 1e-9)
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.PENDING
    assert desk.window.map.mark_count() == 1


def test_a_refused_subscription_says_why(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    qtbot.mouseClick(desk.button("Subscribe"), LEFT)
    dialog = desk.window.findChild(SubscribeDialog)
    assert isinstance(dialog, SubscribeDialog)
    qtbot.keyClicks(dialog.name, "My sector")
    qtbot.mouseClick(dialog.subscribe, LEFT)
    (asked,) = desk.session.asked
    assert isinstance(asked, Subscription)
    refusal = Refusal("r", "subscription", "fewer", "1001", "too many subscriptions")
    desk.tell(ReplyReceived(Subscribe("r", asked), refusal))
    assert desk.window.notice.text() == "subscription 'My sector': too many subscriptions"
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.REFUSED


def test_a_subscription_that_no_longer_fits_the_topics_is_said(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    qtbot.mouseClick(desk.button("Subscribe"), LEFT)
    dialog = desk.window.findChild(SubscribeDialog)
    assert isinstance(dialog, SubscribeDialog)
    qtbot.keyClicks(dialog.name, "My sector")
    topics = {name: topic for name, topic in builtin_topics().items() if name != "EALocation"}
    desk.tell(TopicsReceived(topics))
    qtbot.mouseClick(dialog.subscribe, LEFT)
    assert desk.session.asked == []
    assert "EALocation" in desk.window.notice.text()


def select_first(desk: Desk, qtbot: QtBot) -> None:
    table = desk.window.subscriptions.table
    at = table.visualRect(desk.window.subscriptions.model.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=at)


def test_unsubscribing_asks_to_end_the_selected_one(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    assert not desk.button("Unsubscribe").isEnabled()
    select_first(desk, qtbot)
    assert desk.button("Unsubscribe").isEnabled()
    qtbot.mouseClick(desk.button("Unsubscribe"), LEFT)
    dialog = desk.window.findChild(UnsubscribeDialog)
    assert isinstance(dialog, UnsubscribeDialog)
    assert desk.session.asked == []
    qtbot.mouseClick(dialog.end, LEFT)
    assert desk.session.asked == ["north"]


def test_a_subscription_that_is_kept_is_not_ended(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    select_first(desk, qtbot)
    qtbot.keyClick(desk.window, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    dialog = desk.window.findChild(UnsubscribeDialog)
    assert isinstance(dialog, UnsubscribeDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert desk.session.asked == []
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.LIVE


def test_nobody_subscribes_before_logging_in(desk: Desk) -> None:
    assert not desk.button("Subscribe").isEnabled()
    desk.log_in()
    assert desk.button("Subscribe").isEnabled()


def test_the_login_dialog_stays_until_the_broker_lets_the_user_in(desk: Desk, qtbot: QtBot) -> None:
    desk.window.ask_login("station:1883", "officer")
    dialog = desk.window.findChild(LoginDialog)
    assert isinstance(dialog, LoginDialog)
    qtbot.keyClicks(dialog.password, "secret")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    assert desk.session.logins == [LOGIN]
    assert dialog.isVisible()
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not dialog.isVisible()


def test_a_refused_login_asks_again_and_says_why(desk: Desk) -> None:
    desk.window.log_in(LOGIN)
    desk.tell(StateChanged(LinkState.REFUSED, "the user name or the password is wrong"))
    dialog = desk.window.findChild(LoginDialog)
    assert isinstance(dialog, LoginDialog)
    assert dialog.isVisible()
    assert dialog.message.text() == "The user name or the password is wrong."
    assert dialog.user.text() == "officer"


def test_logging_in_as_another_begins_with_an_empty_desk(desk: Desk) -> None:
    desk.log_in()
    desk.tell(received(1), ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.window.log_in(LOGIN)
    assert desk.window.map.mark_count() == 0
    assert desk.window.notifications.rows() == []
    assert desk.window.subscriptions.model.rowCount() == 0


def test_return_on_a_notification_looks_at_its_place(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(received(1, an_event(assetid="A1")), received(2, an_event(assetid="A2", geometry=(-114.5, 51.5))))
    table = desk.window.notifications.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    centre = desk.window.map.shown_area().centroid
    assert (centre.x, centre.y) == pytest.approx((-114.5, 51.5), abs=0.01)


def test_return_on_a_subscription_looks_at_its_zone(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.window.map.pan(5, 5)
    assert NORTH.spatial is not None
    assert not desk.window.map.shown_area().contains(NORTH.spatial.zone)
    table = desk.window.subscriptions.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert desk.window.map.shown_area().contains(NORTH.spatial.zone)


@pytest.mark.parametrize(
    ("key", "corner", "sign"),
    [(Qt.Key.Key_Left, 0, -1), (Qt.Key.Key_Right, 0, 1), (Qt.Key.Key_Down, 1, -1), (Qt.Key.Key_Up, 1, 1)],
)
def test_arrows_pan_the_map(desk: Desk, qtbot: QtBot, key: Qt.Key, corner: int, sign: int) -> None:
    desk.window.map.setFocus()
    before = desk.window.map.shown_area().bounds[corner]
    qtbot.keyClick(desk.window.map, key)
    assert (desk.window.map.shown_area().bounds[corner] - before) * sign > 0


def test_show_all_shows_all(desk: Desk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.window.map.pan(9, 9)
    qtbot.keyClick(desk.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    centre = desk.window.map.shown_area().centroid
    assert (centre.x, centre.y) == pytest.approx((-114.07, 51.05), abs=0.01)


def test_the_status_bar_tells_scale_and_position(desk: Desk, qtbot: QtBot) -> None:
    assert desk.said("Map scale").startswith("1:")
    over = desk.window.map.mapTo(desk.window, QPoint(100, 100))
    qtbot.mouseMove(desk.window.windowHandle(), over)
    assert "114." in desk.window.pane.readout.text()


def test_every_tool_has_a_shortcut_and_a_name(desk: Desk) -> None:
    bar = desk.window.findChild(QToolBar, "Tools")
    assert isinstance(bar, QToolBar)
    actions = [action for action in bar.actions() if not action.isSeparator()]
    shortcuts = [action.shortcut().toString() for action in actions]
    assert all(shortcuts)
    assert len(set(shortcuts)) == len(shortcuts)
    assert all(isinstance(action, QAction) and bar.widgetForAction(action).accessibleName() for action in actions)


def test_closing_the_window_ends_the_session(desk: Desk) -> None:
    desk.log_in()
    assert desk.session.is_running
    desk.window.close()
    assert not desk.session.is_running
    assert QApplication.instance() is not None
