"""Tables of addresses in files: CSV, GeoJSON and GeoPackage become rows of texts, with a geometry if there is one."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.crs import ToLonLat, parse_crs
from broker_local.protocol.errors import Given, ProtocolError

ENDINGS = (".csv", ".geojson", ".json", ".gpkg")
_ENVELOPE_BYTES = (0, 32, 48, 48, 64)  # GeoPackage 1.3, 2.1.3: by the envelope's code
_OPTION = "--addresses"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its columns, their names in small letters, and its place."""

    columns: dict[str, str]
    geometry: BaseGeometry | None  # lon/lat


def read_rows(path: Path) -> Iterator[TableRow]:
    """The rows of a table; the file's ending says what it is."""
    if not path.is_file():
        raise ProtocolError(_OPTION, expected="a file", got=str(path))
    readers = dict(zip(ENDINGS, (_csv_rows, _geojson_rows, _geojson_rows, _geopackage_rows), strict=True))
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ProtocolError(_OPTION, expected="a file that ends in " + ", ".join(ENDINGS), got=path.name)
    try:
        yield from reader(path)
    except (UnicodeDecodeError, csv.Error, json.JSONDecodeError, sqlite3.Error, shapely.errors.ShapelyError) as error:
        raise ProtocolError(
            f"{_OPTION} {path.name}", expected=f"a {path.suffix[1:]} file", got=Given(str(error))
        ) from None


def _csv_rows(path: Path) -> Iterator[TableRow]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        for line in csv.DictReader(dropwhile(lambda line: line.startswith("#"), file)):
            columns = {name.strip().lower(): (value or "").strip() for name, value in line.items() if name}
            wkt = columns.pop("wkt", "")
            yield TableRow(columns, shapely.from_wkt(wkt) if wkt else None)


def _geojson_rows(path: Path) -> Iterator[TableRow]:
    """A FeatureCollection, or a feature a line (as OpenAddresses publishes them)."""
    text = path.read_text("utf-8")
    try:
        whole = json.loads(text)
        features = whole["features"] if isinstance(whole, dict) and "features" in whole else [whole]
    except json.JSONDecodeError:
        whole, features = {}, (json.loads(line) for line in text.splitlines() if line.strip())
    to_lonlat = parse_crs(whole.get("crs"), "crs") if isinstance(whole, dict) else None
    for number, feature in enumerate(features, start=1):
        if not isinstance(feature, dict) or not isinstance(feature.get("properties"), dict):
            raise ProtocolError(
                f"{_OPTION} {path.name}", expected="GeoJSON features", got=Given(f"another thing at {number}")
            )
        shape = feature.get("geometry")
        geometry = None if shape is None else shapely.from_geojson(json.dumps(shape))
        yield TableRow(_texts(feature["properties"]), _moved(geometry, to_lonlat))


def _geopackage_rows(path: Path) -> Iterator[TableRow]:
    """Every table of features. A GeoPackage is an SQLite file, so that no other library is needed."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        tables = database.execute(
            "SELECT table_name, column_name, organization || ':' || organization_coordsys_id AS crs"
            " FROM gpkg_geometry_columns JOIN gpkg_spatial_ref_sys USING (srs_id)"
        ).fetchall()
        for table in tables:
            to_lonlat = parse_crs(table["crs"], "crs")
            name = table["table_name"].replace('"', '""')
            for row in database.execute(f'SELECT * FROM "{name}"'):
                values = {key: row[key] for key in row.keys() if key != table["column_name"]}  # noqa: SIM118
                geometry = _from_geopackage(row[table["column_name"]])
                yield TableRow(_texts(values), _moved(geometry, to_lonlat))


def _from_geopackage(blob: bytes | None) -> BaseGeometry | None:
    """GeoPackage 1.3, section 2.1.3: magic, version, flags, srs_id, an envelope of the size the flags say, then WKB."""
    if blob is None or blob[:2] != b"GP" or blob[3] >> 1 & 7 >= len(_ENVELOPE_BYTES):
        return None
    return shapely.from_wkb(blob[8 + _ENVELOPE_BYTES[blob[3] >> 1 & 7] :])


def _texts(values: dict[str, object]) -> dict[str, str]:
    return {str(name).lower(): "" if value is None else str(value).strip() for name, value in values.items()}


def _moved(geometry: BaseGeometry | None, to_lonlat: ToLonLat | None) -> BaseGeometry | None:
    if geometry is None or to_lonlat is None:
        return geometry
    return shapely.transform(shapely.force_2d(geometry), to_lonlat)
