"""Hits of several indexes become one list by event, then by handle, without what is gone."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import INSIDE, ON_BOUNDARY
from broker_local.matching.spatial.point_pairs import NO_HANDLES, hits_by_event, merge_hits, settled


@settings(deadline=None, derandomize=True, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), sources=st.integers(0, 4), events=st.integers(0, 12))
def test_merging_is_sorting_what_is_alive(seed: int, sources: int, events: int) -> None:
    rng = np.random.default_rng(seed)
    found, expected = [], []
    for source in range(sources):
        handles = rng.permutation(40) + 100 * source
        handles = np.where(rng.random(40) < 0.3, ~handles, handles)
        count = int(rng.integers(0, 60)) if events > 0 else 0
        event_rows, codes = rng.integers(0, max(1, events), count), rng.permutation(80)[:count]
        found.append((hits_by_event(event_rows, codes, events), handles))
        expected += [
            (event, handles[code // 2], ON_BOUNDARY if code % 2 else INSIDE)
            for event, code in zip(event_rows, codes)
            if handles[code // 2] >= 0
        ]
    pairs = merge_hits(found, events)
    assert list(zip(pairs.event_rows, pairs.zones, pairs.locations)) == sorted(expected)


def test_without_handles_rows_stand_for_themselves() -> None:
    hits = hits_by_event(np.array([1, 0, 1]), np.array([8, 2, 5]), 3)
    pairs = merge_hits([(hits, NO_HANDLES)], 3)
    assert pairs.event_rows.tolist() == [0, 1, 1]
    assert pairs.zones.tolist() == [1, 2, 4]
    assert pairs.locations.tolist() == [INSIDE, ON_BOUNDARY, INSIDE]


def test_geos_settles_what_is_in_doubt() -> None:
    flat = FlatGeometries.from_shapely(np.array([shapely.box(0, 0, 4, 4), shapely.box(2, 0, 6, 4)]))
    points = np.array([(1.0, 1.0), (2.0, 2.0)])
    none = hits_by_event(np.empty(0, np.int64), np.empty(0, np.int64), 2)
    doubts = np.array([(event, row) for event in (0, 1) for row in (0, 1)])
    pairs = merge_hits([(hits, NO_HANDLES) for hits in settled(none, doubts, points, flat)], 2)
    assert list(zip(pairs.event_rows, pairs.zones, pairs.locations)) == [
        (0, 0, INSIDE),
        (1, 0, INSIDE),
        (1, 1, ON_BOUNDARY),
    ]
