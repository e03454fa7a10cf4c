"""The projections a map can be drawn in: degrees of WGS 84 to map units, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import CRS, Geod, Transformer
from pyproj.exceptions import CRSError
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError

from . import mercator

Coordinates = NDArray[np.float64]  # one row a position
Bounds = tuple[float, float, float, float]  # x_min, y_min, x_max, y_max, or west, south, east, north
Geometry = TypeVar("Geometry", bound=BaseGeometry)

_WGS84 = Geod(ellps="WGS84")
_WEB_MERCATOR_EPSG = 3857
_CANADA_LAMBERT_EPSG = 3978
_UTM_NORTH, _UTM_SOUTH = 32600, 32700
_UTM_LATS = (-80.0, 84.0)
_AROUND_DEG = 30.0  # how far beyond its area of use a projection still draws; farther things land on that edge
_EDGE_STEPS = 24  # places along each edge of a box, whose sides are curves in another projection
_STEP_UNITS = 10.0


@dataclass(frozen=True, slots=True)
class Projection:
    """A way to draw the earth flat. Positions outside `lonlat_bounds` land on its edge, so that all are finite."""

    epsg: int
    name: str
    lonlat_bounds: Bounds  # east is above 180 where the area crosses the antimeridian
    _forward: Transformer | None = field(default=None, compare=False, repr=False)
    _inverse: Transformer | None = field(default=None, compare=False, repr=False)

    def to_map(self, lonlat: Coordinates) -> Coordinates:
        """Positions in map units, a row each."""
        if self._forward is None:
            return mercator.to_map(lonlat)
        west, south, east, north = self.lonlat_bounds
        middle = (west + east) / 2.0
        lon = np.clip((lonlat[:, 0] - middle + 180.0) % 360.0 - 180.0 + middle, west, east)
        lat = np.clip(lonlat[:, 1], south, north)
        x, y = self._forward.transform(lon, lat)
        return np.column_stack((x, y))

    def runs_to_map(self, lonlat: Coordinates, starts: NDArray[np.int64]) -> Coordinates:
        """Points, lines and rings, each as a whole; not finite where one lies beyond `lonlat_bounds` altogether.

        Position by position, a shore on the far side of the earth would leap from edge to edge, right across the
        map: which then would be water where it is land.
        """
        if self._forward is None:
            return mercator.to_map(lonlat)
        west, south, east, north = self.lonlat_bounds
        counts = np.diff(starts)
        low, high = np.full((len(counts), 2), np.nan), np.full((len(counts), 2), np.nan)
        is_there = counts > 0
        if is_there.any():
            low[is_there] = np.fmin.reduceat(lonlat, starts[:-1][is_there], axis=0)
            high[is_there] = np.fmax.reduceat(lonlat, starts[:-1][is_there], axis=0)
        turn = 360.0 * np.round((low[:, 0] + high[:, 0] - west - east) / 720.0)  # its middle to where the map's is
        is_near = (
            (low[:, 0] - turn <= east) & (high[:, 0] - turn >= west) & (low[:, 1] <= north) & (high[:, 1] >= south)
        )
        lon = lonlat[:, 0] - np.repeat(np.where(is_near, turn, np.nan), counts)
        x, y = self._forward.transform(np.clip(lon, west, east), np.clip(lonlat[:, 1], south, north))
        return np.column_stack((x, y))

    def to_lonlat(self, xy: Coordinates) -> Coordinates:
        """Map units back to degrees; not finite where the map shows no place of the earth."""
        if self._inverse is None:
            return mercator.to_lonlat(xy)
        lon, lat = self._inverse.transform(xy[:, 0], xy[:, 1])
        return np.column_stack((lon, lat))

    def point_to_map(self, lon: float, lat: float) -> tuple[float, float]:
        """One position in map units."""
        if self._forward is None:
            return mercator.point_to_map(lon, lat)
        x, y = self.to_map(np.array([[lon, lat]]))[0]
        return float(x), float(y)

    def point_to_lonlat(self, x: float, y: float) -> tuple[float, float]:
        """One place of the map in degrees."""
        if self._inverse is None:
            return mercator.point_to_lonlat(x, y)
        lon, lat = self._inverse.transform(x, y)
        return float(lon), float(lat)

    def geometry_to_map(self, geometry: Geometry) -> Geometry:
        """A lon/lat geometry in map units, vertex by vertex."""
        return shapely.transform(geometry, self.to_map)

    def geometry_to_lonlat(self, geometry: Geometry) -> Geometry:
        """A geometry in map units in degrees, vertex by vertex."""
        return shapely.transform(geometry, self.to_lonlat)

    def bounds_to_map(self, lonlat_bounds: Bounds) -> Bounds:
        """The box in map units around a box in degrees."""
        return _box_of(self.to_map(_edges(lonlat_bounds)))

    def bounds_to_lonlat(self, bounds: Bounds) -> Bounds:
        """The box in degrees around a box in map units: of what of it is on the earth."""
        if self._inverse is None:  # a meridian is upright and a parallel level: the corners tell all
            return (*mercator.point_to_lonlat(*bounds[:2]), *mercator.point_to_lonlat(*bounds[2:]))
        return _box_of(self.to_lonlat(_edges(bounds)))

    def ground_metres_per_unit(self, x: float, y: float) -> float:
        """How many metres on the ground one map unit is at a place."""
        if self._inverse is None:
            return mercator.ground_metres_per_unit(y)
        around = np.array([[x, y], [x + _STEP_UNITS, y], [x, y + _STEP_UNITS]])
        lon, lat = self.to_lonlat(around).T
        if not np.isfinite(lon).all() or not np.isfinite(lat).all():
            return 1.0
        _, _, metres = _WGS84.inv(lon[[0, 0]], lat[[0, 0]], lon[[1, 2]], lat[[1, 2]])
        return float(np.sqrt(np.prod(metres))) / _STEP_UNITS

    def north_deg(self, x: float, y: float) -> float:
        """Where true north is at a place of the map: degrees clockwise from straight up."""
        if self._inverse is None:
            return 0.0
        lon, lat = self.point_to_lonlat(x, y)
        if not (np.isfinite(lon) and np.isfinite(lat)) or abs(lat) > 89.99:
            return 0.0
        (from_x, from_y), (to_x, to_y) = self.to_map(np.array([[lon, lat], [lon, lat + 0.001]]))
        return float(np.degrees(np.arctan2(to_x - from_x, to_y - from_y)))


WEB_MERCATOR = Projection(_WEB_MERCATOR_EPSG, "Web Mercator", (-180.0, -mercator.MAX_LAT, 180.0, mercator.MAX_LAT))


@lru_cache(maxsize=64)
def by_epsg(epsg: int) -> Projection:
    """The projected coordinate system with an EPSG code; raises ProtocolError if there is none to draw a map in."""
    if epsg == _WEB_MERCATOR_EPSG:
        return WEB_MERCATOR
    expected = "the EPSG code of a projected coordinate system"
    try:
        crs = CRS.from_epsg(epsg)
    except CRSError:
        raise ProtocolError("projection", expected=expected, got=epsg) from None
    area = crs.area_of_use
    if not crs.is_projected or area is None:
        raise ProtocolError("projection", expected=expected, got=Given(f"{epsg} ({crs.name})"))
    wgs84 = CRS.from_epsg(4326)
    return Projection(
        epsg,
        crs.name,
        _widened(area.west, area.south, area.east, area.north),
        Transformer.from_crs(wgs84, crs, always_xy=True),
        Transformer.from_crs(crs, wgs84, always_xy=True),
    )


def utm_zone(lon: float, lat: float) -> int:
    """The zone of 6 degrees a position is in, with the wider ones of Norway and Svalbard."""
    lon = (lon + 180.0) % 360.0 - 180.0
    if 56.0 <= lat < 64.0 and 3.0 <= lon < 12.0:
        return 32
    if 72.0 <= lat <= 84.0 and 0.0 <= lon < 42.0:
        return 31 + 2 * int((lon + 3.0) // 12.0)
    return int((lon + 180.0) // 6.0) + 1


def utm_for(lon: float, lat: float) -> Projection:
    """Universal Transverse Mercator (WGS 84) in the zone of a position."""
    if not _UTM_LATS[0] <= lat <= _UTM_LATS[1]:
        raise ProtocolError("latitude", expected="-80 to 84, where UTM has zones", got=lat)
    return by_epsg((_UTM_NORTH if lat >= 0 else _UTM_SOUTH) + utm_zone(lon, lat))


def canada_lambert() -> Projection:
    """The atlas of Canada's conformal conic (EPSG:3978): the whole country in its shape."""
    return by_epsg(_CANADA_LAMBERT_EPSG)


