"""Tests of things of the map taken over as zones."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.layers.picking import geometry_of, in_reach_order, picked_feature, picked_thing, united

SQUARE, FAR = shapely.box(0, 0, 4, 4), shapely.box(10, 10, 11, 11)
HOLED = shapely.Polygon(SQUARE.exterior, [[(1, 1), (2, 1), (2, 2), (1, 2)]])
LINE = shapely.LineString([(0, 0), (1, 2), (3, 3)])


@pytest.mark.parametrize(
    ("kind", "geometry"),
    [
        (Kind.AREA, SQUARE),
        (Kind.AREA, HOLED),
        (Kind.AREA, shapely.MultiPolygon([HOLED, FAR])),
        (Kind.LINE, LINE),
        (Kind.LINE, shapely.MultiLineString([LINE, [(7, 7), (8, 8)]])),
        (Kind.POINT, shapely.Point(1, 2)),
        (Kind.POINT, shapely.MultiPoint([(1, 2), (3, 4)])),
    ],
)
def test_a_feature_is_given_back_as_it_was_made(kind: Kind, geometry: BaseGeometry) -> None:
    features = of_geometries(kind, np.array([shapely.Point(9, 9), geometry] if kind is Kind.POINT else [geometry]))
    found = geometry_of(features, len(features) - 1)
    assert found.equals(geometry)
    assert found.geom_type == geometry.geom_type


def test_an_area_that_is_not_right_is_mended() -> None:
    bow = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
    found = geometry_of(of_geometries(Kind.AREA, np.array([bow])), 0)
    assert found.is_valid
    assert found.geom_type == "MultiPolygon"


def test_several_are_one_zone() -> None:
    assert united([SQUARE, shapely.box(4, 0, 8, 4)]).equals(shapely.box(0, 0, 8, 4))
    assert united([SQUARE, FAR]).geom_type == "MultiPolygon"
    assert united([LINE, LINE]).geom_type == "MultiLineString"
    assert united([shapely.Point(0, 0), shapely.Point(1, 1)]).geom_type == "MultiPoint"
    assert united([LINE]) is LINE


def test_sorts_are_not_mixed() -> None:
    with pytest.raises(ProtocolError, match="not mixed"):
        united([SQUARE, LINE])


def test_live_things_come_first_and_no_large_area_hides_a_small_one() -> None:
    kinds = (
        (Kind.AREA, shapely.box(0, 0, 90, 90)),
        (Kind.POINT, shapely.Point(1, 1)),
        (Kind.LINE, LINE),
        (Kind.AREA, SQUARE),
    )
    province, town, road, park = (
        picked_feature(name, "a layer", of_geometries(kind, np.array([geometry])), 0)
        for name, (kind, geometry) in zip(("province", "town", "road", "park"), kinds)
    )
    engine = picked_thing("engine", "assets", shapely.Point(1, 1))
    order = in_reach_order([province, park, engine, road, town])
    assert park.geometry().equals(SQUARE)
    assert [thing.name for thing in order] == ["engine", "town", "road", "park", "province"]


@pytest.mark.parametrize(("name", "called"), [("2", "Roads 2"), ("Highway 2", "Highway 2"), ("1A", "1A")])
def test_a_name_that_is_a_mere_number_says_of_what(name: str, called: str) -> None:
    assert picked_feature(name, "Roads", of_geometries(Kind.LINE, np.array([LINE])), 0).name == called
