"""NMEA 0183 sentences read: checked, and put together to fixes with position, speed and how sure they are."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_SENTENCE = re.compile(r"[$!]([^*$!\r\n]{1,200})\*([0-9A-Fa-f]{2})\s*\Z")
_UNIT_ERROR_M = 5.0  # of a usual receiver: the user equivalent range error, of which HDOP is a multiple
_KMH_PER_KNOT = 1.852
_HALF_A_DAY = timedelta(hours=12)


class BadSentence(ValueError):
    """The sender's fault: a line that is no whole sentence, and why."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Where a receiver was, and when."""

    lon: float
    lat: float
    at: datetime
    speed_kmh: float | None
    accuracy_m: float | None  # within which the true place is about two times in three


def accuracy_of(hdop: float) -> float:
    """How sure a position is, in metres: the dilution of precision times what a usual receiver is off."""
    return hdop * _UNIT_ERROR_M


def checksum(body: str) -> int:
    """The exclusive or of all characters between $ and *."""
    total = 0
    for character in body:
        total ^= ord(character)
    return total


def fields_of(line: str) -> list[str]:
    """The fields of a sentence, its name without the talker first; raises BadSentence."""
    match = _SENTENCE.match(line.strip())
    if match is None:
        raise BadSentence("expected $…*hh, a sentence with its checksum")
    body, given = match[1], int(match[2], 16)
    if checksum(body) != given:
        raise BadSentence(f"expected the checksum {checksum(body):02X}, got {given:02X}")
    name, *fields = body.split(",")
    return [name[-3:] if not name.startswith("P") else name, *fields]


class FixReader:
    """Follows the sentences of one receiver: RMC says where and how fast, GGA how sure, GSA and VTG add to it.

    A receiver tells one moment in several sentences; a fix is made when its RMC has come, with the latest HDOP.
    One that sends no RMC is read by its GGA, from its second moment on. A GGA tells no day: it is that of the latest
    such time of day which is not after `no_later_than`, or, if the receiver sends ZDA, the one next to that.
    """

    def __init__(self, no_later_than: Callable[[], datetime] | None = None) -> None:
        self._no_later_than = no_later_than
        self._clock: time | None = None  # of the latest GGA
        self._hdop: float | None = None
        self._speed_kmh: float | None = None
        self._has_rmc = False
        self.read = self.bad = 0

    def take(self, line: str) -> Fix | None:
        """The fix that a line completes; raises BadSentence for one that is broken."""
        try:
            fields = fields_of(line)
            fix = self._taken(fields)
        except BadSentence:
            self.bad += 1
            raise
        except (ValueError, IndexError) as error:
            self.bad += 1
            raise BadSentence(f"expected the fields of {fields[0]}, got {line.strip()!r}: {error}") from None
        self.read += 1
        return fix

    def _taken(self, fields: list[str]) -> Fix | None:
        match fields[0]:
            case "RMC":
                return self._rmc(fields)
            case "GGA":
                return self._gga(fields)
            case "GSA":
                self._hdop = _number(fields[16]) if fields[2] in ("2", "3") else None
            case "ZDA" if fields[4]:
                day, month, year = (int(field) for field in fields[2:5])
                told = datetime.combine(date(year, month, day), _clock(fields[1]), UTC)
                self._no_later_than = lambda: told + _HALF_A_DAY
            case "VTG":
                self._speed_kmh = _number(fields[7])
        return None

    def _rmc(self, fields: list[str]) -> Fix | None:
        self._has_rmc = True
        if fields[2] != "A":  # V is a warning: no position
            return None
        day = datetime.strptime(fields[9], "%d%m%y").date()
        knots = _number(fields[7])
        self._speed_kmh = None if knots is None else knots * _KMH_PER_KNOT
        return self._fix(fields[3:7], datetime.combine(day, _clock(fields[1]), UTC))

    def _gga(self, fields: list[str]) -> Fix | None:
        if fields[6] in ("", "0"):
            self._hdop = None
            return None
        self._hdop = _number(fields[8])
        before, self._clock = self._clock, _clock(fields[1])
        if self._has_rmc or self._no_later_than is None or before is None or before == self._clock:
            return None  # the RMC of the moment says it, with its day
        latest = self._no_later_than()
        at = datetime.combine(latest.date(), self._clock, UTC)
        return self._fix(fields[2:6], at if at <= latest else at - timedelta(days=1))

    def _fix(self, place: list[str], at: datetime) -> Fix:
        lat, lon = _degrees(place[0], place[1], "NS", 90.0), _degrees(place[2], place[3], "EW", 180.0)
        accuracy_m = None if self._hdop is None else accuracy_of(self._hdop)
        return Fix(lon, lat, at, self._speed_kmh, accuracy_m)


def _degrees(text: str, side: str, sides: str, most: float) -> float:
    """ddmm.mmmm and a side to degrees."""
    whole, minutes = text[: text.index(".") - 2], text[text.index(".") - 2 :]
    degrees = float(whole or 0) + float(minutes) / 60.0
    if side not in sides or not side or float(minutes) >= 60.0 or degrees > most:
        raise ValueError(f"no such place: {text},{side}")
    return degrees if side == sides[0] else -degrees


def _clock(text: str) -> time:
    moment = datetime.strptime(text[:6], "%H%M%S")
    fraction = float(f"0{text[6:]}") if len(text) > 6 else 0.0
    return (moment + timedelta(microseconds=round(fraction * 1e6))).time()


def _number(text: str) -> float | None:
    if not text:
        return None
    value = float(text)
    if not 0 <= value < math.inf:  # as speeds and dilutions are
        raise ValueError(f"no such number: {text}")
    return value
