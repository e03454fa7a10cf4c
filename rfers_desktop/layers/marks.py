"""What is drawn: marks in map units, each with the key of the object it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from shapely.geometry.base import BaseGeometry

from .error_rings import ErrorRings

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
    ZONE_PAUSED = "zone paused"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sensor measured."""

    temperature_c: float
    humidity: float | None = None  # 0 to 1
    is_temperature_about: bool = False  # not known exactly: the number is the middle of what it may be
    is_humidity_about: bool = False


@dataclass(frozen=True, slots=True)
class PointMark:
    """A symbol at a place, with the way it came."""

    key: MarkKey
    x: float
    y: float
    style: Style
    label: str
    trail: tuple[tuple[float, float], ...] = ()  # oldest first, ends at the symbol; empty if it never moved
    trail_times: tuple[float, ...] = ()  # when it was at each place, in seconds of the epoch
    time_s: float | None = None  # how old it is, in seconds of the epoch; None does not age
    heading_deg: float | None = None  # clockwise from north
    reading: Reading | None = None  # shown in place of a symbol
    is_alert: bool = False  # drawn as a symbol however many marks there are
    is_certain: bool = True  # that it is what was asked for; what is merely possible is drawn hollow
    error: ErrorRings | None = None  # where it may really be, if its place is not exact

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
    is_certain: bool = True  # that it is what was asked for; what is merely possible is drawn dashed

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
    colour: str | None = None  # #rrggbb; None: the theme's
    margin: tuple[BaseGeometry, ...] = ()  # of a soft edge: areas around the zone, the outermost first

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The box around the zone and its margin."""
        return self.margin[0].bounds if self.margin else self.geometry.bounds


Mark = PointMark | ShapeMark | ZoneMark


@dataclass(frozen=True, slots=True)
class LayerChange:
    """Marks to draw, in place of those with the same keys, and keys whose marks are to go."""

    put: tuple[Mark, ...] = ()
    taken: tuple[MarkKey, ...] = ()


def merged_layers(changes: Iterable[LayerChange]) -> LayerChange:
    """Changes in a row as one: a mark that moved ten times is drawn once."""
    marks: dict[MarkKey, Mark | None] = {}
    for change in changes:
        marks.update((mark.key, mark) for mark in change.put)
        marks.update((key, None) for key in change.taken)
    return LayerChange(
        tuple(mark for mark in marks.values() if mark is not None),
        tuple(key for key, mark in marks.items() if mark is None),
    )
