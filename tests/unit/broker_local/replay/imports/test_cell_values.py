"""Cells: moments in the ways that files write them, and text as the values of attributes."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.topic import AttributeType as T
from broker_local.replay.imports.cell_values import TimeReading, is_blank, number_of, value_for

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
EDMONTON = TimeReading(zone=ZoneInfo("America/Edmonton"))  # six hours behind in summer


@pytest.mark.parametrize(
    ("reading", "value"),
    [
        (TimeReading(), "2026-07-01T12:00:00Z"),
        (TimeReading(), " 2026-07-01 12:00:00 "),
        (TimeReading(), "2026-07-01T14:00:00+02:00"),
        (TimeReading(), 1782907200),
        (TimeReading(), "1782907200000"),
        (TimeReading(), 1782907200000000),
        (TimeReading("%m/%d/%Y %I:%M:%S %p"), "07/01/2026 12:00:00 PM"),
        (EDMONTON, "2026-07-01 06:00"),
        (EDMONTON, "2026-07-01T12:00:00Z"),
        (TimeReading("%d.%m.%Y %H:%M", ZoneInfo("America/Edmonton")), "01.07.2026 06:00"),
    ],
)
def test_moments_are_read_however_they_are_written(reading: TimeReading, value: object) -> None:
    assert reading.moment(value, "when") == NOON


def test_a_day_alone_is_its_midnight() -> None:
    assert TimeReading().moment("2026-07-01", "when") == NOON.replace(hour=0)
    assert EDMONTON.moment("2026-07-01", "when") == NOON.replace(hour=6)


@pytest.mark.parametrize(
    ("clock", "hour", "minute"), [("0018", 0, 18), (18, 0, 18), ("1830", 18, 30), ("18:30", 18, 30)]
)
def test_a_day_and_a_clock_are_a_moment(clock: object, hour: int, minute: int) -> None:
    found = TimeReading().of_row({"d": "2026-07-01", "t": clock}, {"date": "d", "time": "t"})
    assert found == NOON.replace(hour=hour, minute=minute)


def test_a_row_that_says_no_time_has_none() -> None:
    assert TimeReading().of_row({"d": "", "t": "0018"}, {"date": "d", "time": "t"}) is None
    assert TimeReading().of_row({}, {}) is None


@pytest.mark.parametrize(
    ("reading", "value"), [(TimeReading(), "yesterday"), (TimeReading("%Y"), "x"), (TimeReading(), "9" * 30)]
)
def test_what_is_no_moment_is_refused(reading: TimeReading, value: str) -> None:
    with pytest.raises(ProtocolError):
        reading.moment(value, "when")


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (T.TEXT, 5, "5"),
        (T.TEXT, {"a": 1}, '{"a": 1}'),
        (T.TEXT, " as is ", " as is "),
        (T.NUMBER, " 6.83", 6.83),
        (T.NUMBER, "-1e3", -1000.0),
        (T.NUMBER, "warm", "warm"),
        (T.INTEGER, "67", 67),
        (T.INTEGER, 67.0, 67),
        (T.INTEGER, "6.5", "6.5"),
        (T.BOOLEAN, "Yes", True),
        (T.BOOLEAN, 0, False),
        (T.BOOLEAN, "perhaps", "perhaps"),
        (T.DATE, " 2026-07-01", "2026-07-01"),
        (T.TIME, "0018", "00:18"),
        (T.TIMESTAMP, 1782907200, "2026-07-01T12:00:00Z"),
    ],
)
def test_cells_become_what_json_would_say(kind: T, value: object, expected: object) -> None:
    assert value_for(kind, value, TimeReading(), "cell") == expected


def test_numbers_and_nothing() -> None:
    assert number_of(" 51.5 ", "lat") == 51.5
    assert [is_blank(value) for value in (None, "", "  ", 0, "0")] == [True, True, True, False, False]
    for wrong in ("north", "", True, None, "nan"):
        with pytest.raises(ProtocolError, match="lat: expected a number"):
            number_of(wrong, "lat")
