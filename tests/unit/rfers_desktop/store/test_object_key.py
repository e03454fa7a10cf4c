"""Tests of which thing an event is about."""

from __future__ import annotations

from rfers_desktop.store.object_key import object_key
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS, WFIRE_RS_IMAGE, an_event


def test_two_events_of_one_asset_have_one_key() -> None:
    first, second = an_event(AssetID="A1", Speed=10), an_event(AssetID="A1", Speed=90)
    assert object_key(first, EA_LOCATION) == object_key(second, EA_LOCATION)


def test_two_assets_have_two_keys() -> None:
    assert object_key(an_event(AssetID="A1"), EA_LOCATION) != object_key(an_event(AssetID="A2"), EA_LOCATION)


def test_events_that_name_no_thing_stand_for_themselves() -> None:
    images = [an_event("WFireRSImage") for _ in range(2)]
    assert object_key(images[0], WFIRE_RS_IMAGE) != object_key(images[1], WFIRE_RS_IMAGE)
    assert object_key(an_event(id="x"), None) == object_key(an_event(id="x", AssetID="A2"), None)


def test_a_report_called_like_an_events_id_is_not_that_event() -> None:
    named = an_event("FireIncReports", ReportID="7", id="a")
    unnamed = an_event("FireIncReports", ReportID=None, id="7")
    assert object_key(named, FIRE_INC_REPORTS) != object_key(unnamed, FIRE_INC_REPORTS)
