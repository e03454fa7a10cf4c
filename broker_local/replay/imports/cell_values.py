"""Values of cells, which are often text, as JSON would spell attributes; and moments as people write them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, tzinfo

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.times import parse_date, parse_time, parse_timestamp, write_timestamp
from broker_local.protocol.topic import AttributeType

from .column_map import DATE, MOMENT, TIME

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d+\Z", re.ASCII)
_DAY = re.compile(r"[\d/-]+\Z", re.ASCII)
_HAS_OFFSET = re.compile(r"(Z|[+-]\d\d:?\d\d)\Z")
_TRUTHS = {"true": True, "yes": True, "t": True, "y": True, "1": True}
_TRUTHS |= {"false": False, "no": False, "f": False, "n": False, "0": False}
_LEAST_EPOCH_S, _LEAST_EPOCH_MS, _LEAST_EPOCH_US = 1e8, 1e11, 1e14  # numbers that stand for moments since 1970


@dataclass(frozen=True, slots=True)
class TimeReading:
    """How a file writes moments: a format of strptime if it is unusual, and whose clock it was without an offset."""

    format: str | None = None
    zone: tzinfo = UTC

    def moment(self, value: object, field: str) -> datetime:
        """A moment: ISO 8601, a day, or a number of seconds, milliseconds or microseconds since 1970."""
        text = str(value).strip()
        if self.format is not None:
            try:
                return self._placed(datetime.strptime(text, self.format))
            except ValueError:
                raise ProtocolError(field, expected=f"a time such as {self.format}", got=value) from None
        if _NUMBER.match(text) and float(text) >= _LEAST_EPOCH_S:
            return _since_1970(float(text))
        if _DAY.match(text):
            return self._placed(datetime.combine(parse_date(text, field), time()))
        found = parse_timestamp(text, field)
        return found if _HAS_OFFSET.search(text) else self._placed(found.replace(tzinfo=None))

    def together(self, day: object, clock: object, field: str) -> datetime:
        """A moment out of a day and a time of day, which may be 0018 for 00:18."""
        return self._placed(datetime.combine(parse_date(str(day).strip(), field), parse_time(_clock(clock), field)))

    def of_row(self, values: Mapping[str, object], roles: Mapping[str, str]) -> datetime | None:
        """When a row happened, if its columns say so."""
        moment, day, clock = (values.get(roles[role]) if role in roles else None for role in (MOMENT, DATE, TIME))
        if not is_blank(moment):
            return self.moment(moment, roles[MOMENT])
        if not is_blank(day) and not is_blank(clock):
            return self.together(day, clock, f"{roles[DATE]}, {roles[TIME]}")
        return None if is_blank(day) else self.moment(day, roles[DATE])

    def _placed(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=moment.tzinfo or self.zone).astimezone(UTC)


def _since_1970(number: float) -> datetime:
    scale = 1e6 if number >= _LEAST_EPOCH_US else 1e3 if number >= _LEAST_EPOCH_MS else 1.0
    try:
        return datetime.fromtimestamp(number / scale, UTC)
    except (ValueError, OverflowError):
        raise ProtocolError("time", expected="a moment", got=number) from None


def _clock(value: object) -> str:
    text = str(value).strip()
    if not text.isdigit() or len(text) > 6:
        return text
    digits = text.zfill(4 if len(text) <= 4 else 6)
    return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))


def is_blank(value: object) -> bool:
    """Whether a cell says nothing."""
    return value is None or (isinstance(value, str) and not value.strip())


def number_of(value: object, field: str) -> float:
    """A number that may be written as text."""
    text = str(value).strip()
    if isinstance(value, bool) or not _NUMBER.match(text):
        raise ProtocolError(field, expected="a number", got=Given("nothing") if is_blank(value) else value)
    return float(text)


def value_for(kind: AttributeType, value: object, reading: TimeReading, field: str) -> object:
    """A cell as JSON would spell an attribute of a type; what cannot be one stays as it is, to be refused."""
    text = value.strip() if isinstance(value, str) else value
    match kind:
        case AttributeType.TEXT:
            return value if isinstance(value, str) else json.dumps(value, default=str)
        case AttributeType.NUMBER if isinstance(text, str) and _NUMBER.match(text):
            return float(text)
        case AttributeType.INTEGER if isinstance(text, str) and _WHOLE.match(text):
            return int(text)
        case AttributeType.INTEGER if isinstance(text, float) and text.is_integer():
            return int(text)
        case AttributeType.BOOLEAN:
            return _TRUTHS.get(str(text).lower(), text)
        case AttributeType.TIME:
            return _clock(text)
        case AttributeType.TIMESTAMP:
            return write_timestamp(reading.moment(text, field))
    return text
