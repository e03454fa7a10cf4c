"""Tests of UTM as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.utm import band_of, has_utm, is_utm_like, read_utm, to_utm, utm_text


def test_a_place_is_written_with_zone_and_band() -> None:
    assert utm_text(-79.3871389, 43.6425667) == "17T 630084 4833439"
    assert utm_text(151.2153, -33.8568) == "56H 334901 6252289"


@pytest.mark.parametrize(
    ("lat", "band"), [(-80.0, "C"), (-0.1, "M"), (0.0, "N"), (51.05, "U"), (72.0, "X"), (83.9, "X")]
)
def test_the_band_of_a_latitude(lat: float, band: str) -> None:
    assert band_of(lat) == band
    assert has_utm(lat)


@pytest.mark.parametrize(
    "text",
    [
        "11U 705357 5659470",
        "11u 705357 5659470",
        "11 U 705357, 5659470",
        "11N 705357 5659470",
        "11 north 705357 5659470",
        "UTM zone 11 North, 705,357 mE 5,659,470 mN",
        "11U 705357mE 5659470mN",
        "11U E 705357 N 5659470",
        "11U 705357.0 5659470.0",
    ],
)
def test_usual_ways_to_write_it_are_read(text: str) -> None:
    assert is_utm_like(text)
    assert read_utm(text) == pytest.approx((-114.07, 51.05), abs=1e-5)


def test_s_is_the_band_where_that_fits_and_else_the_south() -> None:
    assert read_utm("11S 500000 3700000")[1] == pytest.approx(33.44, abs=0.01)
    assert read_utm("56S 334901 6252289") == pytest.approx((151.2153, -33.8568), abs=1e-5)
    assert read_utm("56 south 334901 6252289") == pytest.approx((151.2153, -33.8568), abs=1e-5)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(lon=st.floats(-180.0, 179.99), lat=st.floats(-80.0, 83.99))
def test_what_is_written_is_read_to_the_metre(lon: float, lat: float) -> None:
    assert to_utm(*read_utm(utm_text(lon, lat))).northing == pytest.approx(to_utm(lon, lat).northing, abs=1.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("61U 500000 5000000", "UTM zone: expected 1 to 60, got 61"),
        ("12Z 500000 5000000", "UTM band: expected a letter from C to X"),
        ("11U 5 5659470", "UTM easting: expected 100,000 to 900,000 metres, got 5"),
        ("11U 705357 99000000", "UTM northing: expected 0 to 10,000,000 metres"),
        ("11U 705357 1000000", "UTM northing: expected one in band U, got 1,000,000, in band P"),
        ("somewhere", "UTM: expected a zone with its band"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_utm(text)
    assert complaint in str(caught.value)


def test_the_poles_have_no_zone() -> None:
    with pytest.raises(ProtocolError, match="latitude: expected -80 to below 84"):
        utm_text(0.0, 84.0)
