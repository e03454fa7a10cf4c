"""A zone widened or shrunk by metres on the earth, quickly enough to be drawn while a hand turns the wheel.

The matcher makes its own, finer one (`matching/spatial/buffers.py`); the two agree to far below a pixel of any map
that shows the zone.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

Coordinates = NDArray[np.float64]  # lon, lat, a row each
Polygons = NDArray[np.object_]

_WGS84 = Geod(ellps="WGS84")
_CORNERS = 180  # of a circle
_ROUND_CORNERS = 96  # of a corner that is made round
_LONGEST_LEG_DEG = 0.2  # of a path: a longer one is no straight strip any more
_BANDS = 4  # by which a soft edge fades
_BAND_DETAIL = 0.01  # of a soft edge: what of a zone is too small to show in its bands
_LONGEST_DEGREE_M = 111_695.0


def circle(lon: float, lat: float, radius_m: float) -> shapely.Polygon:
    """All places within a radius; longitudes go on beyond ±180."""
    only: shapely.Polygon = _discs(np.array([[lon, lat]]), radius_m, _CORNERS)[0]
    return only


def buffered(zone: BaseGeometry, buffer_m: float, detail_m: float = 0.0) -> BaseGeometry:
    """A lon/lat zone with a buffer; a negative one shrinks areas, perhaps to nothing. Smaller detail may be left out.

    Lines and points are not shrunk: they come back as they are.
    """
    is_area = shapely.get_dimensions(zone) == 2
    if buffer_m == 0.0 or zone.is_empty or (buffer_m < 0.0 and not is_area):
        return zone
    if isinstance(zone, shapely.Point):
        return circle(zone.x, zone.y, buffer_m)
    # GEOS cuts the legs of what is invalid short, and loses parts of it.
    whole = zone if not is_area or zone.is_valid else shapely.make_valid(zone, method="structure")
    plain = shapely.simplify(whole, detail_m / _LONGEST_DEGREE_M) if detail_m > 0.0 else whole
    rim = shapely.union_all(np.concatenate([_along(path, abs(buffer_m)) for path in _paths(plain)]))
    if not is_area:
        return rim
    plain = plain if plain.is_valid else shapely.make_valid(plain, method="structure")
    return shapely.union(plain, rim) if buffer_m > 0.0 else shapely.difference(plain, rim)


def soft_margin(zone: BaseGeometry, soft_m: float) -> tuple[BaseGeometry, ...]:
    """The areas by which the soft edge of a zone is drawn, the outermost first; none without one."""
    if soft_m <= 0.0 or zone.is_empty:
        return ()
    steps = range(_BANDS, 0, -1)
    return tuple(buffered(zone, soft_m * step / _BANDS, _BAND_DETAIL * soft_m) for step in steps)


def _paths(zone: BaseGeometry) -> list[Coordinates]:
    """Lines, rings and points with their long legs cut short, each place once."""
    parts = shapely.get_parts(shapely.get_parts(shapely.segmentize(zone, _LONGEST_LEG_DEG)))  # collections hold others
    is_area = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    paths = map(shapely.get_coordinates, np.concatenate((parts[~is_area], shapely.get_rings(parts[is_area]))))
    return [path[np.append(True, (path[1:] != path[:-1]).any(axis=1))] for path in paths]


def _along(path: Coordinates, reach_m: float) -> Polygons:
    """Discs on the corners of a path, and a strip along each of its legs."""
    return np.concatenate((_discs(path, reach_m, _ROUND_CORNERS), _strips(path[:-1], path[1:], reach_m)))


def _discs(places: Coordinates, reach_m: float, corners: int) -> Polygons:
    azimuths = np.linspace(0.0, 360.0, corners, endpoint=False)
    # Half of the edges' sag lies outside the true circle, half inside.
    outset = 0.5 + 0.5 / np.cos(np.pi / corners)
    lon, lat, azimuth = (part.ravel() for part in np.broadcast_arrays(places[:, :1], places[:, 1:], azimuths))
    rings = _travel(lon, lat, azimuth, reach_m * outset).reshape(len(places), corners, 2)
    return np.asarray(shapely.polygons(rings), dtype=object)


def _strips(starts: Coordinates, ends: Coordinates, reach_m: float) -> Polygons:
    """What lies beside legs that are straight in lon/lat, as GeoJSON's are, to both their sides."""
    across = ends - starts
    sides = []
    for place, side in ((starts, 90.0), (ends, 90.0), (ends, -90.0), (starts, -90.0)):
        east_m, north_m = _metres_per_degree(place[:, 1])
        azimuth = np.degrees(np.arctan2(across[:, 0] * east_m, across[:, 1] * north_m))
        sides.append(_travel(place[:, 0], place[:, 1], azimuth + side, reach_m))
    return np.asarray(shapely.polygons(np.stack(sides, axis=1)), dtype=object)


def _metres_per_degree(lat: Coordinates) -> tuple[Coordinates, Coordinates]:
    """How long a degree of longitude, and one of latitude, is."""
    flat = 1.0 - _WGS84.es * np.sin(np.radians(lat)) ** 2
    across = _WGS84.a / np.sqrt(flat)  # radius of curvature across the meridian
    return np.radians(across * np.cos(np.radians(lat))), np.radians(across * (1.0 - _WGS84.es) / flat)


def _travel(lon: Coordinates, lat: Coordinates, azimuth: Coordinates, reach_m: float) -> Coordinates:
    end_lon, end_lat, _ = _WGS84.fwd(lon, lat, azimuth, np.full(len(lon), reach_m))
    end_lon = np.asarray(end_lon)
    return np.stack((end_lon + 360.0 * np.rint((lon - end_lon) / 360.0), np.asarray(end_lat)), axis=1)
