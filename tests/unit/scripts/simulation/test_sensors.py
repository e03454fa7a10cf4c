"""The air follows the day, fronts and fires; sensors follow the air."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest

from scripts.simulation.ground import grid_around, metres_between, moved
from scripts.simulation.sensors import Front, Sensor, Weather, relative_humidity, sensor_field, warming_at
from scripts.simulation.terrain import level_terrain
from scripts.simulation.wildfire import spread

HERE = (-117.9, 52.9)
AFTERNOON = datetime(2026, 7, 1, 22, 0, tzinfo=UTC)
NIGHT = AFTERNOON + timedelta(hours=12)


@pytest.mark.parametrize(
    ("temperature_c", "dew_point_c", "expected"), [(20.0, 20.0, 1.0), (30.0, 10.0, 0.289), (25.0, -5.0, 0.133)]
)
def test_humidity_is_as_the_tables_say(temperature_c: float, dew_point_c: float, expected: float) -> None:
    assert relative_humidity(temperature_c, dew_point_c) == pytest.approx(expected, abs=0.005)


def test_the_afternoon_is_warmer_and_drier_than_the_night() -> None:
    weather = Weather(HERE)
    day, night = weather.at(HERE, AFTERNOON), weather.at(HERE, NIGHT)
    assert day[0] - night[0] == pytest.approx(2 * weather.swing_c)
    assert day[1] < night[1]


def test_a_front_cools_the_west_before_the_east() -> None:
    weather = Weather(HERE, fronts=(Front(AFTERNOON),))
    west, east = (weather.at(moved(HERE, heading, 60_000.0), AFTERNOON) for heading in (270.0, 90.0))
    assert west[0] < east[0] - 6
    assert west[1] > east[1]
    later = weather.at(moved(HERE, 90.0, 60_000.0), AFTERNOON + timedelta(hours=3))
    assert later[1] > east[1]


def test_a_fire_that_comes_near_heats_and_dries_the_air_at_a_sensor() -> None:
    fire = spread(level_terrain(grid_around(HERE, 3_000, 3_000, 50.0)), [HERE], 7200.0)
    assert warming_at([], HERE, AFTERNOON) == 0
    at_first, later = (
        warming_at([(fire, AFTERNOON)], moved(HERE, 90.0, 700.0), AFTERNOON + timedelta(seconds=s)) for s in (0, 5400)
    )
    assert later > at_first + 5
    sensor = Sensor("S1", "Mast", HERE, Weather(HERE), 1)
    calm, hot = (sensor.report(AFTERNOON, warming)["properties"] for warming in (0.0, later))
    assert hot["Temperature"] > calm["Temperature"] + 4
    assert hot["Humidity"] < calm["Humidity"]


def test_a_field_of_sensors_stands_within_its_radius_and_says_what_may_be_said() -> None:
    sensors = sensor_field(HERE, 9_000.0, 200, Weather(HERE), 4)
    assert len({sensor.id for sensor in sensors}) == 200
    assert max(math.hypot(*metres_between(HERE, sensor.place)) for sensor in sensors) <= 9_050
    for sensor in sensors:
        said = sensor.report(NIGHT)["properties"]
        assert -30 < said["Temperature"] < 45
        assert 0 <= said["Humidity"] <= 1


def test_the_same_seed_measures_the_same() -> None:
    one, again = (
        [sensor.report(AFTERNOON) for sensor in sensor_field(HERE, 9_000.0, 5, Weather(HERE), 4)] for _ in range(2)
    )
    assert one == again
