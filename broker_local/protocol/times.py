"""Dates and times on the wire: ISO 8601 and the thesis's dd/mm/yyyy and hh:mm:ss.sss, always UTC."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache

from .errors import ProtocolError

_ISO_DATE = re.compile(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)\Z", re.ASCII)
_THESIS_DATE = re.compile(r"(?P<d>\d{1,2})/(?P<m>\d{1,2})/(?P<y>\d{4})\Z", re.ASCII)
_TIME = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z?\Z", re.ASCII)
_TIMESTAMP = re.compile(r"([^T ]+)[T ]([^Z+-]+)(Z|[+-]\d\d:?\d\d)?\Z", re.ASCII)


@lru_cache(maxsize=1024)
def _date(text: str) -> date | None:
    match = _ISO_DATE.match(text) or _THESIS_DATE.match(text)
    if match is None:
        return None
    try:
        return date(int(match["y"]), int(match["m"]), int(match["d"]))
    except ValueError:
        return None


def _time(text: str) -> time | None:
    match = _TIME.match(text)
    if match is None:
        return None
    hours, minutes, seconds, fraction = match.groups()
    try:
        return time(int(hours), int(minutes), int(seconds or 0), int((fraction or "0").ljust(6, "0")[:6]))
    except ValueError:
        return None


def parse_date(value: object, field: str) -> date:
    """A calendar day: 2008-12-04, or as in the thesis 4/12/2008."""
    found = _date(value) if isinstance(value, str) else None
    if found is None:
        raise ProtocolError(field, expected="a date such as 2008-12-04 or 04/12/2008 (day first)", got=value)
    return found


def parse_time(value: object, field: str) -> time:
    """A time of day in UTC: 14:15:21.245."""
    found = _time(value) if isinstance(value, str) else None
    if found is None:
        raise ProtocolError(field, expected="a UTC time of day such as 14:15:21.245", got=value)
    return found


def parse_timestamp(value: object, field: str) -> datetime:
    """A moment in UTC: 2008-12-04T14:15:21.245Z; an offset is reckoned in, none means UTC."""
    match = _TIMESTAMP.match(value) if isinstance(value, str) else None
    day, clock = (_date(match[1]), _time(match[2])) if match else (None, None)
    if match is not None and day is not None and clock is not None:
        with contextlib.suppress(ValueError, OverflowError):  # an impossible offset, a moment before the year 1
            return datetime.combine(day, clock, _zone(match[3])).astimezone(UTC)
    raise ProtocolError(field, expected="a UTC moment such as 2008-12-04T14:15:21.245Z", got=value)


def tiff_moment(tag: str | None) -> datetime | None:
    """The moment, UTC, that TIFF 6.0 writes as "2008:03:02 11:25:35"; None if it is not one."""
    if tag is None:
        return None
    day, _, clock = tag.partition(" ")
    with contextlib.suppress(ProtocolError):
        return parse_timestamp(f"{day.replace(':', '-')}T{clock}", "TIFFTAG_DATETIME")
    return None


def _zone(offset: str | None) -> timezone:
    if offset in (None, "Z"):
        return UTC
    digits = offset[1:].replace(":", "")
    shift = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-shift if offset[0] == "-" else shift)


def write_timestamp(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC, to the microsecond when it has them."""
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return f"{moment.isoformat()[:-6]}Z"  # without the +00:00
