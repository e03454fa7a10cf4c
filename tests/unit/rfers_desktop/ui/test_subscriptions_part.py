"""Tests of the subscriptions of the desk, by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.dialogs.unsubscribe import UnsubscribeDialog
from rfers_desktop.workspace import SubscriptionState
from tests.unit.rfers_desktop.ui.window_desk import LEFT, NORTH, WindowDesk

pytestmark = pytest.mark.display


def test_live_zones_are_seen(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    assert desk.window.map.mark_count() == 1
    assert desk.window.subscriptions.model.rowCount() == 1


def select_first(desk: WindowDesk, qtbot: QtBot) -> None:
    table = desk.window.subscriptions.table
    at = table.visualRect(desk.window.subscriptions.model.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=at)


def test_unsubscribing_asks_to_end_the_selected_one(desk: WindowDesk, qtbot: QtBot) -> None:
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


def test_a_subscription_that_is_kept_is_not_ended(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    select_first(desk, qtbot)
    qtbot.keyClick(desk.window, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    dialog = desk.window.findChild(UnsubscribeDialog)
    assert isinstance(dialog, UnsubscribeDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert desk.session.asked == []
    assert desk.workspace.subscriptions()[0].state is SubscriptionState.LIVE


def test_nobody_subscribes_before_logging_in(desk: WindowDesk) -> None:
    assert not desk.button("Subscribe").isEnabled()
    desk.log_in()
    assert desk.button("Subscribe").isEnabled()


def test_return_on_a_subscription_looks_at_its_zone(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    desk.window.map.pan(5, 5)
    assert NORTH.spatial is not None
    assert not desk.window.map.shown_area().contains(NORTH.spatial.zone)
    table = desk.window.subscriptions.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert desk.window.map.shown_area().contains(NORTH.spatial.zone)
