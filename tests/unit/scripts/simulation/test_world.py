"""A world has the publishers that were asked for, at the asked rate, and its parts are the whole."""

from __future__ import annotations

import base64
import json
import math
from collections import Counter
from datetime import UTC, datetime
from itertools import islice, takewhile

import pytest
import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from broker_local.service.images import read_image
from scripts.simulation.ground import LonLat, metres_between
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


def test_calls_and_images_tell_of_the_same_fires() -> None:
    crowd = Crowd(assets=0, sensors=0, calls=2, fires=3)
    world = World(4, BEGUN, crowd)
    said = [feature for _, feature in takewhile(lambda report: report[0] < 3_000.0, world.reports())]
    by_topic = {topic: [f for f in said if topic_of(f) == topic] for topic in builtin_topics()}
    for fire, broke_out in zip(world.fires, world.broke_out, strict=True):
        assert fire.burnt_area_m2(0.0) > 0
        reported = [call for call in by_topic["FireIncReports"] if call["geometry"] and apart_m(call, broke_out) < 500]
        assert len(reported) == 1, "somebody saw it"
    images = [base64.b64decode(image["properties"]["RasterFile"]) for image in by_topic["WFireRSImage"]]
    footprints = [read_image(image, "image").footprint for image in images]
    for broke_out in world.broke_out:
        assert any(footprint.covers(shapely.Point(broke_out)) for footprint in footprints)


def test_sensors_beside_a_fire_are_hot_and_dry() -> None:
    crowd = Crowd(assets=0, sensors=120, fires=1)
    world = World(1, BEGUN, crowd)
    latest = {
        feature["properties"]["SensorID"]: feature
        for at_s, feature in takewhile(lambda report: report[0] < 4 * 3600.0, world.reports())
        if at_s > 4 * 3600.0 - 60.0 and topic_of(feature) == "WSObservation"
    }
    fire = world.fires[0]
    front = fire.perimeter(4 * 3600.0) - fire.perimeter(3 * 3600.0)
    inside, outside = [], []
    for feature in latest.values():
        is_inside = front.covers(shapely.Point(feature["geometry"]["coordinates"]))
        (inside if is_inside else outside).append(feature["properties"])
    assert len(inside) >= 3
    assert min(values["Temperature"] for values in inside) > 45
    assert max(values["Humidity"] for values in inside) < 0.12
    assert sorted(values["Temperature"] for values in outside)[len(outside) // 2] < 35


@pytest.mark.parametrize(("seed", "number"), [(5, 2), (15, 1), (16, 0)])
def test_a_fire_breaks_out_beside_water_and_rock(seed: int, number: int) -> None:
    """The middle of these terrains does not burn."""
    world = World(seed, BEGUN, Crowd(assets=0, sensors=0, fires=number + 1))
    assert world.fires[number].burnt_area_m2(600.0) > 0


def apart_m(feature: Feature, place: LonLat) -> float:
    return math.hypot(*metres_between(feature["geometry"]["coordinates"], place))


def test_the_same_seed_is_the_same_world() -> None:
    crowd = Crowd(assets=4, sensors=4)
    assert reports(crowd, 30.0) == reports(crowd, 30.0)
    assert reports(crowd, 30.0) != reports(crowd, 30.0, seed=2)


def test_every_kind_reports_as_often_as_is_usual_of_it() -> None:
    counts = Counter(topic_of(feature) for _, feature in reports(Crowd(assets=10, sensors=10), 200.0))
    assert counts["EALocation"] == pytest.approx(400, rel=0.1)
    assert counts["WSObservation"] == pytest.approx(100, rel=0.15)
