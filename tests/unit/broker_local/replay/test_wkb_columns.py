"""Columns of WKB: points are told from all else, and read as shapely would; the sorts have GeoParquet's names."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
import shapely

from broker_local.replay.wkb_columns import geometries_of, kinds_in, point_coords

SQUARE = "POLYGON ((0 0, 1 0, 1 1, 0 0))"


def a_column(*words: str | None) -> pa.Array:
    places = np.array([None if text is None else shapely.from_wkt(text) for text in words], np.object_)
    return pa.array(shapely.to_wkb(places, byte_order=1).tolist(), pa.binary())


def test_points_are_where_shapely_says_they_are_bit_for_bit() -> None:
    coords = np.random.default_rng(1).uniform(-180, 180, (1000, 2))
    column = pa.array(shapely.to_wkb(shapely.points(coords), byte_order=1).tolist(), pa.binary())
    for part in (column, column.slice(17, 400), pa.chunked_array([column.slice(0, 30), column.slice(30, 50)])):
        found = point_coords(part)
        assert found is not None
        assert np.array_equal(found, shapely.get_coordinates(geometries_of(part)))


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("POINT (1 2)", None),
        ("POINT (1 2)", "LINESTRING (1 2, 3 4)"),
        ("POINT (1 2)", "POINT EMPTY"),
        ("POINT Z (1 2 3)", "POINT Z (1 2 3)"),
        (SQUARE,),
    ],
)
def test_anything_else_than_points_is_left_to_shapely(words: tuple[str | None, ...]) -> None:
    assert point_coords(a_column(*words)) is None


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ((), set()),
        ((None,), set()),
        (("POINT (1 2)", None, SQUARE, "POINT (3 4)"), {"Point", "Polygon"}),
        (("MULTIPOINT (1 2)", "LINESTRING (1 2, 3 4)"), {"MultiPoint", "LineString"}),
        (
            ("MULTILINESTRING ((1 2, 3 4))", "GEOMETRYCOLLECTION (POINT (1 2))"),
            {"MultiLineString", "GeometryCollection"},
        ),
        (("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",), {"MultiPolygon"}),
    ],
)
def test_sorts_have_their_names(words: tuple[str | None, ...], kinds: set[str]) -> None:
    column = a_column(None, *words).slice(1)
    assert kinds_in(column) == kinds
