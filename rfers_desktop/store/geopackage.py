"""GeoPackage files by hand (OGC 12-128r18): their tables, geometries and spatial index, on plain SQLite.

A file made here opens in QGIS and GDAL while it is being written, and a process that is killed leaves it whole: SQLite
keeps what was committed in the write-ahead log.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import CRS
from shapely.geometry.base import BaseGeometry

WGS84 = 4326
_APPLICATION_ID = 0x47504B47  # "GPKG"
_USER_VERSION = 10300  # GeoPackage 1.3
_WAIT_S = 10.0  # for another process that writes, such as QGIS
_FLAGS_BOX, _FLAGS_EMPTY = 0b00000011, 0b00010001  # little-endian; with the box of x and y, or empty without one
_HEADER = struct.Struct("<2sBBi4d")  # section 2.1.3: magic, version, flags, srs_id, min x, max x, min y, max y
_SHORT_HEADER = struct.Struct("<2sBBi")
_BOX_DOUBLES = (0, 4, 6, 6, 8)  # by the flags' envelope indicator

_TABLES = """
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
"""
# Annex F.3: the index follows the table whoever writes to it.
_INDEX = """
CREATE VIRTUAL TABLE "rtree_{t}_geom" USING rtree(id, minx, maxx, miny, maxy);
CREATE TRIGGER "rtree_{t}_geom_insert" AFTER INSERT ON "{t}"
  WHEN (NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom))
  BEGIN INSERT OR REPLACE INTO "rtree_{t}_geom" VALUES (
    NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER "rtree_{t}_geom_update1" AFTER UPDATE OF geom ON "{t}"
  WHEN OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
  BEGIN INSERT OR REPLACE INTO "rtree_{t}_geom" VALUES (
    NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER "rtree_{t}_geom_update2" AFTER UPDATE OF geom ON "{t}"
  WHEN OLD.fid = NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
  BEGIN DELETE FROM "rtree_{t}_geom" WHERE id = OLD.fid; END;
CREATE TRIGGER "rtree_{t}_geom_update3" AFTER UPDATE ON "{t}"
  WHEN OLD.fid != NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))
  BEGIN DELETE FROM "rtree_{t}_geom" WHERE id = OLD.fid;
    INSERT OR REPLACE INTO "rtree_{t}_geom" VALUES (
    NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER "rtree_{t}_geom_update4" AFTER UPDATE ON "{t}"
  WHEN OLD.fid != NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))
  BEGIN DELETE FROM "rtree_{t}_geom" WHERE id IN (OLD.fid, NEW.fid); END;
CREATE TRIGGER "rtree_{t}_geom_delete" AFTER DELETE ON "{t}" WHEN OLD.geom NOT NULL
  BEGIN DELETE FROM "rtree_{t}_geom" WHERE id = OLD.fid; END;
