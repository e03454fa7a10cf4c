"""A line drawn with the button held becomes an area of few corners."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

Places = NDArray[np.float64]  # x, y in map units, a row each


def area_of(path: Sequence[tuple[float, float]], tolerance: float) -> Places:
    """The corners of what a path goes around; where it crosses itself, of the largest part. Empty if it is none."""
    nothing = np.empty((0, 2))
    distinct = list(dict.fromkeys(path))
    if len(distinct) < 3:
        return nothing
    ring = shapely.make_valid(shapely.Polygon(distinct))
    areas = [part for part in shapely.get_parts(ring) if part.geom_type in ("Polygon", "MultiPolygon")]
    whole = [part for area in areas for part in shapely.get_parts(area)]
    if not whole:
        return nothing
    largest = max(whole, key=lambda part: part.area)
    outline = shapely.simplify(shapely.Polygon(largest.exterior), tolerance, preserve_topology=True)
    return shapely.get_coordinates(outline.exterior)[:-1]
