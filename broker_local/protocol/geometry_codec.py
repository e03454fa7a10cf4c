"""GeoJSON geometries (RFC 7946) to shapely and back, with everything that can be wrong refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import mapping
from shapely.geometry.base import BaseGeometry

from .choices import one_of
from .crs import Coordinates, ToLonLat
from .errors import Given, ProtocolError
from .json_text import as_list, as_object
from .limits import MAX_EXTENT_DEG, MAX_VERTICES
from .operators import GeometryKind


def kind_of(geometry: BaseGeometry) -> GeometryKind:
    """The kind of a geometry that this codec made."""
    return GeometryKind(geometry.geom_type)


def decode_geometry(value: object, field: str, to_lonlat: ToLonLat | None = None) -> BaseGeometry:
    """The valid geometry that a GeoJSON object describes; rings come out wound as RFC 7946 wants them."""
    given = as_object(value, field)
    kind = one_of(GeometryKind, given.get("type"), f"{field}.type")
    reader = _Positions(f"{field}.coordinates", to_lonlat)
    coordinates = given.get("coordinates")
    if kind is GeometryKind.POINT:
        return shapely.Point(reader.read([coordinates], 1)[0])
    geometry = _build(kind, coordinates, reader)
    _check(geometry, field)
    return geometry


def encode_geometry(geometry: BaseGeometry) -> dict[str, Any]:
    """The GeoJSON object of a geometry; floats keep every bit."""
    if isinstance(geometry, shapely.Point):  # most are, and this is ten times as fast
        return {"type": "Point", "coordinates": (geometry.x, geometry.y)}
    return dict(mapping(geometry))


def plain_points(features: Sequence[object]) -> list[BaseGeometry | None]:
    """The lon/lat points that most features have, made all at once; None for what has to be looked at more closely."""
    positions = [_plain_position(feature) for feature in features]
    places: list[BaseGeometry | None] = [None] * len(features)
    plain = [index for index, position in enumerate(positions) if position is not None]
    if plain:
        points: Any = shapely.points(np.array([positions[index] for index in plain], np.float64))
        for index, point in zip(plain, points, strict=True):
            places[index] = point
    return places


def _plain_position(feature: object) -> list[float] | None:
    given = feature.get("geometry") if type(feature) is dict else None
    if type(given) is not dict or given.get("type") != "Point":
        return None
    position = given.get("coordinates")
    if type(position) is not list or len(position) != 2:
        return None
    lon, lat = position
    if type(lon) is float and type(lat) is float and -180.0 <= lon <= 180.0 and -90.0 <= lat <= 90.0:
        return position
    return None


def _build(kind: GeometryKind, coordinates: object, reader: _Positions) -> BaseGeometry:
    if kind is GeometryKind.MULTI_POINT:
        return shapely.MultiPoint(reader.read(coordinates, 1))
    if kind is GeometryKind.LINE_STRING:
        return shapely.LineString(reader.read(coordinates, 2))
    if kind is GeometryKind.POLYGON:
        return _polygon(coordinates, reader)
    parts = as_list(coordinates, reader.field)
    if not parts:
        raise ProtocolError(reader.field, expected="at least one part", got=parts)
    if kind is GeometryKind.MULTI_LINE_STRING:
        return shapely.MultiLineString([shapely.LineString(reader.read(part, 2)) for part in parts])
    return shapely.MultiPolygon([_polygon(part, reader) for part in parts])


def _polygon(rings: object, reader: _Positions) -> shapely.Polygon:
    read = [reader.read(ring, 4) for ring in as_list(rings, reader.field)]
    if not read:
        raise ProtocolError(reader.field, expected="at least one ring", got=rings)
    for ring in read:
        if not np.array_equal(ring[0], ring[-1]):
            raise ProtocolError(
                reader.field, expected="rings whose last position repeats the first", got=tuple(ring[-1].tolist())
            )
    # RFC 7946 3.1.6: outer rings counterclockwise, but a reader should not refuse those wound the other way.
    oriented = shapely.orient_polygons(shapely.Polygon(read[0], read[1:]))
    assert isinstance(oriented, shapely.Polygon)
    return oriented


def _check(geometry: BaseGeometry, field: str) -> None:
    if not geometry.is_valid:
        reason = shapely.is_valid_reason(geometry)
        raise ProtocolError(field, expected=f"a valid {geometry.geom_type}", got=Given(reason))
    west, _, east, _ = shapely.bounds(shapely.get_parts(geometry)).T  # a part each: what is cut at ±180 has two
    widest = float((east - west).max())
    if widest > MAX_EXTENT_DEG:
        raise ProtocolError(
            field,
            expected=f"at most {MAX_EXTENT_DEG:g}° from west to east (cut it at the antimeridian, RFC 7946 3.1.9)",
            got=Given(f"{widest:g}°"),
        )


class _Positions:
    """Reads positions of one geometry: counts them, transforms them, checks their range."""

    def __init__(self, field: str, to_lonlat: ToLonLat | None) -> None:
        self.field = field
        self._to_lonlat = to_lonlat
        self._left = MAX_VERTICES

    def read(self, value: object, at_least: int) -> Coordinates:
        positions = as_list(value, self.field)
        if len(positions) < at_least:
            raise ProtocolError(self.field, expected=_at_least(at_least), got=Given(f"{len(positions)}"))
        self._left -= len(positions)
        if self._left < 0:
            raise ProtocolError(self.field, expected=f"at most {MAX_VERTICES} positions", got=Given("more"))
        xy = np.array([self._position(p) for p in positions], dtype=np.float64)
        infinite = np.asarray(~np.isfinite(xy).all(axis=1))
        if infinite.any():
            raise ProtocolError(self.field, expected="finite numbers", got=_first(xy, infinite))
        if self._to_lonlat is not None:
            xy = self._to_lonlat(xy)
        outside = ~((np.abs(xy[:, 0]) <= 180.0) & (np.abs(xy[:, 1]) <= 90.0))
        if outside.any():
            hint = None if self._to_lonlat else 'if these are not degrees, name their system in "crs"'
            raise ProtocolError(
                self.field,
                expected="longitude from -180 to 180 and latitude from -90 to 90",
                got=_first(xy, outside),
                hint=hint,
            )
        return xy

    def _position(self, value: object) -> tuple[float, float]:
        # A third number is the altitude (RFC 7946 3.1.1): allowed, and not used in the plane.
        if isinstance(value, list) and len(value) in (2, 3) and all(type(n) in (int, float) for n in value):
            try:
                return float(value[0]), float(value[1])
            except OverflowError:
                pass
        raise ProtocolError(self.field, expected="positions of two or three numbers", got=value)


def _at_least(count: int) -> str:
    return "a position" if count == 1 else f"at least {count} positions"


def _first(xy: Coordinates, wrong: NDArray[np.bool_]) -> tuple[float, ...]:
    return tuple(xy[np.flatnonzero(wrong)[0]].tolist())
