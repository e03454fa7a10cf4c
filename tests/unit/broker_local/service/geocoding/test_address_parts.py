"""Addresses as people write them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.service.geocoding.address_parts import AddressParts, take_apart
from broker_local.service.geocoding.street_words import StreetName

TOWNS = ("CALGARY", "ST ALBERT", "MEDICINE HAT")
AVENUE = StreetName("17", "AVE", "NE")
STREET = StreetName("4", "ST", "SW")


def parts(address: str) -> AddressParts | None:
    return take_apart(address, TOWNS.__contains__)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("2454 17th AVE NE, Calgary, AB", AddressParts(AVENUE, 2454, None, ("CALGARY",))),
        ("2454 17 Ave NE Calgary AB T2E 1M4", AddressParts(AVENUE, 2454, None, ("CALGARY",))),
        ("2454 17 Ave NE\nCalgary\nAlberta\nCanada", AddressParts(AVENUE, 2454, None, ("CALGARY",))),
        ("#5, 123 4 St SW", AddressParts(STREET, 123)),
        ("#5-123 4 St SW", AddressParts(STREET, 123)),
        ("5-123 4 St SW", AddressParts(STREET, 123)),
        ("5B - 123 4 St SW", AddressParts(STREET, 123)),
        ("Unit 5, 123 4 St SW", AddressParts(STREET, 123)),
        ("123 4 St SW, Suite 300", AddressParts(STREET, 123)),
        ("123 4 St SW Apt #12B, Calgary", AddressParts(STREET, 123, None, ("CALGARY",))),
        ("123 4 St SW, 3rd floor", AddressParts(STREET, 123)),
        ("123-127 4 St SW", AddressParts(STREET, 123)),
        ("123A 4 St SW", AddressParts(STREET, 123)),
        ("123 1/2 4 St SW", AddressParts(STREET, 123)),
        ("Tim Hortons, 123 4 St SW, Calgary", AddressParts(STREET, 123, None, ("CALGARY",))),
        ("17 Ave NE", AddressParts(AVENUE)),
        ("17th Ave NE, Calgary", AddressParts(AVENUE, None, None, ("CALGARY",))),
        ("17 Ave NE 2454", AddressParts(AVENUE, 2454)),
        ("17 Avenue Rd", AddressParts(StreetName("AVENUE", "RD"), 17)),
        ("Centre St & 7 Ave", AddressParts(StreetName("CENTRE", "ST"), None, StreetName("7", "AVE"))),
        ("4th St SW and 17 Avenue NE", AddressParts(STREET, None, AVENUE)),
        ("4 St SW at 17 Ave NE, Calgary", AddressParts(STREET, None, AVENUE, ("CALGARY",))),
        ("corner of 4 St SW / 17 Ave NE", AddressParts(STREET, None, AVENUE)),
        ("100 Main St St Albert AB", AddressParts(StreetName("MAIN", "ST"), 100, None, ("ST ALBERT",))),
        ("100 Main St, Medicine Hat", AddressParts(StreetName("MAIN", "ST"), 100, None, ("MEDICINE HAT",))),
        ("100 Main St, Helena, MT 59601", AddressParts(StreetName("MAIN", "ST"), 100, None, ("HELENA",))),
        ("242054 Range Road 32", AddressParts(StreetName("32", "RANGE ROAD"), 242054)),
        ("Highway 1A", AddressParts(StreetName("1A", "HWY"))),
        ("Calgary, AB", None),
        ("Calgary", None),
        ("the old mill", None),
        ("", None),
        (", , ;", None),
    ],
)
def test_an_address_is_taken_apart(address: str, expected: AddressParts | None) -> None:
    assert parts(address) == expected


@given(st.text(max_size=60) | st.text(alphabet="0123456789 #-/&,ASTVENUDRW", max_size=40))
@settings(deadline=None, derandomize=True, max_examples=500)
def test_no_text_breaks_it(address: str) -> None:
    found = parts(address)
    assert found is None or isinstance(found.street.name, str)
