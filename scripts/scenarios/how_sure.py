"""Scenario: how sure: a ridge with a soft edge grows hot and dry; some sensors are not exact, some fixes poor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import shapely

from broker_local.protocol.certainty import Certainty
from scripts.simulation.ground import LonLat
from scripts.topic_features import Feature, asset_feature, sensor_feature

from .asking import asks
from .scenario import Scenario, ScenarioEvent, Step, untimed

TITLE = "How sure"
OFFICER, NEIGHBOUR = "officer", "neighbour"
WANTED = "Temperature IS hot AND Humidity IS VERY dry"
SOFT_M = 2_000.0
_EVERY_S, _TICKS = 12.0, 7
_FIRST_C, _FIRST_HUMIDITY = 17.0, 0.62  # of every sensor at the first tick; at the last it reads what its row says
_BEGUN = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)
_RIDGE = ((-115.42, 51.02), (-115.32, 51.03), (-115.30, 51.08), (-115.38, 51.10), (-115.43, 51.07))


@dataclass(frozen=True, slots=True)
class Sensor:
    """Where a sensor stands and what it reads in the end, each with how far off it may be."""

    name: str
    place: LonLat
    temperature_c: float
    humidity: float
    error_c: float = 0.0
    humidity_error: float = 0.0


@dataclass(frozen=True, slots=True)
class Asset:
    """From where to where an asset drives, and how good its receiver is."""

    name: str
    first: LonLat
    last: LonLat
    accuracy_m: float


SENSORS = (
    Sensor("Summit", (-115.37, 51.062), 36.0, 0.12),  # certain
    Sensor("North shoulder", (-115.385, 51.085), 33.0, 0.16, 1.0, 0.02),  # certain, though not exact
    Sensor("South shoulder", (-115.36, 51.036), 28.0, 0.2, 2.5, 0.03),  # its thermometer is worn: possible
    Sensor("Saddle", (-115.405, 51.05), 31.0, 0.33, 1.0, 0.06),  # perhaps not so very dry
    Sensor("Lookout", (-115.296, 51.055), 35.0, 0.11),  # beyond the edge, in its margin
    Sensor("Meadow", (-115.335, 51.062), 22.0, 0.14),  # dry, not hot: excluded
    Sensor("Creek", (-115.40, 51.035), 33.0, 0.58),  # hot, not dry: excluded
    Sensor("Far hut", (-115.19, 51.05), 37.0, 0.1),  # hot and dry, and far away: excluded
)
ASSETS = (
    Asset("Engine 2", (-115.36, 51.025), (-115.372, 51.055), 6.0),  # certain
    Asset("Engine 7", (-115.46, 51.06), (-115.434, 51.047), 450.0),  # somewhere about the edge: possible
    Asset("Engine 9", (-115.20, 51.02), (-115.215, 51.085), 12.0),  # excluded
)


def ridge() -> shapely.Polygon:
    """Where the officer wants to know."""
    return shapely.Polygon(_RIDGE)


def make() -> Scenario:
    """Every twelve seconds it is hotter and drier; who asks for what is certain is told less, and later."""
    events = [event for tick in range(_TICKS) for event in _tick(tick)]
    events.sort(key=lambda event: event.at_s)
    sensors, assets = "WSObservation", "EALocation"
    certain = Certainty(least_necessity=1.0)
    steps: list[Step] = [
        asks(
            0.0, OFFICER, "hot-ridge", "Hot and very dry at the ridge", sensors, ridge(), wanted=WANTED, soft_m=SOFT_M
        ),
        asks(0.0, OFFICER, "near-ridge", "Engines at the ridge", assets, ridge(), certainty=Certainty()),
        asks(0.0, NEIGHBOUR, "sure-ridge", "Only when certain", sensors, ridge(), wanted=WANTED, certainty=certain),
    ]
    return Scenario("how_sure", TITLE, events[-1].at_s, events, steps)


def _tick(tick: int) -> list[ScenarioEvent]:
    share = tick / (_TICKS - 1)
    events = []
    for number, sensor in enumerate(SENSORS, start=1):
        said = sensor_feature(
            sensor.place,
            f"S{number}",
            _FIRST_C + share * (sensor.temperature_c - _FIRST_C),
            _FIRST_HUMIDITY + share * (sensor.humidity - _FIRST_HUMIDITY),
            _BEGUN,
            sensor.name,
            (sensor.error_c, sensor.humidity_error),
        )
        events.append(_event(tick, number, f"S{number}", "WSObservation", said))
    for number, asset in enumerate(ASSETS, start=1):
        (lon, lat), (to_lon, to_lat) = asset.first, asset.last
        place = round(lon + share * (to_lon - lon), 6), round(lat + share * (to_lat - lat), 6)
        said = asset_feature(place, f"E{number}", 24.0, _BEGUN, asset.name, asset.accuracy_m)
        events.append(_event(tick, len(SENSORS) + number, f"E{number}", "EALocation", said))
    return events


def _event(tick: int, order: int, thing: str, topic: str, said: Feature) -> ScenarioEvent:
    at_s = round(2.0 + tick * _EVERY_S + 0.7 * order, 1)
    return ScenarioEvent(at_s, f"{thing}-{tick + 1}", topic, untimed(said))
