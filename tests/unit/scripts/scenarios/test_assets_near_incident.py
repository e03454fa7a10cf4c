"""Assets close to an incident: the sums of it by plain geometry, without the project's own."""

from __future__ import annotations

import json

import shapely
from pyproj import Geod

from broker_local.protocol.resources import resources_dir
from scripts.scenarios.assets_near_incident import ADDRESS, NEAR_M, T2N, incident_place, make
from scripts.scenarios.scenario import read_scenario

SCENARIO = read_scenario(resources_dir() / "scenarios" / "assets_near_incident")


def test_exactly_e2_and_e4_enter_and_nothing_of_the_others_is_told() -> None:
    here = incident_place()
    near = [
        event.id
        for event in SCENARIO.events
        if event.topic == "EALocation"
        and Geod(ellps="WGS84").inv(*here, *event.feature["geometry"]["coordinates"])[2] < NEAR_M
    ]
    assert {event_id.split("-")[0] for event_id in near} == {"E2", "E4"}
    assert SCENARIO.expected["officer"] == ["call-4", *near]
    assert {event.id.split("-")[0] for event in SCENARIO.events} == {"call", "E1", "E2", "E3", "E4"}


def test_the_university_is_in_the_stations_area_and_the_other_addresses_are_not() -> None:
    assert T2N.is_valid
    assert T2N.contains(shapely.Point(incident_place()))
    calls = {
        event.id: event.feature["properties"]["Address"] for event in SCENARIO.events if event.id.startswith("call")
    }
    assert calls["call-4"] == ADDRESS
    assert [event_id for event_id in SCENARIO.expected["officer"] if event_id in calls] == ["call-4"]


def test_the_record_is_what_is_made() -> None:
    made = make()
    assert (made.events, made.steps) == (SCENARIO.events, SCENARIO.steps)


def test_the_guide_names_the_true_figures_and_moments() -> None:
    guide = (resources_dir() / "scenarios" / "assets_near_incident" / "tour.json").read_text("utf-8")
    assert f"out of {len(SCENARIO.events)} events" in guide
    first_s = min(event.at_s for event in SCENARIO.events if event.id in SCENARIO.expected["officer"][1:])
    (come,) = [step for step in json.loads(guide)["steps"] if step["title"] == "E2 and E4 come"]
    assert first_s <= come["at_s"] < first_s + 10
