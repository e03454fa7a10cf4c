"""The zones of a replay's subscriptions: with their buffers, and only while they were in force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely.geometry.base import BaseGeometry

from rfers_desktop.geo.geodesic_buffer import buffered
from rfers_desktop.geo.projections import WEB_MERCATOR, Projection
from rfers_desktop.layers.marks import LayerChange, MarkKey, Style, ZoneMark
from rfers_desktop.store.replay_result import PastSubscription

_DETAIL = 0.002  # of the buffer: what of a zone is too small to show in it


class PastZones:
    """The zones of one set; a subscription without a place has none."""

    def __init__(self, subscriptions: Sequence[PastSubscription], projection: Projection = WEB_MERCATOR) -> None:
        self._subscriptions = [entry for entry in subscriptions if entry.zone is not None]
        self._begun = np.array([entry.begun_us for entry in self._subscriptions], np.int64)
        self._ended = np.array([entry.ended_us for entry in self._subscriptions], np.int64)
        self._places: dict[int, BaseGeometry] = {}  # in lon/lat, as they are drawn; worked out once
        self._projection = projection
        self._shown: set[int] = set()

    def show(self, first_us: int, last_us: int) -> LayerChange:
        """Draw those that were in force at some moment of a stretch, and no others."""
        wanted = set(np.flatnonzero((self._begun <= last_us) & (self._ended > first_us)).tolist())
        put, taken = sorted(wanted - self._shown), sorted(self._shown - wanted)
        self._shown = wanted
        return LayerChange(tuple(self._mark(row) for row in put), tuple(self._key(row) for row in taken))

    def project(self, projection: Projection) -> LayerChange:
        """Draw those that are shown on another map."""
        self._projection = projection
        return LayerChange(put=tuple(self._mark(row) for row in sorted(self._shown)))

    def bounds(self) -> tuple[float, float, float, float] | None:
        """The box around all of them, in degrees."""
        if not self._subscriptions:
            return None
        west, south, east, north = zip(*(self._place(row).bounds for row in range(len(self._subscriptions))))
        return min(west), min(south), max(east), max(north)

    def _mark(self, row: int) -> ZoneMark:
        geometry = self._projection.geometry_to_map(self._place(row))
        return ZoneMark(self._key(row), geometry, Style.ZONE_LIVE, self._subscriptions[row].name)

    def _key(self, row: int) -> MarkKey:
        return ("zone", str(self._subscriptions[row].place))

    def _place(self, row: int) -> BaseGeometry:
        if row not in self._places:
            entry = self._subscriptions[row]
            assert entry.zone is not None
            shown = buffered(entry.zone, entry.buffer_m, _DETAIL * abs(entry.buffer_m))
            self._places[row] = entry.zone if shown.is_empty else shown
        return self._places[row]
