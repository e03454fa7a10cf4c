"""Assets stay on their roads, at speeds a truck can have, and GPS is a little off."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
import shapely

from scripts.simulation.assets import Asset, fleet
from scripts.simulation.ground import metres_between
from scripts.simulation.roads import roads_around
from scripts.simulation.world import CALGARY

BEGUN = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)
ROADS = roads_around(CALGARY, 40_000.0)
NETWORK = shapely.union_all(
    [
        shapely.LineString([here, ROADS.places[road.to]])
        for here, leaving in zip(ROADS.places, ROADS.roads, strict=True)
        for road in leaving
    ]
)


def reports(asset: Asset, count: int, every_s: float) -> list[dict]:
    return [asset.report(BEGUN + timedelta(seconds=every_s * number)) for number in range(1, count + 1)]


def test_assets_stay_on_the_roads() -> None:
    for asset in fleet(ROADS, 20, BEGUN, seed=3):
        for number in range(1, 30):
            asset.report(BEGUN + timedelta(seconds=20 * number))
            assert NETWORK.distance(shapely.Point(asset.place)) < 1e-9


@pytest.mark.parametrize("every_s", [1.0, 10.0])
def test_what_is_reported_moves_as_fast_as_it_says(every_s: float) -> None:
    said = reports(fleet(ROADS, 3, BEGUN, seed=5)[1], 400, every_s)
    speeds = [feature["properties"]["Speed"] for feature in said]
    assert all(0 <= speed < 140 for speed in speeds)
    assert max(speeds) > 60
    places = [feature["geometry"]["coordinates"] for feature in said]
    for before, after in zip(places, places[1:], strict=False):
        assert math.hypot(*metres_between(before, after)) < 140 / 3.6 * every_s + 25


def test_gps_is_a_few_metres_off_and_not_more() -> None:
    asset = fleet(ROADS, 1, BEGUN, seed=2)[0]
    errors = []
    for number in range(300):
        said = asset.report(BEGUN + timedelta(seconds=30 * number))
        errors.append(math.hypot(*metres_between(asset.place, said["geometry"]["coordinates"])))
    assert 2 < sum(errors) / len(errors) < 8
    assert max(errors) < 25


def test_assets_stop_now_and_then_as_on_a_scene() -> None:
    speeds = [
        said["properties"]["Speed"] for asset in fleet(ROADS, 40, BEGUN, seed=1) for said in reports(asset, 120, 30.0)
    ]
    assert 0.1 < sum(speed == 0 for speed in speeds) / len(speeds) < 0.35


def test_an_asset_with_a_route_drives_it_and_stays_at_its_end() -> None:
    start, goal = ROADS.nearest((-114.228, 51.131)), ROADS.nearest((-114.135, 51.089))
    asset = Asset("E4", "Engine 4", ROADS, start, BEGUN, 1, ROADS.route(start, goal))
    asset.drive(3600.0)
    assert asset.place == ROADS.places[goal]
    assert asset.speed_kmh == 0


def test_the_same_seed_drives_the_same_and_another_one_elsewhere() -> None:
    one, again, other = (reports(fleet(ROADS, 2, BEGUN, seed)[1], 20, 10.0) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_names_and_ids_are_each_their_own() -> None:
    many = fleet(ROADS, 1_000, BEGUN, 1)
    assert len({asset.id for asset in many}) == len({asset.name for asset in many}) == 1_000
