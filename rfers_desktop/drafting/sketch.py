"""What is being drawn: corners set, moved, put in and taken out; every verb returns the sketch after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import shapely
from shapely.geometry.base import BaseGeometry

from rfers_desktop.language import later, tr

LonLat = tuple[float, float]


class Shape(StrEnum):
    """What a drawing becomes; the words are those of files."""

    POINT = "point"
    CIRCLE = "circle"  # a point and its buffer (thesis 5.2.1)
    LINE = "line"  # with a buffer it is a corridor
    RECTANGLE = "rectangle"
    POLYGON = "polygon"
    FREEHAND = "freehand"
    FEATURES = "features"  # taken over from what the map shows
    EVERYWHERE = "everywhere"

    @property
    def is_area(self) -> bool:
        """Whether its corners enclose something."""
        return self in (Shape.RECTANGLE, Shape.POLYGON, Shape.FREEHAND)


_FEWEST = {Shape.POINT: 1, Shape.CIRCLE: 1, Shape.LINE: 2, Shape.RECTANGLE: 2, Shape.POLYGON: 3, Shape.FREEHAND: 3}
_MOST = {Shape.POINT: 1, Shape.CIRCLE: 1, Shape.RECTANGLE: 2, Shape.FEATURES: 0, Shape.EVERYWHERE: 0}


@dataclass(frozen=True, slots=True)
class Sketch:
    """Corners in degrees as they were set; of a rectangle two that face each other."""

    shape: Shape
    vertices: tuple[LonLat, ...] = ()
    is_finished: bool = False
    picked: BaseGeometry | None = None  # of FEATURES: lon/lat
    picked_name: str = ""  # what the picked thing is called

    @property
    def is_empty(self) -> bool:
        """Whether nothing was drawn or picked yet."""
        return not self.vertices and self.picked is None

    @property
    def takes_more(self) -> bool:
        """Whether another click sets another corner."""
        return not self.is_finished and len(self.vertices) < _MOST.get(self.shape, len(self.vertices) + 1)

    @property
    def is_complete(self) -> bool:
        """Whether it can be finished: there are corners enough, or something is picked."""
        if self.shape is Shape.FEATURES:
            return self.picked is not None
        return self.shape is Shape.EVERYWHERE or len(self.vertices) >= _FEWEST[self.shape]

    @property
    def corners(self) -> tuple[LonLat, ...]:
        """What can be taken hold of; a rectangle has four."""
        if self.shape is not Shape.RECTANGLE or len(self.vertices) < 2:
            return self.vertices
        (lon, lat), (far_lon, far_lat) = self.vertices
        return (lon, lat), (far_lon, lat), (far_lon, far_lat), (lon, far_lat)

    def with_corner(self, place: LonLat) -> Sketch:
        """Set the next corner; one that is where the last one is adds nothing."""
        if not self.takes_more or (self.vertices and self.vertices[-1] == place):
            return self
        return replace(self, vertices=(*self.vertices, place))

    def with_moved(self, index: int, place: LonLat) -> Sketch:
        """A corner pulled elsewhere; a rectangle stays one, the corner that faces it stays where it is."""
        if self.shape is Shape.RECTANGLE and len(self.vertices) == 2:
            facing = self.corners[(index + 2) % 4]
            return replace(self, vertices=(place, facing) if index < 2 else (facing, place))
        vertices = list(self.vertices)
        vertices[index] = place
        return replace(self, vertices=tuple(vertices))

    def with_inserted(self, index: int, place: LonLat) -> Sketch:
        """A corner put in before another; a rectangle becomes a polygon."""
        vertices = list(self.corners)
        vertices.insert(index, place)
        shape = Shape.POLYGON if self.shape is Shape.RECTANGLE else self.shape
        return replace(self, shape=shape, vertices=tuple(vertices))

    def without(self, index: int) -> Sketch:
        """A corner taken out; a rectangle becomes a polygon."""
        corners = self.corners
        shape = Shape.POLYGON if self.shape is Shape.RECTANGLE and len(corners) == 4 else self.shape
        rest = (*corners[:index], *corners[index + 1 :])
        return replace(self, shape=shape, vertices=rest, is_finished=self.is_finished and bool(rest))

    def finished(self) -> Sketch:
        """Drawn to its end, if it can be."""
        return replace(self, is_finished=True) if self.is_complete else self

    def zone(self) -> BaseGeometry | None:
        """The lon/lat geometry as drawn, without buffer; None for everywhere and while there is none."""
        if self.shape is Shape.FEATURES:
            return self.picked
        if self.shape is Shape.EVERYWHERE or not self.is_complete:
            return None
        if self.shape in (Shape.POINT, Shape.CIRCLE):
            return shapely.Point(self.vertices[0])
        if self.shape is Shape.LINE:
            return shapely.LineString(self.vertices)
        return shapely.orient_polygons(shapely.Polygon(self.corners))

    @property
    def is_crossing(self) -> bool:
        """Whether its edges cross each other, so that it is no area."""
        zone = self.zone() if self.shape.is_area else None
        return zone is not None and not zone.is_valid

    def problem(self) -> str:
        """Why what is drawn cannot be a zone, in words; empty if it can."""
        if self.shape is Shape.EVERYWHERE:
            return ""
        if not self.is_complete:
            return tr(_STILL_TO_DO[self.shape])
        zone = self.zone()
        if zone is not None and not zone.is_valid:
            return tr("The edges cross each other: pull a corner until they do not.")
        return ""


_STILL_TO_DO = {
    Shape.POINT: later("Click a place on the map."),
    Shape.CIRCLE: later("Drag a circle on the map."),
    Shape.LINE: later("Click the line's corners on the map."),
    Shape.RECTANGLE: later("Drag a rectangle on the map."),
    Shape.POLYGON: later("Click three corners or more on the map."),
    Shape.FREEHAND: later("Draw around an area with the button held."),
    Shape.FEATURES: later("Click a feature, an asset, an incident or a sensor on the map."),
}
