"""Tests of how positions are written."""

from __future__ import annotations

import pytest

from rfers_desktop.geo.coordinates import degree_text, position_text


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
