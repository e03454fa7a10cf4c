"""Dates, times of day and timestamps as filters write them: ISO 8601, nothing looser."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import TypeVar

T = TypeVar("T")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?")
_TIMESTAMP = re.compile(rf"{_DATE.pattern}[Tt ]{_TIME.pattern}([Zz]|[+-][0-9]{{2}}:[0-9]{{2}})")
_THESIS_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def read_date(text: str) -> date | None:
    """`2008-12-04`; None if it is no such date."""
    return _or_none(date.fromisoformat, text) if _DATE.fullmatch(text) else None


def read_time(text: str) -> time | None:
    """`17:30`, `17:30:05`, `17:30:05.250`; None if it is no such time of day."""
    return _or_none(time.fromisoformat, text) if _TIME.fullmatch(text) else None


def read_timestamp(text: str) -> datetime | None:
    """`2008-12-04T17:30:05Z`, or with an offset such as -07:00; in UTC. None if it is no such moment."""
    return _or_none(_utc, text) if _TIMESTAMP.fullmatch(text) else None


def guess_date(text: str) -> date | None:
    """The date that `text` seems to mean, for hints: also the thesis's dd/mm/yyyy, also out of a timestamp."""
    thesis = _THESIS_DATE.fullmatch(text)
    if thesis:
        return read_date(f"{thesis[3]}-{int(thesis[2]):02d}-{int(thesis[1]):02d}")
    return read_date(text[:10])


def print_date(day: date) -> str:
    """As `read_date` reads it."""
    return day.isoformat()


def print_time(moment: time) -> str:
    """As `read_time` reads it."""
    return moment.isoformat()


def print_timestamp(moment: datetime) -> str:
    """As `read_timestamp` reads it, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text.upper()).astimezone(UTC)


def _or_none(read: Callable[[str], T], text: str) -> T | None:
    try:
        return read(text)
    except (ValueError, OverflowError):  # 30 February; year 1 moved to UTC
        return None
