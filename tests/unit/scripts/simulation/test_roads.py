"""The roads of the base map hang together, and the quickest way is found on them."""

from __future__ import annotations

import math

import pytest

from scripts.simulation.ground import metres_between
from scripts.simulation.roads import Road, Roads, roads_around
from scripts.simulation.world import CALGARY


def test_around_calgary_all_roads_hang_together_and_go_both_ways() -> None:
    roads = roads_around(CALGARY, 40_000.0)
    assert len(roads.places) > 50
    seen, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for road in roads.roads[here]:
            assert any(back.to == here for back in roads.roads[road.to])
            assert 30 <= road.length_m < 40_000
            assert 60 <= road.speed_kmh <= 120
            if road.to not in seen:
                seen.add(road.to)
                waiting.append(road.to)
    assert len(seen) == len(roads.places)


HIGHWAYS = {"the Trans-Canada": (-114.5, 51.09), "Deerfoot": (-113.99, 50.8), "the north": (-114.03, 51.3)}


@pytest.mark.parametrize("name", HIGHWAYS)
def test_highways_that_only_cross_on_the_map_hang_together(name: str) -> None:
    roads = roads_around(CALGARY, 40_000.0)
    there = HIGHWAYS[name]
    assert math.hypot(*metres_between(there, roads.places[roads.nearest(there)])) < 9_000


def test_the_quickest_way_may_be_the_longer_one() -> None:
    slow, fast = Road(1, 1_000.0, 20.0), Road(2, 900.0, 100.0)
    roads = Roads([(0, 0), (1, 0), (0, 1)], [[slow, fast], [], [Road(1, 900.0, 100.0)]])
    assert roads.route(0, 1) == [0, 2, 1]
    assert roads.route(1, 1) == [1]


def test_the_nearest_crossing_is_found() -> None:
    roads = roads_around(CALGARY, 40_000.0)
    assert roads.nearest(roads.places[7]) == 7


def test_where_there_is_no_road_that_is_told() -> None:
    with pytest.raises(ValueError, match="expected some on the base map"):
        roads_around((-160.0, 20.0), 1_000.0)
