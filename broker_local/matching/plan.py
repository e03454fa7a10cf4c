"""Which part of a subscription to test first, place or attributes, by what each is expected to cost.

The costs are of one step each, in nanoseconds on one core of a small machine; only their proportions matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_LOOK_UP = 1_000.0  # an event's place in the zones
_TEST_FILTER = 60.0  # a filter on an event whose place fits
_LOOK_AT_FILTER = 15.0  # a filter that may be true of an event
_TEST_PLACE = 6_000.0  # a zone on an event whose attributes fit: GEOS, with the zone made ready


@dataclass(frozen=True, slots=True)
class Expected:
    """What is known of a batch before it is matched."""

    events: int
    pairs_by_place: float  # of event and zone that fit, per event
    pairs_by_filter: int  # of event and filter that may fit, in all


Plan = Callable[[Expected], bool]  # whether to look up places first


def is_place_first(expected: Expected) -> bool:
    """Whether finding the zones and then testing their filters is expected to be the cheaper order."""
    by_place = expected.events * (_LOOK_UP + expected.pairs_by_place * _TEST_FILTER)
    by_filter = expected.pairs_by_filter * (_LOOK_AT_FILTER + _TEST_PLACE)
    return by_place <= by_filter
