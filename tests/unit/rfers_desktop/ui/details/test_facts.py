"""Tests of rfers_desktop/ui/details/facts.py."""

from __future__ import annotations

from dataclasses import replace

from broker_local.protocol.event import PlacedBy, Placement
from rfers_desktop.ui.details.facts import facts_about
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS, an_event
from tests.unit.rfers_desktop.kept_notifications import a_stored


def test_all_attributes_are_told_with_their_units_and_then_the_rest() -> None:
    facts = facts_about(a_stored(7, an_event(speed=92, publisher="gateway")), EA_LOCATION)
    told = dict(facts)
    assert [name for name, _ in facts[:2]] == ["AssetID", "Speed"]
    assert told["Speed"] == "92 km/h"
    assert told["Publisher"] == "gateway"
    assert told["Matched"] == "North"
    assert told["Number"] == "7"
    assert told["Sent (UTC)"] == "2008-04-12 14:15:21"
    assert "51.05" in told["Position"]


def test_how_a_place_was_found_is_told() -> None:
    event = replace(an_event("FireIncReports"), placed=Placement(PlacedBy.ADDRESS, 0.8, 40.0, "7 AV SW"))
    told = dict(facts_about(a_stored(1, event), FIRE_INC_REPORTS))
    assert told["Placed"] == "from address “7 AV SW”, within 40 m with 80 % confidence"


def test_a_shape_is_told_by_its_kind_and_its_middle() -> None:
    event = an_event("WFireRSImage", geometry="POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))")
    assert dict(facts_about(a_stored(1, event), None))["Position"].startswith("Polygon around")


def test_an_event_without_a_place_has_no_position() -> None:
    event = an_event("FireIncReports", geometry=None, address="x")
    assert "Position" not in dict(facts_about(a_stored(1, event), FIRE_INC_REPORTS))
