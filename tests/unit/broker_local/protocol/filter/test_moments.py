"""ISO 8601 dates, times of day and timestamps."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.filter.moments import (
    guess_date,
    print_date,
    print_time,
    print_timestamp,
    read_date,
    read_time,
    read_timestamp,
)

_zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@pytest.mark.parametrize(
    "text", ["2008-12-4", "20081204", "2008-W49-4", "2008-13-01", "0000-01-01", " 2008-12-04", "２００８-12-04"]
)
def test_a_loose_date_is_none(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize("text", ["24:00", "1730", "17", "17:30:60", "17:30:00.1234567", "17:30Z", "7:30"])
def test_a_loose_time_is_none(text: str) -> None:
    assert read_time(text) is None


@pytest.mark.parametrize(
    "text",
    ["2008-12-04", "2008-12-04T10:00:00", "2008-12-04T10Z", "2008-12-04T10:00:00+0100", "0001-01-01T00:00:00+01:00"],
)
def test_a_timestamp_without_a_zone_or_out_of_range_is_none(text: str) -> None:
    assert read_timestamp(text) is None


def test_a_timestamp_is_read_into_utc() -> None:
    assert read_timestamp("2008-12-04t10:00:00.5-07:00") == datetime(2008, 12, 4, 17, 0, 0, 500_000, tzinfo=UTC)
    assert read_timestamp("2008-12-04 10:00z") == datetime(2008, 12, 4, 10, tzinfo=UTC)


def test_a_date_is_guessed_from_the_thesis_form_and_from_a_timestamp() -> None:
    assert guess_date("4/12/2008") == guess_date("2008-12-04T10:00:00Z") == date(2008, 12, 4)
    assert guess_date("31/02/2008") is None
    assert guess_date("soon") is None


@settings(deadline=None, derandomize=True)
@given(st.dates(), st.times(), st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=_zones))
def test_what_is_printed_is_read_back(day: date, hour: time, moment: datetime) -> None:
    assert read_date(print_date(day)) == day
    assert read_time(print_time(hour)) == hour
    assert read_timestamp(print_timestamp(moment)) == moment
