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

_WGS84 = Geod(ellps="WGS84")
_CORNERS = 180  # of a full circle
_OUTSET = 1.0 / np.cos(np.pi / _CORNERS) / 2.0 + 0.5  # half of the edges' sag lies outside the true circle
_LONGEST_PIECE_M = 20_000.0
_MOST_PIECES = 200
_LONGEST_DEGREE_M = 111_695.0


def circle(lon: float, lat: float, radius_m: float) -> shapely.Polygon:
    """All places within a radius; longitudes go on beyond ±180."""
    azimuths = np.linspace(0.0, 360.0, _CORNERS, endpoint=False)
    ring = _travel(np.full(_CORNERS, lon), np.full(_CORNERS, lat), azimuths, radius_m * _OUTSET)
    return shapely.Polygon(ring)


def buffered(zone: BaseGeometry, buffer_m: float, detail_m: float = 0.0) -> BaseGeometry:
    """A lon/lat zone with a buffer; a negative one shrinks areas, perhaps to nothing. Smaller detail may be left out.

    Lines and points are not shrunk: they come back as they are.
    """
    is_area = shapely.get_dimensions(zone) == 2
    if buffer_m == 0.0 or zone.is_empty or (buffer_m < 0.0 and not is_area):
        return zone
    plain = shapely.simplify(zone, detail_m / _LONGEST_DEGREE_M) if detail_m > 0.0 else zone
    rim = shapely.union_all([shape for path in _paths(plain) for shape in _along(path, abs(buffer_m))])
    if not is_area:
        return rim
    whole = plain if plain.is_valid else shapely.make_valid(plain)
    return shapely.union(whole, rim) if buffer_m > 0.0 else shapely.difference(whole, rim)


def _paths(zone: BaseGeometry) -> list[Coordinates]:
    parts = shapely.get_parts(zone)
    is_area = shapely.get_type_id(parts) == shapely.GeometryType.POLYGON
    lines = np.concatenate((parts[~is_area], shapely.get_rings(parts[is_area])))
    return [shapely.get_coordinates(line) for line in lines]


def _along(path: Coordinates, reach_m: float) -> list[shapely.Polygon]:
    """Discs on the corners of a path, and a strip along each of its legs."""
    distinct = path[np.append(True, (path[1:] != path[:-1]).any(axis=1))]
    is_ring = len(distinct) > 2 and bool((distinct[0] == distinct[-1]).all())
    discs = [circle(lon, lat, reach_m) for lon, lat in distinct[: -1 if is_ring else None].tolist()]
    return discs + [_strip(start, end, reach_m) for start, end in zip(distinct[:-1], distinct[1:])]


def _strip(start: Coordinates, end: Coordinates, reach_m: float) -> shapely.Polygon:
    """What lies beside a leg that is straight in lon/lat, as GeoJSON's are, to both its sides."""
    middle_lat = (start[1] + end[1]) / 2.0
    east_m, north_m = _metres_per_degree(np.array([middle_lat]))
    length_m = np.hypot((end[0] - start[0]) * east_m[0], (end[1] - start[1]) * north_m[0])
    pieces = 1 + min(int(length_m // _LONGEST_PIECE_M), _MOST_PIECES)
    share = np.linspace(0.0, 1.0, pieces + 1)[:, None]
    along = start * (1.0 - share) + end * share
    east_m, north_m = _metres_per_degree(along[:, 1])
    azimuth = np.degrees(np.arctan2((end[0] - start[0]) * east_m, (end[1] - start[1]) * north_m))
    right, left = (_travel(along[:, 0], along[:, 1], azimuth + side, reach_m) for side in (90.0, -90.0))
    return shapely.Polygon(np.concatenate((right, left[::-1])))


def _metres_per_degree(lat: Coordinates) -> tuple[Coordinates, Coordinates]:
    """How long a degree of longitude, and one of latitude, is."""
    flat = 1.0 - _WGS84.es * np.sin(np.radians(lat)) ** 2
    across = _WGS84.a / np.sqrt(flat)  # radius of curvature across the meridian
    return np.radians(across * np.cos(np.radians(lat))), np.radians(across * (1.0 - _WGS84.es) / flat)


def _travel(lon: Coordinates, lat: Coordinates, azimuth: Coordinates, reach_m: float) -> Coordinates:
    end_lon, end_lat, _ = _WGS84.fwd(lon, lat, azimuth, np.full(len(lon), reach_m))
    end_lon = np.asarray(end_lon)
    return np.stack((end_lon + 360.0 * np.rint((lon - end_lon) / 360.0), np.asarray(end_lat)), axis=1)
