"""The roads of the base map as a graph: how far and how long it is along them from one place to others.

Approximate, and to be told as such: the base map has highways and main roads only, simplified to about 200 m; speeds
are usual ones for the class of road, and the way from a place to the nearest road is taken straight.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod

from .features import Features

SPEEDS_KMH = {1: 105.0, 2: 95.0, 3: 85.0, 4: 80.0}  # by the rank of a road, for a vehicle on an emergency run
_OTHER_SPEED_KMH = 80.0
_OFF_ROAD_KMH = 40.0  # streets between a place and the nearest road of the map
_FARTHEST_OFF_ROAD_DEG = 1.0
_LOOK_EVERY = 4_096  # nodes settled between two looks at whether to go on
_WGS84 = Geod(ellps="WGS84")

Place = tuple[float, float]  # lon, lat
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Route:
    """A way along the roads."""

    metres: float
    seconds: float
    path: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where a place meets the roads: on an edge, so far from its ends, after a way off the road."""

    edge: int
    place: Place
    off_road_m: float
    share: float  # of the edge, from its first end


class RoadGraph:
    """Nodes are corners, ends and crossings of roads; edges go both ways."""

    def __init__(self, roads: Features) -> None:
        starts, ends, ranks = _segments(roads)
        starts, ends, ranks = _noded(starts, ends, ranks)
        places, index = np.unique(np.concatenate((starts, ends)).round(6), axis=0, return_inverse=True)
        index = index.reshape(-1)
        self._places = places
        self._from, self._to = index[: len(starts)], index[len(starts) :]
        _, _, metres = _WGS84.inv(*places[self._from].T, *places[self._to].T)
        self._metres = np.asarray(metres)
        speeds = np.array([SPEEDS_KMH.get(int(rank), _OTHER_SPEED_KMH) for rank in ranks.tolist()])
        self._seconds = self._metres / (speeds / 3.6)
        self._lines = np.asarray(shapely.linestrings(np.stack((places[self._from], places[self._to]), axis=1)))
        self._tree = shapely.STRtree(self._lines)
        self._edges_of = _adjacency(self._from, self._to, len(places))

    def __len__(self) -> int:
        return len(self._metres)

    def routes(
        self, origin: Place, targets: Sequence[Place], progress: Progress = lambda _: None
    ) -> list[Route | None]:
        """The quickest way from one place to each of others; None where there is no road near, or no way."""
        begin = self._enter(origin)
        ends = [self._enter(target) for target in targets]
        if begin is None:
            return [None] * len(targets)
        wanted = {int(node) for end in ends if end is not None for node in self._nodes(end.edge)}
        reached, came_by = self._spread(begin, wanted, progress)
        return [
            None if end is None else self._route(begin, end, origin, t, reached, came_by)
            for end, t in zip(ends, targets, strict=True)
        ]

    def _nodes(self, edge: int) -> tuple[int, int]:
        return int(self._from[edge]), int(self._to[edge])

    def _spread(self, begin: _Entry, wanted: set[int], progress: Progress) -> tuple[dict[int, float], dict[int, int]]:
        """Dijkstra: how long it takes to each node, until all that are wanted are settled."""
        first, second = self._nodes(begin.edge)
        along_s = float(self._seconds[begin.edge])
        reached: dict[int, float] = {}
        came_by: dict[int, int] = {}
        waiting: list[tuple[float, int, int]] = [
            (begin.share * along_s, first, -1),
            ((1.0 - begin.share) * along_s, second, -1),
        ]
        heapq.heapify(waiting)
        missing, count = set(wanted), len(wanted)
        seconds, starts, stops = self._seconds, self._from, self._to
        while waiting and missing:
            taken_s, node, edge = heapq.heappop(waiting)
            if node in reached:
                continue
            reached[node] = taken_s
            came_by[node] = edge
            missing.discard(node)
            if len(reached) % _LOOK_EVERY == 0:
                progress(1.0 - len(missing) / max(count, 1))
            for other in self._edges_of[node]:
                neighbour = int(stops[other]) if int(starts[other]) == node else int(starts[other])
                if neighbour not in reached:
                    heapq.heappush(waiting, (taken_s + float(seconds[other]), neighbour, other))
        return reached, came_by

    def _route(
        self,
        begin: _Entry,
        end: _Entry,
        origin: Place,
        target: Place,
        reached: dict[int, float],
        came_by: dict[int, int],
    ) -> Route | None:
        first, second = self._nodes(end.edge)
        along_s = float(self._seconds[end.edge])
        ways = [
            (reached[node] + share * along_s, node)
            for node, share in ((first, end.share), (second, 1.0 - end.share))
            if node in reached
        ]
        off_road_s = (begin.off_road_m + end.off_road_m) / (_OFF_ROAD_KMH / 3.6)
        if begin.edge == end.edge:
            direct_s = abs(begin.share - end.share) * along_s
            if not ways or direct_s <= min(ways)[0]:
                return _measured((origin, begin.place, end.place, target), direct_s + off_road_s)
        if not ways:
            return None
        road_s, node = min(ways)
        nodes = [node]
        while (edge := came_by[nodes[-1]]) >= 0:
            one, other = self._nodes(edge)
            nodes.append(other if one == nodes[-1] else one)
        between = [(float(x), float(y)) for x, y in self._places[nodes[::-1]].tolist()]
        return _measured((origin, begin.place, *between, end.place, target), road_s + off_road_s)

    def _enter(self, place: Place) -> _Entry | None:
        lon, lat = place
        shrink = max(math.cos(math.radians(lat)), 0.01)
        reach = 0.02
        while reach <= 2 * _FARTHEST_OFF_ROAD_DEG:
            near = self._tree.query(shapely.box(lon - reach / shrink, lat - reach, lon + reach / shrink, lat + reach))
            if len(near):
                ends = shapely.get_coordinates(self._lines[near]).reshape(-1, 2, 2)
                flat = (ends - (lon, lat)) * (shrink, 1.0)
                across = flat[:, 1] - flat[:, 0]
                length2 = np.maximum((across**2).sum(axis=1), 1e-18)
                share = np.clip(-(flat[:, 0] * across).sum(axis=1) / length2, 0.0, 1.0)
                away = np.hypot(*(flat[:, 0] + share[:, None] * across).T)
                best = int(np.argmin(away))
                if away[best] <= reach:  # a nearer one may lie just outside the box
                    on_road = ends[best, 0] + share[best] * (ends[best, 1] - ends[best, 0])
                    met = (float(on_road[0]), float(on_road[1]))
                    _, _, off_m = _WGS84.inv(lon, lat, *met)
                    return _Entry(int(near[best]), met, float(off_m), float(share[best]))
            reach *= 2
        return None


