"""Speeds follow from places and times, and leaps are no speeds."""

from __future__ import annotations

import pytest

from scripts.gateways.driven_speed import FASTEST_KMH, driven_kmh


def test_a_hundredth_of_a_degree_north_in_a_minute_is_67_km_an_hour() -> None:
    assert driven_kmh((-114.0, 51.0), (-114.0, 51.01), 60.0) == pytest.approx(66.8, abs=0.1)


def test_a_leap_is_held_to_what_something_may_drive() -> None:
    assert driven_kmh((-114.0, 51.0), (14.0, 51.0), 1.0) == FASTEST_KMH
