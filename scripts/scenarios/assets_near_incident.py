"""Scenario: assets close to an incident (thesis 5.2.1): a station's area, an address in it, and who is near."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import shapely

from broker_local.protocol.subscription import Priority
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.geocoding.geocoder import Located
from scripts.simulation.assets import Asset
from scripts.simulation.ground import LonLat
from scripts.simulation.photos import scene_photo
from scripts.simulation.roads import roads_around
from scripts.simulation.world import CALGARY
from scripts.topic_features import report_feature

from .asking import asks
from .scenario import Scenario, ScenarioEvent, Step, untimed

TITLE = "Assets close to an incident"
OFFICER, NEIGHBOUR = "officer", "neighbour"
ADDRESS = "2500 University Drive NW, Calgary, AB"
NEAR_M = 3_000.0
# The area of the postal code T2N and the city's centre, drawn by hand between well-known streets: approximate.
T2N = shapely.Polygon(
    [(-114.150, 51.062), (-114.1415, 51.0675), (-114.141, 51.0822), (-114.105, 51.0822), (-114.09, 51.0745)]
    + [(-114.07, 51.0625), (-114.064, 51.056), (-114.079, 51.0525), (-114.093, 51.05), (-114.108, 51.051)]
    + [(-114.122, 51.054), (-114.135, 51.06), (-114.150, 51.062)]
)
CENTRE = shapely.Polygon(
    [
        (-114.095, 51.05),
        (-114.079, 51.0525),
        (-114.064, 51.056),
        (-114.045, 51.052),
        (-114.045, 51.03),
        (-114.095, 51.03),
    ]
)
_ELSEWHERE = (
    (4.0, "2454 17th AVE NE, Calgary, AB"),
    (9.0, "700 5 Ave SW, Calgary, AB"),
    (14.0, "3200 Bow Trail SW, Calgary, AB"),
)
_INCIDENT_S, _NEAR_S, _DRIVE_S, _EVERY_S = 20.0, 26.0, 30.0, 5.0  # the thesis's assets report every 5 seconds
_UNDER_WAY_S = 40.0  # for so long they have been driving when they are first heard
_REPORTS = 30
# Where each asset starts and where it goes: crossings of the base map's highways.
_ROUTES: dict[str, tuple[LonLat, LonLat]] = {
    "E1": ((-114.071, 51.003), (-114.055, 50.893)),
    "E2": ((-114.189, 51.08), (-114.118, 51.067)),
    "E3": ((-114.231, 51.086), (-114.258, 51.144)),
    "E4": ((-114.14, 51.109), (-114.119, 51.075)),
}
_BEGUN = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)


def make() -> Scenario:
    """Reports outside the area, the one at the university, and four assets of which two come near it."""
    calls = [
        ScenarioEvent(
            at_s, f"call-{number}", "FireIncReports", untimed(report_feature(f"R{number}", _BEGUN, address=address))
        )
        for number, (at_s, address) in enumerate(_ELSEWHERE, start=1)
    ]
    incident = report_feature(
        "R4", _BEGUN, address=ADDRESS, reporter="A resident", cause="Electricity", description="Smoke in the east wing"
    )
    photo = {"IncPhoto": scene_photo(521)}
    calls.append(ScenarioEvent(_INCIDENT_S, "call-4", "FireIncReports", untimed(incident), photo))
    events = [*calls, *_drives()]
    duration_s = max(event.at_s for event in events)
    return Scenario("assets_near_incident", TITLE, duration_s, events, _steps())


def incident_place() -> LonLat:
    """Where the address of the incident is found."""
    found = geocoder_of(None).locate(ADDRESS)
    assert isinstance(found, Located)
    return found.lon, found.lat


def _steps() -> list[Step]:
    near_incident = (OFFICER, "near-incident", "Assets near the fire", "EALocation", shapely.Point(incident_place()))
    return [
        asks(0.0, OFFICER, "t2n-fires", "Fires in T2N", "FireIncReports", T2N),
        asks(0.0, NEIGHBOUR, "centre-fires", "Fires in the centre", "FireIncReports", CENTRE),
        asks(_NEAR_S, *near_incident, buffer_m=NEAR_M, priority=Priority.LOW),
    ]


def _drives() -> list[ScenarioEvent]:
    roads = roads_around(CALGARY, 40_000.0)
    events = []
    for number, (name, (start, goal)) in enumerate(_ROUTES.items()):
        first, last = roads.nearest(start), roads.nearest(goal)
        left_at = _BEGUN - timedelta(seconds=_UNDER_WAY_S)
        asset = Asset(name, name, roads, first, left_at, seed=number + 1, route=roads.route(first, last))
        for tick in range(_REPORTS):
            said = asset.report(_BEGUN + timedelta(seconds=_EVERY_S * (tick + 1)))
            at_s = _DRIVE_S + tick * _EVERY_S + number
            events.append(ScenarioEvent(at_s, f"{name}-{tick + 1:02}", "EALocation", untimed(said)))
    return sorted(events, key=lambda event: event.at_s)
