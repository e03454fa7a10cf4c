"""The roads of the base map as a network: where they meet, how long they are, how fast one drives there."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.packed_features import read_features

from .ground import M_PER_DEG, LonLat
from .road_crossings import Piece, parted

_KMH_BY_RANK = {1: 100.0, 2: 95.0, 3: 90.0, 4: 80.0}  # by hand, and the finer pieces from OpenStreetMap
_SAME_DEG = 1e-3  # crossings nearer than this are one
_SHORTEST_M = 30.0  # ramps that are shorter are no road to drive


@dataclass(frozen=True, slots=True)
class Road:
    """A straight piece of road, in one direction."""

    to: int  # the crossing it leads to
    length_m: float
    speed_kmh: float


class Roads:
    """Crossings and the pieces of road between them; all hang together."""

    def __init__(self, places: list[LonLat], roads: list[list[Road]]) -> None:
        self.places = places  # by number of the crossing
        self.roads = roads  # those that begin at each crossing

    def nearest(self, place: LonLat) -> int:
        """The crossing nearest to a place."""
        apart = np.array(self.places) - np.array(place)
        apart[:, 0] *= math.cos(math.radians(place[1]))
        return int(np.hypot(apart[:, 0], apart[:, 1]).argmin())

    def route(self, start: int, goal: int) -> list[int]:
        """The crossings of the quickest way; Dijkstra's."""
        best = {start: 0.0}
        came_from: dict[int, int] = {}
        waiting = [(0.0, start)]
        while waiting:
            spent_s, here = heapq.heappop(waiting)
            if here == goal:
                break
            for road in self.roads[here]:
                arrival_s = spent_s + road.length_m / (road.speed_kmh / 3.6)
                if arrival_s < best.get(road.to, math.inf):
                    best[road.to], came_from[road.to] = arrival_s, here
                    heapq.heappush(waiting, (arrival_s, road.to))
        way = [goal]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        return way[::-1]


@lru_cache(maxsize=8)
def roads_around(centre: LonLat, radius_m: float) -> Roads:
    """The largest network of roads within a box around a place."""
    features = read_features(resources_dir() / "basemap" / "highways.npz")
    half_lat = radius_m / M_PER_DEG
    half = np.array([half_lat / math.cos(math.radians(centre[1])), half_lat])
    is_near = (np.abs(features.lonlat - np.array(centre)) <= half).all(axis=1)
    rank_of_run = features.columns["rank"][features.feature_of_run()]
    run_of_vertex = np.repeat(np.arange(len(features.run_starts) - 1), np.diff(features.run_starts))
    begins = np.flatnonzero(is_near[:-1] & is_near[1:] & (run_of_vertex[:-1] == run_of_vertex[1:]))
    drawn: list[Piece] = []
    for vertex in begins.tolist():
        begin, end = ((lon, lat) for lon, lat in features.lonlat[vertex : vertex + 2].tolist())
        drawn.append((begin, end, _KMH_BY_RANK[int(rank_of_run[run_of_vertex[vertex]])]))
    crossings: dict[tuple[int, int], int] = {}
    places: list[LonLat] = []
    pieces: dict[tuple[int, int], float] = {}
    for begin, end, speed_kmh in parted(drawn):
        ends = []
        for place in (begin, end):
            key = round(place[0] / _SAME_DEG), round(place[1] / _SAME_DEG)
            if key not in crossings:
                crossings[key] = len(places)
                places.append(place)
            ends.append(crossings[key])
        if ends[0] != ends[1]:
            pair = min(ends), max(ends)
            pieces[pair] = max(speed_kmh, pieces.get(pair, 0.0))
    return _largest(places, pieces)


def _largest(places: list[LonLat], pieces: dict[tuple[int, int], float]) -> Roads:
    """The part of a network that most crossings belong to, numbered anew."""
    beside: list[list[int]] = [[] for _ in places]
    for one, other in pieces:
        beside[one].append(other)
        beside[other].append(one)
    seen: set[int] = set()
    largest: list[int] = []
    for start in range(len(places)):
        if start in seen:
            continue
        part, waiting = [], [start]
        seen.add(start)
        while waiting:
            part.append(waiting.pop())
            fresh = [other for other in beside[part[-1]] if other not in seen]
            seen.update(fresh)
            waiting += fresh
        largest = max(largest, part, key=len)
    if len(largest) < 2:
        raise ValueError("roads: expected some on the base map there, got none")
    number = {old: new for new, old in enumerate(sorted(largest))}
    kept = [places[old] for old in sorted(largest)]
    roads: list[list[Road]] = [[] for _ in kept]
    for (one, other), speed_kmh in pieces.items():
        if one in number:
            length_m = max(_SHORTEST_M, _length_m(places[one], places[other]))
            for begin, end in ((one, other), (other, one)):
                roads[number[begin]].append(Road(number[end], length_m, speed_kmh))
    return Roads(kept, roads)


def _length_m(one: LonLat, other: LonLat) -> float:
    east_deg = (other[0] - one[0]) * math.cos(math.radians(one[1]))
    return math.hypot(east_deg, other[1] - one[1]) * M_PER_DEG
