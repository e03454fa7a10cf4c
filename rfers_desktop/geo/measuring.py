"""Lengths, areas and bearings on the earth itself (WGS 84), whatever the map is drawn in, and how they are written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyproj import Geod

Coordinates = NDArray[np.float64]  # lon, lat, a row each

_WGS84 = Geod(ellps="WGS84")
_POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_MOST_BETWEEN = 200
_M2_PER_HECTARE = 10_000.0
_M2_PER_KM2 = 1_000_000.0


def leg_lengths_m(lonlat: Coordinates) -> NDArray[np.float64]:
    """The length of each leg of a line, along the shortest way."""
    if len(lonlat) < 2:
        return np.empty(0)
    _, _, metres = _WGS84.inv(lonlat[:-1, 0], lonlat[:-1, 1], lonlat[1:, 0], lonlat[1:, 1])
    return np.asarray(metres, dtype=np.float64)


def length_m(lonlat: Coordinates) -> float:
    """The length of a line."""
    return float(leg_lengths_m(lonlat).sum())


def area_m2(ring: Coordinates) -> float:
    """The area that a ring encloses, whichever way round it runs; it need not be closed."""
    if len(ring) < 3:
        return 0.0
    area, _ = _WGS84.polygon_area_perimeter(ring[:, 0], ring[:, 1])
    return abs(float(area))


def perimeter_m(ring: Coordinates) -> float:
    """The way around a ring."""
    return length_m(np.concatenate((ring, ring[:1]))) if len(ring) > 1 else 0.0


def bearing_deg(lon: float, lat: float, to_lon: float, to_lat: float) -> float:
    """Which way to set out from one position to reach another: degrees clockwise from north, below 360."""
    azimuth, _, _ = _WGS84.inv(lon, lat, to_lon, to_lat)
    return float(azimuth) % 360.0


def geodesic_path(lonlat: Coordinates, longest_leg_m: float = 25_000.0) -> Coordinates:
    """A line with places put in along its legs, so that drawn straight between them it follows the earth."""
    pieces = [lonlat[:1]]
    for (lon, lat), (to_lon, to_lat), metres in zip(lonlat[:-1], lonlat[1:], leg_lengths_m(lonlat)):
        between = min(int(metres // longest_leg_m), _MOST_BETWEEN)
        if between:
            pieces.append(np.array(_WGS84.npts(lon, lat, to_lon, to_lat, between)))
        pieces.append(np.array([[to_lon, to_lat]]))
    return np.concatenate(pieces)


def moved(lon: float, lat: float, bearing: float, metres: float) -> tuple[float, float]:
    """Where one is after so many metres in a direction."""
    to_lon, to_lat, _ = _WGS84.fwd(lon, lat, bearing, metres)
    return float(to_lon), float(to_lat)


def distance_text(metres: float) -> str:
    """A measured length: `0.42 m`, `842 m`, `12.48 km`, `1,204 km`."""
    if metres < 9.995:
        return f"{metres:.2f} m"
    if metres < 999.5:
        return f"{metres:.0f} m"
    km = metres / 1000.0
    return f"{km:.2f} km" if km < 99.995 else f"{km:,.1f} km" if km < 999.95 else f"{km:,.0f} km"


def area_text(square_metres: float) -> str:
    """A measured area: `350 m²`, `12.5 ha`, `340.2 km²`; a fire's size is told in hectares up to 100 km²."""
    if square_metres < 9_999.5:
        return f"{square_metres:,.0f} m²"
    if square_metres < 100 * _M2_PER_KM2:
        hectares = square_metres / _M2_PER_HECTARE
        return f"{hectares:,.2f} ha" if hectares < 99.995 else f"{hectares:,.0f} ha"
    km2 = square_metres / _M2_PER_KM2
    return f"{km2:,.1f} km²" if km2 < 9_999.95 else f"{km2:,.0f} km²"


def bearing_text(bearing: float) -> str:
    """A direction as it is spoken over the radio: `047° NE`."""
    whole = round(bearing) % 360
    return f"{whole:03d}° {_POINTS[round(whole / 45.0) % 8]}"
