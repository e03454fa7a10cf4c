"""Tests of the whole window, with a session whose other end is the test."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QToolBar
from pytestqt.qtbot import QtBot

from rfers_desktop.session.items import MessageRefused
from rfers_desktop.ui.themes import DAY
from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display

ASSET_COLOUR = DAY.asset


def test_a_notification_that_the_workspace_receives_is_seen_on_the_map_and_in_the_table(desk: WindowDesk) -> None:
    desk.log_in()
    assert count_of(picture_of(desk.window.map), ASSET_COLOUR) == 0
    desk.tell(received(1, an_event(assetname="Engine 7")))
    assert count_of(picture_of(desk.window.map), ASSET_COLOUR) > 40
    assert [row.notification.number for row in desk.window.notifications.rows()] == [1]
    assert desk.said("Number of notifications") == "1 notification"


def test_a_wake_up_is_enough_to_be_shown(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.session.tell([received(1)])
    desk.wake_up()
    qtbot.waitUntil(lambda: desk.window.map.mark_count() == 1)


def test_the_clock_alone_is_enough_too(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.session.tell([received(1)])
    qtbot.waitUntil(lambda: desk.window.map.mark_count() == 1)


def test_a_problem_is_said_and_can_be_put_away(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(MessageRefused("rfers/v1/inbox/officer", "event: expected an object, got 3", 1))
    assert "expected an object" in desk.window.notice.text()


def test_of_several_problems_at_once_each_is_said(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(*(MessageRefused("rfers/v1/inbox/officer", f"wrong {number}", number) for number in (1, 2)))
    assert [f"wrong {number}" in desk.window.notice.text() for number in (1, 2)] == [True, True]


def test_every_tool_has_a_shortcut_and_a_name(desk: WindowDesk) -> None:
    bar = desk.window.findChild(QToolBar, "Tools")
    assert isinstance(bar, QToolBar)
    actions = [action for action in bar.actions() if action.objectName()]
    assert len(actions) == 3
    shortcuts = [action.shortcut().toString() for action in actions]
    assert all(shortcuts)
    assert len(set(shortcuts)) == len(shortcuts)
    assert all(isinstance(action, QAction) and bar.widgetForAction(action).accessibleName() for action in actions)


def test_closing_the_window_ends_the_session(desk: WindowDesk) -> None:
    desk.log_in()
    assert desk.session.is_running
    desk.window.close()
    assert not desk.session.is_running
    assert QApplication.instance() is not None


def test_all_panels_at_once_leave_the_window_small_enough_for_a_small_screen(desk: WindowDesk) -> None:
    for panel_id in desk.window.docks.ids():
        desk.window.docks.reveal(panel_id)
    QApplication.processEvents()
    assert desk.window.minimumSizeHint().height() <= 760  # of 800, with a title and a bar of the desktop's own
    assert desk.window.minimumSizeHint().width() <= 1280
