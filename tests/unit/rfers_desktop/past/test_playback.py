"""Tests of where a replay stands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.past.playback import MINUTE_US, SPEEDS, Playback, Window

HOUR = Playback(0, 60 * MINUTE_US, 10 * MINUTE_US, span_us=5 * MINUTE_US)


@pytest.mark.parametrize(
    ("window", "shown"),
    [
        (Window.INSTANT, (9, 10)),
        (Window.TRAILING, (5, 10)),
        (Window.CUMULATIVE, (0, 10)),
        (Window.INTERVAL, (0, 60)),
    ],
)
def test_four_windows_show_four_stretches(window: Window, shown: tuple[int, int]) -> None:
    first, last = replace(HOUR, window=window).shown()
    assert (first // MINUTE_US, last // MINUTE_US) == shown


def test_nothing_before_the_beginning_is_shown() -> None:
    assert replace(HOUR, now_us=MINUTE_US).shown() == (0, MINUTE_US)


def test_a_marked_interval_is_what_is_shown_whichever_end_was_marked_first() -> None:
    marked = HOUR.marked(30 * MINUTE_US, 20 * MINUTE_US)
    assert marked.window is Window.INTERVAL
    assert marked.shown() == (20 * MINUTE_US, 30 * MINUTE_US)


def test_time_passes_at_the_speed_only_while_it_plays() -> None:
    assert HOUR.after(5.0) == HOUR
    assert HOUR.played(True).after(5.0).now_us == HOUR.now_us + 5 * 60 * 1_000_000


def test_it_stops_at_the_end_and_plays_from_there_from_the_beginning() -> None:
    ended = replace(HOUR, speed=3600).played(True).after(100.0)
    assert ended.now_us == HOUR.end_us
    assert not ended.is_playing
    assert ended.played(True).now_us == HOUR.begin_us


def test_a_step_is_a_minute_and_pauses() -> None:
    stepped = HOUR.played(True).stepped(-2)
    assert stepped.now_us == 8 * MINUTE_US
    assert not stepped.is_playing


def test_speeds_go_up_and_down_and_no_further() -> None:
    fastest = replace(HOUR, speed=SPEEDS[-1])
    assert fastest.faster(True) == fastest
    assert HOUR.faster(True).faster(False) == HOUR


def test_a_moment_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="now_us: expected 0 to"):
        replace(HOUR, now_us=-1)


@settings(deadline=None, derandomize=True)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("seek"), st.integers(-(10**12), 10**12)),
            st.tuples(st.just("step"), st.integers(-100, 100)),
            st.tuples(st.just("after"), st.integers(0, 1000)),
            st.tuples(st.just("play"), st.integers(0, 1)),
        )
    ),
    st.sampled_from(Window),
)
def test_whatever_is_done_it_stays_within_and_shows_a_stretch(steps: list[tuple[str, int]], window: Window) -> None:
    playback = replace(HOUR, window=window)
    for step, number in steps:
        match step:
            case "seek":
                playback = playback.sought(number)
            case "step":
                playback = playback.stepped(number)
            case "after":
                playback = playback.after(float(number))
            case _:
                playback = playback.played(bool(number))
        first, last = playback.shown()
        assert playback.begin_us <= first <= last <= playback.end_us
