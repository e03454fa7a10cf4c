"""Comparing with every geometry finds what GEOS and plain comparison find."""

from __future__ import annotations

import numpy as np
import shapely

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.loose_scan import scan_boxes, scan_points
from broker_local.matching.spatial.point_location import areas_of
from broker_local.matching.spatial.point_pairs import NO_HANDLES, merge_hits, settled
from tests.box_pairs import pairs_by_comparison, random_boxes
from tests.critical_points import critical_points
from tests.random_regions import mixed_regions


def test_points_find_the_areas_that_geos_finds() -> None:
    rng = np.random.default_rng(1)
    regions = mixed_regions(rng, 50)
    flat = FlatGeometries.from_shapely(regions)
    points = critical_points(rng, regions, 1000)
    hits, doubts = scan_points(points, flat.bounds, areas_of(flat))
    found = merge_hits([(h, NO_HANDLES) for h in settled(hits, doubts, points, flat)], len(points))
    events, zones = np.nonzero(shapely.intersects(shapely.points(points)[:, None], regions))
    assert np.array_equal(found.event_rows, events)
    assert np.array_equal(found.zones, zones)


def test_boxes_find_the_boxes_they_meet() -> None:
    queries, boxes = random_boxes(1, 80, 0.3, steps=10), random_boxes(2, 120, 0.3, steps=10)
    events, rows = scan_boxes(queries, boxes)
    expected_events, expected_rows = pairs_by_comparison(queries, boxes)
    assert np.array_equal(events, expected_events)
    assert np.array_equal(rows, expected_rows)


def test_nothing_finds_nothing() -> None:
    assert len(scan_boxes(np.empty((0, 4)), random_boxes(1, 3, 0.1))[0]) == 0
    assert len(scan_boxes(random_boxes(1, 3, 0.1), np.empty((0, 4)))[0]) == 0
    nothing = FlatGeometries.empty()
    hits, doubts = scan_points(np.zeros((3, 2)), nothing.bounds, areas_of(nothing))
    assert hits.counts.tolist() == [0, 0, 0]
    assert len(doubts) == 0
