"""Asking a few edges near a cell gives every point of the cell its true place."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from broker_local.matching.spatial.chains import WHOLE, chain_edges, chain_through, locate_by_chain
from broker_local.matching.spatial.flat_geometry import FlatGeometries
from broker_local.matching.spatial.point_location import DOUBT, ON_BOUNDARY, locate_by_geos
from broker_local.matching.spatial.rasterise import MIXED, Frame, drawing_for, rasterise

Floats = NDArray[np.float64]


def check_all_chains(ring: Floats, rng: np.random.Generator, steps: int) -> int:
    """Compare with GEOS at points of every mixed cell, many of them level with vertices; how many cells had a chain."""
    flat = FlatGeometries.from_polygons(ring, np.array([0, len(ring)]))
    left, bottom, right, top = np.floor(flat.bounds[0]).astype(int).tolist()
    frame = Frame(1.0, left, bottom, right - left + 1, top - bottom + 1)
    drawing = drawing_for(frame.columns * frame.rows)
    rasterise(ring, flat.path_starts, 0, 1, frame, drawing)
    edges = len(ring) - 1
    chained = 0
    for cell in np.flatnonzero(drawing.cells & MIXED):
        chain = chain_through(int(cell), ring, 0, edges, frame, drawing)
        if chain == WHOLE:
            continue
        chained += 1
        corner = np.array([left + cell % frame.columns, bottom + cell // frame.columns])
        points = corner + rng.integers(0, steps, (12, 2)) / steps
        expected = locate_by_geos(points, np.zeros(12, np.int64), flat)
        for point, place in zip(points, expected):
            found = locate_by_chain(point[0], point[1], 1.0, int(corner[1]), chain, ring, 0, edges)
            is_doubt_fair = place == ON_BOUNDARY or steps > 8  # small whole numbers leave none beside the boundary
            assert found == place or (found == DOUBT and is_doubt_fair)
    return chained


def star(rng: np.random.Generator, vertices: int, size: float, steps: int | None) -> Floats | None:
    angles = (np.arange(vertices) + rng.random(vertices) * 0.9) * 2 * np.pi / vertices
    radii = size * rng.uniform(0.4, 1, vertices)
    ring = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    if steps is not None:
        ring = np.round(ring * steps) / steps
    ring = np.vstack([ring, ring[:1]])
    return ring if shapely.Polygon(ring).is_valid else None


@settings(deadline=None, derandomize=True, max_examples=80)
@given(seed=st.integers(0, 2**32 - 1), steps=st.sampled_from([1, 2, 4, 1000]), vertices=st.sampled_from([6, 20, 60]))
def test_every_point_has_the_place_geos_gives(seed: int, steps: int, vertices: int) -> None:
    rng = np.random.default_rng(seed)
    ring = star(rng, vertices, 4.0, steps if steps < 1000 else None)
    if ring is not None:
        check_all_chains(ring, rng, steps)


@pytest.mark.parametrize("vertices", [255, 256, 257, 1000, 5000])
def test_long_rings_are_counted_in_units_and_give_the_same_places(vertices: int) -> None:
    rng = np.random.default_rng(vertices)
    ring = star(rng, vertices, 6.0, None)
    assert ring is not None
    assert check_all_chains(ring, rng, 1000) > 20


def test_most_cells_of_a_star_have_a_chain() -> None:
    rng = np.random.default_rng(3)
    ring = star(rng, 20, 4.0, None)
    assert ring is not None
    assert check_all_chains(ring, rng, 1000) >= 20


@pytest.mark.parametrize(
    ("begin", "length", "edges", "expected"),
    [
        (0, 3, 20, (0, 3, 0)),
        (18, 2, 20, (18, 20, 0)),
        (18, 5, 20, (18, 20, 3)),  # round the place where the ring closes
        (3, 2, 1000, (12, 20, 0)),  # 1000 edges are 250 units of 4
        (250, 2, 1003, (1000, 1003, 4)),  # the last unit is short
    ],
)
def test_a_chain_is_edges_from_its_beginning_on(
    begin: int, length: int, edges: int, expected: tuple[int, int, int]
) -> None:
    assert chain_edges((begin << 8) | (length << 1) | 1, edges) == expected
