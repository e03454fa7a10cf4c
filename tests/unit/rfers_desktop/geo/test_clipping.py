"""Tests of cutting at a box, against GEOS."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from rfers_desktop.geo.clipping import clip_lines, clip_rings

BOX = (0.0, 0.0, 10.0, 10.0)
COORDINATE = st.integers(-200, 300).map(lambda tenth: tenth / 10 + 0.013)
PLACES = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=9, unique=True)


def flat(runs: list[list[tuple[float, float]]]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    return np.array([place for run in runs for place in run]), np.cumsum([0, *(len(run) for run in runs)])


def pieces(xy: NDArray[np.float64], starts: NDArray[np.int64]) -> list[NDArray[np.float64]]:
    return [xy[start:end] for start, end in zip(starts[:-1], starts[1:], strict=True)]


def hull(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring that does not cross itself."""
    shape = shapely.MultiPoint(places).convex_hull
    return list(shape.exterior.coords) if isinstance(shape, shapely.Polygon) else []


@given(st.lists(PLACES, min_size=1, max_size=4))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_rings_are_cut_as_geos_cuts_them(drawn: list[list[tuple[float, float]]]) -> None:
    rings = [ring for ring in map(hull, drawn) if ring]
    if not rings:
        return
    xy, starts, owner = clip_rings(*flat(rings), BOX)
    areas = np.zeros(len(rings))
    for ring, of in zip(pieces(xy, starts), owner, strict=True):
        assert (ring[0] == ring[-1]).all()
        areas[of] += shapely.Polygon(ring).area if len(ring) >= 4 else 0.0
    expected = [shapely.intersection(shapely.Polygon(ring), shapely.box(*BOX)).area for ring in rings]
    assert np.allclose(areas, expected, atol=1e-9)


@given(st.lists(PLACES, min_size=1, max_size=4))
@settings(deadline=None, derandomize=True, max_examples=150)
def test_lines_are_cut_as_geos_cuts_them(lines: list[list[tuple[float, float]]]) -> None:
    xy, starts, owner = clip_lines(*flat(lines), BOX)
    lengths = np.zeros(len(lines))
    for line, of in zip(pieces(xy, starts), owner, strict=True):
        lengths[of] += np.hypot(*np.diff(line, axis=0).T).sum()
    expected = [
        sum(
            shapely.intersection(shapely.LineString(edge), shapely.box(*BOX)).length
            for edge in zip(line, line[1:])  # edge by edge: GEOS would count a doubled-back line once
        )
        for line in lines
    ]
    assert np.allclose(lengths, expected, atol=1e-9)


def test_a_line_within_the_box_stays_one_line() -> None:
    xy, starts, owner = clip_lines(*flat([[(1, 1), (2, 5), (3, 1)]]), BOX)
    assert xy.tolist() == [[1, 1], [2, 5], [3, 1]]
    assert starts.tolist() == [0, 3]
    assert owner.tolist() == [0]


def test_a_line_that_leaves_and_returns_becomes_two() -> None:
    xy, starts, _ = clip_lines(*flat([[(1, 5), (1, 20), (3, 20), (3, 5)]]), BOX)
    assert starts.tolist() == [0, 2, 4]
    assert xy.tolist() == [[1, 5], [1, 10], [3, 10], [3, 5]]


def test_rings_keep_their_turn() -> None:
    right = [(-5.0, 5.0), (5.0, 15.0), (15.0, 5.0), (5.0, -5.0), (-5.0, 5.0)]
    xy, _, _ = clip_rings(*flat([right]), BOX)
    x, y = xy.T
    assert np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]) < 0


def test_what_is_outside_is_gone_and_nothing_stays_nothing() -> None:
    outside = [(20.0, 20.0), (30.0, 20.0), (30.0, 30.0), (20.0, 20.0)]
    for clip in (clip_rings, clip_lines):
        assert len(clip(*flat([outside]), BOX)[0]) == 0
        assert clip(np.empty((0, 2)), np.zeros(1, dtype=np.int64), BOX)[1].tolist() == [0]
