"""Lengths and directions on the WGS 84 ellipsoid for lines that are straight in lon/lat, as GeoJSON's edges are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyproj import Geod

Floats = NDArray[np.float64]

WGS84 = Geod(ellps="WGS84")
MAX_METRES_PER_DEGREE = 111_695.0  # of latitude at the poles; no degree of either sort is longer anywhere


def metres_per_degree(lat: Floats) -> tuple[Floats, Floats]:
    """How long one degree of longitude, and one of latitude, is at these latitudes."""
    sine = np.sin(np.radians(lat))
    flat = 1.0 - WGS84.es * sine * sine
    per_radian = WGS84.a / np.sqrt(flat)  # radius of curvature across the meridian
    along_meridian = per_radian * (1.0 - WGS84.es) / flat
    return np.radians(per_radian * np.cos(np.radians(lat))), np.radians(along_meridian)


def azimuth_of(d_lon: Floats, d_lat: Floats, lat: Floats) -> Floats:
    """The azimuth in which a line that is straight in lon/lat passes a latitude."""
    lon_m, lat_m = metres_per_degree(lat)
    return np.degrees(np.arctan2(d_lon * lon_m, d_lat * lat_m))


def to_pole_m(lat: Floats) -> Floats:
    """The distance to the nearer pole, to within 1 %."""
    return (90.0 - np.abs(lat)) * 111_320.0


def travel(lon: Floats, lat: Floats, azimuth: Floats, distance_m: Floats | float) -> tuple[Floats, Floats]:
    """Where geodesics end. Longitudes are those nearest the start's, so they may lie beyond ±180."""
    lon, lat, azimuth, metres = np.broadcast_arrays(lon, lat, azimuth, distance_m)
    end_lon, end_lat, _ = WGS84.fwd(lon, lat, azimuth, metres)
    return near_to(np.asarray(end_lon), lon), np.asarray(end_lat)


def near_to(lon: Floats, reference: Floats) -> Floats:
    """The same meridians, numbered to lie within half a turn of the reference."""
    turns = np.rint((reference - lon) / 360.0)
    return np.where(turns == 0.0, lon, lon + 360.0 * turns)
