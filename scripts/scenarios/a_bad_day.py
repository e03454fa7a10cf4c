"""Scenario: a bad day: everything at once for an hour, desks that come and go, and a broker that is restarted."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import takewhile

import shapely

from broker_local.protocol.operators import Operator
from scripts.simulation.ground import moved
from scripts.simulation.world import CALGARY, Crowd, World
from scripts.topic_features import Feature, topic_of

from .asking import asks, ends
from .assets_near_incident import T2N
from .scenario import Doing, Scenario, ScenarioEvent, Step, untimed

TITLE = "A bad day"
NAME = "a_bad_day"
ASSETS, SENSORS, FIRES, CALL_TAKERS = 500, 200, 3, 2
DESKS = ("officer", "dispatch", "west", "south", "weather", "air")
_HOUR_S = 3600.0
_BEGUN = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)


def make(seed: int = 524, asset_every_s: float = 20.0, sensor_every_s: float = 60.0, hours: float = 1.0) -> Scenario:
    """The same day for the same seed; with longer pauses there are as many publishers, and fewer events."""
    every_s = (asset_every_s, sensor_every_s, 120.0, 600.0)
    crowd = Crowd(
        ASSETS, SENSORS, CALL_TAKERS, FIRES, stay_s=1500.0, away_s=200.0, burst_every_s=1200.0, every_s=every_s
    )
    world = World(seed, _BEGUN, crowd)
    happened = takewhile(lambda report: report[0] < hours * _HOUR_S, world.reports())
    events = [_event(number, at_s, feature) for number, (at_s, feature) in enumerate(happened, start=1)]
    duration_s = hours * _HOUR_S
    return Scenario(NAME, TITLE, duration_s, events, sorted(_steps(seed, duration_s), key=lambda step: step.at_s))


def _event(number: int, at_s: float, feature: Feature) -> ScenarioEvent:
    plain = untimed(feature)
    properties = plain["properties"]
    assert isinstance(properties, dict)
    image = properties.pop("RasterFile", None)
    files = {} if image is None else {"RasterFile": base64.b64decode(image)}
    return ScenarioEvent(round(at_s, 2), f"{number:06}", topic_of(feature), plain, files)


def _steps(seed: int, duration_s: float) -> Iterator[Step]:
    """Who asks for what, who goes and comes back, and the restart after three fifths of the time."""
    west, south = (shapely.Point(moved(CALGARY, heading, 9_000.0)) for heading in (270.0, 180.0))
    city = shapely.box(-114.25, 50.9, -113.9, 51.2)
    region = shapely.box(-114.9, 50.7, -113.6, 51.3)
    yield asks(0.0, "officer", "t2n", "Fires in T2N", "FireIncReports", T2N)
    yield asks(
        0.0,
        "officer",
        "fast",
        "Fast within 5 km",
        "EALocation",
        shapely.Point(CALGARY),
        buffer_m=5_000.0,
        wanted="Speed > 70",
    )
    yield asks(0.0, "officer", "images", "All thermal images", "WFireRSImage")
    yield asks(0.0, "dispatch", "calls", "All reports of fires", "FireIncReports")
    yield asks(0.0, "dispatch", "stopped", "Standing in the city", "EALocation", city, wanted="Speed = 0")
    yield asks(0.0, "west", "near", "Assets in the west", "EALocation", west, buffer_m=6_000.0)
    yield asks(0.0, "south", "near", "Assets in the south", "EALocation", south, buffer_m=6_000.0)
    yield asks(0.0, "weather", "hot", "Hot and dry", "WSObservation", wanted="Temperature > 30 AND Humidity < 0.18")
    yield asks(0.0, "air", "images", "Images of the region", "WFireRSImage", region, Operator.INTERSECT)
    yield asks(0.3 * duration_s, "west", "gas", "Gas", "FireIncReports", wanted="IncCause = 'Gas'")
    yield asks(0.5 * duration_s, "weather", "hotter", "Above 40", "WSObservation", wanted="Temperature > 40")
    yield ends(0.7 * duration_s, "west", "near")
    yield ends(0.8 * duration_s, "officer", "fast")
    yield Step(0.6 * duration_s, Doing.RESTART)
    rng = random.Random(seed)
    for user in DESKS[1:]:
        for first, last in ((0.05, 0.28), (0.32, 0.48), (0.52, 0.68), (0.82, 0.95)):  # between the steps above
            leaves, comes = sorted(rng.uniform(first, last) for _ in range(2))
            yield Step(leaves * duration_s, Doing.LEAVE, user)
            yield Step(comes * duration_s, Doing.COME, user)
