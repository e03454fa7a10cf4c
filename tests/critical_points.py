"""Points where a point-in-polygon test can go wrong: on vertices and edges, level with them, off by the last bit."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def critical_points(rng: np.random.Generator, geometries: NDArray[np.object_], count: int) -> Floats:
    """About `count` points (n, 2) around the outlines of the geometries, most of them awkward, some anywhere."""
    vertices = shapely.get_coordinates(geometries)
    heads, tails = vertices[:-1], vertices[1:]  # an edge, or now and then a chord between two outlines
    share = max(1, count // 8)

    def some(points: Floats) -> Floats:
        return points[rng.integers(0, len(points), share)]

    edges = rng.integers(0, len(heads), share)
    along = rng.random((share, 1))
    level = np.column_stack([some(vertices)[:, 0] + rng.normal(0, 1, share), some(vertices)[:, 1]])
    left, bottom = vertices.min(axis=0)
    right, top = vertices.max(axis=0)
    span = np.array([right - left, top - bottom])
    anywhere = np.array([left, bottom]) - 0.1 * span + rng.random((share, 2)) * 1.2 * span
    on_edges = heads[edges] * (1 - along) + tails[edges] * along
    points = np.vstack(
        [
            some(vertices),
            (heads[edges] + tails[edges]) / 2,
            on_edges,
            _nudged(rng, some(vertices)),
            _nudged(rng, (heads[edges] + tails[edges]) / 2),
            _nudged(rng, on_edges),
            level,
            anywhere,
        ]
    )
    rng.shuffle(points)
    return points


def _nudged(rng: np.random.Generator, points: Floats) -> Floats:
    """Each coordinate moved to the next float up or down, or left alone."""
    towards = rng.choice([-np.inf, np.inf], points.shape)
    return np.where(rng.random(points.shape) < 0.7, np.nextafter(points, towards), points)
