"""Events with an address and no geometry get a place and how sure it is."""

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import PlacedBy
from broker_local.service.geocoding.gazetteer import Gazetteer
from broker_local.service.geocoding.geocoder import Geocoder
from broker_local.service.placing import Placing
from tests.builders import POSITION, an_event


@pytest.fixture
def placing() -> Placing:
    gazetteer = Gazetteer()
    gazetteer.add_address("17 Ave NE", "Calgary", 2454, -114.0, 51.07)
    gazetteer.settle()
    return Placing(Geocoder(gazetteer), builtin_topics())


def test_an_address_gives_a_point_and_how_sure_it_is(placing: Placing) -> None:
    event = placing.place(an_event("FireIncReports", geometry=None, Address="2454 17th AVE NE, Calgary, AB"))
    assert (event.geometry.x, event.geometry.y) == (-114.0, 51.07)
    assert event.placed is not None
    assert (event.placed.by, event.placed.confidence) == (PlacedBy.ADDRESS, 1.0)
    assert event.placed.matched == "2454 17 Ave NE, Calgary"


def test_an_address_that_is_not_known_leaves_the_event_as_it_is_and_is_reported(
    placing: Placing, caplog: pytest.LogCaptureFixture
) -> None:
    event = an_event("FireIncReports", geometry=None, id="r1", Address="12 Nowhere Rd")
    assert placing.place(event) is event
    assert "r1" in caplog.text
    assert "no street like Nowhere Rd" in caplog.text


def test_what_has_a_place_or_no_address_is_left_alone(placing: Placing) -> None:
    for event in (
        an_event("FireIncReports", geometry=POSITION, Address="2454 17 Ave NE, Calgary"),
        an_event("FireIncReports", geometry=None),
        an_event("EALocation", geometry=None),
    ):
        assert placing.place(event) is event
