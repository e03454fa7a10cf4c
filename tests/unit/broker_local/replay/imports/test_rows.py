"""Rows: geometries keep every bit, invalid ones are mended, and what is put aside can be read."""

from __future__ import annotations

import json

import shapely

from broker_local.replay.imports.rows import Row, as_geojson, content_of, mended


def test_a_geometry_keeps_every_bit() -> None:
    line = shapely.LineString([(0.1 + 0.2, 1e-17), (-114.07123456789012, 51.0)])
    assert shapely.LineString(as_geojson(line)["coordinates"]).wkb == line.wkb


def test_only_what_is_not_valid_is_mended() -> None:
    square = as_geojson(shapely.box(0, 0, 1, 1))
    assert mended(square) is square
    bow_tie = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]}
    assert shapely.from_geojson(json.dumps(mended(bow_tie))).is_valid
    nonsense = {"type": "Blob"}
    assert mended(nonsense) is nonsense


def test_a_row_is_put_aside_as_it_was() -> None:
    assert json.loads(content_of(Row("line 2", {"a": "1"}))) == {"a": "1"}
    assert json.loads(content_of(Row("", {}, {"type": "Point"})))["geometry"] == {"type": "Point"}
