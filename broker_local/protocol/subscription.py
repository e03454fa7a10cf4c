"""A subscription: one interest of one user, already valid."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from shapely.geometry.base import BaseGeometry

from .certainty import Certainty
from .filter.tree import Filter, Is, predicates_of
from .operators import Operator, Relation


@dataclass(frozen=True, slots=True)
class SpatialPredicate:
    """Which events are in the right place, after buffering the zone.

    `zone operator event` for an Operator, `event relation zone` for a Relation.
    """

    zone: BaseGeometry  # lon/lat, WGS 84, as drawn: not yet buffered
    test: Operator | Relation
    buffer_m: float = 0.0  # geodesic; negative shrinks a polygon
    soft_m: float = 0.0  # how far beyond its edge, after buffering, the zone fades; for events that are points


class Priority(StrEnum):
    """How much a match matters to the owner, from the least."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        """A greater number for what matters more."""
        return list(Priority).index(self)


class Sound(StrEnum):
    """The sounds that every desk has."""

    CHIME = "chime"
    PING = "ping"
    KNOCK = "knock"
    ALARM = "alarm"
    SIREN = "siren"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class SubscriptionOptions:
    """How long a subscription and its matches last, and how a desk tells of them."""

    expire_after_s: float | None = None  # an offline desk is spared what is older than this
    priority: Priority = Priority.NORMAL
    sound: Sound | None = None  # None: the one that goes with the priority
    colour: str | None = None  # #rrggbb, of the zone on the map; None: the theme's
    ends_at: datetime | None = None  # UTC; from then on nothing is matched with it


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
    certainty: Certainty | None = (
        None  # how sure a match must be; None: nobody asked, the best guess of a place decides
    )
    is_paused: bool = False  # kept and listed, but nothing is matched with it

    @property
    def is_graded(self) -> bool:
        """Whether it asks for more than yes or no: by a term, a soft edge, or how sure a match must be."""
        if self.certainty is not None or (self.spatial is not None and self.spatial.soft_m > 0.0):
            return True
        return self.filter is not None and any(isinstance(p, Is) for p in predicates_of(self.filter.root))
