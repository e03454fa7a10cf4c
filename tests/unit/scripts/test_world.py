"""The simulated world: repeatable, plausible, and valid by the contract."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pyproj
import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from scripts.world import ASSETS, CALGARY, SENSORS, Feature, World

BEGUN = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
WGS84 = pyproj.Geod(ellps="WGS84")


def reports(seed: int, count: int = 600) -> list[tuple[str, Feature]]:
    """What a world says in two minutes, five times a second."""
    world = World(seed, BEGUN)
    moments = (BEGUN + timedelta(seconds=number / 5) for number in range(1, count + 1))
    return [world.next_report(moment) for moment in moments]


def test_the_same_seed_drives_the_same_routes_and_another_seed_others() -> None:
    assert reports(seed=1) == reports(seed=1)
    assert reports(seed=1) != reports(seed=2)


def test_every_report_is_a_valid_event_of_its_topic() -> None:
    for topic, feature in reports(seed=3):
        event = decode_event(json.dumps(feature).encode(), builtin_topics(), BEGUN)
        assert event.topic == topic
        assert timedelta(0) <= event.time - BEGUN <= timedelta(seconds=121)


def test_all_assets_and_all_sensors_report() -> None:
    topics = builtin_topics()
    events = [decode_event(json.dumps(feature).encode(), topics, BEGUN) for _, feature in reports(seed=4)]
    assert len({event.attributes.get("AssetID") for event in events} - {None}) == ASSETS
    assert len({event.attributes.get("SensorID") for event in events} - {None}) == SENSORS


@pytest.mark.parametrize("seed", [1, 2])
def test_assets_stay_around_calgary_and_move_as_fast_as_they_say(seed: int) -> None:
    topics = builtin_topics()
    last: dict[object, tuple[datetime, float, float]] = {}
    for _, feature in reports(seed, 2000):
        event = decode_event(json.dumps(feature).encode(), topics, BEGUN)
        assert event.geometry is not None
        (lon, lat) = event.geometry.coords[0]
        assert WGS84.inv(*CALGARY, lon, lat)[2] < 15_000
        asset, speed = event.attributes.get("AssetID"), event.attributes.get("Speed")
        if asset in last:
            before, lon_before, lat_before = last[asset]
            elapsed_s = (event.time - before).total_seconds()
            assert isinstance(speed, int | float)
            assert 0 <= speed <= 130
            assert WGS84.inv(lon_before, lat_before, lon, lat)[2] == pytest.approx(
                speed / 3.6 * elapsed_s, rel=0.02, abs=1
            )
        if asset is not None:
            last[asset] = (event.time, lon, lat)
    assert len(last) == ASSETS
