"""Scenario: hot and dry (thesis 5.2.2): ten sensors over Jasper National Park, of which only the worst are told."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.packed_features import read_features
from scripts.simulation.ground import LonLat
from scripts.topic_features import sensor_feature

from .asking import asks
from .scenario import Scenario, ScenarioEvent, untimed

TITLE = "Hot and dry"
OFFICER, NEIGHBOUR = "officer", "neighbour"
WANTED = "Temperature > 27 AND Humidity < 0.08"
COOLEST_C, HOTTEST_C, DRIEST, DAMPEST = 20.0, 30.0, 0.05, 0.20
_EVERY_S, _TICKS, _SEED = 10.0, 18, 522
_PLACES: dict[str, LonLat] = {  # lon, lat; the last is outside the park, in the town before its gate
    "Maligne Lake": (-117.57, 52.68),
    "Medicine Lake": (-117.79, 52.86),
    "Pyramid Mountain": (-118.15, 52.96),
    "Snake Indian Pass": (-118.72, 53.23),
    "Jasper townsite": (-118.08, 52.875),
    "Athabasca Falls": (-117.88, 52.665),
    "Sunwapta Pass": (-117.22, 52.25),
    "Tonquin Valley": (-118.25, 52.73),
    "Miette Hot Springs": (-117.77, 53.11),
    "Brazeau Lake": (-117.05, 52.42),
    "Hinton": (-117.57, 53.4),
}


def park() -> BaseGeometry:
    """Jasper National Park as the base map draws it."""
    parks = read_features(resources_dir() / "basemap" / "parks.npz")
    number = parks.columns["name"].tolist().index("Jasper National Park")
    run = parks.feature_starts[number]
    return shapely.Polygon(parks.lonlat[parks.run_starts[run] : parks.run_starts[run + 1]])


def make() -> Scenario:
    """Every sensor reports every ten seconds, from 20 to 30 °C and from 5 to 20 %; hot air is dry air."""
    rng = random.Random(_SEED)
    begun = datetime(2026, 7, 1, 21, 0, tzinfo=UTC)
    events = []
    for number, (name, place) in enumerate(_PLACES.items(), start=1):
        usual, phase, period = rng.uniform(0.25, 0.85), rng.uniform(0, 2 * math.pi), rng.uniform(120.0, 300.0)
        if name == "Hinton":
            usual = 0.95  # hot and dry all the time, and not told: it is outside
        for tick in range(_TICKS):
            at_s = 2.0 + tick * _EVERY_S + 0.8 * number
            heat = min(1.0, max(0.0, usual + 0.3 * math.sin(phase + 2 * math.pi * at_s / period) + rng.gauss(0, 0.06)))
            damp = min(1.0, max(0.0, 1.0 - heat + rng.gauss(0, 0.07)))
            # As such sensors resolve it: half degrees and whole per cent, so that the map's short figures are exact.
            temperature_c = round(2 * (COOLEST_C + heat * (HOTTEST_C - COOLEST_C))) / 2
            humidity = round(DRIEST + damp * (DAMPEST - DRIEST), 2)
            said = sensor_feature(place, f"S{number}", temperature_c, humidity, begun, f"{name} {number:02}")
            events.append(ScenarioEvent(round(at_s, 1), f"S{number}-{tick + 1:02}", "WSObservation", untimed(said)))
    events.sort(key=lambda event: event.at_s)
    steps = [
        asks(0.0, OFFICER, "jasper-hot", "Hot and dry in Jasper", "WSObservation", park(), wanted=WANTED),
        asks(0.0, NEIGHBOUR, "very-hot", "Above 29.5 anywhere", "WSObservation", wanted="Temperature > 29.5"),
    ]
    return Scenario("hot_and_dry", TITLE, events[-1].at_s, events, steps)
