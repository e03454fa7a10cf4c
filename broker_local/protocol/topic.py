"""A topic: the named schema that events of one sort follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from functools import cached_property

from .blob import BlobRef
from .errors import did_you_mean
from .fuzzy_number import FuzzyNumber
from .operators import GeometryKind
from .term import Term

AttributeValue = str | int | float | bool | date | time | datetime | bytes | BlobRef | FuzzyNumber


class AttributeType(StrEnum):
    """What sort of value an attribute has, by the name used in schemas."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    TIME = "time"
    TIMESTAMP = "timestamp"
    BINARY = "binary"

    @property
    def is_numeric(self) -> bool:
        """Whether values are compared as numbers."""
        return self in (AttributeType.INTEGER, AttributeType.NUMBER)


@dataclass(frozen=True, slots=True)
class Attribute:
    """One name/value pair that events of a topic carry."""

    name: str
    type: AttributeType
    mandatory: bool = False
    unit: str | None = None  # as shown to people: "km/h", "°C"
    minimum: float | None = None  # numbers only, inclusive
    maximum: float | None = None
    values: tuple[str, ...] = ()  # usual values of a text, offered by editors; others are allowed
    max_length: int | None = None  # characters of a text, bytes of a binary
    description: str = ""
    terms: tuple[Term, ...] = ()  # words for its numbers, as its publisher means them


@dataclass(frozen=True, slots=True)
class TimeSource:
    """Which attributes say when an event happened: one timestamp, or a date and a time of day."""

    timestamp: str | None = None
    date: str | None = None
    time: str | None = None


@dataclass(frozen=True)
class Topic:
    """A named event schema: attributes, their types, which are mandatory, which geometries."""

    name: str
    geometries: frozenset[GeometryKind]
    attributes: tuple[Attribute, ...]
    title: str = ""
    version: int = 1
    geometry_unless: str | None = None  # the attribute that may stand in for a geometry (Address, RasterFile)
    happened: TimeSource = field(default_factory=TimeSource)
    key: str | None = None  # the attribute that tells one moving or measuring thing from another (AssetID)

    @cached_property
    def by_name(self) -> Mapping[str, Attribute]:
        """The attributes by their exact names."""
        return {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def mandatory(self) -> frozenset[str]:
        """The names of the attributes that every event has."""
        return frozenset(attribute.name for attribute in self.attributes if attribute.mandatory)

    @cached_property
    def _by_lower(self) -> Mapping[str, Attribute]:
        return {attribute.name.lower(): attribute for attribute in self.attributes}

    def find(self, name: str) -> Attribute | None:
        """The attribute called `name`; letter case does not matter (the thesis itself writes SPEED for Speed)."""
        return self.by_name.get(name) or self._by_lower.get(name.lower())

    def suggest(self, name: str) -> str | None:
        """A hint for a misspelt attribute name."""
        meant = did_you_mean(name, self.by_name)
        return f"did you mean '{meant}'?" if meant else None
