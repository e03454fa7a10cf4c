"""What a filter means: a tree of predicates over attributes, already typed against a topic."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum

Literal = str | float | bool | date | time | datetime  # numbers are always float here; datetimes are UTC


class Comparator(StrEnum):
    """How a value is compared with a literal."""

    EQUAL = "="
    NOT_EQUAL = "<>"
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class Comparison:
    """`Speed > 80`. False, whatever the comparator, for an event without the attribute."""

    attribute: str  # spelt as in the topic
    comparator: Comparator
    value: Literal


@dataclass(frozen=True, slots=True)
class Between:
    """`Speed BETWEEN 50 AND 80`, both ends included."""

    attribute: str
    low: Literal
    high: Literal


@dataclass(frozen=True, slots=True)
class In:
    """`IncCause IN ('Human', 'Gas')`."""

    attribute: str
    values: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Like:
    """`Address LIKE '%NW%'`: % is any run of characters, _ any one; a backslash takes the next as it is."""

    attribute: str
    pattern: str


@dataclass(frozen=True, slots=True)
class IsNull:
    """`Address IS NULL`: the event does not have the attribute."""

    attribute: str


@dataclass(frozen=True, slots=True)
class Not:
    """Not. A predicate on an absent attribute is neither true nor false, so NOT does not make it true."""

    part: Node


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more parts, none of which is itself an And."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of two or more parts, none of which is itself an Or."""

    parts: tuple[Node, ...]


Predicate = Comparison | Between | In | Like | IsNull
Node = Predicate | Not | And | Or


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter as its owner wrote it and as it is understood; equal trees are equal filters."""

    text: str = field(compare=False)
    root: Node
