"""Tests of where features are named."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.label_anchors import anchors
from rfers_desktop.geo.shape_levels import Level, ShapeLevels


def level(kind: Kind, *geometries: object) -> Level:
    return ShapeLevels(of_geometries(kind, np.array(geometries, dtype=object)), lambda lonlat: lonlat).full


def every(count: int) -> NDArray[np.bool_]:
    return np.ones(count, dtype=np.bool_)


def test_an_area_is_named_inside_its_largest_part() -> None:
    crescent = shapely.Point(0, 0).buffer(10).difference(shapely.Point(4, 0).buffer(8))
    small = shapely.box(50, 50, 51, 51)
    features, places, widths = anchors(level(Kind.AREA, shapely.MultiPolygon([small, crescent])), every(1), 1.0)
    assert features.tolist() == [0]
    assert crescent.contains(shapely.Point(places[0]))
    assert 10 < widths[0] < 21


def test_a_long_line_is_named_again_and_a_short_one_in_its_middle() -> None:
    lines = level(Kind.LINE, shapely.LineString([(0, 0), (100, 0)]), shapely.LineString([(0, 5), (4, 5)]))
    features, places, _ = anchors(lines, every(2), 25.0)
    assert features.tolist() == [0, 0, 0, 0, 1]
    assert np.allclose(places[:, 0], [12.5, 37.5, 62.5, 87.5, 2.0])
    assert places[4].tolist() == [2.0, 5.0]


def test_only_what_has_a_name_is_named() -> None:
    points = level(Kind.POINT, shapely.Point(1, 1), shapely.MultiPoint([(2, 2), (3, 3)]))
    features, places, _ = anchors(points, np.array([False, True]), 1.0)
    assert features.tolist() == [1]
    assert places.tolist() == [[2, 2]]
    assert len(anchors(points, np.array([False, False]), 1.0)[0]) == 0


def test_an_area_that_crosses_itself_is_named_all_the_same() -> None:
    bow_tie = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
    _, places, _ = anchors(level(Kind.AREA, bow_tie), every(1), 1.0)
    assert 0 <= places[0, 0] <= 4
    assert 0 <= places[0, 1] <= 4
