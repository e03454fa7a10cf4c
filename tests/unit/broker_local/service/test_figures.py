"""Rates and delays over a sliding window, with a clock in hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.service.figures import Figures, together


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_before_anything_was_done_the_rates_are_nothing_and_there_are_no_delays() -> None:
    assert Figures(Clock()).values() == {"events_per_s": 0, "matches_per_s": 0}


def test_rates_are_of_the_time_that_has_passed_up_to_the_window() -> None:
    clock = Clock()
    figures = Figures(clock, window_s=10)
    for _ in range(4):
        figures.note(100, 10, [])
        clock.now += 1
    assert figures.values() == {"events_per_s": 100, "matches_per_s": 10}
    for _ in range(20):
        figures.note(300, 0, [])
        clock.now += 1
    assert figures.values()["matches_per_s"] == 0
    assert figures.values()["events_per_s"] == pytest.approx(300, rel=0.11)  # the second that has just begun is empty


def test_what_is_older_than_the_window_is_forgotten() -> None:
    clock = Clock()
    figures = Figures(clock, window_s=10)
    figures.note(100, 10, [0.5])
    clock.now += 9.9
    assert "latency_p50_us" in figures.values()
    clock.now += 0.2
    assert figures.values() == {"events_per_s": 0, "matches_per_s": 0}


def test_half_of_the_delays_are_within_the_median_and_ninety_nine_of_a_hundred_within_the_99th_percentile() -> None:
    figures = Figures(Clock())
    figures.note(1000, 0, [0.001 * n for n in range(1, 1001)])
    values = figures.values()
    assert values["latency_p50_us"] == pytest.approx(500_000, rel=0.02)
    assert values["latency_p99_us"] == pytest.approx(990_000, rel=0.02)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=200), st.integers(1, 5))
def test_percentiles_are_within_two_percent_however_the_delays_came(delays: list[float], batches: int) -> None:
    figures = Figures(Clock())
    for start in range(batches):
        figures.note(1, 1, delays[start::batches])
    ordered = sorted(delays)
    for share in (50, 99):
        exact_us = ordered[math.ceil(len(ordered) * share / 100) - 1] * 1e6
        assert figures.values()[f"latency_p{share}_us"] == pytest.approx(exact_us, rel=0.02, abs=1)


def test_memory_does_not_grow_with_time() -> None:
    clock = Clock()
    figures = Figures(clock, window_s=5)
    for _ in range(1000):
        figures.note(1, 1, [0.1])
        clock.now += 1
    assert len(figures._seconds) <= 5


def test_of_those_that_share_the_work_counts_add_up_and_the_longer_delay_counts() -> None:
    ours = {"accepted": 5, "subscriptions": 10, "latency_p50_us": 100, "events_per_s": 3}
    workers = {"accepted": 7, "subscriptions": 10, "latency_p50_us": 50, "latency_p99_us": 900, "rejected": 1}
    assert together(ours, workers) == {
        "accepted": 12,
        "subscriptions": 10,
        "latency_p50_us": 100,
        "latency_p99_us": 900,
        "events_per_s": 3,
        "rejected": 1,
    }