def _measured(path: Sequence[Place], seconds: float) -> Route:
    lonlat = np.array(path)
    _, _, metres = _WGS84.inv(lonlat[:-1, 0], lonlat[:-1, 1], lonlat[1:, 0], lonlat[1:, 1])
    return Route(float(np.sum(metres)), seconds, tuple(path))


def _segments(roads: Features) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The straight pieces of all roads, and the rank of each."""
    lonlat, starts = roads.lonlat, roads.run_starts
    is_end = np.zeros(len(lonlat), dtype=bool)
    is_end[starts[1:] - 1] = True
    first = np.flatnonzero(~is_end)
    run_of_position = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    feature = roads.feature_of_run()[run_of_position[first]]
    ranks = roads.columns["rank"][feature] if "rank" in roads.columns else np.full(len(first), 4.0)
    begin, end = lonlat[first], lonlat[first + 1]
    is_long = (begin != end).any(axis=1)
    return begin[is_long], end[is_long], np.asarray(ranks, dtype=np.float64)[is_long]


def _noded(
    starts: NDArray[np.float64], ends: NDArray[np.float64], ranks: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Pieces cut where roads of different sources cross: those by hand share no corners with the others."""
    lines = np.asarray(shapely.linestrings(np.stack((starts, ends), axis=1)))
    by_hand = np.flatnonzero(ranks < 4)
    if not len(by_hand):
        return starts, ends, ranks
    tree = shapely.STRtree(lines)
    mine, theirs = tree.query(lines[by_hand], predicate="crosses")
    mine = by_hand[mine]
    crossings = shapely.intersection(lines[mine], lines[theirs])
    is_point = shapely.get_type_id(crossings) == shapely.GeometryType.POINT
    cuts: dict[int, list[NDArray[np.float64]]] = {}
    for piece, other, at in zip(
        mine[is_point].tolist(), theirs[is_point].tolist(), shapely.get_coordinates(crossings[is_point]), strict=True
    ):
        cuts.setdefault(piece, []).append(at)
        cuts.setdefault(other, []).append(at)
    new_starts, new_ends, new_ranks = [], [], []
    for piece, places in cuts.items():
        chain = sorted(places, key=lambda at: float(np.hypot(*(at - starts[piece]))))  # noqa: B023
        corners = np.array([starts[piece], *chain, ends[piece]])
        new_starts.append(corners[:-1])
        new_ends.append(corners[1:])
        new_ranks.append(np.full(len(corners) - 1, ranks[piece]))
    whole = np.ones(len(starts), dtype=bool)
    whole[list(cuts)] = False
    return (
        np.concatenate((starts[whole], *new_starts)),
        np.concatenate((ends[whole], *new_ends)),
        np.concatenate((ranks[whole], *new_ranks)),
    )


def _adjacency(starts: NDArray[np.intp], ends: NDArray[np.intp], count: int) -> list[list[int]]:
    edges: list[list[int]] = [[] for _ in range(count)]
    for edge, (one, other) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        edges[one].append(edge)
        edges[other].append(edge)
    return edges
