"""What stands on the map beside its contents: north arrow, overview, and the ring around a found place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from rfers_desktop.geo.projections import Bounds

from .content import Painting
from .map_widget import MapWidget
from .navigator import WHOLE_AREA, Navigator
from .north_arrow import NorthArrow
from .overview import Overview
from .place_marker import PlaceMarker


class MapFurniture:
    """Follows the map by itself. `canvas` and `widget` are one object, known by what it is and by what it can."""

    def __init__(
        self,
        canvas: MapWidget,
        widget: QWidget,
        ground: Callable[[], Painting | None] = lambda: None,
        area: Bounds = WHOLE_AREA,
    ) -> None:
        self._canvas = canvas
        self.north = NorthArrow(widget)
        self.overview = Overview(widget, ground, area)
        self.marker = PlaceMarker(widget, canvas)
        self._navigator = Navigator(canvas, area)  # Qt does not keep it alive
        self.overview.asked.connect(self._navigator.centre)
        canvas.view_changed.connect(lambda _: self.follow())
        for thing in (self.north, self.overview):
            thing.place()
            thing.show()
        self.follow()

    def follow(self) -> None:
        """The view or the projection has changed."""
        view, projection = self._canvas.view, self._canvas.projection
        self.north.point(projection.north_deg(view.x, view.y))
        if not self.overview.isHidden():
            self.overview.follow(view, projection)
        self.marker.follow()

    def show_overview(self, is_shown: bool) -> None:
        """Show or hide the overview."""
        self.overview.setVisible(is_shown)
        self.follow()
