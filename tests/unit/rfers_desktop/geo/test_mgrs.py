"""Tests of grid references, against published ones and there and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.measuring import length_m
from rfers_desktop.geo.mgrs import is_mgrs_like, mgrs_text, read_mgrs
from rfers_desktop.geo.projections import by_epsg

KNOWN = [
    (-93.0, 42.0, "15T WG 00000 49776"),
    (-77.0365, 38.8977, "18S UJ 23394 07395"),  # the White House
    (2.2945, 48.8582, "31U DQ 48251 11932"),  # the Eiffel tower
    (44.40363, 33.33424, "38S MB 44500 88500"),  # GeographicLib's example 38SMB4488
    (0.0, 90.0, "Z AH 00000 00000"),  # the poles
    (0.0, -90.0, "B AN 00000 00000"),
]


@pytest.mark.parametrize(("lon", "lat", "reference"), KNOWN)
def test_a_known_place_has_its_known_reference(lon: float, lat: float, reference: str) -> None:
    assert mgrs_text(lon, lat) == reference


def test_metres_of_a_zone_become_the_published_letters() -> None:
    assert mgrs_text(*by_epsg(32633).point_to_lonlat(472202.5, 6487839.5)) == "33V VE 72202 87839"
    assert mgrs_text(*by_epsg(5041).point_to_lonlat(2052065.5, 1946829.5)) == "Z AG 52065 46829"


@pytest.mark.parametrize(
    ("digits", "reference"),
    [(0, "18S UJ"), (1, "18S UJ 2 0"), (2, "18S UJ 23 07"), (3, "18S UJ 233 073"), (4, "18S UJ 2339 0739")],
)
def test_fewer_digits_cut_and_do_not_round(digits: int, reference: str) -> None:
    assert mgrs_text(-77.0365, 38.8977, digits) == reference


@pytest.mark.parametrize("text", ["18SUJ2339407395", "18s uj 23394 07395", "18S-UJ-23394-07395", " 18S UJ 2339407395 "])
def test_gaps_and_letter_case_do_not_matter(text: str) -> None:
    assert is_mgrs_like(text)
    assert read_mgrs(text) == pytest.approx((-77.0365, 38.8977), abs=1e-5)


def test_reading_gives_the_middle_of_the_square() -> None:
    lon, lat = read_mgrs("38SMB4488")
    assert (lon, lat) == pytest.approx((44.40363, 33.33424), abs=1e-5)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(lon=st.floats(-180.0, 179.999), lat=st.floats(-90.0, 90.0))
def test_a_reference_is_read_to_within_its_square(lon: float, lat: float) -> None:
    back = read_mgrs(mgrs_text(lon, lat))
    assert length_m(np.array([(lon, lat), back])) < 0.75


@settings(deadline=None, derandomize=True, max_examples=150)
@given(lon=st.floats(-180.0, 179.999), lat=st.floats(-79.9, 83.9))
def test_the_middle_of_a_square_is_in_the_square(lon: float, lat: float) -> None:
    reference = mgrs_text(lon, lat, 4)
    middle = read_mgrs(reference)
    # The middle may be over the edge of a zone or a band, where another reference holds.
    assert mgrs_text(*middle, 4) == reference or mgrs_text(*middle, 4).split()[0] != reference.split()[0]


@pytest.mark.parametrize("text", ["Banff", "ABC", "51.05 -114.07", "51.05N 114.07W", "11U 705357 5659470", ""])
def test_other_writing_is_not_taken_for_a_reference(text: str) -> None:
    assert not is_mgrs_like(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("61UQS0535759470", "MGRS zone: expected 1 to 60, got 61"),
        ("11IQS0535759470", "MGRS band: expected a letter from C to X without I and O, got 'I'"),
        ("11UAS0535759470", "MGRS square: expected a first letter from J to R in zone 11, got 'A'"),
        ("11UQW0535759470", "MGRS square: expected a second letter from A to V without I and O, got 'W'"),
        ("11UQL0535759470", "MGRS square: expected a square that is in band 11U, got 'QL'"),
        ("11UQS053575947", "MGRS figures: expected as many figures east as north, at most 5 each, got 9 figures"),
        ("11UQS053575947012", "MGRS figures: expected as many figures east as north, at most 5 each, got 12 figures"),
        ("CAH00", "MGRS: expected a zone from 1 to 60 first, or A, B, Y or Z near a pole, got 'C'"),
        ("ZZZ00", "MGRS square: expected a square of the polar grid Z, got 'ZZ'"),
        ("anything", "MGRS: expected a grid reference such as 11U QS 05357 59470, got 'anything'"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_mgrs(text)
    assert str(caught.value).startswith(complaint)


def test_no_more_digits_than_a_metre_has() -> None:
    with pytest.raises(ValueError, match="digits"):
        mgrs_text(0.0, 0.0, 6)
    with pytest.raises(ProtocolError, match="latitude"):
        mgrs_text(0.0, 91.0)
