"""A subscription: one interest of one user, already valid."""

from __future__ import annotations

from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry

from .filter.tree import Filter
from .operators import Operator, Relation


@dataclass(frozen=True, slots=True)
class SpatialPredicate:
    """Which events are in the right place, after buffering the zone.

    `zone operator event` for an Operator, `event relation zone` for a Relation.
    """

    zone: BaseGeometry  # lon/lat, WGS 84, as drawn: not yet buffered
    test: Operator | Relation
    buffer_m: float = 0.0  # geodesic; negative shrinks a polygon


@dataclass(frozen=True, slots=True)
class SubscriptionOptions:
    """How matches of a subscription are delivered."""

    expire_after_s: float | None = None  # an offline desk is spared what is older than this


@dataclass(frozen=True, slots=True)
class Subscription:
    """Topic, optional place, optional filter; an event must satisfy all that are given."""

    id: str
    owner: str
    name: str
    topic: str
    spatial: SpatialPredicate | None = None
    filter: Filter | None = None
    options: SubscriptionOptions = field(default_factory=SubscriptionOptions)
    is_paused: bool = False  # kept and listed, but nothing is matched with it
