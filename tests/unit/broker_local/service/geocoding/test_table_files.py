"""Tables in files of three kinds."""

import json
import sqlite3
import struct
from pathlib import Path

import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from broker_local.service.geocoding.table_files import TableRow, read_rows


def rows(path: Path) -> list[TableRow]:
    return list(read_rows(path))


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def a_geopackage(path: Path, srs: int, *features: tuple[str, str]) -> Path:
    """A GeoPackage with one table, as the standard's section 2.1 describes it: names and geometries in WKT."""
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER);"
        "CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);"
        "CREATE TABLE roads (fid INTEGER PRIMARY KEY, geom BLOB, STREET TEXT);"
    )
    database.execute("INSERT INTO gpkg_spatial_ref_sys VALUES (?, 'EPSG', ?)", (srs, srs))
    database.execute("INSERT INTO gpkg_geometry_columns VALUES ('roads', 'geom', ?)", (srs,))
    for name, wkt in features:
        shape = shapely.from_wkt(wkt)
        envelope = struct.pack("<4d", *(shape.bounds[i] for i in (0, 2, 1, 3)))
        blob = b"GP\0\x03" + struct.pack("<i", srs) + envelope + shapely.to_wkb(shape)
        database.execute("INSERT INTO roads (geom, STREET) VALUES (?, ?)", (blob, name))
    database.commit()
    database.close()
    return path


def test_a_csv_has_its_columns_in_small_letters(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", '# from the city\nNumber, STREET ,lon\n12,"Main St, old",\n#5 13,Oak,1\n')
    assert rows(path) == [
        TableRow({"number": "12", "street": "Main St, old", "lon": ""}, None),
        TableRow({"number": "#5 13", "street": "Oak", "lon": "1"}, None),
    ]


def test_a_csv_may_have_lines_as_wkt(tmp_path: Path) -> None:
    (row,) = rows(written(tmp_path / "a.csv", 'street,wkt\nMain St,"LINESTRING (0 0, 1 1)"\n'))
    assert row == TableRow({"street": "Main St"}, shapely.LineString([(0, 0), (1, 1)]))


@pytest.mark.parametrize("is_batch", [True, False])
def test_geojson_may_be_a_collection_or_a_feature_a_line(tmp_path: Path, is_batch: bool) -> None:
    feature = {
        "type": "Feature",
        "properties": {"Number": 12, "unit": None},
        "geometry": {"type": "Point", "coordinates": [1, 2]},
    }
    text = json.dumps({"type": "FeatureCollection", "features": [feature] * 2})
    path = written(tmp_path / "a.geojson", text if is_batch else f"{json.dumps(feature)}\n{json.dumps(feature)}\n")
    assert rows(path) == [TableRow({"number": "12", "unit": ""}, shapely.Point(1, 2))] * 2


def test_a_geopackage_is_read_in_its_own_coordinates(tmp_path: Path) -> None:
    path = a_geopackage(tmp_path / "a.gpkg", 32611, ("Main St", "POINT (700000 5670000)"), ("Oak", "POINT (700100 0)"))
    first, second = rows(path)
    assert (first.columns["street"], second.columns["street"]) == ("Main St", "Oak")
    assert first.geometry is not None
    assert (first.geometry.x, first.geometry.y) == pytest.approx((-114.1405, 51.1465), abs=1e-3)


def test_a_geopackage_in_lon_lat_stays_as_it_is(tmp_path: Path) -> None:
    (row,) = rows(a_geopackage(tmp_path / "a.gpkg", 4326, ("Main St", "LINESTRING (0 0, 1 1)")))
    assert row.geometry == shapely.LineString([(0, 0), (1, 1)])


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.xls", "", "a file that ends in .csv, .geojson, .json, .gpkg"),
        ("a.geojson", "nonsense", "a geojson file"),
        ("a.geojson", "[1]", "GeoJSON features"),
        ("a.geojson", '{"features": [3]}', "GeoJSON features"),
        ("a.gpkg", "nonsense, and long enough to be looked at" * 30, "a gpkg file"),
        ("a.csv", 'street,wkt\nMain St,"LINE"\n', "a csv file"),
    ],
)
def test_a_file_that_is_not_what_its_ending_says_is_refused(tmp_path: Path, name: str, text: str, told: str) -> None:
    with pytest.raises(ProtocolError, match=told):
        rows(written(tmp_path / name, text))


def test_a_csv_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes("street\nÉlan\n".encode("latin-1"))
    with pytest.raises(ProtocolError, match="a csv file"):
        rows(tmp_path / "a.csv")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="--addresses: expected a file"):
        rows(tmp_path / "none.csv")
