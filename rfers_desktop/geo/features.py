"""Many geometries of one kind as flat arrays: what base maps and users' files become, and what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Bounds = tuple[float, float, float, float]  # x_min, y_min, x_max, y_max
Column = NDArray[Any]  # one value a feature: float64, or text


class Kind(Enum):
    """What a feature is drawn as."""

    AREA = "area"
    LINE = "line"
    POINT = "point"


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Runs of positions: a ring of an area, a line, or a single point; a feature is some consecutive runs.

    Outer rings turn left and holes turn right, so that any number of areas can be filled as one path.
    """

    kind: Kind
    lonlat: NDArray[np.float64]  # one row a position
    run_starts: NDArray[np.int64]  # where each run begins; one more for the end
    feature_starts: NDArray[np.int64]  # which run each feature begins with; one more for the end
    columns: Mapping[str, Column] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.feature_starts) - 1

    @property
    def bounds(self) -> Bounds | None:
        """The box around all, in degrees."""
        if not len(self.lonlat):
            return None
        west, south = self.lonlat.min(axis=0).tolist()
        east, north = self.lonlat.max(axis=0).tolist()
        return west, south, east, north

    def feature_of_run(self) -> NDArray[np.int64]:
        """For each run the feature it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.feature_starts))

    def attributes(self, feature: int) -> dict[str, object]:
        """What is known of one feature."""
        return {name: column[feature : feature + 1].tolist()[0] for name, column in self.columns.items()}


@dataclass(frozen=True, slots=True, eq=False)
class VectorLayer:
    """One layer of a file, drawn as up to three kinds of features."""

    name: str
    parts: tuple[Features, ...]
    crs_name: str
    left_out: int  # features without a geometry that can be drawn

    def __len__(self) -> int:
        return sum(len(part) for part in self.parts)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The attributes, in the order of the file."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.columns))


_KIND_OF_TYPE = {0: Kind.POINT, 1: Kind.LINE, 2: Kind.LINE, 3: Kind.AREA, 4: Kind.POINT, 5: Kind.LINE, 6: Kind.AREA}
_COLLECTION = 7


def by_kind(geometries: NDArray[Any], columns: Mapping[str, Column]) -> Iterator[Features]:
    """Lon/lat geometries as features, areas first and points last; empty and missing ones are left out."""
    rows = np.arange(len(geometries))
    geometries, rows = _without_collections(geometries, rows)
    types = shapely.get_type_id(geometries)
    is_there = (types >= 0) & ~shapely.is_empty(geometries)
    for kind in Kind:
        of_kind = is_there & np.isin(types, [number for number, drawn in _KIND_OF_TYPE.items() if drawn is kind])
        if of_kind.any():
            kept = rows[of_kind]
            yield of_geometries(kind, geometries[of_kind], {name: column[kept] for name, column in columns.items()})


def of_geometries(kind: Kind, geometries: NDArray[Any], columns: Mapping[str, Column] | None = None) -> Features:
    """Lon/lat geometries, all of one kind, as features; a height is left out."""
    geometries = shapely.force_2d(geometries)
    parts, feature_of_part = shapely.get_parts(geometries, return_index=True)
    if kind is Kind.AREA:
        parts = shapely.orient_polygons(parts)
        runs, part_of_run = shapely.get_rings(parts, return_index=True)
        feature_of_run = feature_of_part[part_of_run]
    else:
        runs, feature_of_run = parts, feature_of_part
    lonlat = shapely.get_coordinates(runs)
    return Features(
        kind,
        lonlat,
        _starts(shapely.get_num_coordinates(runs)),
        _starts(np.bincount(feature_of_run, minlength=len(geometries))),
        dict(columns or {}),
    )


def _without_collections(geometries: NDArray[Any], rows: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Collections taken apart, however deep; their parts keep the row's attributes."""
    while (is_mixed := shapely.get_type_id(geometries) == _COLLECTION).any():
        parts, index = shapely.get_parts(geometries[is_mixed], return_index=True)
        geometries, rows = (
            np.concatenate((geometries[~is_mixed], parts)),
            np.concatenate((rows[~is_mixed], rows[is_mixed][index])),
        )
        order = np.argsort(rows, kind="stable")
        geometries, rows = geometries[order], rows[order]
    return geometries, rows


def _starts(counts: NDArray[Any]) -> NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
