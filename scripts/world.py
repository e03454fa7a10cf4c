"""The simulated world: assets that drive and sensors that measure around Calgary, the same for the same seed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import datetime

CALGARY = (-114.07, 51.05)  # lon, lat of the centre
ASSETS, SENSORS = 12, 8
_RADIUS_M = 12_000.0  # assets turn back here, sensors stand within
_M_PER_DEG = 111_320.0  # of latitude; of longitude at the equator
_FASTEST_KMH = 130.0
_NAMES = ("Engine", "Ladder", "Rescue", "Tanker")

Feature = dict[str, object]  # GeoJSON, as any publisher would write it


@dataclass(slots=True)
class Asset:
    """A vehicle on a random walk: it keeps near its cruising speed and turns back at the edge of the world."""

    id: str
    name: str
    lon: float
    lat: float
    heading_deg: float  # clockwise from north
    speed_kmh: float
    cruise_kmh: float
    seen_at: datetime

    def drive(self, until: datetime, rng: random.Random) -> None:
        """Move on from where it was last seen to where it is `until`."""
        elapsed_s = max(0.0, (until - self.seen_at).total_seconds())
        east_m, north_m = _metres_from_centre(self.lon, self.lat)
        if math.hypot(east_m, north_m) > _RADIUS_M:
            self.heading_deg = math.degrees(math.atan2(-east_m, -north_m)) % 360 + rng.gauss(0, 15)
        else:
            self.heading_deg = (self.heading_deg + rng.gauss(0, 8) * math.sqrt(elapsed_s)) % 360
        towards_cruise = (self.cruise_kmh - self.speed_kmh) * min(1.0, elapsed_s / 20)
        self.speed_kmh = min(_FASTEST_KMH, max(0.0, self.speed_kmh + towards_cruise + rng.gauss(0, 4)))
        driven_m = self.speed_kmh / 3.6 * elapsed_s
        self.lon, self.lat = _moved(self.lon, self.lat, self.heading_deg, driven_m)
        self.seen_at = until

    def feature(self) -> Feature:
        """Its position as an event of EALocation."""
        return _feature(self.lon, self.lat) | {
            "properties": {
                "Topic": "EALocation",
                "AssetID": self.id,
                "AssetName": self.name,
                "Speed": round(self.speed_kmh, 1),
                "PosDate": f"{self.seen_at:%Y-%m-%d}",
                "PosTime": _time_of_day(self.seen_at),
            }
        }


@dataclass(slots=True)
class Sensor:
    """A weather sensor in its place; as the air warms it dries."""

    id: str
    name: str
    lon: float
    lat: float
    usual_c: float
    temperature_c: float

    def measure(self, rng: random.Random) -> None:
        """Let the temperature wander about what is usual here."""
        self.temperature_c += 0.2 * (self.usual_c - self.temperature_c) + rng.gauss(0, 0.6)

    def feature(self, at: datetime) -> Feature:
        """Its reading as an event of WSObservation."""
        humidity = min(1.0, max(0.05, 0.95 - 0.02 * self.temperature_c))
        return _feature(self.lon, self.lat) | {
            "properties": {
                "Topic": "WSObservation",
                "SensorID": self.id,
                "SensorName": self.name,
                "Temperature": round(self.temperature_c, 1),
                "Humidity": round(humidity, 2),
                "ObsDate": f"{at:%Y-%m-%d}",
                "ObsTime": _time_of_day(at),
            }
        }


class World:
    """Assets and sensors that report in turn; who comes next is drawn from the seed."""

    def __init__(self, seed: int, begins_at: datetime) -> None:
        self._rng = random.Random(seed)
        assets = [self._asset(number, begins_at) for number in range(1, ASSETS + 1)]
        sensors = [self._sensor(number) for number in range(1, SENSORS + 1)]
        self._reporters: list[Asset | Sensor] = [*assets, *sensors]

    def next_report(self, at: datetime) -> tuple[str, Feature]:
        """The topic and the feature of whoever reports at this moment."""
        reporter = self._rng.choice(self._reporters)
        if isinstance(reporter, Asset):
            reporter.drive(at, self._rng)
            return "EALocation", reporter.feature()
        reporter.measure(self._rng)
        return "WSObservation", reporter.feature(at)

    def _asset(self, number: int, at: datetime) -> Asset:
        lon, lat = self._place()
        cruise_kmh = self._rng.uniform(45, 115)
        name = f"{_NAMES[number % len(_NAMES)]} {number}"
        return Asset(f"A{number:02}", name, lon, lat, self._rng.uniform(0, 360), cruise_kmh, cruise_kmh, at)

    def _sensor(self, number: int) -> Sensor:
        lon, lat = self._place()
        usual_c = self._rng.uniform(14, 38)
        return Sensor(f"S{number:02}", f"Weather mast {number}", lon, lat, usual_c, usual_c)

    def _place(self) -> tuple[float, float]:
        """A place in the world, more likely near the centre than at the edge."""
        return _moved(*CALGARY, self._rng.uniform(0, 360), self._rng.uniform(0, 0.8 * _RADIUS_M))


def _metres_from_centre(lon: float, lat: float) -> tuple[float, float]:
    east_m = (lon - CALGARY[0]) * _M_PER_DEG * math.cos(math.radians(lat))
    return east_m, (lat - CALGARY[1]) * _M_PER_DEG


def _moved(lon: float, lat: float, heading_deg: float, distance_m: float) -> tuple[float, float]:
    heading = math.radians(heading_deg)
    east_deg = distance_m * math.sin(heading) / (_M_PER_DEG * math.cos(math.radians(lat)))
    return lon + east_deg, lat + distance_m * math.cos(heading) / _M_PER_DEG


def _time_of_day(at: datetime) -> str:
    return f"{at:%H:%M:%S}.{at.microsecond // 1000:03}"


def _feature(lon: float, lat: float) -> Feature:
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [round(lon, 6), round(lat, 6)]}}
