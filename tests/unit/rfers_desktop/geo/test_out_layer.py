"""Tests of rfers_desktop/geo/out_layer.py."""

from __future__ import annotations

import shapely

from rfers_desktop.geo.out_layer import OutLayer, joined, shape_array


def test_layers_are_joined_with_all_their_columns() -> None:
    first = OutLayer("a", shape_array([shapely.Point(0, 0)]), {"x": [1]})
    second = OutLayer("b", shape_array([None, shapely.Point(1, 1)]), {"x": [2, 3], "y": ["p", "q"]})
    both = joined([first, second])
    assert (both.name, len(both)) == ("a", 3)
    assert both.columns == {"x": [1, 2, 3], "y": [None, "p", "q"]}
    assert joined([first]) is first


def test_multipoints_stay_whole_in_an_array() -> None:
    shape = shapely.MultiPoint([(0, 0), (1, 1)])
    assert shape_array([shape])[0] is shape
