"""Tests of finding addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.address_search import AddressSearch, StreetRange, read_streets

SEVENTEENTH = StreetRange("17 Ave NE", "Calgary", 100, 6100, (-114.0, 51.0), (-113.0, 51.0))
SEARCH = AddressSearch([SEVENTEENTH, StreetRange("17 Ave SW", "Calgary", 100, 3700, (-114.1, 51.04), (-114.2, 51.04))])


@pytest.mark.parametrize(
    "text", ["3100 17 Ave NE", "3100 17th Avenue Northeast", "3100 17TH AVE. NE", "3100 17 ave ne, Calgary"]
)
def test_a_house_number_is_placed_along_its_street(text: str) -> None:
    best = SEARCH.search(text, 5)[0]
    assert (best.title, best.detail, best.kind) == ("3100 17 Ave NE", "Calgary", "Address")
    assert (best.lon, best.lat) == pytest.approx((-113.5, 51.0))


def test_a_street_without_number_is_shown_whole() -> None:
    best = SEARCH.search("17 ave ne", 5)[0]
    assert (best.title, best.bounds) == ("17 Ave NE", (-114.0, 51.0, -113.0, 51.0))
    assert best.lon == pytest.approx(-113.5)


def test_a_number_beyond_the_street_comes_after_one_that_is_on_it() -> None:
    assert [hit.title for hit in SEARCH.search("5000 17 ave", 2)] == ["5000 17 Ave NE", "5000 17 Ave SW"]
    assert SEARCH.search("9000 17 ave ne", 1)[0].lon == pytest.approx(-113.0)


def test_a_street_of_one_house_has_it_in_the_middle() -> None:
    assert StreetRange("A St", "B", 5, 5, (0.0, 0.0), (2.0, 0.0)).position(5) == (1.0, 0.0)


def test_the_built_in_table_is_read() -> None:
    streets = read_streets(resources_dir() / "gazetteer" / "calgary_streets.csv")
    assert len(streets) > 20
    assert AddressSearch(streets).search("2454 17th AVE NE", 1)[0].title == "2454 17 Ave NE"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a,b\n1,2\n", "expected the columns street"),
        ("street,city,from,to,from_lon,from_lat,to_lon,to_lat\nA,B,x,2,0,0,0,0\n", "line 2: expected house numbers"),
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    table = tmp_path / "streets.csv"
    table.write_text(text)
    with pytest.raises(ProtocolError, match=complaint):
        read_streets(table)
