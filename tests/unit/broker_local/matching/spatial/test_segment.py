"""A segment answers for what it was given, and knows what was taken away."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from broker_local.matching.spatial.cell_index import visiting_order
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_pairs import merge_hits
from broker_local.matching.spatial.segment import NOT_HERE, Segment, merged
from tests.random_regions import stars

STARS = stars(np.random.default_rng(1), 300)
HANDLES = np.random.default_rng(2).permutation(3000)[:300].astype(np.int64)


def segment_of(count: int, is_indexed: bool) -> Segment:
    return Segment(FlatGeometries.from_shapely(STARS[:count]), HANDLES[:count], is_indexed)


@pytest.mark.parametrize("is_indexed", [True, False])
def test_every_handle_leads_to_its_geometry(is_indexed: bool) -> None:
    segment = segment_of(300, is_indexed)
    rows = segment.rows_of(HANDLES)
    assert list(shapely.to_wkb(segment.geometries(rows))) == list(shapely.to_wkb(STARS))
    strangers = np.setdiff1d(np.arange(-5, 3005), HANDLES)
    assert (segment.rows_of(strangers) == NOT_HERE).all()


@pytest.mark.parametrize("is_indexed", [True, False])
def test_a_removed_handle_leads_nowhere_and_the_others_still_do(is_indexed: bool) -> None:
    segment = segment_of(300, is_indexed)
    segment.remove(segment.rows_of(HANDLES[::3]))
    assert segment.alive_count == 200
    assert (segment.rows_of(HANDLES[::3]) == NOT_HERE).all()
    assert (segment.rows_of(HANDLES[1::3]) != NOT_HERE).all()


def test_indexed_and_loose_find_the_same() -> None:
    points = np.random.default_rng(3).random((700, 2)) * 3
    boxes = np.hstack([points, points + 0.1])
    order = visiting_order(points)
    by_point, by_box = [], []
    for is_indexed in (True, False):
        segment = segment_of(300, is_indexed)
        assert segment.is_indexed == is_indexed
        segment.remove(segment.rows_of(HANDLES[:50]))
        by_point.append(merge_hits([(hits, segment.handles) for hits in segment.find_points(points, order)], 700))
        by_box.append(merge_hits([(segment.find_boxes(boxes), segment.handles)], 700))
    for one, other in (by_point, by_box):
        assert len(one.zones) > 1000
        assert np.array_equal(one.event_rows, other.event_rows)
        assert np.array_equal(one.zones, other.zones)
        assert not np.isin(one.zones, HANDLES[:50]).any()


@pytest.mark.parametrize("is_indexed", [True, False])
def test_lines_are_found_by_box_alone(is_indexed: bool) -> None:
    lines = FlatGeometries.from_shapely(np.asarray(shapely.boundary(STARS)))
    segment = Segment(lines, HANDLES, is_indexed)
    assert not segment.has_areas
    assert segment.find_points(np.array([[1.5, 1.5]]), np.zeros(1, np.int32)) == []
    assert segment.find_boxes(np.array([[0.0, 0.0, 3.0, 3.0]])).counts.tolist() == [300]


def test_a_merge_holds_what_is_alive_in_its_sources() -> None:
    one, other = segment_of(300, True), Segment(FlatGeometries.from_shapely(STARS[:5]), np.arange(5) + 9000, False)
    one.remove(one.rows_of(HANDLES[10:]))
    both = merged([(one.flat, one.handles), (other.flat, other.handles)], is_indexed=True)
    assert sorted(both.handles) == sorted([*HANDLES[:10], *range(9000, 9005)])
    assert both.geometries(both.rows_of(np.array([9003])))[0] == STARS[3]


def test_bytes_are_those_of_the_store_and_the_indexes() -> None:
    indexed, loose = segment_of(300, True), segment_of(300, False)
    assert loose.nbytes == loose.flat.nbytes + 300 * 12
    assert indexed.nbytes > loose.nbytes + 300 * 60
