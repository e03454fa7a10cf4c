"""Tests of how attribute values are written."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.topic import AttributeValue
from rfers_desktop.attribute_text import clock_text, moment_text, value_text
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
