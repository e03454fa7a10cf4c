"""A million geometries as a handful of arrays: coordinates, paths, kinds and bounds, without an object each.

A geometry is a run of paths, a path a run of coordinates. A path is all points of a (Multi)Point, a line of a
(Multi)LineString, or a ring of a (Multi)Polygon. Among the rings of a MultiPolygon the first of each part is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import GeometryType

from .kernel import kernel
from .ragged import gather_ranges, offsets_of, range_places

Geometries = NDArray[np.object_]
Floats = NDArray[np.float64]
Offsets = NDArray[np.int32]

_POINTS = (GeometryType.POINT, GeometryType.MULTIPOINT)
_LINES = (GeometryType.LINESTRING, GeometryType.MULTILINESTRING)
_AREAS = (GeometryType.POLYGON, GeometryType.MULTIPOLYGON)
KNOWN_KINDS = tuple(int(kind) for kind in (*_POINTS, *_LINES, *_AREAS))


@dataclass(frozen=True, slots=True, eq=False)
class FlatGeometries:
    """Geometries by row. Nothing in it changes once it is built; a store grows by `concatenate`.

    Altitudes are not kept: matching is in the plane.
    """

    coords: Floats  # (coordinates, 2)
    path_starts: Offsets  # where each path begins in coords, and where the last ends
    geometry_starts: Offsets  # where each geometry begins among the paths, and where the last ends
    opens_part: NDArray[np.bool_]  # by path: the first ring of a polygon, or any line
    kinds: NDArray[np.uint8]  # shapely's GeometryType
    bounds: Floats  # (geometries, 4)

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        arrays = (self.coords, self.path_starts, self.geometry_starts, self.opens_part, self.kinds, self.bounds)
        return sum(array.nbytes for array in arrays)

    @property
    def is_area(self) -> NDArray[np.bool_]:
        """By row: whether the geometry is a Polygon or MultiPolygon."""
        return np.isin(self.kinds, [int(kind) for kind in _AREAS])

    @classmethod
    def from_shapely(cls, geometries: Geometries) -> FlatGeometries:
        """The geometries of an object array; empty ones and collections are refused."""
        types = shapely.get_type_id(geometries)
        _refuse_unknown(geometries, types)
        paths, owners, opens_part = _paths_of(geometries, types)
        coords, path_of = shapely.get_coordinates(paths, return_index=True)
        return cls._assembled(
            coords,
            offsets_of(np.bincount(path_of, minlength=len(paths))),
            offsets_of(np.bincount(owners, minlength=len(geometries))),
            opens_part,
            types.astype(np.uint8),
        )

    @classmethod
    def from_polygons(
        cls, coords: Floats, ring_starts: NDArray[np.integer], polygon_starts: NDArray[np.integer] | None = None
    ) -> FlatGeometries:
        """Polygons from closed rings, with no object each: ring `i` is coords[ring_starts[i]:ring_starts[i + 1]].

        `polygon_starts` groups rings into polygons, shell first; without it every ring is a polygon.
        """
        if polygon_starts is None:
            polygon_starts = np.arange(len(ring_starts))
        ring_starts, polygon_starts = np.asarray(ring_starts), np.asarray(polygon_starts)
        _refuse_broken_rings(coords, ring_starts, polygon_starts)
        opens_part = np.zeros(len(ring_starts) - 1, np.bool_)
        opens_part[polygon_starts[:-1]] = True
        kinds = np.full(len(polygon_starts) - 1, int(GeometryType.POLYGON), np.uint8)
        return cls._assembled(
            np.ascontiguousarray(coords, np.float64),
            ring_starts.astype(np.int32),
            polygon_starts.astype(np.int32),
            opens_part,
            kinds,
        )

    @classmethod
    def empty(cls) -> FlatGeometries:
        """No geometries at all."""
        return cls.from_shapely(np.empty(0, np.object_))

    @classmethod
    def concatenate(cls, stores: Sequence[FlatGeometries]) -> FlatGeometries:
        """The rows of all the stores, in order."""
        if not stores:
            return cls.empty()
        return cls(
            np.concatenate([s.coords for s in stores]),
            offsets_of(np.concatenate([np.diff(s.path_starts) for s in stores])),
            offsets_of(np.concatenate([np.diff(s.geometry_starts) for s in stores])),
            np.concatenate([s.opens_part for s in stores]),
            np.concatenate([s.kinds for s in stores]),
            np.concatenate([s.bounds for s in stores]),
        )

    def select(self, rows: NDArray[np.integer]) -> FlatGeometries:
        """The given rows, in the given order."""
        geometry_starts, paths = range_places(self.geometry_starts, rows)
        path_starts, coords = gather_ranges(self.path_starts, self.coords, paths)
        return FlatGeometries(
            coords, path_starts, geometry_starts, self.opens_part[paths], self.kinds[rows], self.bounds[rows]
        )

    def rebuild(self, rows: NDArray[np.integer] | None = None) -> Geometries:
        """The given rows (or all) as shapely geometries again, coordinates equal to the last bit."""
        chosen = self if rows is None else self.select(np.asarray(rows))
        geometries = np.empty(len(chosen), np.object_)
        for kind in np.unique(chosen.kinds):
            of_kind = np.flatnonzero(chosen.kinds == kind)
            geometries[of_kind] = _rebuilt(GeometryType(kind), chosen.select(of_kind))
        return geometries

    @classmethod
    def _assembled(
        cls,
        coords: Floats,
        path_starts: Offsets,
        geometry_starts: Offsets,
        opens_part: NDArray[np.bool_],
        kinds: NDArray[np.uint8],
    ) -> FlatGeometries:
        if not np.isfinite(coords).all():
            raise ValueError("coordinates: expected finite numbers, got NaN or infinity")
        bounds = _bounds(coords, path_starts, geometry_starts)
        return cls(coords, path_starts, geometry_starts, opens_part, kinds, bounds)


def _refuse_unknown(geometries: Geometries, types: NDArray[np.integer]) -> None:
    for trouble, wrong in (
        ("a (Multi)Point, (Multi)LineString or (Multi)Polygon", ~np.isin(types, KNOWN_KINDS)),
        ("a geometry that is somewhere", shapely.is_empty(geometries)),
    ):
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            raise ValueError(f"geometries[{row}]: expected {trouble}, got {geometries[row]}")


def _refuse_broken_rings(coords: Floats, ring_starts: NDArray[np.integer], polygon_starts: NDArray[np.integer]) -> None:
    lengths = np.diff(ring_starts)
    if len(ring_starts) == 0 or ring_starts[0] != 0 or ring_starts[-1] != len(coords) or (lengths < 4).any():
        raise ValueError("ring_starts: expected from 0 to the number of coordinates in steps of at least 4")
    if polygon_starts[0] != 0 or polygon_starts[-1] != len(lengths) or (np.diff(polygon_starts) < 1).any():
        raise ValueError("polygon_starts: expected from 0 to the number of rings in steps of at least 1")
    is_closed = (coords[ring_starts[:-1]] == coords[ring_starts[1:] - 1]).all(axis=1)
    if not is_closed.all():
        raise ValueError(f"ring {int(np.argmin(is_closed))}: expected to end where it begins")


def _paths_of(geometries: Geometries, types: NDArray[np.integer]) -> tuple[Geometries, Offsets, NDArray[np.bool_]]:
    """The paths of all geometries in order, the row each belongs to, and whether it opens a part."""
    found: list[tuple[Geometries, NDArray[np.int64], NDArray[np.bool_]]] = []
    points = np.flatnonzero(np.isin(types, [int(kind) for kind in _POINTS]))
    found.append((geometries[points], points, np.ones(len(points), np.bool_)))
    lines, line_rows = _parts_of(geometries, types, *_LINES)
    found.append((lines, line_rows, np.ones(len(lines), np.bool_)))
    polygons, polygon_rows = _parts_of(geometries, types, *_AREAS)
    rings, polygon_of = shapely.get_rings(polygons, return_index=True)
    found.append((rings, polygon_rows[polygon_of], np.diff(polygon_of, prepend=-1) != 0))

    paths, owners, opens_part = (np.concatenate(column) for column in zip(*found))
    order = np.argsort(owners, kind="stable")
    return paths[order], owners[order], opens_part[order]


def _parts_of(
    geometries: Geometries, types: NDArray[np.integer], single: GeometryType, multi: GeometryType
) -> tuple[Geometries, NDArray[np.int64]]:
    """The single geometries and the parts of the multiple ones, with the row each belongs to, in row order."""
    singles, multis = np.flatnonzero(types == single), np.flatnonzero(types == multi)
    parts, multi_of = shapely.get_parts(geometries[multis], return_index=True)
    rows = np.concatenate([singles, multis[multi_of]])
    order = np.argsort(rows, kind="stable")
    return np.concatenate([geometries[singles], parts])[order], rows[order]


def _rebuilt(kind: GeometryType, flat: FlatGeometries) -> Geometries:
    """Geometries of one kind by shapely's ragged arrays."""
    if kind == GeometryType.POINT:
        return np.asarray(shapely.points(flat.coords))
    levels: tuple[NDArray[np.integer], ...]
    if kind in (GeometryType.LINESTRING, GeometryType.MULTIPOINT):
        levels = (flat.path_starts,)
    elif kind in (GeometryType.POLYGON, GeometryType.MULTILINESTRING):
        levels = (flat.path_starts, flat.geometry_starts)
    else:
        part_starts = np.append(np.flatnonzero(flat.opens_part), len(flat.opens_part))
        levels = (flat.path_starts, part_starts, np.searchsorted(part_starts, flat.geometry_starts))
    return np.asarray(shapely.from_ragged_array(kind, flat.coords, levels))


@kernel
def _bounds(coords: Floats, path_starts: Offsets, geometry_starts: Offsets) -> Floats:
    count = len(geometry_starts) - 1
    bounds = np.empty((count, 4))
    for row in range(count):
        first = path_starts[geometry_starts[row]]
        left, bottom = coords[first]
        right, top = left, bottom
        for i in range(first + 1, path_starts[geometry_starts[row + 1]]):
            x, y = coords[i]
            left, right = min(left, x), max(right, x)
            bottom, top = min(bottom, y), max(top, y)
        bounds[row, 0], bounds[row, 1], bounds[row, 2], bounds[row, 3] = left, bottom, right, top
    return bounds
