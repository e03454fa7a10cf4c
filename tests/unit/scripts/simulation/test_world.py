"""A world has the publishers that were asked for, at the asked rate, and its parts are the whole."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from itertools import islice, takewhile

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from scripts.simulation.world import Crowd, World
from scripts.topic_features import Feature, topic_of

BEGUN = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)


def reports(crowd: Crowd, seconds: float, part: tuple[int, int] = (0, 1), seed: int = 1) -> list[tuple[float, Feature]]:
    return list(takewhile(lambda report: report[0] < seconds, World(seed, BEGUN, crowd, part).reports()))


def test_all_that_is_reported_is_valid_in_its_topic() -> None:
    said = reports(Crowd(assets=5, sensors=5, calls=2, fires=1), 700.0)
    assert {topic_of(feature) for _, feature in said} == set(builtin_topics())
    for _, feature in said:
        event = decode_event(json.dumps(feature).encode(), builtin_topics(), BEGUN)
        assert event.time >= BEGUN


@pytest.mark.parametrize("rate", [2.0, 500.0])
def test_the_asked_rate_is_kept_however_many_there_are(rate: float) -> None:
    said = list(islice(World(1, BEGUN, Crowd(assets=200, sensors=100, rate=rate)).reports(), 3_000))
    assert 3_000 / said[-1][0] == pytest.approx(rate, rel=0.1)


def test_parts_have_different_publishers_and_together_all() -> None:
    crowd = Crowd(assets=10, sensors=6)
    names = [
        {(feature["properties"].get("AssetID"), feature["properties"].get("SensorID")) for _, feature in said}
        for said in (reports(crowd, 60.0, (index, 3)) for index in range(3))
    ]
    assert sum(len(each) for each in names) == len(set.union(*names)) == 16


def test_a_sensor_beside_a_fire_is_hot() -> None:
    world = World(1, BEGUN, Crowd(assets=0, sensors=0, fires=1))
    assert world.fires[0].burnt_area_m2(3600.0) > 10_000


def test_the_same_seed_is_the_same_world() -> None:
    crowd = Crowd(assets=4, sensors=4)
    assert reports(crowd, 30.0) == reports(crowd, 30.0)
    assert reports(crowd, 30.0) != reports(crowd, 30.0, seed=2)


def test_every_kind_reports_as_often_as_is_usual_of_it() -> None:
    counts = Counter(topic_of(feature) for _, feature in reports(Crowd(assets=10, sensors=10), 200.0))
    assert counts["EALocation"] == pytest.approx(400, rel=0.1)
    assert counts["WSObservation"] == pytest.approx(100, rel=0.15)
