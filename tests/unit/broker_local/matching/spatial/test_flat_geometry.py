"""Flat arrays give back the very geometries that went in."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.spatial.flat_geometry import FlatGeometries

WKT = {
    "Point": "POINT (1 2)",
    "LineString": "LINESTRING (0 0, 3 4, 5 -1)",
    "Polygon": "POLYGON ((0 0, 8 0, 8 8, 0 0))",
    "holed Polygon": "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1), (4 4, 5 4, 5 5, 4 4))",
    "MultiPoint": "MULTIPOINT ((1 2), (3 4), (-5 6))",
    "MultiPoint of one": "MULTIPOINT ((7 7))",
    "MultiLineString": "MULTILINESTRING ((0 0, 1 1), (5 5, 6 6, 7 5))",
    "MultiPolygon": "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1)), ((20 20, 30 20, 25 30, 20 20)))",
    "MultiPolygon of one": "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
}


def geometries_of(*wkts: str) -> NDArray[np.object_]:
    return np.array([shapely.from_wkt(wkt) for wkt in wkts], dtype=np.object_)


def assert_same(actual: NDArray[np.object_], expected: NDArray[np.object_]) -> None:
    assert list(shapely.to_wkb(actual)) == list(shapely.to_wkb(expected))  # type, structure and every bit


@pytest.mark.parametrize("wkt", WKT.values(), ids=WKT.keys())
def test_each_kind_comes_back_as_it_went_in(wkt: str) -> None:
    geometries = geometries_of(wkt)
    flat = FlatGeometries.from_shapely(geometries)
    assert_same(flat.rebuild(), geometries)
    assert np.array_equal(flat.bounds, shapely.bounds(geometries))


def test_mixed_kinds_come_back_in_order() -> None:
    geometries = geometries_of(*WKT.values(), *reversed(WKT.values()))
    flat = FlatGeometries.from_shapely(geometries)
    assert len(flat) == 2 * len(WKT)
    assert_same(flat.rebuild(), geometries)
    assert np.array_equal(flat.bounds, shapely.bounds(geometries))
    assert list(flat.is_area) == ["Polygon" in g.geom_type for g in geometries]


@settings(deadline=None, derandomize=True, max_examples=200)
@given(names=st.lists(st.sampled_from(sorted(WKT)), min_size=1, max_size=12), data=st.data())
def test_any_rows_of_any_mixture_come_back(names: list[str], data: st.DataObject) -> None:
    shift = data.draw(st.floats(-1e3, 1e3))
    geometries = shapely.transform(geometries_of(*(WKT[n] for n in names)), lambda xy: xy * 0.1 + shift)
    flat = FlatGeometries.from_shapely(geometries)
    rows = np.array(data.draw(st.lists(st.integers(0, len(names) - 1), max_size=8)), dtype=np.int64)
    assert_same(flat.rebuild(rows), geometries[rows])
    assert_same(flat.select(rows).rebuild(), geometries[rows])
    assert_same(
        FlatGeometries.concatenate([flat, flat.select(rows)]).rebuild(), np.append(geometries, geometries[rows])
    )
    assert np.array_equal(flat.select(rows).bounds, shapely.bounds(geometries[rows]).reshape(-1, 4))


def test_coordinates_keep_every_bit() -> None:
    odd = np.array([[0.1 + 0.2, -0.0], [5e-324, 1e308], [np.nextafter(1.0, 2.0), -1e-17], [0.1 + 0.2, -0.0]])
    polygon = np.array([shapely.polygons(odd)], dtype=np.object_)
    rebuilt = FlatGeometries.from_shapely(polygon).rebuild()
    assert shapely.get_coordinates(rebuilt).tobytes() == odd.tobytes()


def test_altitudes_are_dropped() -> None:
    flat = FlatGeometries.from_shapely(geometries_of("POINT Z (1 2 300)"))
    assert_same(flat.rebuild(), geometries_of("POINT (1 2)"))


def test_polygons_load_from_arrays_alone() -> None:
    square = np.array([[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]], dtype=np.float64)
    flat = FlatGeometries.from_polygons(np.vstack([square, square + 10]), np.array([0, 5, 10]))
    assert_same(flat.rebuild(), np.array([shapely.polygons(square), shapely.polygons(square + 10)]))


def test_polygons_with_holes_load_from_arrays_alone() -> None:
    polygon = shapely.from_wkt(WKT["holed Polygon"])
    plain = shapely.from_wkt(WKT["Polygon"])
    coords = shapely.get_coordinates([polygon, plain])
    flat = FlatGeometries.from_polygons(coords, np.array([0, 5, 9, 13, 17]), np.array([0, 3, 4]))
    assert_same(flat.rebuild(), np.array([polygon, plain]))


@pytest.mark.parametrize(
    ("wkt", "complaint"),
    [
        ("GEOMETRYCOLLECTION (POINT (1 1))", r"geometries\[1\].*GEOMETRYCOLLECTION"),
        ("LINEARRING (0 0, 1 0, 1 1, 0 0)", r"geometries\[1\].*LINEARRING"),
        ("POLYGON EMPTY", r"geometries\[1\].*somewhere, got POLYGON EMPTY"),
        ("POINT EMPTY", r"geometries\[1\].*somewhere, got POINT EMPTY"),
    ],
)
def test_what_has_no_place_in_the_store_is_refused(wkt: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        FlatGeometries.from_shapely(geometries_of("POINT (0 0)", wkt))


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_coordinates_that_are_no_numbers_are_refused(wrong: float) -> None:
    ring = np.array([[0.0, 0.0], [1.0, wrong], [1.0, 1.0], [0.0, 0.0]])
    with pytest.raises(ValueError, match="finite numbers, got NaN or infinity"):
        FlatGeometries.from_polygons(ring, np.array([0, 4]))


def test_a_missing_geometry_is_refused() -> None:
    with pytest.raises(ValueError, match=r"geometries\[0\].*got None"):
        FlatGeometries.from_shapely(np.array([None], dtype=np.object_))


RING = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("coords", "rings", "polygons", "complaint"),
    [
        (RING[:3] + [[9.0, 9.0]], [0, 4], None, "ring 0: expected to end where it begins"),
        (RING, [0, 3], None, "ring_starts"),
        (RING, [1, 4], None, "ring_starts"),
        (RING + RING, [0, 3, 8], None, "steps of at least 4"),
        (RING + RING, [0, 4, 8], [0, 1], "polygon_starts"),
        (RING + RING, [0, 4, 8], [0, 0, 2], "polygon_starts"),
    ],
)
def test_broken_rings_are_refused(
    coords: list[list[float]], rings: list[int], polygons: list[int] | None, complaint: str
) -> None:
    starts = None if polygons is None else np.array(polygons)
    with pytest.raises(ValueError, match=complaint):
        FlatGeometries.from_polygons(np.array(coords), np.array(rings), starts)


def test_an_empty_store_is_a_store() -> None:
    nothing = FlatGeometries.empty()
    assert len(nothing) == 0
    assert len(nothing.rebuild()) == 0
    assert len(FlatGeometries.concatenate([])) == 0
    assert len(FlatGeometries.concatenate([nothing, FlatGeometries.from_shapely(geometries_of("POINT (1 1)"))])) == 1


def test_a_polygon_of_twenty_corners_takes_at_most_450_bytes() -> None:
    angles = np.linspace(0, 2 * np.pi, 21)
    rings = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings[-1] = rings[0]
    flat = FlatGeometries.from_polygons(np.tile(rings, (1000, 1)), np.arange(1001) * 21)
    assert flat.nbytes <= 450 * 1000
