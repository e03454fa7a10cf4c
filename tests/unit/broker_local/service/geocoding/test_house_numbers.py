"""House numbers along a street."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.service.geocoding.house_numbers import Houses, NumberRange, Side, distances_m

NOTHING = np.empty((0, 2))
EAST = np.array([[-114.0, 51.0], [-113.99, 51.0]])  # about 700 m


def houses(*ranges: NumberRange, known: dict[int, tuple[float, float]] | None = None) -> Houses:
    numbers = sorted(known or {})
    places = np.array([(known or {})[n] for n in numbers], dtype=np.float64).reshape(-1, 2)
    return Houses(np.array(numbers, dtype=np.int32), places, ranges)


def test_a_known_address_is_certain() -> None:
    spot = houses(known={100: (-114.0, 51.0), 104: (-113.9, 51.0)}).find(104)
    assert (spot.lon, spot.lat, spot.confidence) == (-113.9, 51.0, 1.0)
    assert spot.radius_m < 50


def test_two_places_of_one_number_are_one_with_both_in_its_radius() -> None:
    both = Houses(np.array([7, 7], dtype=np.int32), np.array([[-114.0, 51.0], [-113.998, 51.0]]))
    spot = both.find(7)
    assert spot.lon == pytest.approx(-113.999)
    assert spot.radius_m >= distances_m(both.places, spot.lon, spot.lat).max()


@pytest.mark.parametrize(("number", "lon"), [(100, -114.0), (150, -113.995), (200, -113.99)])
def test_a_number_in_a_range_is_at_its_share_of_the_line(number: int, lon: float) -> None:
    spot = houses(NumberRange(100, 200, EAST)).find(number)
    assert spot.lon == pytest.approx(lon)
    assert spot.confidence == 0.9


def test_a_range_may_run_down_and_bend() -> None:
    bent = np.array([[-114.0, 51.0], [-113.99, 51.0], [-113.99, 51.02]])
    lons = [houses(NumberRange(400, 300, bent)).find(n).lat for n in (400, 380, 320, 300)]
    assert lons == sorted(lons)
    assert lons[-1] == pytest.approx(51.02)


def test_the_right_side_of_the_street_is_preferred() -> None:
    north = NumberRange(101, 199, EAST + (0.0, 0.001), Side.ODD)
    south = NumberRange(100, 198, EAST, Side.EVEN)
    assert houses(north, south).find(151).lat == pytest.approx(51.001)
    assert houses(north, south).find(150).lat == pytest.approx(51.0)
    assert houses(north).find(150).confidence < houses(north).find(151).confidence


def test_between_known_addresses_of_one_side() -> None:
    known = {100: (-114.0, 51.0), 110: (-113.99, 51.0), 105: (-114.5, 52.0)}
    spot = houses(known=known).find(104)
    assert (spot.lon, spot.lat) == pytest.approx((-113.996, 51.0))
    assert spot.confidence == 0.85


def test_past_the_end_is_near_the_end_and_far_past_is_nowhere() -> None:
    street = houses(NumberRange(100, 200, EAST))
    spot = street.find(220)
    assert spot.lon == pytest.approx(-113.99)
    assert spot.confidence == 0.5
    assert street.find(301) is None


def test_an_empty_street_has_no_numbers() -> None:
    assert houses().find(1) is None


def test_how_far_the_line_may_be_off_is_in_the_radius() -> None:
    exact, rough = (houses(NumberRange(100, 200, EAST, accuracy_m=m)).find(150).radius_m for m in (0.0, 250.0))
    assert rough == exact + 250.0


@given(
    st.integers(1, 5_000),
    st.integers(1, 5_000),
    st.lists(st.tuples(st.floats(0.0001, 0.01), st.floats(-0.01, 0.01)), min_size=1, max_size=5),
)
@settings(deadline=None, derandomize=True)
def test_numbers_run_along_the_line_in_order(first: int, last: int, steps: list[tuple[float, float]]) -> None:
    line = np.vstack(([(-114.0, 51.0)], (-114.0, 51.0) + np.cumsum(steps, axis=0)))
    numbers = NumberRange(first, last, line)
    sign = 1 if last >= first else -1
    places = [numbers.at(n) for n in range(first, last + sign, sign * max(1, abs(last - first) // 20))]
    lons = [lon for lon, _ in places]  # every step goes east
    assert lons == sorted(lons)
    assert all(-114.0 - 1e-9 <= lon <= line[-1, 0] + 1e-9 for lon in lons)
