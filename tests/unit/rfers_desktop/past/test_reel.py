"""Tests of which events are loaded."""

from __future__ import annotations

import numpy as np
import pytest

from rfers_desktop.past.reel import Reel
from rfers_desktop.store.replay_events import PastEvent
from rfers_desktop.store.replay_result import Stretch, Timeline
from tests.builders import an_event

MINUTE = 60_000_000


def a_stretch(first: int, last: int, left_out: int = 0) -> Stretch:
    rows = tuple(PastEvent(moment * MINUTE, an_event(id=f"e{moment}"), (0,)) for moment in range(first, last))
    return Stretch(first * MINUTE, last * MINUTE, rows, left_out)


def a_reel(matched_a_minute: int = 1) -> Reel:
    minutes = np.arange(600) * MINUTE
    counts = np.full(600, matched_a_minute)
    return Reel(0, 600 * MINUTE, Timeline(minutes, counts, counts))


def test_who_goes_on_is_given_more_than_is_shown_and_who_leaps_just_that() -> None:
    reel = a_reel()
    assert reel.wanted(10 * MINUTE, 40 * MINUTE) == (10 * MINUTE, 40 * MINUTE)
    reel.take(a_stretch(10, 40))
    assert reel.wanted(11 * MINUTE, 41 * MINUTE) == (11 * MINUTE, 71 * MINUTE)
    assert reel.wanted(40 * MINUTE, 70 * MINUTE) == (40 * MINUTE, 100 * MINUTE), "a step of all that is shown"
    assert reel.wanted(9 * MINUTE, 39 * MINUTE) == (9 * MINUTE, 39 * MINUTE)
    assert reel.wanted(300 * MINUTE, 330 * MINUTE) == (300 * MINUTE, 330 * MINUTE)


def test_what_is_loaded_is_not_asked_for_again() -> None:
    reel = a_reel()
    reel.take(a_stretch(10, 70))
    assert reel.wanted(20 * MINUTE, 70 * MINUTE) is None
    assert reel.wanted(9 * MINUTE, 20 * MINUTE) is not None
    assert reel.wanted(20 * MINUTE, 71 * MINUTE) is not None


@pytest.mark.parametrize(("matched_a_minute", "until"), [(100, 69), (500, 49), (5_000, 40), (90_000, 39.5)])
def test_where_there_are_many_events_less_of_what_comes_is_asked_for(matched_a_minute: int, until: float) -> None:
    first, last = 10 * MINUTE, 39 * MINUTE + MINUTE // 2  # amid a minute, which counts as a whole
    reel = a_reel(matched_a_minute)
    reel.take(a_stretch(9, 39))
    wanted = reel.wanted(first, last)
    assert wanted is not None
    assert wanted[1] == until * MINUTE


def test_of_very_many_the_newest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rfers_desktop.past.reel.MOST_EVENTS", 12)
    reel = a_reel()
    reel.take(a_stretch(10, 70, left_out=5))
    shown = reel.between(10 * MINUTE, 30 * MINUTE)
    assert (shown.low, shown.high, shown.missing) == (8, 20, 13)


def test_the_rows_of_a_stretch_are_found_by_time() -> None:
    reel = a_reel()
    reel.take(a_stretch(10, 70))
    shown = reel.between(20 * MINUTE, 30 * MINUTE)
    assert [row.time_us // MINUTE for row in shown.rows[shown.low : shown.high]] == list(range(20, 30))


def test_what_was_left_out_is_told_where_the_oldest_rows_are_shown() -> None:
    reel = a_reel()
    reel.take(a_stretch(10, 70, left_out=5))
    assert reel.between(0, 30 * MINUTE).missing == 5
    assert reel.between(40 * MINUTE, 50 * MINUTE).missing == 0
