"""GeoPackages: written with SQLite alone, read back with their geometries bit for bit and their coordinate systems."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.gpkg_rows import geometry_of, gpkg_rows
from broker_local.replay.imports.rows import BadRow, Row

SQUARE = shapely.box(-114.1, 51.0, -114.0 + 1e-13, 51.1)


def a_blob(geometry: shapely.Geometry, envelope: int = 1) -> bytes:
    boxes = {0: b"", 1: struct.pack("<4d", 0, 0, 0, 0), 4: struct.pack("<8d", *range(8))}
    return b"GP\x00" + bytes([1 | envelope << 1]) + struct.pack("<i", 4326) + boxes[envelope] + shapely.to_wkb(geometry)


def a_package(path: Path, srs_id: int, *blobs: bytes | None) -> Path:
    database = sqlite3.connect(path)
    database.executescript(
        'CREATE TABLE "fire ""zones""" (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, photo BLOB);'
        "CREATE TABLE gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id, z, m);"
        "CREATE TABLE gpkg_spatial_ref_sys (srs_id, organization, organization_coordsys_id);"
        "INSERT INTO gpkg_spatial_ref_sys VALUES (3005, 'EPSG', 3005), (0, 'NONE', 0);"
    )
    database.execute(
        "INSERT INTO gpkg_geometry_columns VALUES ('fire \"zones\"', 'geom', 'POLYGON', ?, 0, 0)", (srs_id,)
    )
    for blob in blobs:
        database.execute('INSERT INTO "fire ""zones""" (geom, name, photo) VALUES (?, \'a\', ?)', (blob, b"..."))
    database.commit()
    database.close()
    return path


def test_rows_have_their_values_and_geometries(tmp_path: Path) -> None:
    path = a_package(tmp_path / "a.gpkg", 3005, a_blob(SQUARE), None)
    placed, unplaced = gpkg_rows(path)
    assert isinstance(placed, Row)
    assert (placed.values, placed.crs) == ({"fid": 1, "name": "a"}, "EPSG:3005")
    assert shapely.Polygon(placed.geometry["coordinates"][0]).wkb == SQUARE.wkb  # type: ignore[index]
    assert unplaced == Row('fire "zones" 2', {"fid": 2, "name": "a"}, None, "EPSG:3005")


def test_a_system_that_says_nothing_is_none(tmp_path: Path) -> None:
    (row,) = gpkg_rows(a_package(tmp_path / "a.gpkg", 0, a_blob(SQUARE)))
    assert isinstance(row, Row)
    assert row.crs is None


@pytest.mark.parametrize("envelope", [0, 1, 4])
def test_the_envelope_before_a_geometry_is_passed_over(envelope: int) -> None:
    assert geometry_of(a_blob(SQUARE, envelope)).equals_exact(SQUARE)


@pytest.mark.parametrize("blob", [b"", b"XX\x00\x01\0\0\0\0", a_blob(SQUARE)[:-9], a_blob(SQUARE)[:3] + b"\x0f" * 9])
def test_a_broken_geometry_makes_a_bad_row(tmp_path: Path, blob: bytes) -> None:
    (row,) = gpkg_rows(a_package(tmp_path / "a.gpkg", 3005, blob))
    assert isinstance(row, BadRow)


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.gpkg").write_bytes(b"no database" * 100)
    with pytest.raises(ProtocolError, match="a GeoPackage"):
        list(gpkg_rows(tmp_path / "a.gpkg"))
