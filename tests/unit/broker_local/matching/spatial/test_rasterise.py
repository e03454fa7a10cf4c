"""What is drawn as full is full, what is drawn as empty is empty, and an edge is noted in every cell it passes."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.rasterise import EMPTY, FULL, MIXED, Drawing, Frame, drawing_for, rasterise
from tests.random_regions import mixed_regions, turned


def drawn(region: shapely.Geometry, per_unit: float) -> tuple[Frame, Drawing]:
    flat = FlatGeometries.from_shapely(np.array([region], np.object_))
    left, bottom, right, top = np.floor(flat.bounds[0] * per_unit).astype(int).tolist()
    frame = Frame(per_unit, left, bottom, right - left + 1, top - bottom + 1)
    drawing = drawing_for(frame.columns * frame.rows)
    drawing.cells[:] = 255  # what an earlier area left
    rasterise(flat.coords, flat.path_starts, 0, len(flat.path_starts) - 1, frame, drawing)
    return frame, drawing


def cell_square(frame: Frame, cell: int) -> shapely.Polygon:
    x, y = frame.left + cell % frame.columns, frame.bottom + cell // frame.columns
    return shapely.box(x / frame.per_unit, y / frame.per_unit, (x + 1) / frame.per_unit, (y + 1) / frame.per_unit)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), per_unit=st.sampled_from([1.0, 2.0, 4.0]), angle=st.sampled_from([0.0, 0.9]))
def test_full_empty_and_mixed_cells_are_what_geos_says(seed: int, per_unit: float, angle: float) -> None:
    region = turned(mixed_regions(np.random.default_rng(seed), 6), angle)[0]
    frame, drawing = drawn(region, per_unit)
    for cell, what in enumerate(drawing.cells):
        square = cell_square(frame, cell)
        if what == FULL:
            assert region.contains_properly(square)
        elif what == EMPTY:
            assert region.disjoint(square)
        else:
            assert what & MIXED
            assert region.boundary.distance(square) < 0.001


@settings(deadline=None, derandomize=True, max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_edges_through_a_cell_lie_within_its_span_and_outside_its_gap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.random(24)) * 2 * np.pi
    radii = rng.uniform(0.3, 1, 24)
    region = shapely.Polygon(np.column_stack([radii * np.cos(angles), radii * np.sin(angles)]))
    ring = shapely.get_coordinates(region)
    frame, drawing = drawn(region, 4.0)
    for cell in np.flatnonzero(drawing.cells & MIXED):
        first, last, gap_first, gap_last = drawing.spans[cell]
        touching = [e for e in range(24) if shapely.LineString(ring[e : e + 2]).intersects(cell_square(frame, cell))]
        assert all(first <= edge <= last for edge in touching)
        assert not any(gap_first < edge < gap_last for edge in touching)
