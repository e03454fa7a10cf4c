"""Outlines are called crossing only where the areas overlap, and wherever edges plainly cross."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial import exact
from broker_local.matching.spatial.codes import TESTS
from broker_local.matching.spatial.crossing import HOLDS_IF_OVERLAP, certainly_overlap
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from tests.random_regions import Geometries, mixed_regions, stars, turned


def pairs_of(a: Geometries, b: Geometries) -> tuple[np.ndarray, np.ndarray]:
    a_rows, b_rows = np.indices((len(a), len(b)))
    return a_rows.ravel(), b_rows.ravel()


def crossing(a: Geometries, b: Geometries) -> np.ndarray:
    return certainly_overlap(
        FlatGeometries.from_shapely(a), pairs_of(a, b)[0], FlatGeometries.from_shapely(b), pairs_of(a, b)[1]
    )


def one_pair(a: shapely.Geometry, b: shapely.Geometry) -> bool:
    return bool(crossing(np.array([a], dtype=object), np.array([b], dtype=object))[0])


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.7])
@pytest.mark.parametrize("seed", range(3))
def test_what_crosses_overlaps_and_every_test_is_then_as_geos_says(seed: int, angle: float) -> None:
    rng = np.random.default_rng(seed)
    zones, events = mixed_regions(rng, 70), mixed_regions(rng, 70)
    if angle:
        zones, events = turned(zones, angle), turned(events, angle)
    found = np.flatnonzero(crossing(events, zones))
    event_rows, zone_rows = pairs_of(events, zones)
    assert len(found) > 300
    for code, test in enumerate(TESTS):
        answers = exact.holds(test, zones[zone_rows[found]], events[event_rows[found]])
        assert (answers == HOLDS_IF_OVERLAP[code]).all(), test


def test_areas_in_general_position_that_overlap_are_all_found() -> None:
    rng = np.random.default_rng(9)
    a, b = stars(rng, 60), stars(rng, 60)
    rows = pairs_of(a, b)
    assert np.array_equal(crossing(a, b), shapely.overlaps(a[rows[0]], b[rows[1]]))


@pytest.mark.parametrize(
    "other",
    [
        shapely.box(4, 0, 8, 4),  # shares an edge
        shapely.box(4, 4, 8, 8),  # a corner
        shapely.box(2, 0, 6, 4),  # overlaps along edges, and no two of them cross
        shapely.box(1, 1, 2, 2),
        shapely.box(0, 0, 4, 4),
        shapely.box(9, 9, 10, 10),
        shapely.Polygon([(4, 2), (6, 1), (6, 3)]),  # a corner on an edge
        shapely.LineString([(-1, 2), (5, 2)]),  # crosses, but is no area
        shapely.Point(2, 2),
    ],
)
def test_touching_is_not_crossing(other: shapely.Geometry) -> None:
    area = shapely.box(0, 0, 4, 4)
    assert not one_pair(area, other)
    assert not one_pair(other, area)


def test_a_hole_or_a_second_part_may_be_what_crosses() -> None:
    holed = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
    parts = shapely.MultiPolygon([shapely.box(20, 20, 21, 21), shapely.box(4, 2, 5, 4)])
    assert one_pair(holed, parts)
    assert one_pair(parts, holed)
    assert not one_pair(holed, shapely.MultiPolygon([shapely.box(20, 20, 21, 21), shapely.box(4, 4, 5, 5)]))


def test_no_edge_goes_from_one_ring_to_the_next() -> None:
    parts = shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(8, 0, 9, 1)])
    assert not one_pair(parts, shapely.box(4, -3, 5, 3))


def test_a_crossing_within_rounding_is_not_certain() -> None:
    square = shapely.box(0, 0, 4, 4)
    nearly = shapely.Polygon([(4 - 1e-12, 1), (6, 0), (6, 3)])
    plainly = shapely.Polygon([(4 - 1e-6, 1), (6, 0), (6, 3)])
    assert shapely.overlaps(square, nearly)
    assert not one_pair(square, nearly)
    assert one_pair(square, plainly)
