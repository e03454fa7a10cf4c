"""The probe reports each point's hits in one run, whatever order the points are taken in, and doubts apart."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.cell_lists import cell_lists
from broker_local.matching.spatial.cell_probe import collect_hits
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import areas_of
from tests.random_regions import stars

REGIONS = stars(np.random.default_rng(1), 200)
FLAT = FlatGeometries.from_shapely(REGIONS)


@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 500])
def test_the_order_of_looking_up_changes_nothing_but_the_order_of_finding(count: int) -> None:
    rng = np.random.default_rng(count)
    points = rng.random((count, 2)) * 3
    expected = shapely.contains(REGIONS, shapely.points(points)[:, None])
    for order in (np.arange(count), rng.permutation(count)):
        hits, doubts = collect_hits(points, order.astype(np.int32), cell_lists(FLAT), areas_of(FLAT))
        assert len(doubts) == 0
        for event in range(count):
            codes = hits.codes[hits.first[event] : hits.first[event] + hits.counts[event]]
            assert sorted(codes) == (2 * np.flatnonzero(expected[event])).tolist()


def test_points_on_a_boundary_are_marked_and_doubts_named() -> None:
    triangle = FlatGeometries.from_shapely(np.array([shapely.Polygon([(0, 0), (3, 1), (0, 9)])]))
    points = np.array([(0.0, 4.0), (0.5, 4.0), (0.3, 0.1), (9.0, 9.0)])  # on an edge, inside, too near to call, away
    hits, doubts = collect_hits(points, np.arange(4, dtype=np.int32), cell_lists(triangle), areas_of(triangle))
    assert hits.counts.tolist() == [1, 1, 0, 0]
    assert hits.codes.tolist() == [1, 0]
    assert doubts.tolist() == [[2, 0]]


def test_a_point_in_very_many_areas_finds_them_all() -> None:
    nested = shapely.box(*(np.array([[-1], [-1], [1], [1]]) * np.linspace(1, 2, 5000)))
    flat = FlatGeometries.from_shapely(nested)
    hits, _ = collect_hits(np.zeros((1, 2)), np.zeros(1, np.int32), cell_lists(flat), areas_of(flat))
    assert sorted(hits.codes >> 1) == list(range(5000))
