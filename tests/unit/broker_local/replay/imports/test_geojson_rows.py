"""GeoJSON: collections, features a line, lists of plain objects; what is no object is a bad row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from broker_local.protocol.errors import ProtocolError
from broker_local.replay.imports.geojson_rows import geojson_rows
from broker_local.replay.imports.rows import BadRow, Row

PLACE = {"type": "Point", "coordinates": [-114.0, 51.0]}
FEATURE = {"type": "Feature", "id": 7, "geometry": PLACE, "properties": {"frp": "2.5"}}
ROW = Row("feature 1", {"frp": "2.5", "id": 7}, PLACE)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "fires.geojson"
    path.write_text(text)
    return path


def test_features_of_a_collection_are_rows(tmp_path: Path) -> None:
    text = json.dumps({"type": "FeatureCollection", "features": [FEATURE, 5]})
    good, bad = geojson_rows(written(tmp_path, text))
    assert good == ROW
    assert isinstance(bad, BadRow)
    assert bad.where == "feature 2"


def test_a_coordinate_system_goes_with_the_rows(tmp_path: Path) -> None:
    crs = {"type": "name", "properties": {"name": "EPSG:3005"}}
    (row,) = geojson_rows(
        written(tmp_path, json.dumps({"type": "FeatureCollection", "crs": crs, "features": [FEATURE]}))
    )
    assert isinstance(row, Row)
    assert row.crs == "EPSG:3005"


def test_a_feature_a_line(tmp_path: Path) -> None:
    text = f"\x1e{json.dumps(FEATURE)}\n\n{json.dumps(FEATURE)}\n{{broken\n"
    found = list(geojson_rows(written(tmp_path, text)))
    assert [row.where for row in found] == ["line 1", "line 3", "line 4"]
    assert isinstance(found[2], BadRow)


def test_a_list_of_plain_objects(tmp_path: Path) -> None:
    assert list(geojson_rows(written(tmp_path, '[{"lat": 1, "lon": 2}]'))) == [Row("feature 1", {"lat": 1, "lon": 2})]


def test_a_geometry_that_stands_alone_is_the_place_of_a_row(tmp_path: Path) -> None:
    assert list(geojson_rows(written(tmp_path, json.dumps(PLACE)))) == [Row("feature 1", {}, PLACE)]


@pytest.mark.parametrize("text", ["{]", '"words"', "3"])
def test_what_is_no_geojson_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ProtocolError, match="fires.geojson: expected"):
        list(geojson_rows(written(tmp_path, text)))
