"""Columns of WKB read as arrays: what sorts of geometry they have, and where points lie, without an object each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
_POINT = np.frombuffer(b"\x01\x01\x00\x00\x00", np.uint8)  # little-endian, in the plane
_POINT_BYTES = len(_POINT) + 16
_HEADER = np.arange(1, 5)  # the sort of geometry, after the byte that says in which order its bytes are
_NAMES = {
    1: "Point",
    2: "LineString",
    3: "Polygon",
    4: "MultiPoint",
    5: "MultiLineString",
    6: "MultiPolygon",
    7: "GeometryCollection",
}


def geometries_of(column: Any) -> NDArray[np.object_]:
    """The geometries of a column, None where there is none."""
    found: NDArray[np.object_] = shapely.from_wkb(column.to_numpy(zero_copy_only=False))
    return found


def point_coords(column: Any) -> Floats | None:
    """Where the points of a column lie (n, 2); None if it has anything else than points, or nothing somewhere."""
    array = _whole(column)
    if array.null_count or not len(array):
        return None
    content, offsets = _buffers(array)
    if len(content) != len(array) * _POINT_BYTES or (np.diff(offsets) != _POINT_BYTES).any():
        return None
    rows = content.reshape(-1, _POINT_BYTES)
    if (rows[:, : len(_POINT)] != _POINT).any():
        return None
    coords: Floats = np.ascontiguousarray(rows[:, len(_POINT) :]).view("<f8")
    return coords if np.isfinite(coords).all() else None  # an empty point has no numbers


def kinds_in(column: Any) -> set[str]:
    """The names, as GeoParquet has them, of the sorts of geometry in a column of what `shapely.to_wkb` writes."""
    array = _whole(column).drop_null()
    if not len(array):
        return set()
    content, offsets = _buffers(array)
    starts = offsets[:-1] - offsets[0]
    headers: NDArray[np.uint32] = np.ascontiguousarray(content[starts[:, None] + _HEADER]).view("<u4")
    return {_NAMES[kind & 0xFF] for kind in np.unique(headers).tolist()}


def _whole(column: Any) -> Any:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _buffers(array: Any) -> tuple[Bytes, NDArray[np.int32]]:
    """The bytes of all values, one after another, and where each begins in the buffer and the last ends."""
    _, starts, content = array.buffers()
    offsets: NDArray[np.int32] = np.frombuffer(starts, np.int32)[array.offset : array.offset + len(array) + 1]
    return np.frombuffer(content, np.uint8)[offsets[0] : offsets[-1]], offsets
