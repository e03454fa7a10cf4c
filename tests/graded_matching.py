"""Whether two ways of matching find the same pairs with the same degrees, but for what a last bit decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from broker_local.matching.brute_force import GradedMatch, grade_brute_force
from broker_local.protocol.event import Event
from broker_local.protocol.subscription import Subscription

NEAR = 1e-9
# The root of SOMEWHAT is steep at its foot: a last bit of a number is eight digits of its root.
NEAR_OF_ROOTS = 1e-7

Degrees = tuple[float, float]
Graded = Mapping[tuple[int, str], Degrees]  # by event row and subscription id


def graded(events: Iterable[Event], subscriptions: Iterable[Subscription]) -> Graded:
    """What brute force finds."""
    return by_pair(grade_brute_force(events, subscriptions))


def by_pair(matches: Iterable[GradedMatch]) -> Graded:
    """Degrees by event row and subscription id."""
    return {(match.row, match.subscription_id): (match.possibility, match.necessity) for match in matches}


def assert_same_grades(found: Graded, expected: Graded, near: float = NEAR_OF_ROOTS) -> None:
    """The same pairs but for those that are hardly possible at all, and the same degrees."""
    for pair in found.keys() ^ expected.keys():
        possible, _ = found.get(pair) or expected[pair]
        assert possible <= near, f"{pair}: only one of the two finds it, with possibility {possible}"
    for pair in found.keys() & expected.keys():
        assert found[pair] == pytest.approx(expected[pair], abs=near), pair
