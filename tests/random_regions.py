"""Random regions that often touch, coincide and nest: on small lattices, turned, thin, with holes and in parts."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

Geometries = NDArray[np.object_]


def lattice_regions(rng: np.random.Generator, count: int, steps: int = 4) -> Geometries:
    """Unions of squares and half squares in a window of a lattice: holes, parts, shared edges, nesting are frequent."""
    half_squares = _half_squares(steps)
    middles = shapely.get_coordinates(shapely.centroid(half_squares))
    regions = []
    for density in rng.random(count) ** 1.5:
        low, high = np.sort(rng.permuted(np.tile(np.arange(steps + 1), (2, 1)), axis=1)[:, :2], axis=1).T
        window = np.flatnonzero(((low < middles) & (middles < high)).all(axis=1))
        chosen = window[rng.random(len(window)) < density]
        regions.append(shapely.union_all(half_squares[chosen if len(chosen) else window]))
    return np.array(regions, dtype=object)


def lattice_rectangles(rng: np.random.Generator, count: int, steps: int = 6) -> Geometries:
    """Rectangles with corners on a lattice."""
    corners = np.sort(np.argsort(rng.random((count, 2, steps + 1)), axis=2)[:, :, :2], axis=2).astype(float)
    return np.asarray(shapely.box(corners[:, 0, 0], corners[:, 1, 0], corners[:, 0, 1], corners[:, 1, 1]))


def stars(
    rng: np.random.Generator, count: int, vertices: int = 12, size: float = 1.5, extent: float = 3.0
) -> Geometries:
    """Star-shaped simple polygons with arbitrary coordinates."""
    angles = np.sort(rng.random((count, vertices)), axis=1) * 0.5 + np.arange(vertices)
    angles *= 2 * np.pi / vertices
    radii = size * rng.uniform(0.3, 1.0, (count, vertices))
    centres = rng.uniform(0, extent, (count, 1, 2))
    return np.asarray(shapely.polygons(centres + np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=-1)))


def slivers(rng: np.random.Generator, count: int, steps: int = 3) -> Geometries:
    """Triangles between lattice points, flattened to almost nothing."""
    ends = rng.integers(0, steps + 1, (count, 2, 2)).astype(float)
    ends[:, 1, 0] += ends[:, 0, 0] >= ends[:, 1, 0]
    ends[:, 1, 0] += ends[:, 0, 0] == ends[:, 1, 0]
    apex = ends.mean(axis=1)
    apex[:, 1] += 10.0 ** rng.integers(-14, -2, count)
    triangles = np.asarray(shapely.polygons(np.concatenate([ends, apex[:, None]], axis=1)))
    return triangles[shapely.is_valid(triangles)]


def turned(regions: Geometries, angle: float, scale: float = 1.0) -> Geometries:
    """The regions turned about the origin: what was shared exactly is now shared up to rounding."""
    matrix = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    moved = np.asarray(shapely.transform(regions, lambda xy: xy @ matrix))
    return np.where(shapely.is_valid(moved), moved, regions)


def rewritten(regions: Geometries) -> Geometries:
    """The same regions with other vertices: every edge cut in the middle, rings the other way round."""
    lengths = np.asarray(shapely.length(regions))
    return np.asarray(shapely.reverse(shapely.segmentize(regions, lengths / 2)))


def mixed_regions(rng: np.random.Generator, count: int) -> Geometries:
    """About `count` regions of all sorts, shuffled; some are the same region written differently."""
    share = max(1, count // 6)
    lattice = lattice_regions(rng, 2 * share)
    regions = np.concatenate(
        [lattice, lattice_rectangles(rng, share, 3), stars(rng, share), slivers(rng, share), rewritten(lattice[:share])]
    )
    rng.shuffle(regions)
    return regions


def _half_squares(steps: int) -> Geometries:
    halves = []
    for x in range(steps):
        for y in range(steps):
            halves.append(shapely.Polygon([(x, y), (x + 1, y), (x + 1, y + 1)]))
            halves.append(shapely.Polygon([(x, y), (x + 1, y + 1), (x, y + 1)]))
    return np.array(halves, dtype=object)
