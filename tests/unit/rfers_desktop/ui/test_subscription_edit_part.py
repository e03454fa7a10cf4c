"""Tests of what is done with a subscription after it was sent, by mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import QColorDialog
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, ListSubscriptions
from broker_local.protocol.subscription import Subscription
from rfers_desktop.layers.marks import Style, ZoneMark
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.dialogs.rename import RenameDialog
from rfers_desktop.ui.subscription_edit_part import SubscriptionEditPart
from tests.unit.rfers_desktop.ui.window_desk import LEFT, NORTH, WindowDesk

pytestmark = pytest.mark.display
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def listed(desk: WindowDesk, qtbot: QtBot) -> WindowDesk:
    """A desk with one live subscription, which is selected."""
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (NORTH,))))
    table = desk.window.subscriptions.table
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.model().index(0, 0)).center())
    return desk


def press(desk: WindowDesk, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(desk.window.subscriptions.table, key, modifier)


def words(desk: WindowDesk, command_id: str) -> str:
    action = desk.window.findChild(QAction, command_id)
    assert isinstance(action, QAction)
    return action.text().replace("&", "")


def test_pause_undo_and_redo_by_keys_ask_the_service_each_time(listed: WindowDesk, qtbot: QtBot) -> None:
    press(listed, qtbot, Qt.Key.Key_Period, CTRL)
    listed.tell(ReplyReceived(None, Acknowledgement("q", (replace(NORTH, is_paused=True),))))
    mark = listed.workspace.zone_of("north")
    assert isinstance(mark, ZoneMark)
    assert mark.style is Style.ZONE_PAUSED
    assert words(listed, "subscription.undo") == "Undo pausing “North sector”"
    press(listed, qtbot, Qt.Key.Key_Z, CTRL)
    assert words(listed, "subscription.redo") == "Redo pausing “North sector”"
    press(listed, qtbot, Qt.Key.Key_Z, CTRL | SHIFT)
    assert listed.session.asked == ["pause north", "unpause north", "pause north"]


def test_renaming_by_key(listed: WindowDesk, qtbot: QtBot) -> None:
    press(listed, qtbot, Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier)
    dialog = listed.window.findChild(RenameDialog)
    assert isinstance(dialog, RenameDialog)
    qtbot.keyClicks(dialog.name, "Bow valley")
    qtbot.keyClick(dialog.name, Qt.Key.Key_Return)
    assert listed.session.asked == ["rename north Bow valley"]


def test_a_colour_is_chosen_and_given_up_again(listed: WindowDesk) -> None:
    part = listed.window.part(SubscriptionEditPart)
    dialog = part.ask_colour()
    assert isinstance(dialog, QColorDialog)
    dialog.setCurrentColor(QColor("#00aa00"))
    dialog.accept()
    (coloured,) = listed.session.asked
    assert isinstance(coloured, Subscription)
    assert coloured.options.colour == "#00aa00"
    part.no_colour()
    assert listed.session.asked[-1] == NORTH


def test_a_copy_is_a_subscription_of_its_own_and_undo_ends_it(listed: WindowDesk, qtbot: QtBot) -> None:
    press(listed, qtbot, Qt.Key.Key_D, CTRL)
    (copy,) = listed.session.asked
    assert isinstance(copy, Subscription)
    assert copy.name == "North sector (copy)"
    press(listed, qtbot, Qt.Key.Key_Z, CTRL)
    assert listed.session.asked == [copy, copy.id]


def test_the_context_menu_has_what_can_be_done(listed: WindowDesk) -> None:
    menu = listed.window.part(SubscriptionEditPart).context_menu(listed.window.subscriptions)
    names = [action.objectName() for action in menu.actions() if action.objectName()]
    assert {"subscription.pause", "subscription.rename", "subscription.duplicate", "subscription.end"} <= set(names)


def test_without_a_selection_nothing_is_offered(desk: WindowDesk) -> None:
    desk.log_in()
    for command_id in ("subscription.pause", "subscription.rename", "subscription.undo", "subscription.redo"):
        action = desk.window.findChild(QAction, command_id)
        assert isinstance(action, QAction)
        assert not action.isEnabled()


def test_a_paused_subscription_says_so_in_the_table(listed: WindowDesk) -> None:
    listed.tell(ReplyReceived(None, Acknowledgement("q", (replace(NORTH, is_paused=True),))))
    model = listed.window.subscriptions.model
    assert model.data(model.index(0, 1)) == "● paused"
