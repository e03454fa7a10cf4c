"""Street names in one spelling."""

import pytest

from broker_local.service.geocoding.street_words import DIRECTIONS, TYPES, StreetName, is_ordinal, plain, read_street


def street(text: str) -> StreetName | None:
    read = read_street(plain(text).split())
    return None if read is None else read[0]


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        (
            ["17 Ave NE", "17th AVE N.E.", "17 avenue northeast", "17th Av. North East", "NE 17 Ave"],
            ("17", "AVE", "NE"),
        ),
        (["4 St SW", "Fourth Street S.W.", "4th str south-west"], ("4", "ST", "SW")),
        (["Macleod Trail SE", "MACLEOD TR SE", "macleod trl. se"], ("MACLEOD", "TR", "SE")),
        (["St George's Dr NE", "Saint Georges Drive NE"], ("ST GEORGES", "DR", "NE")),
        (["Sainte-Catherine St", "STE. CATHERINE ST"], ("STE CATHERINE", "ST", "")),
        (["Avenue Rd", "AVENUE ROAD"], ("AVENUE", "RD", "")),
        (["Park Lane", "PARK LN"], ("PARK", "LANE", "")),
        (["Crescent Heights Blvd"], ("CRESCENT HEIGHTS", "BLVD", "")),
        (["Hwy 1A", "Highway 1A"], ("1A", "HWY", "")),
        (["Range Road 33", "Rge Rd 33", "RR 33"], ("33", "RANGE ROAD", "")),
        (["Broadway"], ("BROADWAY", "", "")),
        (["Élan Blvd", "Elan Boulevard"], ("ELAN", "BLVD", "")),
    ],
)
def test_spellings_of_one_street_read_the_same(spellings: list[str], expected: tuple[str, str, str]) -> None:
    assert {street(spelling) for spelling in spellings} == {StreetName(*expected)}


def test_what_follows_a_street_is_left() -> None:
    assert read_street(["17", "AVE", "NE", "CALGARY"]) == (StreetName("17", "AVE", "NE"), ["CALGARY"])


def test_no_words_are_no_street() -> None:
    assert read_street([]) is None


def test_every_kept_spelling_is_itself() -> None:
    assert all(TYPES[kept] == kept for kept in set(TYPES.values()))
    assert all(DIRECTIONS[kept] == kept for kept in set(DIRECTIONS.values()))
    assert len(set(DIRECTIONS.values())) == 8


def test_a_counted_name_is_no_house_number() -> None:
    assert is_ordinal("17TH")
    assert is_ordinal("FOURTH")
    assert not is_ordinal("17")


def test_a_street_is_written_for_people() -> None:
    assert str(StreetName("MACLEOD", "TR", "SE")) == "Macleod Tr SE"
