"""Analysis over what was received and what the map has: selecting, buffers, nearest things, counting, overlay.

Layers in, a layer out; nothing here knows a window or a clock. Distances are geodesic; which shapes meet is decided in
lon/lat, as the matcher does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.filter.evaluate import satisfies
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.geo.geodesic_buffer import buffered
from rfers_desktop.geo.nearest_edge import nearest_edge
from rfers_desktop.geo.out_layer import OutLayer, shape_array
from rfers_desktop.geo.road_graph import Place, RoadGraph
from rfers_desktop.language import tr

Progress = Callable[[float], None]
Shapes = NDArray[np.object_]
_LARGEST_BUFFER_M = 2_000_000.0
_MOST_NEAREST = 200
_BUFFER_DETAIL = 5e-4  # of the distance: smaller detail changes nothing that anybody could measure


@dataclass(frozen=True, slots=True, eq=False)
class AnalysisLayer:
    """Features to work on; `topic` types their attributes for filters."""

    layer: OutLayer
    topic: Topic
    attributes: Sequence[Mapping[str, Any]]

    @property
    def shapes(self) -> Shapes:
        """The places, None where there is none."""
        return self.layer.geometries

    def only(self, rows: Sequence[int] | NDArray[np.intp], name: str) -> AnalysisLayer:
        """Some of its features, as a layer of another name."""
        picked = [int(row) for row in rows]
        columns = {key: [values[row] for row in picked] for key, values in self.layer.columns.items()}
        layer = OutLayer(name, self.shapes[picked], columns)
        return AnalysisLayer(layer, self.topic, [self.attributes[row] for row in picked])


def as_analysis_layer(layer: OutLayer, topic: Topic | None = None) -> AnalysisLayer:
    """A layer whose attributes are its columns; without a topic numbers are numbers and the rest is text."""
    names = list(layer.columns)
    rows = [dict(zip(names, values, strict=True)) for values in zip(*layer.columns.values(), strict=True)]
    attributes = [{k: v for k, v in row.items() if v is not None} for row in rows] or [{} for _ in range(len(layer))]
    return AnalysisLayer(layer, topic or _schema(layer), attributes)


class Where(Enum):
    """How things may lie to others."""

    INTERSECTS = "intersect"
    WITHIN = "lie within"
    CONTAINS = "contain"
    NEAR = "lie within a distance of"
    APART = "do not touch"


class Overlay(Enum):
    """What is made of the areas of two layers."""

    INTERSECTION = "intersection"
    DIFFERENCE = "difference"
    UNION = "union"


def select_by_attribute(source: AnalysisLayer, text: str) -> AnalysisLayer:
    """The features for which a filter is true; raises FilterError where it is wrong."""
    root = parse_filter(text, source.topic).root
    rows = [row for row, attributes in enumerate(source.attributes) if satisfies(root, attributes)]
    return source.only(rows, tr("{layer} where {filter}", layer=source.layer.name, filter=text))


def select_by_location(
    source: AnalysisLayer,
    others: AnalysisLayer,
    where: Where,
    distance_m: float = 0.0,
    progress: Progress = lambda _: None,
) -> AnalysisLayer:
    """The features that lie so to at least one of others; those apart lie so to all of them."""
    reaches = _present(others.shapes)
    if where is Where.NEAR:
        distance_m = _checked_metres(distance_m, 0.0)
        reaches = _buffers(reaches, distance_m, progress)
    rows = np.flatnonzero(~shapely.is_missing(source.shapes))
    shapes = _mended(source.shapes[rows])
    tree = shapely.STRtree(reaches)
    if where is Where.WITHIN:
        pairs = tree.query(shapes, predicate="within")
    elif where is Where.CONTAINS:
        pairs = tree.query(shapes, predicate="contains")
    else:
        pairs = tree.query(shapes, predicate="intersects")
    found: NDArray[np.intp] = np.unique(pairs[0])
    if where is Where.APART:
        found = np.setdiff1d(np.arange(len(rows)), found)
    names = {
        Where.INTERSECTS: tr("{layer} that intersect {other}"),
        Where.WITHIN: tr("{layer} that lie within {other}"),
        Where.CONTAINS: tr("{layer} that contain {other}"),
        Where.NEAR: tr("{layer} that lie within {distance} m of {other}"),
        Where.APART: tr("{layer} that do not touch {other}"),
    }
    name = names[where].format(layer=source.layer.name, other=others.layer.name, distance=f"{distance_m:g}")
    return source.only(rows[found], name)


def buffer(source: AnalysisLayer, metres: float, is_dissolved: bool, progress: Progress = lambda _: None) -> OutLayer:
    """The places within so many metres of each feature, or of any of them as one; negative metres shrink areas."""
    metres = _checked_metres(metres, -_LARGEST_BUFFER_M)
    rows = np.flatnonzero(~shapely.is_missing(source.shapes))
    made = _buffers(source.shapes[rows], metres, progress)
    name = tr("{layer} with {distance} m around", layer=source.layer.name, distance=f"{metres:g}")
    if is_dissolved:
        return OutLayer(name, shape_array([shapely.union_all(made)]), {"buffer_m": [metres], "features": [len(rows)]})
    kept = np.flatnonzero(~shapely.is_empty(made))
    columns = {key: [values[row] for row in rows[kept]] for key, values in source.layer.columns.items()}
    return OutLayer(name, made[kept], {**columns, "buffer_m": [metres] * len(kept)})


def nearest(
    origin: BaseGeometry,
    candidates: AnalysisLayer,
    count: int,
    roads: RoadGraph | None = None,
    progress: Progress = lambda _: None,
) -> tuple[OutLayer, OutLayer]:
    """The features nearest to a place with their distances, and the ways to them.

    Sorted by the time along the roads where there is one, and by the straight distance after that.
    """
    count = min(max(count, 1), _MOST_NEAREST)
    rows = np.flatnonzero(~shapely.is_missing(candidates.shapes))
    straight = []
    for number, row in enumerate(rows.tolist()):
        straight.append(nearest_edge(candidates.shapes[row], origin))
        if number % 500 == 0:
            progress(0.5 * number / max(len(rows), 1))
    by_distance = sorted(range(len(rows)), key=lambda each: straight[each].metres)
    # A longer way may be quicker: of the straight nearest some more are looked at along the roads.
    looked_at = by_distance[: count * 4 if roads is not None else count]
    targets: list[Place] = [straight[each].end for each in looked_at]
    start = origin.representative_point()
    routes = [None] * len(targets) if roads is None else roads.routes((start.x, start.y), targets, progress)
    ranked = sorted(
        zip(looked_at, routes, strict=True),
        key=lambda pair: (pair[1] is None, pair[1].seconds if pair[1] is not None else straight[pair[0]].metres),
    )[:count]
    picked = candidates.only([rows[each] for each, _ in ranked], tr("Nearest: {layer}", layer=candidates.layer.name))
    figures: dict[str, list[object]] = {
        "rank": list(range(1, len(ranked) + 1)),
        "straight_m": [round(straight[each].metres, 1) for each, _ in ranked],
        "road_m": [None if route is None else round(route.metres) for _, route in ranked],
        "road_minutes": [None if route is None else round(route.seconds / 60.0, 1) for _, route in ranked],
    }
    things = OutLayer(picked.layer.name, picked.shapes, {**figures, **picked.layer.columns})
    ways: list[BaseGeometry | None] = [
        shapely.LineString([straight[each].start, straight[each].end] if route is None else route.path)
        for each, route in ranked
    ]
    return things, OutLayer(tr("Ways to: {layer}", layer=candidates.layer.name), shape_array(ways), figures)


def count_in_zones(zones: AnalysisLayer, things: AnalysisLayer) -> OutLayer:
    """Each zone with the number of things that it meets."""
    present = _present(things.shapes)
    rows = np.flatnonzero(~shapely.is_missing(zones.shapes))
    inside = shapely.STRtree(present).query(_mended(zones.shapes[rows]), predicate="intersects")[0]
    counts = np.bincount(inside, minlength=len(rows))
    columns = {key: [values[row] for row in rows.tolist()] for key, values in zones.layer.columns.items()}
    name = tr("{layer} in {zones}", layer=things.layer.name, zones=zones.layer.name)
    return OutLayer(name, zones.shapes[rows], {"count": counts.tolist(), **columns})


def overlay(first: AnalysisLayer, second: AnalysisLayer, kind: Overlay) -> OutLayer:
    """The areas of two layers together: where both are, where only the first is, or where either is."""
    ones, others = (shapely.union_all(_areas(layer)) for layer in (first, second))
    made = {
        Overlay.INTERSECTION: shapely.intersection,
        Overlay.DIFFERENCE: shapely.difference,
        Overlay.UNION: shapely.union,
    }[kind](ones, others)
    if made.is_empty:
        raise ProtocolError(tr("overlay"), expected=tr("areas of which something is left"), got=Given(tr("nothing")))
    parts = [part for part in shapely.get_parts(made).tolist() if shapely.get_dimensions(part) == 2]
    names = {
        Overlay.INTERSECTION: tr("Where {layer} and {other} are both"),
        Overlay.DIFFERENCE: tr("Where {layer} is and {other} is not"),
        Overlay.UNION: tr("Where {layer} or {other} is"),
    }
    name = names[kind].format(layer=first.layer.name, other=second.layer.name)
    return OutLayer(name, shape_array(parts), {"overlay": [kind.value] * len(parts)})


def _schema(layer: OutLayer) -> Topic:
    attributes = []
    for name, values in layer.columns.items():
        is_number = all(v is None or (isinstance(v, int | float) and not isinstance(v, bool)) for v in values)
        attributes.append(Attribute(name, AttributeType.NUMBER if is_number else AttributeType.TEXT))
    return Topic(layer.name, frozenset(), tuple(attributes))


def _buffers(shapes: Shapes, metres: float, progress: Progress) -> Shapes:
    made: list[BaseGeometry | None] = []
    done = np.cumsum(shapely.get_num_coordinates(shapes))
    for shape, corners in zip(shapes.tolist(), done.tolist(), strict=True):
        made.append(buffered(shape, metres, abs(metres) * _BUFFER_DETAIL))
        progress(corners / done[-1])
    return shape_array(made)


def _areas(layer: AnalysisLayer) -> Shapes:
    shapes = _present(layer.shapes)
    areas = shapes[shapely.get_dimensions(shapes) == 2]
    if not len(areas):
        raise ProtocolError(layer.layer.name, expected=tr("at least one area"), got=Given(tr("none")))
    return np.asarray(shapely.make_valid(areas, method="structure"), dtype=object)


def _present(shapes: Shapes) -> Shapes:
    return _mended(shapes[~shapely.is_missing(shapes)])


def _mended(shapes: Shapes) -> Shapes:
    """GEOS compares areas that cross themselves without complaint, and wrongly."""
    is_broken = ~shapely.is_valid(shapes)
    if not is_broken.any():
        return shapes
    mended = shapes.copy()
    mended[is_broken] = shapely.make_valid(shapes[is_broken], method="structure")
    return mended


def _checked_metres(metres: float, least: float) -> float:
    if not (np.isfinite(metres) and least <= metres <= _LARGEST_BUFFER_M):
        expected = tr("{least} to {most} metres", least=f"{least:g}", most=f"{_LARGEST_BUFFER_M:g}")
        raise ProtocolError(tr("distance"), expected=expected, got=metres)
    return metres
