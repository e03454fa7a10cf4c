"""Roads that cross, or of which one ends close to the other, are parted where they meet."""

from __future__ import annotations

import pytest

from scripts.simulation.road_crossings import parted

EAST = ((-114.1, 51.0), (-114.0, 51.0), 90.0)


def ends_of(pieces: list) -> set:
    return {(round(lon, 9), round(lat, 9)) for begin, end, _ in pieces for lon, lat in (begin, end)}


def test_two_roads_that_cross_are_four_pieces_with_their_own_speeds() -> None:
    north = ((-114.05, 50.95), (-114.05, 51.05), 60.0)
    pieces = parted([EAST, north])
    assert sorted(speed for _, _, speed in pieces) == [60.0, 60.0, 90.0, 90.0]
    assert (-114.05, 51.0) in ends_of(pieces)


@pytest.mark.parametrize(("gap_deg", "is_linked"), [(0.003, True), (0.01, False)])
def test_a_road_that_ends_close_to_another_is_linked_to_it(gap_deg: float, is_linked: bool) -> None:
    street = ((-114.05, 51.05), (-114.05, 51.0 + gap_deg), 60.0)
    pieces = parted([EAST, street])
    assert len(pieces) == (4 if is_linked else 2)
    assert ((-114.05, 51.0) in ends_of(pieces)) is is_linked


def test_roads_that_meet_already_stay_as_they_are() -> None:
    onward = (EAST[1], (-113.9, 51.02), 80.0)
    assert parted([EAST, onward]) == [EAST, onward]
