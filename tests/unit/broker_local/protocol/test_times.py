"""Dates and times in both formats, always UTC."""

from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.times import parse_date, parse_time, parse_timestamp, tiff_moment, write_timestamp


@pytest.mark.parametrize("text", ["2008-12-04", "04/12/2008", "4/12/2008"])
def test_a_date_is_read_in_both_forms(text: str) -> None:
    assert parse_date(text, "d") == date(2008, 12, 4)


@pytest.mark.parametrize("text", ["2008-02-30", "13/13/2008", "2008-1-1", "20081204", "", None, 5, "٢٠٠٨-١٢-٠٤"])
def test_what_is_no_date_is_refused(text: object) -> None:
    with pytest.raises(ProtocolError, match="d: expected a date such as"):
        parse_date(text, "d")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14:15:21.245", time(14, 15, 21, 245_000)),
        ("14:15", time(14, 15)),
        ("8:45:00Z", time(8, 45)),
        ("23:59:59.123456789", time(23, 59, 59, 123_456)),
    ],
)
def test_a_time_is_read(text: str, expected: time) -> None:
    assert parse_time(text, "t") == expected


@pytest.mark.parametrize("text", ["24:00:00", "12:60", "12", "12:00:00+01:00", "noon", None])
def test_what_is_no_time_is_refused(text: object) -> None:
    with pytest.raises(ProtocolError, match="t: expected a UTC time of day"):
        parse_time(text, "t")


@pytest.mark.parametrize(
    "text",
    ["2008-12-04T14:15:21Z", "2008-12-04T14:15:21", "2008-12-04 08:15:21-06:00", "04/12/2008T14:15:21+0000"],
)
def test_a_moment_is_brought_to_utc(text: str) -> None:
    assert parse_timestamp(text, "m") == datetime(2008, 12, 4, 14, 15, 21, tzinfo=UTC)


@pytest.mark.parametrize("text", ["2008-12-04", "0001-01-01T00:00:00+14:00", "2008-12-04T10:00:00+99:99", "x", None])
def test_what_is_no_moment_is_refused(text: object) -> None:
    with pytest.raises(ProtocolError, match="m: expected a UTC moment"):
        parse_timestamp(text, "m")


@settings(deadline=None, derandomize=True)
@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_written_is_read_again(moment: datetime) -> None:
    assert parse_timestamp(write_timestamp(moment), "m") == moment


@pytest.mark.parametrize(
    ("tag", "moment"),
    [("2008:03:02 11:25:35", datetime(2008, 3, 2, 11, 25, 35, tzinfo=UTC)), ("yesterday", None), (None, None)],
)
def test_a_date_tag_is_a_moment_or_nothing(tag: str | None, moment: datetime | None) -> None:
    assert tiff_moment(tag) == moment
