"""Things of the map taken over as zones: which are at a spot, their lon/lat geometry, and several as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from rfers_desktop.geo.features import Features, Kind

_DIMENSIONS = {Kind.POINT: 0, Kind.LINE: 1, Kind.AREA: 2}


@dataclass(frozen=True, slots=True, eq=False)
class Picked:
    """A thing that is at a spot."""

    name: str
    layer: str
    order: tuple[int, float]  # its dimension and the size of its box: by this it is reached
    geometry: Callable[[], BaseGeometry]  # lon/lat; a continent takes its time, so only what is chosen is made
    is_live: bool = False  # an asset, a sensor, an incident: where it is now


def picked_thing(name: str, layer: str, geometry: BaseGeometry) -> Picked:
    """A live thing or a zone, whose geometry is there already."""
    dimension = int(shapely.get_dimensions(geometry))
    return Picked(name, layer, (dimension, shapely.box(*geometry.bounds).area), lambda: geometry, is_live=True)


def picked_feature(name: str, layer: str, features: Features, feature: int) -> Picked:
    """A feature of a layer."""
    first, last = features.run_starts[features.feature_starts[feature : feature + 2]]
    (west, south), (east, north) = features.lonlat[first:last].min(axis=0), features.lonlat[first:last].max(axis=0)
    order = (_DIMENSIONS[features.kind], float((east - west) * (north - south)))
    called = name if any(letter.isalpha() for letter in name) else f"{layer} {name}"  # a road that is called 2
    return Picked(called, layer, order, lambda: geometry_of(features, feature))


def geometry_of(features: Features, feature: int) -> BaseGeometry:
    """The lon/lat geometry that one feature was made of."""
    first, last = features.feature_starts[feature : feature + 2]
    runs = [features.lonlat[features.run_starts[run] : features.run_starts[run + 1]] for run in range(first, last)]
    if features.kind is Kind.POINT:
        points = np.concatenate(runs)
        return shapely.Point(points[0]) if len(points) == 1 else shapely.MultiPoint(points)
    if features.kind is Kind.LINE:
        lines = [shapely.LineString(run) for run in runs]
        return lines[0] if len(lines) == 1 else shapely.MultiLineString(lines)
    rings: list[list[shapely.LinearRing]] = []
    for run in runs:
        ring = shapely.LinearRing(run)
        if shapely.is_ccw(ring) or not rings:
            rings.append([ring])  # outer rings turn left, and their holes follow them
        else:
            rings[-1].append(ring)
    areas = [shapely.Polygon(outer, holes) for outer, *holes in rings]
    whole = areas[0] if len(areas) == 1 else shapely.MultiPolygon(areas)
    return whole if whole.is_valid else _areas_of(shapely.make_valid(whole, method="structure"))


def united(geometries: Sequence[BaseGeometry]) -> BaseGeometry:
    """Several things as one zone; raises ProtocolError if some are areas and others lines or points."""
    dimensions = {int(shapely.get_dimensions(geometry)) for geometry in geometries}
    if len(dimensions) > 1:
        got = Given("things of several sorts")
        raise ProtocolError("zone", expected="areas, or lines, or points, but not mixed", got=got)
    if len(geometries) == 1:
        return geometries[0]
    parts = shapely.get_parts(np.array(geometries, dtype=object))
    if dimensions == {2}:
        return _areas_of(shapely.union_all(parts))
    return shapely.MultiLineString(list(parts)) if dimensions == {1} else shapely.MultiPoint(list(parts))


def in_reach_order(found: Sequence[Picked]) -> list[Picked]:
    """Live things as they come; then places, lines and areas, the smallest first: a large one hides no small one."""
    live = [thing for thing in found if thing.is_live]
    rest = [thing for thing in found if not thing.is_live]
    rest.sort(key=lambda thing: thing.order)
    return live + rest


def _areas_of(whole: BaseGeometry) -> BaseGeometry:
    """What of a geometry is area; mending may have left lines."""
    areas = [part for part in _flat(whole) if isinstance(part, shapely.Polygon)]
    return shapely.orient_polygons(areas[0] if len(areas) == 1 else shapely.MultiPolygon(areas))


def _flat(geometry: BaseGeometry) -> list[BaseGeometry]:
    return [inner for part in shapely.get_parts(geometry) for inner in shapely.get_parts(part)]
