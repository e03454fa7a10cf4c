"""What is drawn: marks in map units, each with the key of the object it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shapely.geometry.base import BaseGeometry

MarkKey = tuple[str, ...]


class Style(StrEnum):
    """How a mark looks; the drawing side has one row for each."""

    ASSET = "asset"
    SENSOR = "sensor"
    INCIDENT = "incident"
    IMAGE = "image"
    OTHER = "other"
    ZONE_LIVE = "zone live"
    ZONE_PENDING = "zone pending"
    ZONE_REFUSED = "zone refused"


@dataclass(frozen=True, slots=True)
class PointMark:
    """A symbol at a place, with the way it came."""

    key: MarkKey
    x: float
    y: float
    style: Style
    label: str
    trail: tuple[tuple[float, float], ...] = ()  # oldest first, ends at the symbol; empty if it never moved

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around the symbol's place; the trail may lead out of it."""
        return (self.x, self.y, self.x, self.y)


@dataclass(frozen=True, slots=True)
class ShapeMark:
    """An event that is a line, an area or several parts."""

    key: MarkKey
    geometry: BaseGeometry  # map units
    style: Style
    label: str

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around the shape."""
        return self.geometry.bounds


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """Where a subscription listens."""

    key: MarkKey
    geometry: BaseGeometry  # map units
    style: Style
    label: str

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around the zone."""
        return self.geometry.bounds


Mark = PointMark | ShapeMark | ZoneMark


@dataclass(frozen=True, slots=True)
class LayerChange:
    """Marks to draw, in place of those with the same keys, and keys whose marks are to go."""

    put: tuple[Mark, ...] = ()
    taken: tuple[MarkKey, ...] = ()
