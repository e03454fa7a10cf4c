"""Speeds between places are those on the ellipsoid."""

import pytest

from rfers_desktop.geo.track_speed import speeds_kmh


def test_a_degree_of_latitude_in_an_hour() -> None:
    first, speed = speeds_kmh([0.0, 3600.0], [(0.0, 0.0), (0.0, 1.0)])
    assert first is None
    assert speed == pytest.approx(110.574, abs=0.01)


def test_standing_still_is_no_speed_and_two_places_at_once_are_none() -> None:
    assert speeds_kmh([0.0, 10.0, 10.1], [(1.0, 1.0), (1.0, 1.0), (1.0, 1.1)]) == [None, 0.0, None]


@pytest.mark.parametrize("count", [0, 1])
def test_few_places_have_no_speeds(count: int) -> None:
    assert speeds_kmh([0.0] * count, [(0.0, 0.0)] * count) == [None] * count


def test_every_time_has_a_place() -> None:
    with pytest.raises(ValueError, match="expected a place for each of 2 times, got 1"):
        speeds_kmh([0.0, 1.0], [(0.0, 0.0)])
