"""A bad day has all that is said of it, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.scenarios.a_bad_day import ASSETS, DESKS, SENSORS, make
from scripts.scenarios.scenario import Doing, Scenario, Step


@pytest.fixture(scope="module")
def thin_day() -> Scenario:
    return make(asset_every_s=900.0, sensor_every_s=900.0)


def test_everybody_takes_part(thin_day: Scenario) -> None:
    said = [event.feature["properties"] for event in thin_day.events]
    assert len({each["AssetID"] for each in said if "AssetID" in each}) == ASSETS == 500
    assert len({each["SensorID"] for each in said if "SensorID" in each}) == SENSORS == 200
    images = [event for event in thin_day.events if event.files]
    assert len({event.feature["properties"]["RasterDesc"].split(",")[0] for event in images}) == 3
    assert sum(1 for each in said if "ReportID" in each) > 20


def test_ids_are_each_their_own_and_times_within_the_hour(thin_day: Scenario) -> None:
    assert max(Counter(event.id for event in thin_day.events).values()) == 1
    assert all(0 <= event.at_s <= 3600 for event in thin_day.events)


def test_desks_come_and_go_the_broker_is_restarted_and_nobody_acts_while_away(thin_day: Scenario) -> None:
    assert set(thin_day.users) == set(DESKS)
    doings = Counter(step.doing for step in thin_day.steps)
    assert doings[Doing.RESTART] == 1
    assert doings[Doing.LEAVE] == doings[Doing.COME] > 10
    away: set[str] = set()
    for step in thin_day.timeline():
        if not isinstance(step, Step):
            continue
        if step.doing is Doing.LEAVE:
            away.add(step.user)
        elif step.doing is Doing.COME:
            away.remove(step.user)
        else:
            assert step.user not in away


def test_the_same_seed_is_the_same_day(thin_day: Scenario) -> None:
    assert make(asset_every_s=900.0, sensor_every_s=900.0) == thin_day
