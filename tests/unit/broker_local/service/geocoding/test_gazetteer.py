"""The streets that somebody may have meant."""

import pytest

from broker_local.service.geocoding.gazetteer import Gazetteer
from broker_local.service.geocoding.street_words import StreetName, plain, read_street


@pytest.fixture
def gazetteer() -> Gazetteer:
    made = Gazetteer()
    streets = ["4 St SW", "4 St NW", "4 Ave SW", "Macleod Trail SE", "Memorial Dr NW", "Main St"]
    for number, street in enumerate(streets):
        assert made.add_address(street, "Calgary", 100, -114.0 + number, 51.0)
    assert made.add_address("Main Street", "Red Deer", 100, -113.8, 52.3)
    made.settle()
    return made


def meant(gazetteer: Gazetteer, text: str, town: str | None = None) -> list[str]:
    read = read_street(plain(text).split())
    assert read is not None
    towns = None if town is None else gazetteer.towns(town)
    return [str(gazetteer.street(candidate)) for candidate in gazetteer.candidates(read[0], towns)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 St SW", ["4 St SW, Calgary"]),
        ("4th Street", ["4 St NW, Calgary", "4 St SW, Calgary"]),
        ("4 St W", ["4 St NW, Calgary", "4 St SW, Calgary"]),
        ("4 St NE", []),
        ("4 Ave SW", ["4 Ave SW, Calgary"]),
        ("5 St SW", []),
        ("Macleod Road SE", ["Macleod Trail SE, Calgary"]),
        ("McLeod Trail", ["Macleod Trail SE, Calgary"]),
        ("Memoral Drive", ["Memorial Dr NW, Calgary"]),
        ("Main St", ["Main St, Calgary", "Main Street, Red Deer"]),
        ("Main St N", ["Main St, Calgary", "Main Street, Red Deer"]),
        ("Nothing Like It", []),
    ],
)
def test_the_streets_that_may_be_meant(gazetteer: Gazetteer, text: str, expected: list[str]) -> None:
    assert meant(gazetteer, text) == expected


def test_the_town_decides_and_may_be_misspelt(gazetteer: Gazetteer) -> None:
    assert meant(gazetteer, "Main St", "RED DEER") == ["Main Street, Red Deer"]
    assert meant(gazetteer, "Main St", "CALGERY") == ["Main St, Calgary"]
    assert gazetteer.towns("EDMONTON") == []


def test_what_is_said_exactly_is_likelier(gazetteer: Gazetteer) -> None:
    exact, unsaid, other, misspelt = (
        gazetteer.candidates(name, None)[0].confidence
        for name in (
            StreetName("MACLEOD", "TR", "SE"),
            StreetName("MACLEOD", "", "SE"),
            StreetName("MACLEOD", "RD", "SE"),
            StreetName("MACLOED", "TR", "SE"),
        )
    )
    assert exact == 1.0
    assert exact > unsaid > misspelt > other


def test_a_street_that_cannot_be_read_is_not_added() -> None:
    assert not Gazetteer().add_address(" . ", "Calgary", 1, 0.0, 0.0)
