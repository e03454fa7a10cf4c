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

HANDLE_BITS = 40  # a match is one number: the event's row above these bits, the handle below
Found = tuple[Numbers, Floats]  # matches, rows of possibility and necessity
_MINIMUM, _PRODUCT, _LUKASIEWICZ = 0, 1, 2
_FIRST_ROOM = 256


@numba.njit(cache=True, nogil=True)
def match_sorted(
    predicates: Predicates,
    conjunctions: Conjunctions,
    is_alive: NDArray[np.bool_],
    handles: Numbers,
    places: Numbers,  # by event and attribute: the row of its value, or -1
    values: Curves,
    seen: Numbers,
    degrees: Floats,
    begun: int,
) -> Found:
    """Go along the sorted predicates that a value touches, and evaluate the conjunctions entered under them."""
    # All in one loop over plain arrays: handing arrays on, or cutting rows out of them, costs more than the arithmetic.
    firsts, begins, reaches, block_reaches, _, entered = predicates
    starts, attributes, supports, curves, powers, is_not, slots, thetas, weights, omegas, hows = conjunctions
    matches, found, count = np.empty(_FIRST_ROOM, np.int64), np.empty((_FIRST_ROOM, 2)), 0
    froms, tos = np.empty(places.shape[1]), np.empty(places.shape[1])  # the support of each of an event's values
    for event in range(len(places)):
        now = begun + event
        for attribute in range(places.shape[1]):
            row = places[event, attribute]
            froms[attribute] = values[row, LOW] - values[row, LEFT] if row >= 0 else np.nan  # reaches into nothing
            tos[attribute] = values[row, HIGH] + values[row, RIGHT] if row >= 0 else np.nan
        for entry_attribute in range(places.shape[1]):
            if places[event, entry_attribute] < 0:
                continue
            n1, n4 = froms[entry_attribute], tos[entry_attribute]
            at, end = firsts[entry_attribute], firsts[entry_attribute + 1]
            end = at + np.searchsorted(begins[at:end], n4, side="right")  # all further ones are right of it
            while at < end:
                one = at
                at += 1
                if one % BLOCK == 0 and block_reaches[one // BLOCK] < n1:
                    at = min(one + BLOCK, end)  # all of the block is left of it
                    continue
                if reaches[one] < n1:
                    continue
                for whole in range(entered[one], entered[one + 1]):
                    first, last = starts[whole], starts[whole + 1]
                    is_touched = is_alive[whole]
                    for use in range(first, last):
                        attribute = attributes[use]
                        is_touched &= supports[use, 1] >= froms[attribute] and supports[use, 0] <= tos[attribute]
                    if not is_touched:
                        continue
                    how = hows[whole]
                    possible, certain, weight = 0.0, 0.0, 0.0
                    for use in range(first, last):
                        slot = slots[use]
                        if slot >= 0 and seen[slot] == now:
                            up, down = degrees[slot, 0], degrees[slot, 1]
                        else:
                            value = _curve(values, places[event, attributes[use]])
                            up, down = degrees_of(_curve(curves, use), powers[use], is_not[use], value)
                            if slot >= 0:
                                seen[slot], degrees[slot, 0], degrees[slot, 1] = now, up, down
                        if not _counts(up, down, thetas[use, 0], thetas[use, 1]):
                            break
                        possible = _joined(possible, up, weights[use], how, use == first)
                        certain = _joined(certain, down, weights[use], how, use == first)
                        weight += weights[use]
                    else:
                        possible = _finished(possible, weight, how, last - first)
                        certain = _finished(certain, weight, how, last - first)
                        if _counts(possible, certain, omegas[whole, 0], omegas[whole, 1]):
                            if count == len(matches):
                                matches, found = _with_room(matches), _with_room(found)
                            matches[count] = event << HANDLE_BITS | handles[whole]
                            found[count, 0], found[count, 1] = possible, certain
                            count += 1
    return matches[:count], found[:count]


@numba.njit(cache=True, nogil=True)
def match_plain(
    predicates: Predicates,
    conjunctions: Conjunctions,
    uses: Lists,
    owners: Numbers,
    is_alive: NDArray[np.bool_],
    handles: Numbers,
    places: Numbers,
    values: Curves,
) -> Found:
    """Evaluate all predicates, then count for every conjunction how many of its own are possible enough."""
    firsts, _, _, _, samples, _ = predicates
    starts, _, _, curves, powers, is_not, _, thetas, weights, omegas, hows = conjunctions
    lists, items = uses
    matches, found, count = np.empty(_FIRST_ROOM, np.int64), np.empty((_FIRST_ROOM, 2)), 0
    size = len(is_alive)
    sums, totals, counts = np.empty((size, 2)), np.empty(size), np.empty(size, np.int64)
    for event in range(len(places)):
        totals[:], counts[:] = 0.0, 0
        for attribute in range(places.shape[1]):
            row = places[event, attribute]
            if row < 0:
                continue
            for one in range(firsts[attribute], firsts[attribute + 1]):
                asked = samples[one]
                up, down = degrees_of(_curve(curves, asked), powers[asked], is_not[asked], _curve(values, row))
                for item in range(lists[one], lists[one + 1]):
                    use = items[item]
                    if _counts(up, down, thetas[use, 0], thetas[use, 1]):
                        whole, is_first = owners[use], counts[owners[use]] == 0
                        sums[whole, 0] = _joined(sums[whole, 0], up, weights[use], hows[whole], is_first)
                        sums[whole, 1] = _joined(sums[whole, 1], down, weights[use], hows[whole], is_first)
                        totals[whole] += weights[use]
                        counts[whole] += 1
        for whole in range(size):
            size_of_it = starts[whole + 1] - starts[whole]
            if not is_alive[whole] or counts[whole] < size_of_it:
                continue
            possible = _finished(sums[whole, 0], totals[whole], hows[whole], size_of_it)
            certain = _finished(sums[whole, 1], totals[whole], hows[whole], size_of_it)
            if _counts(possible, certain, omegas[whole, 0], omegas[whole, 1]):
                if count == len(matches):
                    matches, found = _with_room(matches), _with_room(found)
                matches[count] = event << HANDLE_BITS | handles[whole]
                found[count, 0], found[count, 1] = possible, certain
                count += 1
    return matches[:count], found[:count]


@numba.njit(cache=True)
def _curve(curves: Curves, row: int) -> tuple[float, float, float, float, float, float]:
    return curves[row, 0], curves[row, 1], curves[row, 2], curves[row, 3], curves[row, 4], curves[row, 5]


@numba.njit(cache=True)
def _counts(possible: float, certain: float, least_possible: float, least_certain: float) -> bool:
    return possible > 0.0 and possible >= least_possible and certain >= least_certain


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
    larger = np.empty((2 * len(rows), *rows.shape[1:]), rows.dtype)
    larger[: len(rows)] = rows
    return larger
