"""Weather, and sensors that stand in it: a daily cycle, fronts that pass, a fire that comes near."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scripts.topic_features import Feature, sensor_feature

from .ground import LonLat, metres_between, moved
from .wildfire import Fire

_WARMEST_HOUR_UTC = 22.0  # four in the afternoon, mountain time
_FRONT_WIDTH_M = 25_000.0  # over which the air changes
_NOISE_C, _NOISE_HUMIDITY = 0.25, 0.006
_KEEPS_S = 600.0  # how long a sensor's own deviation lasts


@dataclass(frozen=True, slots=True)
class Front:
    """A line of colder and moister air that comes from the west."""

    passes_at: datetime  # at the reference place
    speed_m_s: float = 11.0
    drop_c: float = 8.0
    dew_rise_c: float = 5.0


@dataclass(frozen=True, slots=True)
class Weather:
    """The air by place and time: temperature in °C and relative humidity from 0 to 1."""

    reference: LonLat
    mean_c: float = 21.0
    swing_c: float = 9.0
    dew_point_c: float = 3.0
    fronts: tuple[Front, ...] = ()

    def at(self, place: LonLat, when: datetime, warming_c: float = 0.0) -> tuple[float, float]:
        """Temperature and humidity; the warmth of a fire dries the air as any warmth does."""
        hour = when.hour + when.minute / 60 + when.second / 3600
        temperature_c = self.mean_c + self.swing_c * math.cos((hour - _WARMEST_HOUR_UTC) / 24 * 2 * math.pi)
        dew_point_c = self.dew_point_c
        east_m, _ = metres_between(self.reference, place)
        for front in self.fronts:
            behind_m = (when - front.passes_at).total_seconds() * front.speed_m_s - east_m
            share = 1 / (1 + math.exp(-max(-50.0, min(50.0, behind_m / (_FRONT_WIDTH_M / 6)))))
            temperature_c -= share * front.drop_c
            dew_point_c += share * front.dew_rise_c
        temperature_c += warming_c
        return temperature_c, relative_humidity(temperature_c, min(dew_point_c, temperature_c))


def relative_humidity(temperature_c: float, dew_point_c: float) -> float:
    """From 0 to 1, by the Magnus formula."""
    return min(1.0, _vapour_pressure(dew_point_c) / _vapour_pressure(temperature_c))


def _vapour_pressure(temperature_c: float) -> float:
    return math.exp(17.625 * temperature_c / (243.04 + temperature_c))


class Sensor:
    """A wireless sensor in its place; it deviates a little from the weather, as each does."""

    def __init__(self, sensor_id: str, name: str, place: LonLat, weather: Weather, seed: int) -> None:
        self.id, self.name, self.place = sensor_id, name, place
        self._weather = weather
        self._rng = random.Random(seed)
        self._bias_c = self._rng.gauss(0, 1.2)
        self._deviation_c = 0.0
        self._at: datetime | None = None

    def report(self, at: datetime, warming_c: float = 0.0) -> Feature:
        """What it measures at this moment."""
        elapsed_s = 0.0 if self._at is None else max(0.0, (at - self._at).total_seconds())
        self._at = at
        keeps = math.exp(-elapsed_s / _KEEPS_S)
        self._deviation_c = self._deviation_c * keeps + self._rng.gauss(0, _NOISE_C)
        warmer_c = warming_c + self._bias_c + self._deviation_c
        temperature_c, humidity = self._weather.at(self.place, at, warmer_c)
        humidity = min(1.0, max(0.01, humidity + self._rng.gauss(0, _NOISE_HUMIDITY)))
        return sensor_feature(self.place, self.id, temperature_c, humidity, at, self.name)


def sensor_field(
    centre: LonLat, radius_m: float, count: int, weather: Weather, seed: int, first: int = 1
) -> list[Sensor]:
    """So many sensors within a distance of a place, evenly by area; numbered from the first on."""
    rng = random.Random(seed)
    sensors = []
    for number in range(first, first + count):
        place = moved(centre, rng.uniform(0, 360), radius_m * math.sqrt(rng.random()))
        sensors.append(Sensor(f"S{number:04}", f"Weather mast {number}", place, weather, rng.getrandbits(32)))
    return sensors


def warming_at(fires: Sequence[tuple[Fire, datetime]], place: LonLat, at: datetime) -> float:
    """How much some fires, each with when it began, warm the air at a place."""
    warmings = [fire.warming_c([place], (at - begun).total_seconds())[0] for fire, begun in fires]
    return float(max(warmings, default=0.0))
