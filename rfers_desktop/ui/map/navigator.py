"""Going places: to coordinates, to what a search found, to a bookmark, to the whole area."""

from __future__ import annotations

from dataclasses import replace

from rfers_desktop.geo.projections import Bounds
from rfers_desktop.layers.map_place import MapPlace
from rfers_desktop.layers.search import SearchHit

from .tools.stage import Stage
from .view_place import place_of, view_at

WHOLE_AREA: Bounds = (-141.0, 31.0, -52.0, 72.0)  # Canada and the western United States
_NEAR_M_PER_PX = 12.0  # a place is shown at least this near, about 1:45,000
_WIDEST_FOR_POINT_DEG = 1e-4  # bounds smaller than this are a point


class Navigator:
    """Moves the map; a place farther away than the present scale shows well is come nearer to."""

    def __init__(self, stage: Stage, home: Bounds = WHOLE_AREA) -> None:
        self._stage = stage
        self.home = home  # lon, lat

    def show_all(self) -> None:
        """Show the whole area."""
        self._stage.fit(self._stage.projection.bounds_to_map(self.home), 0.02)

    def here(self) -> MapPlace:
        """Where the map looks now."""
        return place_of(self._stage.view, self._stage.projection)

    def go(self, place: MapPlace) -> None:
        """Look at a place as it was looked at before."""
        self._stage.set_view(view_at(place, self._stage.view, self._stage.projection))

    def go_near(self, lon: float, lat: float) -> None:
        """Look at a position, near enough to recognise it."""
        self.go(MapPlace(lon, lat, min(self.here().m_per_px, _NEAR_M_PER_PX)))

    def go_to_hit(self, hit: SearchHit) -> None:
        """Look at what was found: all of it, if it is more than a point."""
        if (
            hit.bounds is None
            or max(hit.bounds[2] - hit.bounds[0], hit.bounds[3] - hit.bounds[1]) < _WIDEST_FOR_POINT_DEG
        ):
            self.go_near(hit.lon, hit.lat)
        else:
            self._stage.fit(self._stage.projection.bounds_to_map(hit.bounds))

    def centre(self, x: float, y: float) -> None:
        """Look at a place in map units at the present scale."""
        self._stage.set_view(replace(self._stage.view, x=x, y=y))
