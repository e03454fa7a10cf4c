"""Tests of how positions are written."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.coordinates import (
    EXAMPLES,
    CoordinateFormat,
    coordinate_text,
    degree_text,
    position_text,
    read_position,
)
from rfers_desktop.geo.projections import by_epsg


@pytest.mark.parametrize(
    ("lon", "lat", "text"),
    [
        (-114.07, 51.05, "51.05000° N, 114.07000° W"),
        (18.4, -33.9, "33.90000° S, 18.40000° E"),
        (-1e-9, -1e-9, "0.00000° N, 0.00000° E"),
    ],
)
def test_a_position_is_latitude_first_with_its_sides(lon: float, lat: float, text: str) -> None:
    assert position_text(lon, lat) == text


@pytest.mark.parametrize(
    ("degrees", "text"),
    [
        (-114.0, "114° W"),
        (51.5, "51°30′ E"),
        (51.0 + 30 / 60 + 20 / 3600, "51°30′20″ E"),
        (51.0 + 5 / 3600, "51°00′05″ E"),
        (0.0, "0°"),
        (59.99999999, "60° E"),
    ],
)
def test_a_graticule_line_is_written_as_short_as_it_can_be(degrees: float, text: str) -> None:
    assert degree_text(degrees, "E", "W") == text


CALGARY = (-114.07, 51.05)


@pytest.mark.parametrize(
    ("style", "text"),
    [
        (CoordinateFormat.DECIMAL, "51.05000° N, 114.07000° W"),
        (CoordinateFormat.DM, "51° 03.000′ N, 114° 04.200′ W"),
        (CoordinateFormat.DMS, "51° 03′ 00.0″ N, 114° 04′ 12.0″ W"),
        (CoordinateFormat.UTM, "11U 705357 5659470"),
        (CoordinateFormat.MGRS, "11U QS 05357 59470"),
        (CoordinateFormat.PROJECT, "565160.9, 5653533.3 (EPSG:3400)"),
    ],
)
def test_a_position_is_written_and_read_in_each_format(style: CoordinateFormat, text: str) -> None:
    forest = by_epsg(3400)
    assert coordinate_text(*CALGARY, style, forest) == text
    read = read_position(text, forest)
    assert read.format is style
    assert (read.lon, read.lat) == pytest.approx(CALGARY, abs=1e-5)
    assert read_position(text, forest, style) == read


def test_without_a_project_its_format_is_degrees() -> None:
    assert coordinate_text(*CALGARY, CoordinateFormat.PROJECT) == position_text(*CALGARY)


def test_near_a_pole_utm_gives_way_to_letters() -> None:
    assert coordinate_text(0.0, 90.0, CoordinateFormat.UTM) == "Z AH 00000 00000"


@pytest.mark.parametrize("text", ["565160.9 5653533.3", "565,160.9, 5,653,533.3", "E 565160.9 N 5653533.3"])
def test_large_numbers_are_the_projects(text: str) -> None:
    read = read_position(text, by_epsg(3400))
    assert read.format is CoordinateFormat.PROJECT
    assert (read.lon, read.lat) == pytest.approx(CALGARY, abs=1e-5)


@pytest.mark.parametrize("style", list(CoordinateFormat))
def test_the_example_of_a_format_is_read_as_that_format(style: CoordinateFormat) -> None:
    if style is not CoordinateFormat.PROJECT:
        assert read_position(EXAMPLES[style]).format is style


@pytest.mark.parametrize(
    ("text", "style", "complaint"),
    [
        ("  ", None, "position: expected coordinates, got nothing"),
        ("51.05 -114.07", CoordinateFormat.UTM, "UTM: expected a zone with its band"),
        ("51.05 -114.07", CoordinateFormat.MGRS, "MGRS: expected a grid reference"),
        ("here", CoordinateFormat.PROJECT, "position: expected easting and northing in NAD83 / Alberta 10-TM (Forest)"),
        ("1e9", CoordinateFormat.PROJECT, "position: expected easting and northing"),
        ("9999999999 9999999999", CoordinateFormat.PROJECT, "position: expected a place that NAD83 / Alberta"),
        ("95 10 N", CoordinateFormat.DECIMAL, "position: expected a latitude and a longitude"),
    ],
)
def test_what_was_expected_is_named(text: str, style: CoordinateFormat | None, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_position(text, by_epsg(3400), style)
    assert str(caught.value).startswith(complaint)


def test_project_coordinates_need_a_project() -> None:
    with pytest.raises(ProtocolError, match="the project has no system"):
        read_position("565160 5653533", None, CoordinateFormat.PROJECT)
