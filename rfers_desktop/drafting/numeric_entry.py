"""Numbers typed while drawing: a place, a leg by bearing and length, or a buffer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.limits import MAX_BUFFER_M
from rfers_desktop.geo.coordinates import position_text, read_position
from rfers_desktop.geo.measuring import bearing_text, distance_text
from rfers_desktop.geo.projections import Projection
from rfers_desktop.language import tr

_UNITS = {"": 1.0, "m": 1.0, "km": 1000.0, "ft": 0.3048, "mi": 1609.344}
_POINTS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+"
_LENGTH = rf"(?P<length>{_NUMBER})\s*(?P<unit>km|m|ft|mi|)"
_BUFFER = re.compile(rf"(?P<sign>[-+−]?)\s*{_LENGTH}", re.I)
_BEARING = rf"(?P<bearing>{_NUMBER}|{'|'.join(sorted(_POINTS, key=len, reverse=True))})\s*°?"
_AHEAD = re.compile(rf"@\s*{_LENGTH}", re.I)
_LEG = re.compile(rf"@\s*{_BEARING}\s*[,;<\s]\s*{_LENGTH}", re.I)
_PLAIN_LEG = re.compile(rf"{_BEARING}\s*[,;\s]\s*(?P<length>{_NUMBER})\s*(?P<unit>km|m|ft|mi)", re.I)


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """A corner at a position."""

    lon: float
    lat: float

    def words(self) -> str:
        """What Enter will do."""
        return tr("A corner at {place}", place=position_text(self.lon, self.lat))


@dataclass(frozen=True, slots=True)
class LegEntry:
    """A corner so far from the last one; without a bearing, towards the pointer."""

    length_m: float
    bearing_deg: float | None = None

    def words(self) -> str:
        """What Enter will do."""
        if self.bearing_deg is None:
            return tr("A leg of {length} towards the pointer", length=distance_text(self.length_m))
        bearing, length = bearing_text(self.bearing_deg), distance_text(self.length_m)
        return tr("A leg of {length} at {bearing}", length=length, bearing=bearing)


@dataclass(frozen=True, slots=True)
class BufferEntry:
    """So many metres around what is drawn."""

    metres: float

    def words(self) -> str:
        """What Enter will do."""
        length = distance_text(abs(self.metres))
        return tr("A buffer of {length}", length=length if self.metres >= 0 else f"−{length}")


Entry = PlaceEntry | LegEntry | BufferEntry


def read_entry(text: str, project: Projection | None = None) -> Entry:
    """What was typed: `500` or `2 km` is a buffer, `@45 500 m` or `NE 500 m` a leg, else a position.

    Raises ProtocolError for what is none of them.
    """
    plain = text.strip()
    buffer = _BUFFER.fullmatch(plain)
    if buffer:
        metres = _metres(buffer) * (-1.0 if buffer["sign"] in ("-", "−") else 1.0)
        if abs(metres) > MAX_BUFFER_M:
            raise ProtocolError("buffer", expected=f"at most {MAX_BUFFER_M / 1000:,.0f} km", got=Given(plain))
        return BufferEntry(metres)
    leg = _LEG.fullmatch(plain) or _PLAIN_LEG.fullmatch(plain)
    if leg:
        return LegEntry(_metres(leg), _bearing(leg["bearing"]))
    ahead = _AHEAD.fullmatch(plain)
    if ahead:
        return LegEntry(_metres(ahead))
    if plain.startswith("@"):
        raise ProtocolError("leg", expected="@bearing length, such as @45 500 m", got=Given(plain[1:] or "nothing"))
    position = read_position(plain, project)
    return PlaceEntry(position.lon, position.lat)


def _metres(match: re.Match[str]) -> float:
    return float(match["length"].replace(",", "")) * _UNITS[match["unit"].lower()]


def _bearing(words: str) -> float:
    if words.upper() in _POINTS:
        return _POINTS.index(words.upper()) * 22.5
    degrees = float(words.replace(",", ""))
    if degrees > 360.0:
        raise ProtocolError("bearing", expected="0 to 360 degrees", got=Given(words))
    return degrees % 360.0
