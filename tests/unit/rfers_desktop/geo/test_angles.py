"""Tests of reading and writing degrees, minutes and seconds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.angles import dm_text, dms_text, read_degrees


@pytest.mark.parametrize(
    "text",
    [
        "51.05 -114.07",
        "51.05, -114.07",
        "51.05,-114.07",
        "51.05;-114.07",
        "51.05/-114.07",
        "51.05-114.07",
        "+51.05 −114.07",
        "-114.07, 51.05",
        "51,05 -114,07",
        "51,05; -114,07",
        "N51.05 W114.07",
        "51.05N 114.07W",
        "51.05° N, 114.07° W",
        "114.07W 51.05N",
        "W 114.07, N 51.05",
        "lat: 51.05 lon: -114.07",
        "Latitude 51.05, Longitude -114.07",
        "51.05 north 114.07 west",
        "51° 03.0' N 114° 04.2' W",
        "N 51 03.0 W 114 04.2",
        "51 deg 3 min N 114 deg 4.2 min W",
        "51 03.0 -114 04.2",
        "51°03'00\"N 114°04'12\"W",
        "51°03′00″N 114°04′12″W",
        "51º03’00” Nord, 114º04’12” Ouest",
        "51°03''N 114°04'12''W".replace("03''", "03'00''"),
        "51 3 0 N, 114 4 12 W",
        "51 3 0 -114 4 12",
        "-114°04′12″ 51°03′00″",
        "51:03:00N 114:04:12W",
        "51-03-00N 114-04-12W",
        "51d03m00s N 114d04m12s W",
        "510300N 1140412W",
        "510300.0N 1140412.0W",
        "5103.0N 11404.2W",
        "51°03'00\" N 114°04'12\" O",
    ],
)
def test_many_ways_of_writing_one_place_are_read(text: str) -> None:
    assert read_degrees(text) == pytest.approx((-114.07, 51.05), abs=1e-9)


def test_latitude_comes_first_where_nothing_tells() -> None:
    assert read_degrees("10 20") == (20.0, 10.0)
    assert read_degrees("20E 10N") == (20.0, 10.0)
    assert read_degrees("33°51'S 151°12'E") == pytest.approx((151.2, -33.85))


def test_a_small_angle_south_keeps_its_sign() -> None:
    assert read_degrees("-0 30 0, -0 15 0") == (-0.25, -0.5)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "position: expected a latitude and a longitude"),
        ("hello", "position: expected a latitude and a longitude"),
        ("51", "position: expected a latitude and a longitude"),
        ("12 13 14", "position: expected a latitude and a longitude"),
        ("51.05N 114.07", "position: expected a latitude and a longitude"),
        ("51 61 N 114 0 W", "latitude: expected minutes below 60, got 61"),
        ("51 0 60 N 114 0 0 W", "latitude: expected seconds below 60, got 60"),
        ("91 N 114 W", "latitude: expected -90 to 90 degrees, got 91 N"),
        ("51 N 181 W", "longitude: expected -180 to 180 degrees, got 181 W"),
        ("51 N 114 N", "position: expected one of N, S and one of E, W, got N and N"),
        ("51.5 30 N 114 0 W", "latitude: expected decimals in the last of its numbers only, got 51.5 30 N"),
        ("51 N -114 W", "longitude: expected a minus sign or a side of the world, not both, got -114 W"),
        ("51' 03° N 114 W", "latitude: expected degrees, then minutes, then seconds, got 51' 03° N"),
        ("51 -3 N 114 4 W", "latitude: expected a sign before its degrees only, got 51 -3 N"),
    ],
)
def test_what_is_wrong_is_named(text: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_degrees(text)
    assert str(caught.value).startswith(complaint)


def test_a_place_is_written_in_minutes_and_seconds() -> None:
    assert dm_text(-114.07, 51.05) == "51° 03.000′ N, 114° 04.200′ W"
    assert dms_text(-114.07, 51.05) == "51° 03′ 00.0″ N, 114° 04′ 12.0″ W"


def test_sixty_never_stands_in_a_place() -> None:
    assert dm_text(-0.99999999, 50.99999999) == "51° 00.000′ N, 1° 00.000′ W"
    assert dms_text(59.9999999, -1e-9) == "0° 00′ 00.0″ N, 60° 00′ 00.0″ E"


@settings(deadline=None, derandomize=True, max_examples=200)
@given(lon=st.floats(-180.0, 180.0), lat=st.floats(-90.0, 90.0))
def test_what_is_written_is_read(lon: float, lat: float) -> None:
    assert read_degrees(dm_text(lon, lat)) == pytest.approx((lon, lat), abs=1e-5)
    assert read_degrees(dms_text(lon, lat)) == pytest.approx((lon, lat), abs=2e-5)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(text=st.text("0123456789 .,-+NSEWnsew°'\"′″dms:;/", max_size=24))
def test_any_text_gives_a_place_or_a_complaint(text: str) -> None:
    try:
        lon, lat = read_degrees(text)
    except ProtocolError:
        return
    assert -180.0 <= lon <= 180.0
    assert -90.0 <= lat <= 90.0
