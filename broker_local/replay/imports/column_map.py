"""Which column of a file says what: as given with --map, else guessed from names that such files usually have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from broker_local.protocol.choices import choice_error
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.topic import Topic

# What --map may name besides attributes.
LAT, LON, WKT, MOMENT, DATE, TIME, ID, KEY = "lat", "lon", "wkt", "moment", "date", "time", "id", "key"
# How far off a point may be: never guessed, so that a file gives the same events with every version.
ACCURACY_M, HDOP, SCAN_KM, TRACK_KM = "accuracy_m", "hdop", "scan_km", "track_km"
ROLES = (LAT, LON, WKT, MOMENT, DATE, TIME, ID, KEY, ACCURACY_M, HDOP, SCAN_KM, TRACK_KM)
_USUAL = {
    LAT: ("latitude", "lat", "y"),
    LON: ("longitude", "lon", "long", "lng", "x"),
    WKT: ("wkt", "the_geom", "geom"),
    DATE: ("acq_date", "date", "incdate", "posdate", "obsdate", "call_date", "incident_date"),
    TIME: ("acq_time", "time", "inctime", "postime", "obstime", "call_time", "incident_time"),
    MOMENT: (
        *("timestamp", "datetime", "date_time", "time", "happened_at", "observed_at", "occurred_at", "received_at"),
        *("call_received", "started", "created", "polygondatetime", "datecurrent", "date", "acq_date"),
    ),
    KEY: ("track_name", "assetid", "asset_id", "vehicle_id", "unit_id", "icao24", "device_id", "sensorid"),
}


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """Columns by the part that they play, and by the attribute that they fill."""

    roles: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)


def parse_map(words: Iterable[str]) -> dict[str, str]:
    """What was typed: `lat=Y_COORD`, `Speed=velocity`."""
    given = {}
    for word in words:
        to, _, column = word.partition("=")
        if not to or not column:
            raise ProtocolError("--map", expected="WHAT=COLUMN, such as lat=Y_COORD", got=word)
        given[to] = column
    return given


def column_map(given: Mapping[str, str], columns: Sequence[str], topic: Topic | None) -> ColumnMap:
    """The part of every column; a name that is given must be there."""
    known = {name.lower(): name for name in reversed(columns)}
    roles: dict[str, str] = {}
    attributes: dict[str, str] = {}
    for to, column in given.items():
        if column not in columns:
            raise choice_error(column, set(columns), "--map")
        attribute = None if topic is None else topic.find(to)
        if to in ROLES:
            roles[to] = column
        elif attribute is not None:
            attributes[attribute.name] = column
        elif topic is not None:
            raise choice_error(to, {*ROLES, *topic.by_name}, "--map")
        else:
            attributes[to] = column
    _guess(roles, known)
    if topic is not None:
        for name in topic.by_name:
            if name not in attributes and name.lower() in known:
                attributes[name] = known[name.lower()]
    return ColumnMap(roles, attributes)


def _guess(roles: dict[str, str], known: Mapping[str, str]) -> None:
    found = {role: next((known[n] for n in names if n in known), None) for role, names in _USUAL.items()}
    wanted: list[str] = [KEY]
    if WKT not in roles and LAT not in roles and LON not in roles:
        wanted += [LAT, LON] if found[LAT] and found[LON] else [WKT]
    if not roles.keys() & {MOMENT, DATE, TIME}:
        wanted += [DATE, TIME] if found[DATE] and found[TIME] else [MOMENT]
    for role in wanted:
        column = found[role]
        if role not in roles and column is not None:
            roles[role] = column
