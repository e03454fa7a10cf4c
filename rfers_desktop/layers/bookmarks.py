"""Places of the map that a user named, kept in a file."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError

from .map_place import MapPlace

_VERSION = 1
_LONGEST_NAME = 80
_MOST = 1_000
_LARGEST_FILE = 1_000_000


class Bookmarks:
    """Names and places in the order they were made; every change is written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.problem = ""  # why an existing file could not be used; it is kept beside the new one
        self._places: dict[str, MapPlace] = {}
        self._read()

    def names(self) -> tuple[str, ...]:
        """All names."""
        return tuple(self._places)

    def place(self, name: str) -> MapPlace:
        """The place of a name."""
        return self._places[name]

    def add(self, name: str, place: MapPlace) -> None:
        """Keep a place; a name that is there already gets the new place. Raises ProtocolError for a bad name."""
        kept = _checked_name(name)
        if kept not in self._places and len(self._places) >= _MOST:
            raise ProtocolError("bookmarks", expected=f"at most {_MOST}", got=Given("one more"))
        self._places[kept] = place
        self._write()

    def rename(self, name: str, new: str) -> None:
        """Give a place another name, at the same spot of the list."""
        kept = _checked_name(new)
        if kept != name and kept in self._places:
            raise ProtocolError("bookmark", expected="a name that is not taken", got=kept)
        self._places = {kept if known == name else known: place for known, place in self._places.items()}
        self._write()

    def remove(self, name: str) -> None:
        """Forget a place."""
        del self._places[name]
        self._write()

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            if self._path.stat().st_size > _LARGEST_FILE:
                raise ValueError(f"larger than {_LARGEST_FILE:,} bytes")
            self._places = _places_of(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            self._places = {}
            aside = self._path.with_suffix(".unreadable")
            self.problem = f"The bookmarks could not be read ({error}); the file is kept as {aside.name}."
            self._path.replace(aside)

    def _write(self) -> None:
        rows = [
            {"name": name, "lon": place.lon, "lat": place.lat, "m_per_px": place.m_per_px}
            for name, place in self._places.items()
        ]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps({"version": _VERSION, "bookmarks": rows}, ensure_ascii=False, indent=1), "utf-8")
        os.replace(fresh, self._path)  # a crash leaves the old file or the new one, never half of one


def _checked_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > _LONGEST_NAME or not plain.isprintable():
        raise ProtocolError("bookmark", expected=f"a name of 1 to {_LONGEST_NAME} characters", got=name)
    return plain


def _places_of(written: object) -> dict[str, MapPlace]:
    if not isinstance(written, dict) or written.get("version") != _VERSION:
        raise ValueError(f"expected version {_VERSION}")
    places = {}
    for row in written["bookmarks"][:_MOST]:
        place = MapPlace(float(row["lon"]), float(row["lat"]), float(row["m_per_px"]))
        if not (
            abs(place.lon) <= 180 and abs(place.lat) <= 90 and place.m_per_px > 0 and math.isfinite(place.m_per_px)
        ):
            raise ValueError(f"bookmark {row['name']!r}: expected a place on the earth")
        places[_checked_name(str(row["name"]))] = place
    return places
