"""Rows of a GeoPackage (OGC 12-128): SQLite read as it is, geometries after the header of their blobs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError

from .rows import BadRow, Row, as_geojson

_ENVELOPE_BYTES = (0, 32, 48, 48, 64)  # by the code in the flags
_UNSAID = (0, -1)  # coordinate systems of the standard that say nothing


def gpkg_rows(path: Path) -> Iterator[Row | BadRow]:
    """The rows of all layers of features, one layer after another."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        layers = database.execute(
            "SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns ORDER BY table_name"
        ).fetchall()
        systems = dict(
            database.execute(
                "SELECT srs_id, organization || ':' || organization_coordsys_id FROM gpkg_spatial_ref_sys"
            ).fetchall()
        )
        for table, geometry, srs_id in layers:
            crs = None if srs_id in _UNSAID else systems.get(srs_id)
            yield from _layer(database, table, geometry, crs)
    except sqlite3.DatabaseError as error:
        raise ProtocolError(path.name, expected="a GeoPackage", got=Given(str(error))) from None
    finally:
        database.close()


def _layer(database: sqlite3.Connection, table: str, geometry: str, crs: str | None) -> Iterator[Row | BadRow]:
    cursor = database.execute(f"SELECT * FROM {_quoted(table)}")
    names = [column[0] for column in cursor.description]
    place = names.index(geometry)
    for number, found in enumerate(cursor, start=1):
        where = f"{table} {number}"
        cells = zip(names, found, strict=True)
        values = {name: value for name, value in cells if name != geometry and type(value) is not bytes}
        try:
            drawn = None if found[place] is None else as_geojson(geometry_of(found[place]))
        except ProtocolError as error:
            yield BadRow(where, error, repr(values).encode())
        else:
            yield Row(where, values, drawn, crs)


def geometry_of(blob: object) -> BaseGeometry:
    """The geometry in a GeoPackage's blob."""
    if not isinstance(blob, bytes) or len(blob) < 8 or blob[:2] != b"GP":
        raise ProtocolError("geometry", expected="a GeoPackage geometry", got=Given("something else"))
    envelope = blob[3] >> 1 & 0b111
    begin = 8 + (_ENVELOPE_BYTES[envelope] if envelope < len(_ENVELOPE_BYTES) else len(blob))
    try:
        found: BaseGeometry = shapely.force_2d(shapely.from_wkb(blob[begin:]))
    except shapely.errors.GEOSException as error:
        raise ProtocolError("geometry", expected="WKB", got=Given(str(error))) from None
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
