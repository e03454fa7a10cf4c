"""Runs cover every edge of a long outline once, and reach as far as their edges."""

from __future__ import annotations

import numpy as np
import shapely

from broker_local.matching.spatial.edge_runs import edge_runs
from broker_local.matching.spatial.flat_geometry import FlatGeometries


def test_runs_cover_the_edges_of_long_outlines_once_and_tell_their_reach() -> None:
    disc = shapely.Point(0, 0).buffer(5, 50)
    holed = disc.difference(shapely.Point(1, 1).buffer(1, 20))
    flat = FlatGeometries.from_shapely(np.array([shapely.box(0, 0, 1, 1), holed, disc, shapely.box(3, 3, 4, 4)]))
    starts, edges, reach = edge_runs(flat)
    assert starts[0] == starts[1] == 0
    assert starts[3] == starts[4] == len(edges)
    covered = [edge for first, last in edges for edge in range(first, last)]
    rings = range(flat.geometry_starts[1], flat.geometry_starts[3])
    expected = [edge for ring in rings for edge in range(flat.path_starts[ring], flat.path_starts[ring + 1] - 1)]
    assert covered == expected
    for (first, last), (low, high, right) in zip(edges, reach):
        x, y = flat.coords[first : last + 1].T
        assert (low, high, right) == (y.min(), y.max(), x.max())


def test_short_outlines_need_no_runs() -> None:
    starts, edges, reach = edge_runs(FlatGeometries.from_shapely(np.array([shapely.box(0, 0, 1, 1)] * 3)))
    assert starts.tolist() == [0, 0, 0, 0]
    assert len(edges) == len(reach) == 0
