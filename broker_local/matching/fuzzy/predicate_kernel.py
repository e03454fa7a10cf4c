"""Both stages of fuzzy matching as compiled code: predicates first, then the conjunctions that hold them.

Liu & Jacobsen 2003, sections 4.2 and 4.3: `match_sorted` evaluates what a value touches, `match_plain` (figures 5 to 7)
everything its attribute has; they give the same.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from .conjunction_table import Floats, Numbers
from .degrees import degrees_of
from .shapes import HIGH, LEFT, LOW, RIGHT, Curves
from .sorted_predicates import BLOCK, Conjunctions, Lists, Predicates

Found = tuple[Numbers, Floats]  # rows of event and conjunction, rows of possibility and necessity
_MINIMUM, _PRODUCT, _LUKASIEWICZ = 0, 1, 2
_FIRST_ROOM = 256


@numba.njit(cache=True, nogil=True)
def match_sorted(
    predicates: Predicates,
    conjunctions: Conjunctions,
    is_alive: NDArray[np.bool_],
    places: Numbers,  # by event and attribute: the row of its value, or -1
    values: Curves,
    seen: Numbers,
    degrees: Floats,
    begun: int,
) -> Found:
    """Go along the sorted predicates that a value touches, and evaluate the conjunctions entered under them."""
    pairs, found, count = np.empty((_FIRST_ROOM, 2), np.int64), np.empty((_FIRST_ROOM, 2)), 0
    for event in range(len(places)):
        for attribute in range(places.shape[1]):
            if places[event, attribute] < 0:
                continue
            value = values[places[event, attribute]]
            n1, n4 = value[LOW] - value[LEFT], value[HIGH] + value[RIGHT]
            at, end = predicates.firsts[attribute], predicates.firsts[attribute + 1]
            end = at + np.searchsorted(predicates.begins[at:end], n4, side="right")  # all further ones are right of it
            while at < end:
                stop = min((at // BLOCK + 1) * BLOCK, end)
                if predicates.block_reaches[at // BLOCK] < n1:
                    at = stop  # all of the block is left of it
                    continue
                for one in range(at, stop):
                    if predicates.reaches[one] < n1:
                        continue
                    _evaluate(one, predicates, value, seen, degrees, begun + event)
                    if degrees[one, 0] <= 0.0:
                        continue
                    for item in range(predicates.entered.starts[one], predicates.entered.starts[one + 1]):
                        whole = predicates.entered.items[item]
                        if not is_alive[whole]:
                            continue
                        possible, certain = _degrees_of_whole(
                            whole, predicates, conjunctions, places[event], values, seen, degrees, begun + event
                        )
                        if _counts(possible, certain, conjunctions.omegas[whole]):
                            if count == len(pairs):
                                pairs, found = _with_room(pairs), _with_room(found)
                            pairs[count, 0], pairs[count, 1] = event, whole
                            found[count, 0], found[count, 1] = possible, certain
                            count += 1
                at = stop
    return pairs[:count], found[:count]


@numba.njit(cache=True, nogil=True)
def match_plain(
    predicates: Predicates,
    conjunctions: Conjunctions,
    uses: Lists,
    owners: Numbers,
    is_alive: NDArray[np.bool_],
    places: Numbers,
    values: Curves,
) -> Found:
    """Evaluate all predicates, then count for every conjunction how many of its own are possible enough."""
    pairs, found, count = np.empty((_FIRST_ROOM, 2), np.int64), np.empty((_FIRST_ROOM, 2)), 0
    size = len(is_alive)
    sums, weights, counts = np.empty((size, 2)), np.empty(size), np.empty(size, np.int64)
    for event in range(len(places)):
        weights[:], counts[:] = 0.0, 0
        for attribute in range(places.shape[1]):
            if places[event, attribute] < 0:
                continue
            value = values[places[event, attribute]]
            for one in range(predicates.firsts[attribute], predicates.firsts[attribute + 1]):
                up, down = degrees_of(predicates.curves[one], predicates.powers[one], predicates.is_not[one], value)
                for item in range(uses.starts[one], uses.starts[one + 1]):
                    use = uses.items[item]
                    if _counts(up, down, conjunctions.thetas[use]):
                        whole, weight = owners[use], conjunctions.weights[use]
                        how, is_first = conjunctions.hows[whole], counts[whole] == 0
                        sums[whole, 0] = _joined(sums[whole, 0], up, weight, how, is_first)
                        sums[whole, 1] = _joined(sums[whole, 1], down, weight, how, is_first)
                        weights[whole] += weight
                        counts[whole] += 1
        for whole in range(size):
            asked = conjunctions.starts[whole + 1] - conjunctions.starts[whole]
            if not is_alive[whole] or counts[whole] < asked:
                continue
            how = conjunctions.hows[whole]
            possible = _finished(sums[whole, 0], weights[whole], how, asked)
            certain = _finished(sums[whole, 1], weights[whole], how, asked)
            if _counts(possible, certain, conjunctions.omegas[whole]):
                if count == len(pairs):
                    pairs, found = _with_room(pairs), _with_room(found)
                pairs[count, 0], pairs[count, 1] = event, whole
                found[count, 0], found[count, 1] = possible, certain
                count += 1
    return pairs[:count], found[:count]


@numba.njit(cache=True)
def _evaluate(
    one: int, predicates: Predicates, value: NDArray[np.float64], seen: Numbers, degrees: Floats, now: int
) -> None:
    """Put a predicate's degrees into the predicate vector, once for each event."""
    if seen[one] != now:
        seen[one] = now
        degrees[one, 0], degrees[one, 1] = degrees_of(
            predicates.curves[one], predicates.powers[one], predicates.is_not[one], value
        )


