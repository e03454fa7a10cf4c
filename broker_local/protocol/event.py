"""An event: what a publisher says happened, already valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from shapely.geometry.base import BaseGeometry

from .topic import AttributeValue


@dataclass(frozen=True, slots=True)
class Event:
    """A geometry, attributes, a time, a topic. Attributes that were not given are absent, never None."""

    id: str
    topic: str
    geometry: BaseGeometry | None  # lon/lat, WGS 84; None while an address is not yet placed
    attributes: Mapping[str, AttributeValue]
    time: datetime  # when it happened, UTC
    publisher: str | None = None
