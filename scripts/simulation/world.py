"""Everybody who publishes in a simulation: assets, sensors, call-takers and aircraft over fires, around one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from scripts.topic_features import Feature, image_feature

from .assets import fleet
from .calls import CallTaker
from .ground import LonLat, grid_around, moved
from .roads import roads_around
from .sensors import Front, Sensor, Weather, sensor_field, warming_at
from .terrain import Terrain, generated_terrain
from .thermal_images import image_of, pass_over
from .traffic import Rhythm, Speak, Traffic
from .wildfire import Fire, Wind, spread

ReportAt = Callable[[datetime], Feature]
SensorReport = Callable[[datetime, float], Feature]

CALGARY: LonLat = (-114.07, 51.05)
_ROADS_WITHIN_M, _SENSORS_WITHIN_M, _FIRES_AT_M = 40_000.0, 12_000.0, 24_000.0
_BESIDE_FIRE_M = 2_500.0
_FIRE_LASTS_S = 6 * 3600.0
_FIRST_IMAGE_S = 600.0  # a fire has to be seen before somebody flies there


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many publishers there are of each kind, and how they speak."""

    assets: int = 12
    sensors: int = 8
    calls: int = 0  # call-takers
    fires: int = 0  # each with an aircraft over it
    jitter: float = 0.2
    stay_s: float = 0.0
    away_s: float = 0.0
    burst_every_s: float = 0.0
    rate: float | None = None  # events a second of all together; None for as often as follows
    every_s: tuple[float, float, float, float] = (5.0, 20.0, 90.0, 600.0)  # an asset, sensor, call-taker, aircraft

    def rhythms(self) -> tuple[Rhythm, Rhythm, Rhythm, Rhythm]:
        """Of assets, sensors, call-takers and aircraft."""
        numbers = (self.assets, self.sensors, self.calls, self.fires)
        usual_rate = sum(number / every_s for number, every_s in zip(numbers, self.every_s, strict=True))
        slower = 1.0 if self.rate is None else usual_rate / self.rate
        coming = (self.jitter, self.stay_s, self.away_s)
        asset, sensor, call, aircraft = (every_s * slower for every_s in self.every_s)
        return (
            Rhythm(asset, *coming, self.burst_every_s),
            Rhythm(sensor, *coming, self.burst_every_s),
            Rhythm(call, self.jitter),
            Rhythm(aircraft, self.jitter),
        )


class World:
    """One simulated area from a moment on; of several parts of it each has its share of the publishers."""

    def __init__(self, seed: int, begins_at: datetime, crowd: Crowd, part: tuple[int, int] = (0, 1)) -> None:
        self._begins_at = begins_at
        self._seed = seed
        index, parts = part
        front = Front(begins_at + timedelta(hours=2))
        terrains = [self._terrain(number) for number in range(crowd.fires)]
        self.broke_out = [terrain.nearest_fuel(_middle(terrain)) for terrain in terrains]  # the fires
        self.fires = [self._fire(number, terrain) for number, terrain in enumerate(terrains)]
        weather = Weather(CALGARY, fronts=(front,))
        assets = fleet(roads_around(CALGARY, _ROADS_WITHIN_M), crowd.assets, begins_at, seed)
        sensors = self._sensors(crowd.sensors, weather)
        takers = [
            CallTaker(f"C{number + 1}", seed * 1000 + number, self.broke_out[number :: crowd.calls])
            for number in range(crowd.calls)
        ]
        asset_rhythm, sensor_rhythm, call_rhythm, image_rhythm = crowd.rhythms()
        self._traffic = Traffic(seed * parts + index)
        self._traffic.add([self._timed(asset.report) for asset in assets[index::parts]], asset_rhythm)
        self._traffic.add(
            [self._sensor(sensor.place, sensor.report) for sensor in sensors[index::parts]], sensor_rhythm
        )
        self._traffic.add([self._timed(taker.report) for taker in takers[index::parts]], call_rhythm)
        aircraft = [self._aircraft(number, fire) for number, fire in enumerate(self.fires)]
        self._traffic.add(aircraft[index::parts], image_rhythm)

    def reports(self) -> Iterator[tuple[float, Feature]]:
        """Seconds after the start, and what is reported then; without end."""
        return self._traffic.reports()

    def _sensors(self, count: int, weather: Weather) -> list[Sensor]:
        """Most stand in the city; where there are fires, some around each."""
        beside = count // (2 * len(self.fires) + 2) if self.fires else 0
        sensors = sensor_field(CALGARY, _SENSORS_WITHIN_M, count - beside * len(self.fires), weather, self._seed)
        for number, fire in enumerate(self.fires, start=1):
            first, seed = len(sensors) + 1, self._seed + number
            sensors += sensor_field(_middle(fire.terrain), _BESIDE_FIRE_M, beside, weather, seed, first)
        return sensors

    def _timed(self, report: ReportAt) -> Speak:
        return lambda at_s: report(self._moment(at_s))

    def _sensor(self, place: LonLat, report: SensorReport) -> Speak:
        fires = [(fire, self._begins_at) for fire in self.fires]
        return lambda at_s: report(self._moment(at_s), warming_at(fires, place, self._moment(at_s)))

    def _aircraft(self, number: int, fire: Fire) -> Speak:
        def report(at_s: float) -> Feature:
            burning_s = min(at_s + _FIRST_IMAGE_S, _FIRE_LASTS_S)
            flight = pass_over(fire, burning_s, heading_deg=70.0 + 25.0 * number)
            at = self._moment(at_s)
            image = image_of(fire, burning_s, flight, seed=self._seed + int(at_s), taken_at=at)
            return image_feature(image, at, f"Fire {number + 1}, {fire.burnt_area_m2(burning_s) / 1e4:.0f} ha")

        return report

    def _terrain(self, number: int) -> Terrain:
        """Fires break out to the west of the city, in its foothills, away from one another."""
        centre = moved(CALGARY, 225.0 + 45.0 * number, _FIRES_AT_M)
        return generated_terrain(grid_around(centre, 9_000, 9_000, 45.0), self._seed + number)

    def _fire(self, number: int, terrain: Terrain) -> Fire:
        wind = Wind(260.0 + 15.0 * number, 7.0)
        return spread(terrain, [self.broke_out[number]], _FIRE_LASTS_S, wind, self._seed + number)

    def _moment(self, at_s: float) -> datetime:
        return self._begins_at + timedelta(seconds=at_s)


def _middle(terrain: Terrain) -> LonLat:
    return terrain.grid.place(terrain.grid.rows / 2, terrain.grid.columns / 2)
