"""Tests of geometries as painter paths."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtCore import QPointF

from rfers_desktop.ui.map.shape_paths import is_area, lines_and_areas, points, top_above_middle

pytestmark = pytest.mark.display


def test_the_inside_of_an_area_is_filled_and_its_hole_is_not() -> None:
    ring = shapely.box(0, 0, 10, 10).difference(shapely.box(4, 4, 6, 6))
    path = lines_and_areas(ring)
    assert path.contains(QPointF(2, 2))
    assert not path.contains(QPointF(5, 5))


def test_every_part_of_a_multipolygon_is_drawn() -> None:
    path = lines_and_areas(shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(5, 5, 6, 6)]))
    assert path.contains(QPointF(0.5, 0.5))
    assert path.contains(QPointF(5.5, 5.5))
    assert not path.contains(QPointF(3, 3))


@pytest.mark.parametrize(
    ("wkt", "elements"),
    [("LINESTRING (0 0, 1 1, 2 0)", 3), ("MULTILINESTRING ((0 0, 1 1), (5 5, 6 6))", 4), ("POINT (1 2)", 0)],
)
def test_a_line_is_drawn_corner_by_corner(wkt: str, elements: int) -> None:
    assert lines_and_areas(shapely.from_wkt(wkt)).elementCount() == elements


@pytest.mark.parametrize(
    ("wkt", "places"),
    [
        ("POINT (1 2)", [QPointF(1, 2)]),
        ("MULTIPOINT ((1 2), (3 4))", [QPointF(1, 2), QPointF(3, 4)]),
        ("LINESTRING (0 0, 1 1)", []),
    ],
)
def test_points_are_found_where_they_are(wkt: str, places: list[QPointF]) -> None:
    assert points(shapely.from_wkt(wkt)) == places


@pytest.mark.parametrize(
    ("wkt", "answer"),
    [
        ("POLYGON ((0 0, 1 0, 1 1, 0 0))", True),
        ("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))", True),
        ("LINESTRING (0 0, 1 1, 1 0, 0 0)", False),
        ("POINT (0 0)", False),
    ],
)
def test_only_polygons_have_an_inside(wkt: str, answer: bool) -> None:
    assert is_area(shapely.from_wkt(wkt)) is answer


@pytest.mark.parametrize(
    ("wkt", "top"),
    [
        ("POLYGON ((0 0, 10 0, 10 10, 0 0))", 5.0),  # on the slanting edge, not in the air above it
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", 10.0),
        ("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((9 9, 10 9, 10 10, 9 9)))", 10.0),
        ("POINT (3 4)", 4.0),
    ],
)
def test_the_top_above_the_middle_is_on_the_shape(wkt: str, top: float) -> None:
    assert top_above_middle(shapely.from_wkt(wkt)) == pytest.approx(top)
