"""Tests of rfers_desktop/geo/vector_writing.py."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyogrio
import pytest
import shapely

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.out_layer import OutLayer, shape_array
from rfers_desktop.geo.vector_files import read_vector_file
from rfers_desktop.geo.vector_writing import FileFormat, format_of, write_layers

THINGS = OutLayer(
    "things",
    shape_array([shapely.Point(-114, 51), shapely.box(0, 0, 1, 1), None]),
    {"name": ["Engine 7", "=cmd()", None], "speed": [90.5, None, 3], "count": [1, 2, 3]},
)
OTHERS = OutLayer("others", shape_array([shapely.Point(1, 2)]), {"name": ["Sensor"], "heat": [31.5]})


@pytest.mark.parametrize("kind", [FileFormat.GEOPACKAGE, FileFormat.GEOJSON, FileFormat.KML], ids=str)
def test_what_is_written_is_read_again_with_its_attributes(tmp_path: Path, kind: FileFormat) -> None:
    file = tmp_path / f"out{kind.ending}"
    write_layers(file, [THINGS, OTHERS])
    layers = read_vector_file(file)
    named = [name for name, _ in pyogrio.list_layers(file)]
    assert named == (["things", "others"] if kind is FileFormat.GEOPACKAGE else ["out"])
    assert len(layers) == (2 if kind is FileFormat.GEOPACKAGE else 1)
    assert sum(len(layer) for layer in layers) == 3  # one has no place
    points = next(part for part in layers[0].parts if part.kind.value == "point")
    name = next(column for column in points.columns if column.lower() == "name")
    assert points.columns[name][0] == "Engine 7"
    assert points.lonlat[0].tolist() == [-114.0, 51.0]


def test_columns_keep_their_types(tmp_path: Path) -> None:
    write_layers(tmp_path / "out.gpkg", [THINGS])
    info = pyogrio.read_info(tmp_path / "out.gpkg")
    assert dict(zip(info["fields"].tolist(), info["dtypes"].tolist(), strict=True)) == {
        "name": "object",
        "speed": "float64",
        "count": "int64",
    }


def test_geojson_is_what_the_standard_says(tmp_path: Path) -> None:
    write_layers(tmp_path / "out.geojson", [OTHERS])
    collection = json.loads((tmp_path / "out.geojson").read_text("utf-8"))
    assert "crs" not in collection  # RFC 7946, section 4
    assert collection["features"][0]["geometry"] == {"type": "Point", "coordinates": [1.0, 2.0]}


def test_a_table_has_places_and_no_cell_that_a_spreadsheet_would_run(tmp_path: Path) -> None:
    write_layers(tmp_path / "out.csv", [THINGS, OTHERS])
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [row["name"] for row in rows] == ["Engine 7", "'=cmd()", "", "Sensor"]
    assert (rows[0]["lon"], rows[0]["lat"], rows[0]["wkt"]) == ("-114.0", "51.0", "POINT (-114 51)")
    assert rows[3]["heat"] == "31.5"
    assert rows[2]["wkt"] == ""


def test_a_file_that_is_there_is_replaced_or_stays_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.gpkg"
    write_layers(file, [THINGS])
    write_layers(file, [OTHERS])
    assert pyogrio.list_layers(file)[:, 0].tolist() == ["others"]
    with pytest.raises(ProtocolError, match="at least one feature"):
        write_layers(file, [])
    assert pyogrio.list_layers(file)[:, 0].tolist() == ["others"]
    assert [each.name for each in tmp_path.iterdir()] == ["out.gpkg"]


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"out\.csv"):
        write_layers(tmp_path / "none" / "out.csv", [OTHERS])


@pytest.mark.parametrize("kind", list(FileFormat))
def test_the_name_says_the_format(kind: FileFormat) -> None:
    assert format_of(Path(f"Out{kind.ending.upper()}")) is kind


def test_a_name_without_a_known_ending_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"\.gpkg, \.geojson"):
        format_of(Path("out.docx"))