def _widened(west: float, south: float, east: float, north: float) -> Bounds:
    east += 360.0 if east < west else 0.0
    return (
        *(max(west - _AROUND_DEG, (west + east) / 2.0 - 180.0), max(south - _AROUND_DEG, -90.0)),
        *(min(east + _AROUND_DEG, (west + east) / 2.0 + 180.0), min(north + _AROUND_DEG, 90.0)),
    )


def _edges(bounds: Bounds) -> Coordinates:
    """Places along the edges of a box and across its middle."""
    x_min, y_min, x_max, y_max = bounds
    xs, ys = np.linspace(x_min, x_max, _EDGE_STEPS + 1), np.linspace(y_min, y_max, _EDGE_STEPS + 1)
    across = [np.column_stack((xs, np.full_like(xs, y))) for y in (y_min, (y_min + y_max) / 2, y_max)]
    along = [np.column_stack((np.full_like(ys, x), ys)) for x in (x_min, (x_min + x_max) / 2, x_max)]
    return np.concatenate(across + along)


def _box_of(places: Coordinates) -> Bounds:
    there = places[np.isfinite(places).all(axis=1)]
    if not len(there):
        raise ProtocolError("bounds", expected="a part of the earth that the projection shows", got=Given("none of it"))
    (x_min, y_min), (x_max, y_max) = there.min(axis=0), there.max(axis=0)
    return float(x_min), float(y_min), float(x_max), float(y_max)
