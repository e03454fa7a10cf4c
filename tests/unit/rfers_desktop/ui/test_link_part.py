"""Tests of how the window says whether it hears of events."""

from __future__ import annotations

import pytest

from rfers_desktop.session.items import LinkState, StateChanged
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def test_the_title_tells_who_is_logged_in_and_where(desk: WindowDesk) -> None:
    assert desk.window.windowTitle() == "RFERS"
    desk.log_in()
    assert desk.window.windowTitle() == "RFERS · officer at station:1883"


def test_a_lost_link_is_said_above_the_map_and_how_old_the_map_is(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1))
    desk.tell(StateChanged(LinkState.BROKER_AWAY, "the connection to station:1883 was lost"))
    assert desk.window.notice.isVisible()
    assert desk.window.notice.text() == (
        "The connection to station:1883 was lost. The map is as of 2026-08-05 14:15:30 UTC."
    )
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not desk.window.notice.isVisible()


def test_a_lost_link_freezes_the_map_with_a_clock_until_it_is_back(desk: WindowDesk) -> None:
    desk.log_in()
    assert not desk.window.map.signs.frozen.isVisible()
    desk.tell(StateChanged(LinkState.BROKER_AWAY, "the connection to station:1883 was lost"))
    assert desk.window.map.signs.frozen.isVisible()
    desk.now_s += 192
    desk.tell(StateChanged(LinkState.CONNECTING, "connecting to station:1883"))
    assert desk.window.map.signs.frozen.text == "DATA FROZEN since 14:15:26 UTC   00:03:12"
    desk.tell(StateChanged(LinkState.ONLINE, "online at station:1883"))
    assert not desk.window.map.signs.frozen.isVisible()
