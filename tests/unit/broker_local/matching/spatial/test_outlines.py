"""A box is called inside or outside an area only where that is exactly so, and almost always where it is."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.outlines import (
    BOX_INSIDE,
    BOX_OUTSIDE,
    PASSED,
    all_edges,
    edges_near,
    side_of_box,
)
from broker_local.matching.spatial.point_location import areas_of
from tests.random_regions import Geometries, lattice_regions, mixed_regions, stars, turned


def sides(area: shapely.Geometry, boxes: np.ndarray) -> list[int]:
    """The side of each box as the walk down the tree finds it."""
    areas = areas_of(FlatGeometries.from_shapely(np.array([area], dtype=object)))
    edges, near = np.empty(len(areas.coords), np.int32), np.empty(len(areas.coords), np.int32)
    count = all_edges(0, areas, edges)
    found = []
    for row in range(len(boxes)):
        found_near = edges_near(areas.coords, edges, count, boxes, row, near)
        found.append(side_of_box(found_near, boxes, row, 0, areas))
    return found


def lattice_boxes(rng: np.random.Generator, count: int) -> np.ndarray:
    """Boxes with corners on and between lattice points, some without width or height."""
    corners = rng.integers(-2, 11, (count, 2, 2)) / 2.0
    return np.hstack([corners.min(axis=1), corners.max(axis=1)])


def assert_sides_are_true(areas: Geometries, boxes: np.ndarray) -> set[int]:
    shapes = shapely.box(*boxes.T)
    is_flat = (boxes[:, 0] == boxes[:, 2]) | (boxes[:, 1] == boxes[:, 3])
    shapes[is_flat] = [shapely.LineString([(b[0], b[1]), (b[2], b[3])]) for b in boxes[is_flat]]
    seen = set()
    for area in areas:
        for shape, side in zip(shapes, sides(area, boxes)):
            if side == BOX_INSIDE:
                assert shapely.contains_properly(area, shape), (area, shape)
            if side == BOX_OUTSIDE:
                assert not shapely.intersects(area, shape), (area, shape)
            seen.add(side)
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_a_side_is_told_only_where_it_is_true(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = assert_sides_are_true(lattice_regions(rng, 60), lattice_boxes(rng, 60))
    assert seen == {PASSED, BOX_INSIDE, BOX_OUTSIDE}


@pytest.mark.parametrize("angle", [1e-9, 0.7])
def test_nearly_touching_boxes_are_judged_truly_too(angle: float) -> None:
    rng = np.random.default_rng(3)
    areas = turned(mixed_regions(rng, 50), angle)
    corners = shapely.get_coordinates(areas)  # boxes that begin and end at vertices of the areas themselves
    chosen = corners[rng.integers(len(corners), size=(50, 2))]
    assert_sides_are_true(areas, np.hstack([chosen.min(axis=1), chosen.max(axis=1)]))


def test_the_side_is_told_wherever_no_edge_comes_near_the_box() -> None:
    rng = np.random.default_rng(4)
    for area in stars(rng, 20):
        low = rng.uniform(-0.5, 3.5, (40, 2))
        boxes = np.hstack([low, low + 0.1])
        shapes = shapely.box(*boxes.T)
        is_off_the_outline = shapely.distance(area.boundary, shapes) > 1e-9
        told = np.array(sides(area, boxes)) != PASSED
        assert np.array_equal(told, is_off_the_outline)


def test_a_box_that_touches_an_edge_is_passed() -> None:
    triangle = shapely.Polygon([(0, 0), (4, 0), (0, 4)])
    boxes = np.array([[2.0, 2.0, 3.0, 3.0], [0.5, 0.0, 1.0, 0.5], [-1.0, -1.0, 0.0, 0.0], [0.0, 5.0, 0.0, 5.0]])
    assert sides(triangle, boxes) == [PASSED, PASSED, PASSED, BOX_OUTSIDE]
