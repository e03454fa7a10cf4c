"""Tests of the command that opens the editor of words."""

from __future__ import annotations

import pytest

from broker_local.protocol.filter.tree import Filter, Is
from broker_local.protocol.requests import Acknowledgement
from broker_local.protocol.terms import terms_of
from rfers_desktop.session.items import ReplyReceived
from rfers_desktop.ui.words.part import WordsPart
from tests.builders import WS_OBSERVATION, a_subscription, an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display

IS_HOT = Is("Temperature", "hot", terms_of(WS_OBSERVATION, "Temperature")["hot"].number)


def test_words_are_for_who_is_logged_in(desk: WindowDesk) -> None:
    action = desk.window.commands.action("words.edit")
    assert not action.isEnabled()
    desk.log_in()
    assert action.isEnabled()


def test_what_is_kept_holds_for_the_desk_and_the_next_time(desk: WindowDesk) -> None:
    desk.log_in()
    part = desk.window.part(WordsPart)
    hot = a_subscription("WSObservation", name="Hot ridge", filter=Filter("Temperature IS hot", IS_HOT))  # type: ignore[arg-type]
    desk.tell(ReplyReceived(None, Acknowledgement("q", (hot,))))
    desk.tell(received(1, an_event("WSObservation", temperature=31.0)))
    part.edit("WSObservation", "Temperature", "hot")
    assert part.dialog is not None
    assert "1 of 1 readings" in part.dialog.counted.text()
    assert "Hot ridge" in part.dialog.used.text()
    part.dialog.plot.corner_moved.emit(1, 32.0)
    part.dialog.keep.click()
    assert part.dialog is None
    (kept,) = desk.workspace.terms.listed()
    assert kept[2].number.low == 32.0
    part.edit()
    assert part.dialog.terms == desk.workspace.terms


def test_readings_are_those_of_the_last_hour_by_the_desks_clock(desk: WindowDesk) -> None:
    desk.log_in()
    desk.tell(received(1, an_event("WSObservation", temperature=31.0)))
    desk.now_s += 3_700
    part = desk.window.part(WordsPart)
    part.edit("WSObservation", "Temperature", "hot")
    assert part.dialog is not None
    assert part.dialog.counted.text() == "No reading of Temperature came in the last hour."
