"""Snapping on the map: knows what is drawn around the view, and finds the nearest of it within a few pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapely.geometry.base import BaseGeometry

from rfers_desktop.geo.projections import Projection
from rfers_desktop.layers.snapping import Snap, SnapIndex

from .tools.stage import Stage
from .view import Bounds

REACH_PX = 10.0
_AROUND = 1.0  # views to each side that are indexed with the one shown, so that a short way needs no new index
_COARSER = 4.0  # and down to this much nearer

Drawn = Callable[[Bounds], Iterable[BaseGeometry]]  # visible geometries that touch bounds, all in map units


class Snapper:
    """Off until it is switched on. The index is made when first needed, and again when it does not fit any more."""

    def __init__(self, stage: Stage, drawn: Drawn) -> None:
        self.is_on = False
        self._stage = stage
        self._drawn = drawn
        self._index: SnapIndex | None = None
        self._bounds: Bounds = (0.0, 0.0, 0.0, 0.0)
        self._made_for: tuple[Projection, float] | None = None

    def forget(self) -> None:
        """What is drawn has changed."""
        self._index = None

    def find(self, x: float, y: float) -> Snap | None:
        """The vertex or edge near a place in map units."""
        if not self.is_on:
            return None
        view = self._stage.view
        if self._index is None or not self._fits():
            self._bounds = _widened(view.bounds)
            self._made_for = (self._stage.projection, view.units_per_px)
            self._index = SnapIndex(self._drawn(self._bounds))
        return self._index.nearest(x, y, REACH_PX * view.units_per_px)

    def _fits(self) -> bool:
        if self._made_for is None or self._made_for[0] != self._stage.projection:
            return False
        view = self._stage.view
        (x_min, y_min, x_max, y_max), (left, low, right, high) = self._bounds, view.bounds
        is_inside = x_min <= left and y_min <= low and right <= x_max and high <= y_max
        return is_inside and view.units_per_px * _COARSER >= self._made_for[1]


def _widened(bounds: Bounds) -> Bounds:
    x_min, y_min, x_max, y_max = bounds
    across, up = (x_max - x_min) * _AROUND, (y_max - y_min) * _AROUND
    return x_min - across, y_min - up, x_max + across, y_max + up
