"""Tests of rfers_desktop/geo/feature_shapes.py."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from rfers_desktop.geo.feature_shapes import shapes_of
from rfers_desktop.geo.features import Kind, of_geometries

TRIANGLE = "POLYGON ((0 0, 1 0, 1 1, 0 0))"
HOLED = "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1), (4 4, 4 5, 5 5, 4 4))"


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (Kind.POINT, ["POINT (1 2)", "MULTIPOINT (1 2, 3 4)", "POINT (5 6)"]),
        (Kind.LINE, ["LINESTRING (0 0, 1 1)", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))"]),
        (
            Kind.AREA,
            [HOLED, TRIANGLE, f"MULTI{HOLED[:8]}({HOLED[8:]}, ((20 20, 21 20, 21 21, 20 20)))"],
        ),
    ],
)
def test_geometries_come_back_from_features(kind: Kind, texts: list[str]) -> None:
    shapes = shapely.from_wkt(np.array(texts, dtype=object))
    again = shapes_of(of_geometries(kind, shapes))
    assert shapely.equals(again, shapes).all()
    assert [shape.geom_type for shape in again] == [shape.geom_type for shape in shapes]
