"""Views that stay on the map: not beyond its edge, not nearer than it makes sense."""

from __future__ import annotations

from dataclasses import replace

from rfers_desktop.geo.mercator import HALF_WORLD
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection

from .view import Bounds, View

CLOSEST = 20.0  # map units across
SMALLEST_FIT = 2_000.0  # a single place is shown with its surroundings


def world_of(projection: Projection) -> Bounds:
    """The part of the plane that a projection draws on."""
    if projection is WEB_MERCATOR:
        return -HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD
    return projection.bounds_to_map(projection.lonlat_bounds)


def within(view: View, world: Bounds) -> View:
    """The view, brought back where it left the world. A pixel is kept free for snapping."""
    x_min, y_min, x_max, y_max = world
    width, height = max(view.width, 1), max(view.height, 1)
    widest = min((x_max - x_min) / (width + 2), (y_max - y_min) / (height + 2))
    units = min(max(view.units_per_px, CLOSEST / width), widest)
    across, up = units * (width + 1) / 2, units * (height + 1) / 2
    x = min(max(view.x, x_min + across), x_max - across)
    y = min(max(view.y, y_min + up), y_max - up)
    is_within = (x, y, units) == (view.x, view.y, view.units_per_px)
    return view if is_within else replace(view, x=x, y=y, units_per_px=units)


def fitting(view: View, bounds: Bounds, margin: float) -> View:
    """The view that shows all of some bounds, with a part of it left free around them."""
    x_min, y_min, x_max, y_max = bounds
    wide, high = max(x_max - x_min, SMALLEST_FIT), max(y_max - y_min, SMALLEST_FIT)
    units = max(wide / max(view.width, 1), high / max(view.height, 1)) * (1 + 2 * margin)
    return replace(view, x=(x_min + x_max) / 2, y=(y_min + y_max) / 2, units_per_px=units)
