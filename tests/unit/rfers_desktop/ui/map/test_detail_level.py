"""Tests of how much is shown by how many there are."""

from __future__ import annotations

import pytest

from rfers_desktop.ui.map.detail_level import Level, Limits

pytestmark = pytest.mark.display

LIMITS = Limits(10, 100, 1000)


@pytest.mark.parametrize(
    ("count", "level"),
    [(0, Level.SYMBOLS), (10, Level.SYMBOLS), (11, Level.DOTS), (101, Level.SMALL_DOTS), (1001, Level.DENSITY)],
)
def test_more_marks_show_less_of_each(count: int, level: Level) -> None:
    assert LIMITS.level(count) is level


def test_a_count_that_wavers_around_a_limit_does_not_change_the_level() -> None:
    assert LIMITS.level(95, Level.SMALL_DOTS) is Level.SMALL_DOTS
    assert LIMITS.level(89, Level.SMALL_DOTS) is Level.DOTS
    assert LIMITS.level(101, Level.DOTS) is Level.SMALL_DOTS
    assert LIMITS.level(5, Level.DENSITY) is Level.SYMBOLS


def test_density_begins_above_150_000_points() -> None:
    assert Limits().level(150_000) is Level.SMALL_DOTS
    assert Limits().level(150_001) is Level.DENSITY
