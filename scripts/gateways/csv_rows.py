"""Rows of a CSV file as events of any topic: columns named as its attributes, and lon, lat, accuracy_m."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from broker_local.protocol.topic import AttributeType, Topic
from scripts.topic_features import Feature

_LON, _LAT, _TIME, _ID = ("lon", "longitude", "x"), ("lat", "latitude", "y"), ("time", "timestamp"), ("id",)
_ACCURACY = "accuracy_m"  # of lon and lat: one sigma
_SINCE_1970 = re.compile(r"\d{9,13}(\.\d+)?")  # ISO 8601 without marks has 8 digits, or a T
_MILLISECONDS_FROM = 1e11  # as seconds that were in the year 5138


class BadRow(ValueError):
    """A row that is no event, and why."""


class BadColumns(ValueError):
    """A line of columns that the topic does not have: no row below it can be understood."""


class RowReader:
    """Learns the columns from the first line, and makes a Feature of each that follows."""

    def __init__(
        self,
        topic: Topic,
        delimiter: str = ",",
        columns: Mapping[str, str] | None = None,
        always: Mapping[str, str] | None = None,
    ) -> None:
        """`columns` says which column of the file is what, and the others are left out; `always` is in every row."""
        self._topic = topic
        self._meaning = {column.lower(): name.lower() for name, column in (columns or {}).items()}
        self._always = {name.lower(): value for name, value in (always or {}).items()}
        self._delimiter = delimiter
        self._named: list[str] | None = None  # the columns as the file names them
        self._columns: list[str] | None = None
        self._attributes = {attribute.name.lower(): attribute for attribute in topic.attributes}

    def take(self, line: str) -> Feature | None:
        """The event of a line; None for the line of the columns and for empty ones; raises BadRow, or BadColumns."""
        if not line.strip():
            return None
        try:
            (values,) = csv.reader([line.rstrip("\r\n")], delimiter=self._delimiter)
        except csv.Error as error:
            raise BadRow(f"expected values parted by {self._delimiter!r}, got {line.strip()[:80]!r}: {error}") from None
        named = [name.strip().lstrip("\ufeff").lower() for name in values]
        if named == self._named:  # a file that was begun anew says them again
            return None
        if self._columns is None:
            self._named, self._columns = named, self._meant(named)
            return None
        if len(values) != len(self._columns):
            raise BadRow(f"expected {len(self._columns)} values, got {len(values)}")
        row = {name: value.strip() for name, value in zip(self._columns, values, strict=True) if value.strip()}
        return self._feature(self._always | row)

    def _meant(self, named: list[str]) -> list[str]:
        """What each column is; raises BadColumns where the file and what is asked for do not go together."""
        missing = [column for column in self._meaning if column not in named]
        if missing:
            raise BadColumns(f"expected a column {' and '.join(map(repr, missing))}, got {', '.join(named)}")
        columns = [self._meaning.get(name, name) for name in named]
        known = {*self._attributes, *_LON, *_LAT, *_TIME, *_ID, _ACCURACY}
        asked = {*self._meaning.values(), *self._always}
        unknown = [name for name in ({*columns, *asked} if not self._meaning else asked) if name not in known]
        if unknown:
            others = "lon, lat, accuracy_m, time or id"
            raise BadColumns(f"expected columns of {self._topic.name}, {others}, got {', '.join(unknown)}")
        return columns

    def _feature(self, row: dict[str, str]) -> Feature:
        properties: dict[str, object] = {"Topic": self._topic.name}
        for name, attribute in self._attributes.items():
            if name in row:
                is_number = attribute.type is AttributeType.NUMBER
                properties[attribute.name] = _number(name, row[name]) if is_number else row[name]
        properties = self._times(row) | properties
        lon, lat = (next((row[name] for name in names if name in row), None) for names in (_LON, _LAT))
        geometry = None
        if lon is not None and lat is not None:
            geometry = {"type": "Point", "coordinates": [_number("lon", lon), _number("lat", lat)]}
        feature: Feature = {"type": "Feature", "geometry": geometry, "properties": properties}
        if geometry is not None and _ACCURACY in row:
            feature[_ACCURACY] = _number(_ACCURACY, row[_ACCURACY])
        return feature | {"id": row["id"]} if "id" in row else feature

    def _times(self, row: dict[str, str]) -> dict[str, object]:
        """The topic's date and time from one column, or from the clock where the row tells none."""
        given = next((row[name] for name in _TIME if name in row), None)
        try:
            at = datetime.now(UTC) if given is None else _moment(given)
        except (ValueError, OverflowError):
            raise BadRow(f"time: expected an ISO 8601 time or seconds since 1970, got {given!r}") from None
        at = at.astimezone(UTC) if at.tzinfo is not None else at.replace(tzinfo=UTC)
        happened = self._topic.happened
        clock = f"{at:%H:%M:%S}.{at.microsecond // 1000:03}"
        pairs = ((happened.date, f"{at:%Y-%m-%d}"), (happened.time, clock), (happened.timestamp, at.isoformat()))
        return {name: value for name, value in pairs if name is not None}


def _moment(text: str) -> datetime:
    """ISO 8601, or seconds or milliseconds since 1970, as loggers and web services count them."""
    if _SINCE_1970.fullmatch(text) is None:
        return datetime.fromisoformat(text)
    seconds = float(text)
    return datetime.fromtimestamp(seconds / 1000.0 if seconds >= _MILLISECONDS_FROM else seconds, UTC)


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadRow(f"{name}: expected a number, got {text!r}") from None
