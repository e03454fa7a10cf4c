"""Tests of rfers_desktop/store/geopackage.py."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pyogrio
import pytest
import shapely

from rfers_desktop.store import geopackage


@pytest.mark.parametrize(
    "wkt",
    [
        "POINT (-114 51)",
        "LINESTRING (0 0, 1 2)",
        "POLYGON ((0 0, 2 0, 2 2, 0 0))",
        "MULTIPOINT (1 2, 3 4)",
        "POINT EMPTY",
    ],
)
def test_a_geometry_comes_back_as_it_was_written(wkt: str) -> None:
    shape = shapely.from_wkt(wkt)
    (blob,) = geopackage.to_blobs([shape])
    assert geopackage.from_blob(blob) == shape


def test_what_has_no_place_has_no_geometry() -> None:
    assert geopackage.to_blobs([None]) == [None]
    assert geopackage.from_blob(None) is None


def test_a_file_with_a_feature_table_is_read_by_gdal_with_its_spatial_index(tmp_path: Path) -> None:
    file = tmp_path / "desk.gpkg"
    connection = geopackage.connect(file)
    geopackage.begin_geopackage(connection)
    geopackage.add_feature_table(connection, "things", "name TEXT", "Things")
    shapes = [shapely.Point(-114, 51), shapely.box(10, 10, 11, 12), None]
    rows = zip(geopackage.to_blobs(shapes), ("near", "far", "nowhere"), strict=True)
    connection.executemany("INSERT INTO things(geom, name) VALUES (?, ?)", rows)
    connection.close()
    info = pyogrio.read_info(file, layer="things")
    assert (info["crs"], info["features"], info["driver"]) == ("EPSG:4326", 3, "GPKG")
    assert info["capabilities"]["fast_spatial_filter"]
    _, _, _, (names,) = pyogrio.raw.read(file, bbox=(9, 9, 20, 20))
    assert names.tolist() == ["far"]


def test_the_index_follows_changes_and_deletions(tmp_path: Path) -> None:
    connection = geopackage.connect(tmp_path / "desk.gpkg")
    geopackage.begin_geopackage(connection)
    geopackage.add_feature_table(connection, "things", "name TEXT", "Things")
    first, moved = geopackage.to_blobs([shapely.Point(1, 1), shapely.Point(50, 50)])
    connection.execute("INSERT INTO things(geom) VALUES (?)", (first,))
    connection.execute("UPDATE things SET geom = ?", (moved,))
    assert connection.execute("SELECT minx, maxy FROM rtree_things_geom").fetchall() == [(50.0, 50.0)]
    connection.execute("DELETE FROM things")
    assert connection.execute("SELECT count(*) FROM rtree_things_geom").fetchone() == (0,)


def test_a_geometry_without_its_box_as_others_write_it_gets_into_the_index(tmp_path: Path) -> None:
    connection = geopackage.connect(tmp_path / "desk.gpkg")
    geopackage.begin_geopackage(connection)
    geopackage.add_feature_table(connection, "things", "name TEXT", "Things")
    bare = b"GP\x00\x01\xe6\x10\x00\x00" + shapely.to_wkb(shapely.Point(7, 8), byte_order=1)
    connection.execute("INSERT INTO things(geom) VALUES (?)", (bare,))
    assert connection.execute("SELECT minx, miny FROM rtree_things_geom").fetchall() == [(7.0, 8.0)]


def test_a_file_is_read_where_readers_may_not_write_what_they_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "layers.gpkg"
    with closing(geopackage.connect(file)) as connection:
        geopackage.begin_geopackage(connection)

    def refused(at: Path, how: str) -> sqlite3.Connection:
        if how == "mode=ro":
            raise sqlite3.OperationalError("unable to open database file")
        return reading(at, how)

    reading = geopackage._reading
    monkeypatch.setattr(geopackage, "_reading", refused)
    with closing(geopackage.connect_to_read(file)) as connection:
        assert connection.execute("SELECT count(*) FROM gpkg_spatial_ref_sys").fetchone() == (3,)
    with pytest.raises(sqlite3.OperationalError):
        geopackage.connect_to_read(tmp_path / "none.gpkg")
