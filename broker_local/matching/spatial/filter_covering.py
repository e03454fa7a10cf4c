"""Which filters of a predicate cover another, wherever possible from the boxes of their zones alone (rule 3).

Filter h covers filter i if each constraint of h covers some constraint of i. Within a predicate every filter is
compared with every other, so a million subscriptions are simplified by owner, not as one predicate.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .box_relations import ALLOWED, Boxes, box_relation
from .codes import RELATIONS, TESTS, Codes
from .covers_conflicts import region_tables
from .exact import Geometries
from .kernel import kernel
from .pairs import IntArray, room_for
from .relations import relations_between

Mask = NDArray[np.bool_]
_NO, _OPEN, _SURE = 0, 1, 2


class Candidates(NamedTuple):
    """Filters to compare, grouped by predicate, and the constraints of each."""

    filters: IntArray
    predicate_starts: IntArray  # where each predicate begins among the filters, and where the last ends
    constraints: IntArray
    constraint_starts: IntArray  # where each filter begins among the constraints, and where the last ends


def covering_pairs(candidates: Candidates, tests: Codes, zones: Geometries) -> tuple[IntArray, IntArray]:
    """Pairs (covering, covered) of filters: for each covered filter one that boxes prove, or all that GEOS proves."""
    boxes = shapely.bounds(zones)
    states = _states_by_boxes()
    sure, is_open = _compare(candidates, tests, boxes, states)
    open_one, open_two = is_open[0::2], is_open[1::2]
    proven = _prove(candidates, open_one, open_two, tests, zones)
    covering = np.concatenate([sure[0::2], open_one[proven]])
    covered = np.concatenate([sure[1::2], open_two[proven]])
    return candidates.filters[covering], candidates.filters[covered]


@cache
def _states_by_boxes() -> NDArray[np.int8]:
    """By tests one and two and the relation of the boxes of their zones: whether one covers two, if boxes can tell."""
    covering, _ = region_tables()
    states = np.full((len(TESTS), len(TESTS), len(RELATIONS)), _OPEN, np.int8)
    for code, boxes in enumerate(RELATIONS):
        claimed = covering[:, :, [boxes in ALLOWED[relation] for relation in RELATIONS]]
        states[:, :, code][claimed.all(axis=2)] = _SURE
        states[:, :, code][~claimed.any(axis=2)] = _NO
    return states


def _prove(candidates: Candidates, one: IntArray, two: IntArray, tests: Codes, zones: Geometries) -> Mask:
    """Which of the pairs of filters (places among the candidates) cover, by the relations of their zones."""
    pair, left, right = _constraint_pairs(candidates, one, two)
    covering, _ = region_tables()
    is_claimed = np.asarray(covering.any(axis=2))  # under some relation
    can_cover = np.flatnonzero(is_claimed[tests[left], tests[right]])
    asked, which = np.unique(left[can_cover] * len(zones) + right[can_cover], return_inverse=True)
    codes = relations_between(zones[asked // len(zones)], zones[asked % len(zones)])
    holds = np.zeros(len(pair), dtype=np.bool_)
    holds[can_cover] = covering[tests[left[can_cover]], tests[right[can_cover]], codes[which]]
    # Each constraint of the first filter must cover one of the second.
    is_first = np.diff(pair, prepend=-1).astype(np.bool_) | np.diff(left, prepend=-1).astype(np.bool_)
    starts = np.flatnonzero(is_first)
    covers_one = np.logical_or.reduceat(holds, starts) if len(starts) else holds
    fails = np.bincount(pair[starts], weights=~covers_one, minlength=len(one))
    return np.asarray(fails == 0)


def _constraint_pairs(candidates: Candidates, one: IntArray, two: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """All (pair of filters, constraint of the first, constraint of the second), in this order."""
    starts = candidates.constraint_starts
    size_one, size_two = np.diff(starts)[one], np.diff(starts)[two]
    count = size_one * size_two
    pair = np.repeat(np.arange(len(one)), count)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(count) - count, count)
    left = starts[one][pair] + within // size_two[pair]
    right = starts[two][pair] + within % size_two[pair]
    return pair, candidates.constraints[left], candidates.constraints[right]


@kernel
def _compare(candidates: Candidates, tests: Codes, boxes: Boxes, states: NDArray[np.int8]) -> tuple[IntArray, IntArray]:
    """Places (h, i, h, i ...) of filters that surely cover, one h for an i, and of those that boxes leave open."""
    sure, is_open = np.empty(64, np.int64), np.empty(64, np.int64)
    sure_count, open_count = 0, 0
    is_covered = np.zeros(len(candidates.filters), np.bool_)
    for predicate in range(len(candidates.predicate_starts) - 1):
        first, past = candidates.predicate_starts[predicate], candidates.predicate_starts[predicate + 1]
        for two in range(first, past):
            open_before = open_count
            for one in range(first, past):
                if one == two or is_covered[one]:
                    continue
                state = _state(one, two, candidates, tests, boxes, states)
                if state == _SURE:
                    sure = room_for(sure, sure_count, 2)
                    sure[sure_count], sure[sure_count + 1] = one, two
                    sure_count += 2
                    is_covered[two] = True
                    open_count = open_before
                    break
                if state == _OPEN:
                    is_open = room_for(is_open, open_count, 2)
                    is_open[open_count], is_open[open_count + 1] = one, two
                    open_count += 2
    return sure[:sure_count], is_open[:open_count]


@kernel
def _state(one: int, two: int, candidates: Candidates, tests: Codes, boxes: Boxes, states: NDArray[np.int8]) -> int:
    """Whether filter one covers filter two."""
    worst = _SURE
    for left in range(candidates.constraint_starts[one], candidates.constraint_starts[one + 1]):
        best = _NO
        a = candidates.constraints[left]
        for right in range(candidates.constraint_starts[two], candidates.constraint_starts[two + 1]):
            b = candidates.constraints[right]
            best = max(best, states[tests[a], tests[b], box_relation(boxes, a, boxes, b)])
        if best == _NO:
            return _NO
        worst = min(worst, best)
    return worst
