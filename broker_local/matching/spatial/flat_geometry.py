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
from .ragged import gather_ranges, offsets_of, range_places, refuse_too_many

Geometries = NDArray[np.object_]
Floats = NDArray[np.float64]
Offsets = NDArray[np.int32]

_POINTS = (GeometryType.POINT, GeometryType.MULTIPOINT)
_LINES = (GeometryType.LINESTRING, GeometryType.MULTILINESTRING)
_AREAS = (GeometryType.POLYGON, GeometryType.MULTIPOLYGON)
_POLYGON, _MULTIPOLYGON = int(GeometryType.POLYGON), int(GeometryType.MULTIPOLYGON)
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
        return sum(array.nbytes for array in self._arrays)

    @property
    def _arrays(self) -> tuple[Floats, Offsets, Offsets, NDArray[np.bool_], NDArray[np.uint8], Floats]:
        return self.coords, self.path_starts, self.geometry_starts, self.opens_part, self.kinds, self.bounds

    @property
    def is_area(self) -> NDArray[np.bool_]:
        """By row: whether the geometry is a Polygon or MultiPolygon."""
        return _are_areas(self.kinds)

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
        coords = np.ascontiguousarray(coords, np.float64)
        rings: NDArray[np.int64] = np.asarray(ring_starts, np.int64)
        polygons: NDArray[np.int64] = np.asarray(polygon_starts, np.int64)
        _refuse_broken_rings(coords, rings, polygons)
        refuse_too_many(len(coords))
        opens_part = np.zeros(len(rings) - 1, np.bool_)
        opens_part[polygons[:-1]] = True
        kinds = np.full(len(polygons) - 1, int(GeometryType.POLYGON), np.uint8)
        return cls._assembled(
            coords,
            rings.astype(np.int32),
            polygons.astype(np.int32),
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
        paths, coordinates = sum(len(s.opens_part) for s in stores), sum(len(s.coords) for s in stores)
        refuse_too_many(coordinates)
        rows = sum(len(s) for s in stores)
        joined = cls(
            np.empty((coordinates, 2)),
            np.zeros(paths + 1, np.int32),
            np.zeros(rows + 1, np.int32),
            np.empty(paths, np.bool_),
            np.empty(rows, np.uint8),
            np.empty((rows, 4)),
        )
        row = 0
        for store in stores:
            _copy_store(*store._arrays, row, *joined._arrays)
            row += len(store)
        return joined

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
        bounds, are_finite = _bounds(coords, path_starts, geometry_starts)
        if not are_finite:
            raise ValueError("coordinates: expected finite numbers, got NaN or infinity")
        return cls(coords, path_starts, geometry_starts, opens_part, kinds, bounds)


def _refuse_unknown(geometries: Geometries, types: NDArray[np.integer]) -> None:
    for trouble, wrong in (
        ("a (Multi)Point, (Multi)LineString or (Multi)Polygon", ~np.isin(types, KNOWN_KINDS)),
        ("a geometry that is somewhere", shapely.is_empty(geometries)),
    ):
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            raise ValueError(f"geometries[{row}]: expected {trouble}, got {geometries[row]}")


def _refuse_broken_rings(coords: Floats, ring_starts: NDArray[np.int64], polygon_starts: NDArray[np.int64]) -> None:
    if not _ascends(ring_starts, len(coords), 4):
        raise ValueError("ring_starts: expected from 0 to the number of coordinates in steps of at least 4")
    if not _ascends(polygon_starts, len(ring_starts) - 1, 1):
        raise ValueError("polygon_starts: expected from 0 to the number of rings in steps of at least 1")
    open_ring = _open_ring(coords, ring_starts)
    if open_ring >= 0:
        raise ValueError(f"ring {open_ring}: expected to end where it begins")


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
def _are_areas(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    are_areas = np.empty(len(kinds), np.bool_)
    for row in range(len(kinds)):
        are_areas[row] = kinds[row] == _POLYGON or kinds[row] == _MULTIPOLYGON
    return are_areas


@kernel
def _ascends(starts: NDArray[np.int64], end: int, step: int) -> bool:
    """Whether offsets go from 0 to an end in steps of at least so many."""
    if len(starts) == 0 or starts[0] != 0 or starts[-1] != end:
        return False
    ascends = True
    for i in range(len(starts) - 1):
        ascends &= starts[i + 1] - starts[i] >= step
    return ascends


@kernel
def _open_ring(coords: Floats, ring_starts: NDArray[np.int64]) -> int:
    """The first ring that does not end where it begins, or -1; one with NaN at its ends is for others to refuse."""
    for ring in range(len(ring_starts) - 1):
        first, last = ring_starts[ring], ring_starts[ring + 1] - 1
        for axis in range(2):
            if abs(coords[first, axis] - coords[last, axis]) > 0:
                return ring
    return -1


@kernel
def _copy_store(
    coords: Floats,
    path_starts: Offsets,
    geometry_starts: Offsets,
    opens_part: NDArray[np.bool_],
    kinds: NDArray[np.uint8],
    bounds: Floats,
    row: int,
    to_coords: Floats,
    to_path_starts: Offsets,
    to_geometry_starts: Offsets,
    to_opens_part: NDArray[np.bool_],
    to_kinds: NDArray[np.uint8],
    to_bounds: Floats,
) -> None:
    """Copy a store into a larger one from a row on; all rows before it are there already."""
    rows, paths = len(kinds), len(opens_part)
    path = to_geometry_starts[row]
    coordinate = to_path_starts[path]
    to_coords[coordinate : coordinate + len(coords)] = coords
    for i in range(1, paths + 1):
        to_path_starts[path + i] = coordinate + path_starts[i]
    for i in range(1, rows + 1):
        to_geometry_starts[row + i] = path + geometry_starts[i]
    to_opens_part[path : path + paths] = opens_part
    to_kinds[row : row + rows] = kinds
    to_bounds[row : row + rows] = bounds


@kernel
def _bounds(coords: Floats, path_starts: Offsets, geometry_starts: Offsets) -> tuple[Floats, bool]:
    """By geometry the limits of its coordinates; and whether all coordinates are finite."""
    count = len(geometry_starts) - 1
    bounds = np.empty((count, 4))
    beyond = 0.0  # stays 0 as long as every number is finite: infinity minus itself is NaN
    for row in range(count):
        first = path_starts[geometry_starts[row]]
        left, bottom = coords[first]
        right, top = left, bottom
        for i in range(first, path_starts[geometry_starts[row + 1]]):
            x, y = coords[i]
            beyond += (x - x) + (y - y)
            left, right = min(left, x), max(right, x)
            bottom, top = min(bottom, y), max(top, y)
        bounds[row, 0], bounds[row, 1], bounds[row, 2], bounds[row, 3] = left, bottom, right, top
    return bounds, beyond == 0.0
