"""Which points lie in which areas: what several indexes found, put together in one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .flat_geometry import FlatGeometries, Floats
from .kernel import inlined, kernel
from .pairs import IntArray, sort_range
from .point_location import INSIDE, ON_BOUNDARY, OUTSIDE, Locations, locate_by_geos

NO_HANDLES = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PointPairs:
    """Pairs of a point and an area that it lies in or on, by event row, then by zone."""

    event_rows: IntArray
    zones: IntArray  # rows, or the handles that stand for them
    locations: Locations  # INSIDE or ON_BOUNDARY


class Hits(NamedTuple):
    """What one index found, in the order in which it looked: the hits of event e are codes[first[e]:][:counts[e]]."""

    first: IntArray
    counts: IntArray
    codes: IntArray  # row * 2, plus 1 on the boundary


def hits_by_event(event_rows: IntArray, codes: IntArray, event_count: int) -> Hits:
    """The same from plain pairs, in any order."""
    order = np.argsort(event_rows, kind="stable")
    counts = np.bincount(event_rows, minlength=event_count).astype(np.int64)
    return Hits(np.cumsum(counts) - counts, counts, codes[order])


def settled(hits: Hits, doubts: IntArray, points: Floats, flat: FlatGeometries) -> list[Hits]:
    """The certain hits, and those among the doubts, pairs (event, row), that GEOS confirms."""
    if len(doubts) == 0:
        return [hits]
    event_rows, rows = doubts.T
    locations = locate_by_geos(points[event_rows], rows, flat)
    is_hit = locations != OUTSIDE
    codes = 2 * rows[is_hit] + (locations[is_hit] == ON_BOUNDARY)
    return [hits, hits_by_event(event_rows[is_hit], codes, len(points))]


def merge_hits(found: Sequence[tuple[Hits, IntArray]], event_count: int) -> PointPairs:
    """Put the hits of several indexes together.

    The array beside each gives the handle of a row, negative if it is gone. An empty one: rows stand for themselves.
    """
    past = np.zeros(event_count + 1, np.int64)
    for hits, handles in found:
        _count_alive(hits, handles, past)
    np.cumsum(past, out=past)
    event_rows, codes = np.empty(int(past[-1]), np.int64), np.empty(int(past[-1]), np.int64)
    places = past[:-1].copy()
    for hits, handles in found:
        _place(hits, handles, places, codes)
    locations = np.empty(len(codes), np.int8)
    _finish(past, event_rows, codes, locations)
    return PointPairs(event_rows, codes, locations)


@inlined
def _handle(row: int, handles: IntArray) -> int:
    return handles[row] if len(handles) > 0 else row


@kernel
def _count_alive(hits: Hits, handles: IntArray, past: IntArray) -> None:
    for event in range(len(hits.first)):
        for i in range(hits.first[event], hits.first[event] + hits.counts[event]):
            if _handle(hits.codes[i] >> 1, handles) >= 0:
                past[event + 1] += 1


@kernel
def _place(hits: Hits, handles: IntArray, places: IntArray, codes: IntArray) -> None:
    for event in range(len(hits.first)):
        for i in range(hits.first[event], hits.first[event] + hits.counts[event]):
            handle = _handle(hits.codes[i] >> 1, handles)
            if handle >= 0:
                codes[places[event]] = 2 * handle + (hits.codes[i] & 1)
                places[event] += 1


@kernel
def _finish(past: IntArray, event_rows: IntArray, codes: IntArray, locations: NDArray[np.int8]) -> None:
    """Sort the codes of each event, then take them apart."""
    for event in range(len(past) - 1):
        sort_range(codes, past[event], past[event + 1])
        for i in range(past[event], past[event + 1]):
            event_rows[i] = event
            locations[i] = ON_BOUNDARY if codes[i] & 1 else INSIDE
            codes[i] >>= 1
