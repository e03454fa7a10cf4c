"""Which town of the base map is near a place: for names that people understand."""

from __future__ import annotations

import numpy as np
import shapely

from rfers_desktop.geo.features import Features
from rfers_desktop.geo.measuring import leg_lengths_m

_FARTHEST_M = 100_000.0
_WIDEST_DEG = 3.0
_NEARER_BY_POPULATION_M = 8_000.0  # a tenfold population is worth so many metres: a suburb gives way to its city


class NearestTown:
    """Towns by place, from the base map's own table."""

    def __init__(self, towns: Features) -> None:
        self._towns = towns
        self._tree = shapely.STRtree(np.atleast_1d(np.asarray(shapely.points(towns.lonlat), dtype=object)))

    def name(self, lon: float, lat: float) -> str:
        """The town that people would name; empty where there is none for a long way."""
        around = shapely.box(lon - _WIDEST_DEG, lat - _WIDEST_DEG / 2, lon + _WIDEST_DEG, lat + _WIDEST_DEG / 2)
        near = np.sort(self._tree.query(around))
        if not len(near):
            return ""
        legs = np.stack((np.full((len(near), 2), (lon, lat)), self._towns.lonlat[near]), axis=1)
        metres = np.array([leg_lengths_m(leg)[0] for leg in legs])
        people = self._towns.columns.get("population")
        weight = np.log10(np.maximum(people[near].astype(float), 1.0)) if people is not None else np.zeros(len(near))
        best = int((metres - weight * _NEARER_BY_POPULATION_M).argmin())
        return str(self._towns.columns["name"][near[best]]) if metres[best] <= _FARTHEST_M else ""