@numba.njit(cache=True)
def _degrees_of_whole(
    whole: int,
    predicates: Predicates,
    conjunctions: Conjunctions,
    places: NDArray[np.int64],
    values: Curves,
    seen: Numbers,
    degrees: Floats,
    now: int,
) -> tuple[float, float]:
    """Possibility and necessity of a conjunction; nothing at all if a predicate is not possible enough."""
    possible, certain, weights = 0.0, 0.0, 0.0
    how, first, end = conjunctions.hows[whole], conjunctions.starts[whole], conjunctions.starts[whole + 1]
    for use in range(first, end):
        one = conjunctions.predicates[use]
        if seen[one] != now:
            attribute = np.searchsorted(predicates.firsts, one, side="right") - 1
            if places[attribute] < 0:
                return 0.0, 0.0
            _evaluate(one, predicates, values[places[attribute]], seen, degrees, now)
        if not _counts(degrees[one, 0], degrees[one, 1], conjunctions.thetas[use]):
            return 0.0, 0.0
        weight = conjunctions.weights[use]
        possible = _joined(possible, degrees[one, 0], weight, how, use == first)
        certain = _joined(certain, degrees[one, 1], weight, how, use == first)
        weights += weight
    return _finished(possible, weights, how, end - first), _finished(certain, weights, how, end - first)


@numba.njit(cache=True)
def _counts(possible: float, certain: float, least: NDArray[np.float64]) -> bool:
    return bool(possible > 0.0 and possible >= least[0] and certain >= least[1])


@numba.njit(cache=True)
def _joined(so_far: float, degree: float, weight: float, how: int, is_first: bool) -> float:
    """One degree more of a conjunction."""
    if how == _MINIMUM:
        return degree if is_first else min(so_far, degree)
    if how == _PRODUCT:
        return degree if is_first else so_far * degree
    if how == _LUKASIEWICZ:
        return degree if is_first else so_far + degree
    return weight * degree if is_first else so_far + weight * degree


@numba.njit(cache=True)
def _finished(joined: float, weights: float, how: int, count: int) -> float:
    if how == _LUKASIEWICZ:
        return max(joined - (count - 1), 0.0)
    return joined if how <= _PRODUCT else joined / weights


@numba.njit(cache=True)
def _with_room(rows: NDArray[Any]) -> NDArray[Any]:
    larger = np.empty((2 * len(rows), 2), rows.dtype)
    larger[: len(rows)] = rows
    return larger
