"""An event: what a publisher says happened, already valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shapely.geometry.base import BaseGeometry

from .topic import AttributeValue


class PlacedBy(StrEnum):
    """What an event's geometry was worked out from, when its publisher gave none."""

    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Placement:
    """How sure a worked-out geometry is: the place is within `radius_m` of it with this confidence."""

    by: PlacedBy
    confidence: float  # 0 to 1
    radius_m: float
    matched: str = ""  # what was found, as the address table spells it


@dataclass(frozen=True, slots=True)
class Event:
    """A geometry, attributes, a time, a topic. Attributes that were not given are absent, never None."""

    id: str
    topic: str
    geometry: BaseGeometry | None  # lon/lat, WGS 84; None where an address could not be placed
    attributes: Mapping[str, AttributeValue]
    time: datetime  # when it happened, UTC
    publisher: str | None = None
    placed: Placement | None = None  # None where the geometry is the publisher's own
    accuracy_m: float | None = None  # of a point: the true place is within it about two times in three (one sigma)
