"""Zones of graded subscriptions: how possible and how certain it is that a point is where each asks.

A point that is known exactly, and a zone with a hard edge, are tested as ever. Otherwise the signed distance of the
point to the zone's edge is a value with the error of its place, and the zone a set of distances: up to 0, and fading
over the soft edge. What may be possible is found by boxes that are widened by the soft edge and by the greatest error,
with room to spare, so none is missed.

Touch and Within of points whose place has an error are possible as far as the place may be on the zone's boundary or at
its point, and never certain. Relations, Cross and Overlap hold of no point. Lines and areas are tested as ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor

import numpy as np
import shapely
from numpy.typing import NDArray

from broker_local.matching.fuzzy.degrees import degrees_of_pairs
from broker_local.matching.fuzzy.shapes import HIGH, LEFT, LEFT_SHAPE, LOW, RIGHT, RIGHT_SHAPE, Curves, curves_of
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.operators import Operator

from .codes import CODE, Codes
from .edge_distance import boundary_distances_m, edge_distances_m
from .ellipsoid import metres_per_degree
from .exact import Geometries
from .flat_geometry import FlatGeometries, Floats
from .pairs import IntArray
from .segments import SegmentedIndex
from .zone_index import ZoneIndex

_CONTAIN, _WITHIN, _TOUCH, _DISJOINT, _INTERSECT = (
    CODE[test] for test in (Operator.CONTAIN, Operator.WITHIN, Operator.TOUCH, Operator.DISJOINT, Operator.INTERSECT)
)
_OF_POINTS = np.array([_CONTAIN, _WITHIN, _TOUCH, _DISJOINT, _INTERSECT], np.int8)
_ROOM = (
    1.01  # how much farther boxes reach: more than buffers and distances are off, and than degrees vary within a reach
)
_EXACT = FuzzyNumber(0.0, 0.0)
_TURN = 360.0

Errors = Mapping[int, FuzzyNumber]  # by event row: the distances its true place may be off; none for one that is known
Found = tuple[IntArray, IntArray, Floats]  # event rows, handles, degrees (pair, 2)


class GradedZones:
    """Zones under the caller's handles, whole numbers from 0, with their soft edges; for one thread at a time."""

    def __init__(self, merges: Executor | None = None) -> None:
        self._zones = ZoneIndex(merges)
        self._margins = SegmentedIndex(merges)  # boxes with the soft edge round them, each as its diagonal
        self._soft_m = np.zeros(0)  # by handle
        self._least = np.zeros((0, 2))  # by handle: the least degrees
        self._widest_deg = 0.0  # of all soft edges there have been, in longitude

    def __len__(self) -> int:
        return len(self._zones)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._zones.nbytes + self._margins.nbytes + self._soft_m.nbytes + self._least.nbytes

    def add(self, handles: IntArray, zones: FlatGeometries, tests: Codes, soft_m: Floats, least: Floats) -> None:
        """Add zones under handles that are not held, with their soft edges and least degrees (zone, 2)."""
        self._zones.add(handles, zones, tests)
        more = (int(handles.max()) + 1 if len(handles) else 0) - len(self._soft_m)
        if more > 0:
            more = max(more, len(self._soft_m) // 4)
            self._soft_m = np.append(self._soft_m, np.zeros(more))
            self._least = np.concatenate([self._least, np.zeros((more, 2))])
        self._soft_m[handles] = soft_m
        self._least[handles] = least
        soft = np.flatnonzero(soft_m > 0.0)
        if len(soft):
            boxes = _widened(zones.bounds[soft], soft_m[soft])
            self._widest_deg = max(self._widest_deg, float((zones.bounds[soft] - boxes)[:, 0].max()))
            diagonals = shapely.linestrings(boxes.reshape(-1, 2, 2))
            self._margins.add(handles[soft], np.asarray(diagonals, np.object_))

    def remove(self, handles: IntArray) -> None:
        """Remove zones that are held."""
        soft = handles[self._soft_m[handles] > 0.0]
        if len(soft):
            self._margins.remove(soft)
        self._zones.remove(handles)
        self._soft_m[handles] = 0.0

    def match(self, events: Geometries, errors: Errors) -> Found:
        """All (event row, handle) that are possible and how sure that is, in no order."""
        is_point = shapely.get_type_id(events) == shapely.GeometryType.POINT
        is_off = np.zeros(len(events), np.bool_)
        is_off[[row for row in errors if is_point[row]]] = True
        known, off = np.flatnonzero(~is_off), np.flatnonzero(is_off)
        rows, handles = self._zones.match(events[known])
        # Of points and soft edges there is more to say than that the test holds.
        kept = ~(is_point[known][rows] & (self._soft_m[handles] > 0.0))
        found = [(known[rows[kept]], handles[kept], np.ones((int(kept.sum()), 2)))]
        points = np.flatnonzero(is_point)
        if len(points) and (len(off) or len(self._margins)):
            found.append(self._graded(events, points, off, errors))
        return _together(found)

    def test(self, events: Geometries, errors: Errors, event_rows: IntArray, handles: IntArray) -> Floats:
        """Pair by pair possibility and necessity that an event is where the zone under a handle asks."""
        is_point = (shapely.get_type_id(events) == shapely.GeometryType.POINT)[event_rows]
        is_off = np.isin(event_rows, np.fromiter(errors, np.int64, len(errors)))
        graded = is_point & (is_off | (self._soft_m[handles] > 0.0))
        degrees = np.empty((len(event_rows), 2))
        plain = np.flatnonzero(~graded)
        degrees[plain] = self._zones.test(events, event_rows[plain], handles[plain])[:, np.newaxis]
        fuzzy = np.flatnonzero(graded)
        degrees[fuzzy] = self._degrees(events, errors, event_rows[fuzzy], handles[fuzzy])
        return degrees

    def _graded(self, events: Geometries, points: IntArray, off: IntArray, errors: Errors) -> Found:
        """Points and soft zones, and points whose place has an error with all zones."""
        near = []
        if len(self._margins):
            near.append(_near(self._margins.query_boxes, events, points, errors, self._widest_deg))
        if len(off):
            rows, handles = _near(self._zones.query_boxes, events, off, errors, 0.0)
            hard = self._soft_m[handles] == 0.0
            near.append((rows[hard], handles[hard]))
        rows = np.concatenate([found[0] for found in near])
        handles = np.concatenate([found[1] for found in near])
        degrees = self._degrees(events, errors, rows, handles)
        possible = degrees[:, 0] > 0.0
        found = [(rows[possible], handles[possible], degrees[possible])]
        away = self._far_away(points, off, rows, handles)
        return _together([*found, (*away, np.ones((len(away[0]), 2)))])

    def _far_away(
        self, points: IntArray, off: IntArray, rows: IntArray, handles: IntArray
    ) -> tuple[IntArray, IntArray]:
        """The pairs that ask for Disjoint and are not among those that were near."""
        asking = self._zones.asking_disjoint()
        soft = asking[self._soft_m[asking] > 0.0]
        hard = asking[self._soft_m[asking] == 0.0]
        event_rows = np.concatenate([np.repeat(points, len(soft)), np.repeat(off, len(hard))])
        asked = np.concatenate([np.tile(soft, len(points)), np.tile(hard, len(off))])
        if not len(asked):
            return event_rows, asked
        span = int(max(asked.max(), handles.max(initial=0))) + 1
        is_far = ~np.isin(event_rows * span + asked, rows * span + handles)
        return event_rows[is_far], asked[is_far]

    def _degrees(self, events: Geometries, errors: Errors, event_rows: IntArray, handles: IntArray) -> Floats:
        """Of points, where the place or the edge is not exact."""
        degrees = np.zeros((len(event_rows), 2))
        tests = self._zones.tests_of(handles)
        some = np.flatnonzero(np.isin(tests, _OF_POINTS))
        if not len(some):
            return degrees
        distinct, which = np.unique(handles[some], return_inverse=True)
        zones, points = self._zones.zones_of(distinct)[which], events[event_rows[some]]
        off = curves_of([errors.get(row, _EXACT) for row in event_rows[some].tolist()])
        degrees[some] = place_degrees(tests[some], zones, self._soft_m[handles[some]], points, off)
        return degrees

    def reach_least(self, handles: IntArray, degrees: Floats) -> NDArray[np.bool_]:
        """Pair by pair, whether the place alone is as possible and as certain as the zone under a handle wants."""
        return np.asarray((degrees[:, 0] > 0.0) & (degrees >= self._least[handles]).all(axis=1))


def place_degrees(tests: Codes, zones: Geometries, soft_m: Floats, points: Geometries, errors: Curves) -> Floats:
    """Row by row possibility and necessity that a point with the error of its place is where a zone asks."""
    degrees = np.zeros((len(tests), 2))
    at_edge = np.flatnonzero(np.isin(tests, (_TOUCH, _WITHIN)))
    if len(at_edge):
        is_touch = tests[at_edge] == _TOUCH
        metres = np.empty(len(at_edge))
        metres[is_touch] = boundary_distances_m(zones[at_edge[is_touch]], points[at_edge[is_touch]])
        within = at_edge[~is_touch]
        is_alone = shapely.get_type_id(zones[within]) == shapely.GeometryType.POINT  # no other zone fits in a point
        metres[~is_touch] = np.where(is_alone, edge_distances_m(zones[within], points[within]), np.inf)
        near = np.flatnonzero(np.isfinite(metres))
        place = np.zeros((len(near), 6))
        degrees[at_edge[near], 0] = _degrees_of(place, _value(metres[near], errors[at_edge[near]]))[0]
    inside = np.flatnonzero(np.isin(tests, (_CONTAIN, _INTERSECT, _DISJOINT)))
    if len(inside):
        metres = edge_distances_m(zones[inside], points[inside])
        asked = np.zeros((len(inside), 6))
        asked[:, LOW], asked[:, RIGHT] = -np.inf, soft_m[inside]
        up, down = _degrees_of(asked, _value(metres, errors[inside]))
        is_out = tests[inside] == _DISJOINT
        degrees[inside, 0] = np.where(is_out, 1.0 - down, up)
        degrees[inside, 1] = np.where(is_out, 1.0 - up, down)
    return degrees


def _value(metres: Floats, errors: Curves) -> Curves:
    """Distances that are known as well as the places are."""
    value = np.empty((len(metres), 6))
    value[:, LOW], value[:, HIGH] = metres - errors[:, HIGH], metres + errors[:, HIGH]
    value[:, LEFT] = value[:, RIGHT] = errors[:, RIGHT]
    value[:, LEFT_SHAPE] = value[:, RIGHT_SHAPE] = errors[:, RIGHT_SHAPE]
    return value


def _degrees_of(asked: Curves, values: Curves) -> tuple[Floats, Floats]:
    up, down = degrees_of_pairs(asked, np.ones(len(asked)), np.zeros(len(asked), np.bool_), values)
    return up, np.minimum(up, down)


def _near(
    query: object, events: Geometries, rows: IntArray, errors: Errors, widest_deg: float
) -> tuple[IntArray, IntArray]:
    """The pairs of these events and what is found about the places where they may be."""
    assert callable(query)
    coords = shapely.get_coordinates(events[rows])
    reach_m = np.array([errors[row].support[1] if row in errors else 0.0 for row in rows.tolist()])
    boxes = _widened(np.hstack([coords, coords]), reach_m)
    found = [query(boxes)]
    for turn in (-_TURN, _TURN):  # across the antimeridian
        moved = boxes + [turn, 0.0, turn, 0.0]
        some = np.flatnonzero((moved[:, 2] >= -180.0 - widest_deg) & (moved[:, 0] <= 180.0 + widest_deg))
        if len(some):
            places, handles = query(moved[some])
            found.append((some[places], handles))
    places = np.concatenate([pairs[0] for pairs in found])
    handles = np.concatenate([pairs[1] for pairs in found])
    if len(found) > 1:
        pairs = np.unique(np.stack([places, handles]), axis=1)
        places, handles = pairs[0], pairs[1]
    return rows[places], handles


def _widened(boxes: Floats, metres: Floats) -> Floats:
    """Boxes that reach so many metres farther to all sides, and a little more; at a pole all the way round."""
    wider = boxes.copy()
    _, lat_m = metres_per_degree(np.zeros(1))  # where a degree of latitude is shortest
    up = metres * _ROOM / lat_m
    wider[:, 1] -= up
    wider[:, 3] += up
    farthest = np.maximum(np.abs(wider[:, 1]), np.abs(wider[:, 3]))
    lon_m, _ = metres_per_degree(np.minimum(farthest, 89.99))
    across = np.where(farthest >= 89.99, _TURN, np.minimum(metres * _ROOM / lon_m, _TURN))
    across = np.where(metres > 0.0, across, 0.0)
    wider[:, 0] -= across
    wider[:, 2] += across
    return wider


def _together(found: list[Found]) -> Found:
    rows, handles, degrees = (np.concatenate(column) for column in zip(*found, strict=True))
    return rows, handles, degrees
