"""Features as geometries again, for work that goes beyond drawing them."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from .features import Features, Kind


def shapes_of(features: Features) -> NDArray[np.object_]:
    """A lon/lat geometry for each feature: of one part where it has one, else of several."""
    runs = _runs(features)
    owner = features.feature_of_run()
    if features.kind is Kind.AREA:
        return _areas(runs, owner, len(features))
    counts = np.bincount(owner, minlength=len(features))
    singles = np.empty(len(features), dtype=object)
    is_single = counts == 1
    singles[is_single] = runs[is_single[owner]]
    many = np.flatnonzero(counts > 1)
    collect = shapely.multilinestrings if features.kind is Kind.LINE else shapely.multipoints
    for feature in many.tolist():
        singles[feature] = collect(runs[owner == feature])
    return singles


def _runs(features: Features) -> NDArray[np.object_]:
    lonlat, starts = features.lonlat, features.run_starts
    if features.kind is Kind.POINT:
        return np.asarray(shapely.points(lonlat[starts[:-1]]), dtype=object)
    index = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    make = shapely.linearrings if features.kind is Kind.AREA else shapely.linestrings
    return np.asarray(make(lonlat, indices=index), dtype=object)


def _areas(rings: NDArray[np.object_], owner: NDArray[np.int64], count: int) -> NDArray[np.object_]:
    """Outer rings turn left; the holes after one are its own."""
    is_outer = shapely.is_ccw(rings)
    is_outer[np.flatnonzero(np.diff(owner, prepend=-1))] = True  # a feature begins with an outer ring
    outer = np.flatnonzero(is_outer)
    polygons = np.asarray(shapely.polygons(rings[outer]), dtype=object)
    holed = np.flatnonzero(~is_outer)
    if len(holed):
        at = np.searchsorted(outer, holed, side="right") - 1
        for number in np.unique(at).tolist():
            polygons[number] = shapely.polygons(rings[outer[number]], holes=rings[holed[at == number]])
    polygon_owner = owner[outer]
    counts = np.bincount(polygon_owner, minlength=count)
    areas = np.empty(count, dtype=object)
    is_single = counts == 1
    areas[is_single] = polygons[is_single[polygon_owner]]
    for feature in np.flatnonzero(counts > 1).tolist():
        areas[feature] = shapely.multipolygons(polygons[polygon_owner == feature])
    return areas
