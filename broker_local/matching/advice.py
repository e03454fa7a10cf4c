"""What to tell somebody who subscribes: that it can never match, or that another subscription already covers it.

Advice is certain where it is given, of values that are known exactly: one that is not may possibly meet two conditions
that exclude each other. A subscription is covered if every event that matches it matches the other too, and
the other's are kept for a desk that is away at least as long, it ends no sooner and it matters no less.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

import shapely
from shapely.geometry.base import BaseGeometry

from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.operators import GeometryKind, Operator, why_never, why_never_region
from broker_local.protocol.subscription import Subscription
from broker_local.protocol.topic import Topic

from .attribute import implication
from .spatial.covers_conflicts import covers
from .spatial.three_way import matrix_of

_Limit = TypeVar("_Limit", float, datetime)


class AdviceKind(StrEnum):
    """What there is to say."""

    NEVER = "never"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing worth knowing about a subscription, as a sentence for its owner."""

    kind: AdviceKind
    sentence: str
    other_id: str | None = None  # the subscription that covers it


@dataclass(frozen=True, slots=True)
class Placed:
    """A subscription and its zone as it is matched: after buffering. No zone if the subscription has none."""

    subscription: Subscription
    zone: BaseGeometry | None = None

    def __post_init__(self) -> None:
        if (self.zone is None) != (self.subscription.spatial is None):
            raise ValueError(f"zone: expected one exactly if subscription {self.subscription.id} has a place")


def advise(new: Placed, others: Iterable[Placed], topic: Topic) -> Advice | None:
    """What to tell the owner of a new subscription who also has the others; None if there is nothing to say.

    The first of the others that covers it is named. One with the same id is about to be replaced and does not count.
    """
    reason = why_it_never_matches(new, topic)
    if reason is not None:
        return Advice(AdviceKind.NEVER, f"can never match, because {reason}")
    for other in others:
        if other.subscription.id != new.subscription.id and is_covered(new, other, topic):
            name = other.subscription.name
            return Advice(AdviceKind.COVERED, f"already covered by your subscription '{name}'", other.subscription.id)
    return None


def why_it_never_matches(new: Placed, topic: Topic) -> str | None:
    """Why no event of the topic can match; None if one may."""
    reason = _why_never_placed(new, topic)
    if reason is None and new.subscription.filter is not None:
        reason = implication.why_never(new.subscription.filter.root, topic)
    return reason


def is_covered(new: Placed, other: Placed, topic: Topic) -> bool:
    """Whether it is certain that `other` brings its owner every event that `new` would."""
    one, two = other.subscription, new.subscription
    return (
        one.topic == two.topic == topic.name
        and _lasts_as_long(one.options.expire_after_s, two.options.expire_after_s)
        and _lasts_as_long(one.options.ends_at, two.options.ends_at)
        and one.options.priority.rank >= two.options.priority.rank
        and (_covers_place(other, new, topic) and _follows(two, one, topic))
        and (_is_as_easily_sure(one, two) or _asks_the_same(one, two))
    )


def _is_as_easily_sure(one: Subscription, two: Subscription) -> bool:
    """Whether `one` tells whatever is possible, and looks at places no more strictly than `two` does."""
    wish = one.certainty
    if wish is not None and (
        wish.least_possibility > 0.0
        or wish.least_necessity > 0.0
        or wish.aggregation is Aggregation.LUKASIEWICZ  # many possible parts may come to nothing
    ):
        return False
    if one.spatial is None or not (one.is_graded or two.is_graded):
        return True
    return one.spatial == two.spatial and one.is_graded and two.is_graded  # an error of the place counts for both


def _asks_the_same(one: Subscription, two: Subscription) -> bool:
    return (one.spatial, one.filter, one.certainty) == (two.spatial, two.filter, two.certainty)


def _lasts_as_long(one: _Limit | None, two: _Limit | None) -> bool:
    return one is None or (two is not None and one >= two)


def _follows(two: Subscription, one: Subscription, topic: Topic) -> bool:
    """Whether the filter of `one` is true wherever that of `two` is."""
    if one.filter is None:
        return True
    return two.filter is not None and implication.implies(two.filter.root, one.filter.root, topic)


def _covers_place(other: Placed, new: Placed, topic: Topic) -> bool:
    if other.subscription.spatial is None:
        return True
    if new.subscription.spatial is None or other.zone is None or new.zone is None:
        return False  # an event without a place matches only without one
    dimensions = (int(shapely.get_dimensions(other.zone)), int(shapely.get_dimensions(new.zone)))
    events = {kind.dimension for kind in topic.geometries}
    matrix = matrix_of(other.zone, new.zone)
    return covers(other.subscription.spatial.test, new.subscription.spatial.test, matrix, dimensions, events)


def _why_never_placed(new: Placed, topic: Topic) -> str | None:
    """Why the test holds for no kind of geometry that events of the topic have."""
    if new.subscription.spatial is None or new.zone is None:
        return None
    test, zone = new.subscription.spatial.test, GeometryKind(new.zone.geom_type)
    reasons = [
        why_never(test, zone, kind) if isinstance(test, Operator) else why_never_region(zone, kind)
        for kind in sorted(topic.geometries)
    ]
    return reasons[0] if reasons and None not in reasons else None
