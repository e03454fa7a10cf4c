"""Tests of features as flat arrays."""

from __future__ import annotations

import numpy as np
import shapely

from rfers_desktop.geo.features import Kind, VectorLayer, by_kind, of_geometries

SQUARE = shapely.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (2, 1), (2, 2), (1, 2)]])
CLOCKWISE = shapely.Polygon([(10, 0), (10, 4), (14, 4), (14, 0)])


def objects(*geometries: object) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    made = np.empty(len(geometries), dtype=object)
    made[:] = geometries
    return made


def turn(ring: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
    x, y = ring.T
    return float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))


def test_outer_rings_turn_left_and_holes_turn_right() -> None:
    features = of_geometries(Kind.AREA, objects(SQUARE, CLOCKWISE))
    rings = [
        features.lonlat[start:end] for start, end in zip(features.run_starts[:-1], features.run_starts[1:], strict=True)
    ]
    assert [turn(ring) > 0 for ring in rings] == [True, False, True]
    assert features.feature_of_run().tolist() == [0, 0, 1]


def test_mixed_geometries_come_out_by_kind_with_their_own_attributes() -> None:
    mixed = objects(shapely.Point(1, 2), SQUARE, shapely.LineString([(0, 0), (1, 1)]), None, shapely.Point())
    found = list(by_kind(mixed, {"name": np.array(["p", "a", "l", "none", "empty"], dtype=object)}))
    assert [(part.kind, part.columns["name"].tolist()) for part in found] == [
        (Kind.AREA, ["a"]),
        (Kind.LINE, ["l"]),
        (Kind.POINT, ["p"]),
    ]


def test_a_collection_within_a_collection_is_taken_apart_and_keeps_its_attributes() -> None:
    inner = shapely.GeometryCollection([shapely.Point(1, 2), shapely.GeometryCollection([SQUARE])])
    found = {part.kind: part for part in by_kind(objects(inner), {"name": np.array(["both"], dtype=object)})}
    assert found[Kind.AREA].attributes(0) == {"name": "both"} == found[Kind.POINT].attributes(0)


def test_heights_are_left_out_and_bounds_are_in_degrees() -> None:
    features = of_geometries(Kind.POINT, objects(shapely.Point(1, 2, 900), shapely.MultiPoint([(3, 4), (5, 0)])))
    assert features.lonlat.shape == (3, 2)
    assert features.bounds == (1, 0, 5, 4)
    assert len(features) == 2


def test_nothing_has_no_bounds() -> None:
    assert of_geometries(Kind.LINE, objects()).bounds is None


def test_a_layer_counts_features_and_names_columns_once() -> None:
    columns = {"name": np.array(["x", "y"], dtype=object)}
    parts = tuple(by_kind(objects(SQUARE, shapely.Point(0, 0)), columns))
    layer = VectorLayer("both", parts, "WGS 84", 0)
    assert len(layer) == 2
    assert layer.column_names == ("name",)
