"""Addresses by street and house number, out of a table of streets as ranges of numbers along lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.language import later, tr

from .search import Named, NameIndex, SearchHit

_KIND = later("Address")
_NUMBERED = re.compile(r"\s*(\d{1,6})[A-Za-z]?\s+(.*\S)\s*")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
_SHORT = {
    "avenue": "ave", "av": "ave", "street": "st", "road": "rd", "drive": "dr", "boulevard": "blvd", "trail": "tr",
    "crescent": "cres", "place": "pl", "highway": "hwy", "northeast": "ne", "northwest": "nw", "southeast": "se",
    "southwest": "sw", "north": "n", "south": "s", "east": "e", "west": "w",
}  # fmt: skip
_NEEDED = ("street", "city", "from", "to", "from_lon", "from_lat", "to_lon", "to_lat")
_NOT_ON_STREET = 0.6  # a house number that the street does not have: the street is shown all the same


@dataclass(frozen=True, slots=True)
class StreetRange:
    """House numbers `first` to `last` along a straight line."""

    street: str
    city: str
    first: int
    last: int
    from_lonlat: tuple[float, float]
    to_lonlat: tuple[float, float]

    def position(self, number: int) -> tuple[float, float]:
        """Where a house number is; those beyond the ends are at the ends."""
        span = self.last - self.first
        part = min(max((number - self.first) / span, 0.0), 1.0) if span else 0.5
        (lon, lat), (to_lon, to_lat) = self.from_lonlat, self.to_lonlat
        return lon + part * (to_lon - lon), lat + part * (to_lat - lat)


class AddressSearch:
    """Answers `2454 17th Avenue NE` and `17 ave`."""

    is_slow = False

    def __init__(self, ranges: Iterable[StreetRange]) -> None:
        self._ranges = tuple(ranges)
        # The key of a street goes with its hit as the detail, by which it is found again.
        self._streets = NameIndex(
            (
                index,
                Named(_street_words(street.street), tr(_KIND), *street.position(0), str(index), (_whole_name(street),)),
            )
            for index, street in enumerate(self._ranges)
        )
        self._by_words = {(_street_words(street.street), *street.position(0)): street for street in self._ranges}

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """Streets that fit, at the house number if one was given."""
        numbered = _NUMBERED.fullmatch(text)
        hits = self._at_number(int(numbered[1]), numbered[2], limit) if numbered else []
        # `17 ave ne` may be a house 17 or a street 17th.
        return sorted([*hits, *self._along(text, limit)], key=lambda hit: (-hit.score, hit.title))[:limit]

    def _at_number(self, number: int, street_text: str, limit: int) -> list[SearchHit]:
        hits = []
        for hit in self._streets.search(_street_words(street_text), 4 * limit):
            street = self._by_words[hit.title, hit.lon, hit.lat]
            low, high = sorted((street.first, street.last))
            lon, lat = street.position(number)
            score = hit.score * (1.0 if low <= number <= high else _NOT_ON_STREET)
            hits.append(SearchHit(f"{number} {street.street}", street.city, tr(_KIND), lon, lat, score=score))
        return hits

    def _along(self, text: str, limit: int) -> list[SearchHit]:
        found = []
        for hit in self._streets.search(_street_words(text), limit):
            street = self._by_words[hit.title, hit.lon, hit.lat]
            (lon, lat), (to_lon, to_lat) = street.from_lonlat, street.to_lonlat
            bounds = (min(lon, to_lon), min(lat, to_lat), max(lon, to_lon), max(lat, to_lat))
            middle = ((lon + to_lon) / 2, (lat + to_lat) / 2)
            found.append(
                replace(hit, title=street.street, detail=street.city, lon=middle[0], lat=middle[1], bounds=bounds)
            )
        return found


def read_streets(path: Path) -> tuple[StreetRange, ...]:
    """The street ranges of a CSV table; lines that begin with # are remarks. Raises ProtocolError."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        missing = [name for name in _NEEDED if name not in (rows.fieldnames or ())]
        if missing:
            raise ProtocolError(path.name, expected="the columns " + ", ".join(_NEEDED), got=rows.fieldnames)
        return tuple(_range_of(row, f"{path.name} line {rows.line_num}") for row in rows)


def _range_of(row: dict[str, str], where: str) -> StreetRange:
    try:
        return StreetRange(
            row["street"],
            row["city"],
            int(row["from"]),
            int(row["to"]),
            (float(row["from_lon"]), float(row["from_lat"])),
            (float(row["to_lon"]), float(row["to_lat"])),
        )
    except (TypeError, ValueError):
        raise ProtocolError(where, expected="house numbers and degrees", got=dict(row)) from None


def _street_words(text: str) -> str:
    """`17th Avenue Northeast` as `17 ave ne`."""
    plain = _ORDINAL.sub(r"\1", text).replace(",", " ").replace(".", " ").lower()
    return " ".join(_SHORT.get(word, word) for word in plain.split())


def _whole_name(street: StreetRange) -> str:
    return f"{_street_words(street.street)} {street.city}"
