"""Addresses to places, with how sure they are."""

import random

import numpy as np
import pytest

from broker_local.service.geocoding.gazetteer import Gazetteer
from broker_local.service.geocoding.geocoder import LARGEST_RADIUS_M, LEAST_CONFIDENCE, Geocoder, Located, Unlocated
from broker_local.service.geocoding.house_numbers import NumberRange, distances_m

CENTRE = (-114.0625, 51.045)


@pytest.fixture(scope="module")
def gazetteer() -> Gazetteer:
    """Two crossing streets with ranges, one with known addresses, and 4 St in three quadrants far apart."""
    made = Gazetteer()
    lon, lat = CENTRE
    made.add_range("Centre St S", "Calgary", NumberRange(100, 1300, np.array([(lon, lat + 0.01), (lon, lat - 0.01)])))
    made.add_range("7 Ave SW", "Calgary", NumberRange(100, 1100, np.array([(lon, lat), (lon - 0.02, lat)])))
    made.add_range("7 Ave SE", "Calgary", NumberRange(100, 700, np.array([(lon, lat), (lon + 0.01, lat)])))
    for number in range(300, 340, 2):
        made.add_address("Kensington Rd NW", "Calgary", number, lon - 0.03 - number * 1e-5, lat + 0.01)
    for quadrant, shift in (("SW", -0.05), ("NW", 0.05), ("NE", 0.2)):
        made.add_address("4 St " + quadrant, "Calgary", 123, lon, lat + shift)
    made.add_range("Long Rd", "Calgary", NumberRange(1, 9_000, np.array([(lon, lat), (lon + 1.0, lat)])))
    made.settle()
    return made


@pytest.fixture(scope="module")
def geocoder(gazetteer: Gazetteer) -> Geocoder:
    return Geocoder(gazetteer)


@pytest.mark.parametrize(
    ("address", "matched", "least"),
    [
        ("320 Kensington Rd NW, Calgary", "320 Kensington Rd NW, Calgary", 1.0),
        ("321 KENSINGTON ROAD NORTHWEST", "321 Kensington Rd NW, Calgary", 0.8),
        ("320 Kensigton Rd, Calgary AB", "320 Kensington Rd NW, Calgary", 0.8),
        ("320 Kensington Rd NW, Calgray", "320 Kensington Rd NW, Calgary", 0.8),
        ("Unit 4, 700 Centre Street South", "700 Centre St S, Calgary", 0.9),
        ("700 Centre St", "700 Centre St S, Calgary", 0.8),
        ("Centre St & 7 Ave SW, Calgary", "Centre St S & 7 Ave SW, Calgary", 0.8),
        ("7 Ave and Centre St", "7 Ave SE & Centre St S, Calgary", 0.8),
        ("123 4 St SW", "123 4 St SW, Calgary", 1.0),
        ("Kensington Rd NW", "Kensington Rd NW, Calgary", 0.4),
    ],
)
def test_an_address_is_found(geocoder: Geocoder, address: str, matched: str, least: float) -> None:
    found = geocoder.locate(address)
    assert isinstance(found, Located), found
    assert found.matched == matched
    assert least <= found.confidence <= 1.0
    assert 0.0 < found.radius_m <= LARGEST_RADIUS_M


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("123 4 St, Calgary", "it may be any of 123 4 St NE, Calgary / 123 4 St NW, Calgary / 123 4 St SW, Calgary"),
        ("320 Kensington Rd NW, Edmonton", "Edmonton is not in the address table"),
        ("12 Nowhere Rd", "no street like Nowhere Rd is in the address table"),
        ("Centre St & Nowhere Rd", "no street like Nowhere Rd is in the address table"),
        ("Kensington Rd & 4 St NE", "these streets do not meet in the address table"),
        ("Long Rd", "Long Rd, Calgary alone is"),
        ("a barn", "no street can be made out"),
        ("", "no street can be made out"),
    ],
)
def test_an_address_that_cannot_be_placed_says_why(geocoder: Geocoder, address: str, reason: str) -> None:
    found = geocoder.locate(address)
    assert isinstance(found, Unlocated), found
    assert reason in found.reason


def test_a_crossing_is_where_the_streets_meet(geocoder: Geocoder) -> None:
    found = geocoder.locate("Centre St & 7 Ave")
    assert isinstance(found, Located)
    assert distances_m(np.array([(found.lon, found.lat)]), *CENTRE)[0] < 1.0


def test_a_quarter_that_has_the_number_beats_those_that_have_it_not_but_is_less_sure() -> None:
    made = Gazetteer()
    made.add_address("4 St SW", "", 123, -114.0, 51.0)
    made.add_address("4 St NW", "", 200, -114.0, 51.2)
    made.settle()
    found, told = Geocoder(made).locate("123 4 St"), Geocoder(made).locate("123 4 St SW")
    assert isinstance(found, Located)
    assert isinstance(told, Located)
    assert found.matched == "123 4 St SW"
    assert LEAST_CONFIDENCE <= found.confidence < 0.7 < told.confidence


def test_two_tables_that_speak_of_one_house_make_one_place() -> None:
    made = Gazetteer()
    made.add_address("Main St", "", 10, -114.0, 51.0)
    made.add_address("Main Ave", "", 10, -114.0001, 51.0)
    made.settle()
    found = Geocoder(made).locate("10 Main")
    assert isinstance(found, Located)
    assert found.confidence > 0.9


def test_a_table_of_elsewhere_places_only_what_names_its_town(gazetteer: Gazetteer) -> None:
    careful = Geocoder(gazetteer, needs_town=True)
    assert careful.locate("320 Kensington Rd NW") == Unlocated("it names no town")
    assert isinstance(careful.locate("320 Kensington Rd NW, Calgary"), Located)


def test_the_radius_holds_the_truth_for_every_known_house_left_out() -> None:
    """Houses that the table does not have are found between those it has, within the radius that is told."""
    rng = random.Random(7)
    for _ in range(50):
        made, truth = Gazetteer(), {}
        lon = -114.0
        for number in range(100, 200, 2):
            lon += rng.uniform(0.0001, 0.0003)
            truth[number] = lon
            if number in (100, 198) or rng.random() < 0.5:
                made.add_address("Main St", "", number, lon, 51.0)
        made.settle()
        for number, real in truth.items():
            found = Geocoder(made).locate(f"{number} Main St")
            assert isinstance(found, Located)
            assert distances_m(np.array([(real, 51.0)]), found.lon, found.lat)[0] <= found.radius_m


def test_the_same_address_gets_the_same_answer(geocoder: Geocoder) -> None:
    assert geocoder.locate("7 Ave and Centre St") == geocoder.locate("7 AVE & CENTRE ST.")
