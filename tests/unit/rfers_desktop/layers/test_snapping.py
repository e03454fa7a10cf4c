"""Tests of snapping, also against a plain look at everything."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.layers.snapping import SnapIndex

SQUARE = shapely.box(0, 0, 100, 100)


def test_a_vertex_within_reach_is_taken() -> None:
    snap = SnapIndex([SQUARE]).nearest(97, 104, within=10)
    assert snap is not None
    assert (snap.x, snap.y, snap.is_vertex, snap.distance) == (100, 100, True, 5)


def test_an_edge_is_taken_where_no_vertex_is_near() -> None:
    snap = SnapIndex([SQUARE]).nearest(50, 104, within=10)
    assert snap is not None
    assert (snap.x, snap.y, snap.is_vertex, snap.distance) == (50, 100, False, 4)


def test_a_vertex_goes_before_a_nearer_edge() -> None:
    snap = SnapIndex([SQUARE]).nearest(94, 99, within=10)
    assert snap is not None
    assert (snap.x, snap.y) == (100, 100)


def test_far_from_everything_there_is_nothing() -> None:
    assert SnapIndex([SQUARE]).nearest(50, 50, within=10) is None
    assert SnapIndex([]).nearest(0, 0, within=10) is None
    assert SnapIndex([shapely.Point()]).nearest(0, 0, within=10) is None


def test_between_two_lines_there_is_no_edge() -> None:
    index = SnapIndex([shapely.LineString([(0, 0), (10, 0)]), shapely.LineString([(10, 50), (0, 50)])])
    assert index.nearest(10, 25, within=5) is None


@pytest.mark.parametrize(
    "shape",
    [
        shapely.Point(100, 100),
        shapely.MultiPoint([(0, 0), (100, 100)]),
        shapely.LineString([(100, 100), (200, 200)]),
        shapely.MultiPolygon([shapely.box(100, 100, 110, 110)]),
        shapely.Polygon([(0, 0), (500, 0), (500, 500), (0, 500)], [[(100, 100), (120, 100), (120, 120)]]),
        shapely.GeometryCollection([shapely.GeometryCollection([shapely.Point(100, 100)])]),
    ],
    ids=lambda shape: shape.geom_type,
)
def test_every_kind_of_geometry_has_vertices(shape: shapely.Geometry) -> None:
    snap = SnapIndex([shape]).nearest(101, 100, within=3)
    assert snap is not None
    assert (snap.x, snap.y, snap.is_vertex) == (100, 100, True)


def test_only_a_small_part_of_a_long_line_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.arange(100_000.0)
    index = SnapIndex([shapely.LineString(np.column_stack((x, np.sin(x))))])
    assert len(index) == 100_000
    looked_at: list[int] = []
    hypot = np.hypot
    monkeypatch.setattr("rfers_desktop.layers.snapping.np.hypot", lambda a, b: looked_at.append(len(a)) or hypot(a, b))
    assert index.nearest(70_000.2, np.sin(70_000.0), within=0.5) is not None
    assert sum(looked_at) < 200


@settings(deadline=None, derandomize=True, max_examples=60)
@given(seed=st.integers(0, 10_000), count=st.integers(2, 150), within=st.floats(0.5, 30))
def test_the_answer_is_that_of_looking_at_everything(seed: int, count: int, within: float) -> None:
    random = np.random.default_rng(seed)
    line = shapely.LineString(random.uniform(0, 100, (count, 2)))
    x, y = random.uniform(0, 100, 2)
    snap = SnapIndex([line]).nearest(x, y, within)
    to_vertices = shapely.distance(shapely.points(shapely.get_coordinates(line)), shapely.Point(x, y)).min()
    to_line = line.distance(shapely.Point(x, y))
    if to_line > within:
        assert snap is None
    else:
        assert snap is not None
        assert snap.is_vertex == (to_vertices <= within)
        assert snap.distance == pytest.approx(to_vertices if snap.is_vertex else to_line)
