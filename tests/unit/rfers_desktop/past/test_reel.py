"""Tests of which events are loaded."""

from __future__ import annotations

from rfers_desktop.past.reel import Reel
from rfers_desktop.store.replay_events import PastEvent
from rfers_desktop.store.replay_result import Stretch
from tests.builders import an_event

MINUTE = 60_000_000


def a_stretch(first: int, last: int, left_out: int = 0) -> Stretch:
    rows = tuple(PastEvent(moment * MINUTE, an_event(id=f"e{moment}"), (0,)) for moment in range(first, last))
    return Stretch(first * MINUTE, last * MINUTE, rows, left_out)


def test_nothing_is_there_at_first_and_more_than_is_shown_is_asked_for() -> None:
    reel = Reel(0, 600 * MINUTE)
    assert reel.wanted(10 * MINUTE, 40 * MINUTE) == (10 * MINUTE, 70 * MINUTE)


def test_what_is_loaded_is_not_asked_for_again() -> None:
    reel = Reel(0, 600 * MINUTE)
    reel.take(a_stretch(10, 70))
    assert reel.wanted(20 * MINUTE, 70 * MINUTE) is None
    assert reel.wanted(9 * MINUTE, 20 * MINUTE) is not None
    assert reel.wanted(20 * MINUTE, 71 * MINUTE) is not None


def test_the_rows_of_a_stretch_are_found_by_time() -> None:
    reel = Reel(0, 600 * MINUTE)
    reel.take(a_stretch(10, 70))
    shown = reel.between(20 * MINUTE, 30 * MINUTE)
    assert [row.time_us // MINUTE for row in shown.rows[shown.low : shown.high]] == list(range(20, 30))


def test_what_was_left_out_is_told_where_the_oldest_rows_are_shown() -> None:
    reel = Reel(0, 600 * MINUTE)
    reel.take(a_stretch(10, 70, left_out=5))
    assert reel.between(0, 30 * MINUTE).missing == 5
    assert reel.between(40 * MINUTE, 50 * MINUTE).missing == 0
