"""Calls name a place that the service can find, by position or by address alone."""

from __future__ import annotations

import base64
import json
import math
from datetime import UTC, datetime

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import decode_event
from broker_local.service.geocoding.address_table import geocoder_of
from broker_local.service.geocoding.geocoder import Located
from scripts.simulation.calls import CallTaker, known_streets
from scripts.simulation.ground import metres_between

AT = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)


def calls(seed: int = 1, count: int = 120) -> list[dict]:
    taker = CallTaker("C1", seed)
    return [taker.report(AT) for _ in range(count)]


def test_every_call_is_an_event_of_the_topic() -> None:
    for call in calls():
        assert decode_event(json.dumps(call).encode(), builtin_topics(), AT).topic == "FireIncReports"


def test_some_have_a_position_some_only_an_address_and_some_a_photo() -> None:
    made = calls()
    placed = [call for call in made if call["geometry"] is not None]
    pictured = [call for call in made if "IncPhoto" in call["properties"]]
    assert 20 < len(placed) < 80
    assert 15 < len(pictured) < 70
    assert base64.b64decode(pictured[0]["properties"]["IncPhoto"]).startswith(b"\x89PNG")
    assert len({call["properties"]["ReportID"] for call in made}) == len(made)


def test_the_addresses_can_be_found_near_where_they_are() -> None:
    geocoder = geocoder_of(None)
    for call in calls():
        found = geocoder.locate(call["properties"]["Address"])
        assert isinstance(found, Located), call["properties"]["Address"]
        if call["geometry"] is not None:
            apart = metres_between((found.lon, found.lat), call["geometry"]["coordinates"])
            assert math.hypot(*apart) < 400


def test_some_calls_are_about_the_same_fire() -> None:
    streets = [call["properties"]["Address"].split(" ", 1)[1] for call in calls()]
    assert any(one == other for one, other in zip(streets, streets[1:], strict=False))


def test_the_same_seed_makes_the_same_calls() -> None:
    assert calls(3, 10) == calls(3, 10)
    assert calls(3, 10) != calls(4, 10)


def test_wildfires_are_reported_first_by_where_they_are() -> None:
    taker = CallTaker("C1", 1, [(-114.4, 50.9), (-114.3, 51.2)])
    first, second, third = (taker.report(AT) for _ in range(3))
    for call, place in ((first, (-114.4, 50.9)), (second, (-114.3, 51.2))):
        assert math.hypot(*metres_between(call["geometry"]["coordinates"], place)) < 600
        assert "Address" not in call["properties"]
    assert "Address" in third["properties"]


def test_streets_have_numbers_from_end_to_end() -> None:
    for street in known_streets():
        assert street.place(street.first) == street.begin
        assert metres_between(street.place(street.last), street.end) == (0, 0)
