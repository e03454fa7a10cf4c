"""A view of the map as a place to come back to, and back."""

from __future__ import annotations

from dataclasses import replace

from rfers_desktop.geo.projections import Projection
from rfers_desktop.layers.map_place import MapPlace

from .view import View


def place_of(view: View, projection: Projection) -> MapPlace:
    """Where a view looks."""
    lon, lat = projection.point_to_lonlat(view.x, view.y)
    return MapPlace(lon, lat, view.units_per_px * projection.ground_metres_per_unit(view.x, view.y))


def view_at(place: MapPlace, view: View, projection: Projection) -> View:
    """A view of the same size that looks at a place."""
    x, y = projection.point_to_map(place.lon, place.lat)
    return replace(view, x=x, y=y, units_per_px=place.m_per_px / projection.ground_metres_per_unit(x, y))


def is_same_place(one: MapPlace, other: MapPlace) -> bool:
    """Whether nobody could tell the two apart on the screen: less than half a pixel and a thousandth of the scale."""
    if abs(one.m_per_px - other.m_per_px) > 1e-3 * one.m_per_px:
        return False
    half_px_deg = 0.5 * one.m_per_px / 111_000.0
    return abs(one.lon - other.lon) < half_px_deg and abs(one.lat - other.lat) < half_px_deg
