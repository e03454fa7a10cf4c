"""Tests of reopening a subscription on the card, and of what is told before it is sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.requests import Acknowledgement, DryRun, ListSubscriptions, PastMatch, WouldMatch
from broker_local.protocol.subscription import Priority, Subscription, SubscriptionOptions
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.subscribe.part import SubscribePart
from tests.builders import A_MOMENT
from tests.unit.rfers_desktop.ui.map.map_hands import LEFT, click
from tests.unit.rfers_desktop.ui.window_desk import NORTH, WindowDesk

pytestmark = pytest.mark.display
OWN = replace(NORTH, options=SubscriptionOptions(priority=Priority.HIGH, colour="#00aa00"))


@pytest.fixture
def part(desk: WindowDesk, qtbot: QtBot) -> SubscribePart:
    """The card of a window with one live subscription, which is selected."""
    desk.log_in()
    desk.tell(ReplyReceived(ListSubscriptions("r"), Acknowledgement("r", (OWN,))))
    table = desk.window.subscriptions.table
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.model().index(0, 0)).center())
    return desk.window.part(SubscribePart)


def test_a_subscription_is_reopened_changed_and_stays_the_same_one(
    desk: WindowDesk, part: SubscribePart, qtbot: QtBot
) -> None:
    qtbot.keyClick(desk.window.subscriptions.table, Qt.Key.Key_F4)
    assert part.card.name.text() == "North sector"
    part.model.set_name("Bow valley")
    qtbot.mouseClick(part.card.subscribe, LEFT)
    (asked,) = desk.session.asked
    assert asked == "rename north Bow valley"  # nothing else is different, so nothing else is sent
    desk.tell(ReplyReceived(None, Acknowledgement("q", (replace(OWN, name="Bow valley"),))))
    qtbot.keyClick(desk.window.subscriptions.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.session.asked[-1] == "rename north North sector"


def test_another_filter_is_sent_in_place_of_the_one_before_with_its_options(
    desk: WindowDesk, part: SubscribePart, qtbot: QtBot
) -> None:
    part.edit()
    part.model.set_filter("Speed > 80")
    qtbot.mouseClick(part.card.subscribe, LEFT)
    (asked,) = desk.session.asked
    assert isinstance(asked, Subscription)
    assert (asked.id, asked.options) == ("north", OWN.options)
    assert asked.filter is not None


def test_a_zone_that_is_a_speck_on_the_map_is_brought_near_to_be_changed(desk: WindowDesk, part: SubscribePart) -> None:
    canvas = desk.window.map
    canvas.fit((-1.5e7, 3e6, -8e6, 1.1e7))
    assert OWN.spatial is not None
    assert canvas.shown_area().area > 10_000 * OWN.spatial.zone.area
    part.edit()
    assert canvas.shown_area().area < 100 * OWN.spatial.zone.area


def test_what_was_being_drawn_is_parked_and_not_lost(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin()
    click(desk.window.map, 150, 100)
    part.model.set_filter("Speed > 5")
    part.edit()
    assert [parked.filter_text for parked in part.keeper.parked] == ["Speed > 5"]
    part.discard()
    assert desk.session.asked == []


def test_what_it_would_have_matched_is_on_the_card_and_on_the_map(
    desk: WindowDesk, part: SubscribePart, qtbot: QtBot
) -> None:
    part.edit()
    qtbot.waitUntil(lambda: len(desk.session.dry_runs) == 1)
    assert desk.session.dry_runs[0].id == "north"  # it does not cover itself
    places = tuple(PastMatch(f"e{i}", A_MOMENT, (-114.0, 51.0)) for i in range(14))
    found = WouldMatch(14, 200, A_MOMENT, True, None, 900.0, places)
    request = DryRun("dry run 1", desk.session.dry_runs[0])
    desk.tell(ReplyReceived(request, Acknowledgement("dry run 1", would_match=found)))
    view = part.dry_run.view
    assert view.words.text() == "Would have matched 14 in the last 6 hours."
    assert view.warning.text() == "Would flood: 900 an hour."
    assert part.dry_run.dots.count() == 14
    part.discard()
    assert part.dry_run.dots.count() == 0
