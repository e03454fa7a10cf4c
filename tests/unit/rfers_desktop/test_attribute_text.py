"""Tests of how attribute values are written."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time

import pytest

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, exactly, trapezoid
from broker_local.protocol.topic import AttributeValue
from rfers_desktop.attribute_text import clock_text, extent_of, moment_text, number_of, topic_text, value_text
from rfers_desktop.language import languages, present_language, use_language
from tests.builders import EA_LOCATION


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("E7", "E7"),
        (92, "92"),
        (12.5, "12.5"),
        (0.1 + 0.2, "0.3"),
        (True, "yes"),
        (False, "no"),
        (date(2008, 4, 12), "2008-04-12"),
        (time(14, 15, 21, 245_000), "14:15:21"),
        (datetime(2008, 4, 12, 14, 15, 21, tzinfo=UTC), "2008-04-12 14:15:21"),
        (b"II*\x00", "4 bytes"),
        (BlobRef("0" * 64, 48_049_772), "48.0 MB"),
        (b"x" * 2_100, "2.1 kB"),
        (b"x" * 2_100_000, "2.1 MB"),
    ],
)
def test_a_value_is_written_short_and_plain(value: AttributeValue, text: str) -> None:
    assert value_text("Anything", value, None) == text


def test_a_value_has_the_unit_that_its_topic_gives_it() -> None:
    assert value_text("Speed", 92, EA_LOCATION) == "92 km/h"
    assert value_text("AssetID", "E7", EA_LOCATION) == "E7"


def test_a_moment_is_written_to_the_second() -> None:
    assert moment_text(datetime(2026, 8, 5, 6, 7, 8, 999_999, tzinfo=UTC)) == "2026-08-05 06:07:08"


def test_the_time_of_day_has_no_date() -> None:
    assert clock_text(datetime(2008, 4, 12, 14, 5, 9, 999_000, tzinfo=UTC)) == "14:05:09"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (about(27, 2), "27 ± 2 km/h"),
        (about(27, 2, Shape.GAUSSIAN), "27 ± 2 km/h"),
        (FuzzyNumber(25, 29), "25–29 km/h"),
        (FuzzyNumber(-3.5, -1), "-3.5–-1 km/h"),
        (FuzzyNumber(25, math.inf), "at least 25 km/h"),
        (FuzzyNumber(-math.inf, 29), "at most 29 km/h"),
        (FuzzyNumber(30, math.inf, left=5), "about 30 km/h or more"),
        (FuzzyNumber(-math.inf, 30, right=5), "about 30 km/h or less"),
        (trapezoid(20, 25, 29, 34), "about 25–29 km/h"),
        (trapezoid(20, 27, 27, 34.5), "about 27 km/h"),
        (exactly(27), "27 km/h"),
    ],
)
def test_what_is_not_known_exactly_says_so(value: FuzzyNumber, text: str) -> None:
    assert value_text("Speed", value, EA_LOCATION) == text


def test_a_number_that_is_not_known_exactly_has_a_middle_and_an_extent() -> None:
    assert number_of(trapezoid(20, 25, 29, 34)) == 27
    assert extent_of(trapezoid(20, 25, 29, 34)) == (20, 34)
    assert (number_of(FuzzyNumber(25, math.inf)), number_of(FuzzyNumber(-math.inf, 25))) == (25, 25)
    assert (number_of(27), extent_of(27)) == (27.0, None)
    assert (number_of("hot"), number_of(True), number_of(None)) == (None, None, None)


def test_a_topic_is_called_by_its_title_in_the_users_language_and_else_by_its_name() -> None:
    assert topic_text(EA_LOCATION, "EALocation") == "Emergency asset locations"
    assert topic_text(None, "Detections") == "Detections"
    before = present_language()
    use_language(languages()["fr"])
    try:
        assert topic_text(EA_LOCATION, "EALocation") == "Positions des moyens d'urgence"
    finally:
        use_language(before)
