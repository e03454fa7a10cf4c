"""What must be delivered is worked out by the subscriptions that are live at each event, wherever it is."""

from __future__ import annotations

from datetime import UTC, datetime

import shapely

from broker_local.service.geocoding.address_table import geocoder_of
from scripts.scenarios.asking import asks, ends
from scripts.scenarios.expected import placed, with_expected
from scripts.scenarios.scenario import Scenario, ScenarioEvent, untimed
from scripts.topic_features import asset_feature, image_feature, report_feature
from tests.builders import a_zone
from tests.geotiffs import a_geotiff

AT = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)


def an_asset(at_s: float, lon: float = -114.07, speed: float = 50.0) -> ScenarioEvent:
    return ScenarioEvent(at_s, f"at-{at_s:g}", "EALocation", untimed(asset_feature((lon, 51.05), "E", speed, AT)))


def test_only_what_matches_a_subscription_that_is_live_then_is_expected() -> None:
    events = [
        an_asset(0.5),
        an_asset(1.5),
        an_asset(2.5, lon=-110.0),
        an_asset(3.5, speed=10.0),
        an_asset(4.5),
        an_asset(5.5),
    ]
    steps = [
        asks(1.0, "ann", "z", "Zone", "EALocation", a_zone(), wanted="Speed > 20"),
        asks(1.0, "ann", "y", "Same again", "EALocation", a_zone(), wanted="Speed > 20"),
        asks(2.0, "bob", "z", "All", "EALocation"),
        ends(5.0, "ann", "z"),
        ends(5.0, "ann", "y"),
    ]
    scenario = with_expected(Scenario("x", "X", 6.0, events, steps))
    assert scenario.expected == {"ann": ["at-1.5", "at-4.5"], "bob": ["at-2.5", "at-3.5", "at-4.5", "at-5.5"]}


def test_addresses_and_images_are_where_the_service_will_find_them() -> None:
    geocoder = geocoder_of(None)
    report = untimed(report_feature("R", AT, address="2500 University Drive NW, Calgary, AB"))
    found = placed(ScenarioEvent(0.0, "r", "FireIncReports", report), geocoder).geometry
    assert isinstance(found, shapely.Point)
    nowhere = untimed(report_feature("R", AT, address="1 Nowhere Rd, Atlantis"))
    assert placed(ScenarioEvent(0.0, "r", "FireIncReports", nowhere), geocoder).geometry is None
    image = ScenarioEvent(0.0, "i", "WFireRSImage", untimed(image_feature(b"", AT)), {"RasterFile": a_geotiff()})
    assert isinstance(placed(image, geocoder).geometry, shapely.Polygon)
