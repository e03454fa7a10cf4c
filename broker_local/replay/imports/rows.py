"""A row of an imported file, before anything is made of it, and the file that it is from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import shapely
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError

GeoJson = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """Named values, maybe with a geometry; in the coordinates of `crs` (lon/lat where it is None)."""

    where: str  # within the file: "line 17", "feature 3"
    values: Mapping[str, object]
    geometry: GeoJson | None = None
    crs: str | None = None
    time_from: str = "a column that says when it happened"


@dataclass(frozen=True, slots=True)
class BadRow:
    """What could not even be read as a row."""

    where: str
    error: ProtocolError
    content: bytes


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or a folder of images: rows that can be read more than once, and whether they are the same as before."""

    name: str
    digest: str  # of the content
    rows: Callable[[], Iterator[Row | BadRow]]
    paths: Mapping[str, str] = field(default_factory=dict)  # of images: where each is, by its SHA-256


def as_geojson(geometry: BaseGeometry) -> GeoJson:
    """A geometry as parsed GeoJSON, every bit of it."""
    made: GeoJson = json.loads(json.dumps(mapping(geometry)))
    return made


def mended(geometry: GeoJson) -> GeoJson:
    """A geometry without rings that cross themselves; one that cannot be read stays as it is, to be refused."""
    try:
        drawn = shapely.from_geojson(json.dumps(geometry))
        return geometry if drawn.is_valid else as_geojson(shapely.make_valid(drawn, method="structure"))
    except shapely.errors.GEOSException:
        return geometry


def content_of(row: Row) -> bytes:
    """A row as it is put aside."""
    return json.dumps(dict(row.values) | ({"geometry": row.geometry} if row.geometry else {}), default=str).encode()
