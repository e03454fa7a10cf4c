"""Which points lie in which areas: what several indexes found, put together in one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel
from .pairs import IntArray, sort_range
from .point_location import INSIDE, ON_BOUNDARY, Locations

NO_NAMES = np.empty(0, np.int64)
GONE = -1  # in place of the handle of an area that has been removed


@dataclass(frozen=True, slots=True, eq=False)
class PointPairs:
    """Pairs of a point and an area that it lies in or on, by event row, then by zone row."""

    event_rows: IntArray
    zone_rows: IntArray
    locations: Locations  # INSIDE or ON_BOUNDARY


class PointHits(NamedTuple):
    """What one index found, in the order in which it looked: the hits of event e are codes[first[e]:][:count[e]]."""

    first: IntArray
    count: IntArray
    codes: IntArray  # area * 2, plus 1 on the boundary


@kernel
def code_of(row: int, location: int) -> int:
    """A hit as one number that sorts by area."""
    return 2 * row + (1 if location == ON_BOUNDARY else 0)


def hits_by_event(events: IntArray, codes: IntArray, event_count: int) -> PointHits:
    """The same from plain pairs, in any order."""
    order = np.argsort(events, kind="stable")
    count = np.bincount(events, minlength=event_count).astype(np.int64)
    return PointHits(np.cumsum(count) - count, count, codes[order])


def merge_hits(found: Sequence[tuple[PointHits, IntArray]], event_count: int) -> PointPairs:
    """Put the hits of several indexes together; the array beside each names its areas by handle, or GONE.

    No names at all: the areas keep their rows.
    """
    past = np.zeros(event_count + 1, np.int64)
    for hits, handles in found:
        _count_alive(hits, handles, past)
    np.cumsum(past, out=past)
    events, codes = np.empty(int(past[-1]), np.int64), np.empty(int(past[-1]), np.int64)
    places = past[:-1].copy()
    for hits, handles in found:
        _place(hits, handles, places, codes)
    locations = np.empty(len(codes), np.int8)
    _finish(past, events, codes, locations)
    return PointPairs(events, codes, locations)


@inlined
def _named(row: int, handles: IntArray) -> int:
    return handles[row] if len(handles) > 0 else row


@kernel
def _count_alive(hits: PointHits, handles: IntArray, past: IntArray) -> None:
    for event in range(len(hits.first)):
        for i in range(hits.first[event], hits.first[event] + hits.count[event]):
            if _named(hits.codes[i] >> 1, handles) != GONE:
                past[event + 1] += 1


@kernel
def _place(hits: PointHits, handles: IntArray, places: IntArray, codes: IntArray) -> None:
    for event in range(len(hits.first)):
        for i in range(hits.first[event], hits.first[event] + hits.count[event]):
            handle = _named(hits.codes[i] >> 1, handles)
            if handle != GONE:
                codes[places[event]] = 2 * handle + (hits.codes[i] & 1)
                places[event] += 1


@kernel
def _finish(past: IntArray, events: IntArray, codes: IntArray, locations: NDArray[np.int8]) -> None:
    """Sort the codes of each event, then take them apart."""
    for event in range(len(past) - 1):
        sort_range(codes, past[event], past[event + 1])
        for i in range(past[event], past[event + 1]):
            events[i] = event
            locations[i] = ON_BOUNDARY if codes[i] & 1 else INSIDE
            codes[i] >>= 1