"""


def connect(file: Path) -> sqlite3.Connection:
    """Open or begin a GeoPackage for writing; the connection is for one thread."""
    connection = sqlite3.connect(file, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.Error:
        connection.close()
        raise
    connection.execute("PRAGMA synchronous = NORMAL")  # after a power cut the inbox is asked again from what is left
    for name, function in (("ST_IsEmpty", _is_empty), ("ST_MinX", _min_x), ("ST_MaxX", _max_x)):
        connection.create_function(name, 1, function, deterministic=True)
    for name, function in (("ST_MinY", _min_y), ("ST_MaxY", _max_y)):
        connection.create_function(name, 1, function, deterministic=True)
    return connection


def connect_to_read(file: Path) -> sqlite3.Connection:
    """Open a GeoPackage that is there, to read alone; the connection is for one thread at a time."""
    try:
        return _reading(file, "mode=ro")
    except sqlite3.OperationalError:
        if not file.is_file():
            raise
        return _reading(file, "immutable=1")  # the disk has no room for what readers share, or may only be read


def _reading(file: Path, how: str) -> sqlite3.Connection:
    address = f"{file.resolve().as_uri()}?{how}"
    connection = sqlite3.connect(address, uri=True, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def begin_geopackage(connection: sqlite3.Connection) -> None:
    """Give an empty file the tables that every GeoPackage has."""
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {_USER_VERSION}")
    _run(connection, _TABLES)
    wgs84 = CRS.from_epsg(WGS84).to_wkt("WKT1_GDAL")
    rows = (
        ("Undefined Cartesian SRS", -1, "NONE", -1, "undefined", "undefined Cartesian coordinate reference system"),
        ("Undefined geographic SRS", 0, "NONE", 0, "undefined", "undefined geographic coordinate reference system"),
        ("WGS 84 geodetic", WGS84, "EPSG", WGS84, wgs84, "longitude and latitude in degrees"),
    )
    connection.executemany("INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)", rows)


def add_feature_table(connection: sqlite3.Connection, table: str, columns: str, title: str) -> None:
    """A table with `fid` and `geom` before its own columns, with its spatial index, known to readers by its title."""
    connection.execute(f'CREATE TABLE "{table}" (fid INTEGER PRIMARY KEY AUTOINCREMENT, geom GEOMETRY, {columns})')
    register_features(connection, table, title)
    _run(connection, _INDEX.format(t=table))
    connection.execute(
        "INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')",
        (table, "http://www.geopackage.org/spec120/#extension_rtree"),
    )


def register_features(connection: sqlite3.Connection, table: str, title: str, kind: str = "GEOMETRY") -> None:
    """Let readers know of a table or a view that has `geom`."""
    connection.execute(
        "INSERT INTO gpkg_contents(table_name, data_type, identifier, srs_id) VALUES (?, 'features', ?, ?)",
        (table, title, WGS84),
    )
    connection.execute("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)", (table, kind, WGS84))


def widen_extent(connection: sqlite3.Connection, table: str, box: Sequence[float | None]) -> None:
    """Something was added to a layer within west, south, east, north: readers zoom to what a layer says it covers."""
    west, south, east, north = (None if side is None or side != side else side for side in box)
    connection.execute(
        "UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now'),"
        " min_x = min(coalesce(min_x, ?1), coalesce(?1, min_x)), min_y = min(coalesce(min_y, ?2), coalesce(?2, min_y)),"
        " max_x = max(coalesce(max_x, ?3), coalesce(?3, max_x)), max_y = max(coalesce(max_y, ?4), coalesce(?4, max_y))"
        " WHERE table_name = ?5",
        (west, south, east, north, table),
    )


def add_plain_table(connection: sqlite3.Connection, table: str, columns: str, title: str) -> None:
    """A table without places; readers that find one such registered do not list the tables that are not."""
    connection.execute(f'CREATE TABLE "{table}" ({columns})')
    connection.execute(
        "INSERT INTO gpkg_contents(table_name, data_type, identifier) VALUES (?, 'attributes', ?)", (table, title)
    )


def to_blobs(geometries: Sequence[BaseGeometry | None]) -> list[bytes | None]:
    """Lon/lat geometries as a GeoPackage spells them; each carries its box, so that the index need not read it."""
    shapes: NDArray[np.object_] = np.array(geometries, dtype=object)
    wkbs = shapely.to_wkb(shapes, byte_order=1)
    boxes = shapely.bounds(shapes).tolist()
    return [_blob(wkb, *box) if wkb is not None else None for wkb, box in zip(wkbs.tolist(), boxes, strict=True)]


def from_blob(blob: bytes | None) -> BaseGeometry | None:
    """A geometry out of a GeoPackage, whoever wrote it."""
    if blob is None:
        return None
    boxed = _BOX_DOUBLES[min((blob[3] >> 1) & 0b111, len(_BOX_DOUBLES) - 1)]
    return shapely.from_wkb(blob[_SHORT_HEADER.size + 8 * boxed :])


def _blob(wkb: bytes, west: float, south: float, east: float, north: float) -> bytes:
    if west != west:  # empty
        return _SHORT_HEADER.pack(b"GP", 0, _FLAGS_EMPTY, WGS84) + wkb
    return _HEADER.pack(b"GP", 0, _FLAGS_BOX, WGS84, west, east, south, north) + wkb


def _box(blob: bytes) -> tuple[float, float, float, float]:
    """West, east, south, north."""
    if blob[3] & 0b1111 == _FLAGS_BOX:
        _, _, _, _, west, east, south, north = _HEADER.unpack_from(blob)
        return west, east, south, north
    shape = from_blob(blob)
    assert shape is not None
    west, south, east, north = shape.bounds
    return west, east, south, north


def _is_empty(blob: bytes) -> bool:
    return bool(blob[3] & 0b00010000)


def _min_x(blob: bytes) -> float:
    return _box(blob)[0]


def _max_x(blob: bytes) -> float:
    return _box(blob)[1]


def _min_y(blob: bytes) -> float:
    return _box(blob)[2]


def _max_y(blob: bytes) -> float:
    return _box(blob)[3]


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Several statements within the transaction that is open; `executescript` would end it."""
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
