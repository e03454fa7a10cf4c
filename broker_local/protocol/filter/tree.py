"""What a filter means: a tree of predicates over attributes, already typed against a topic."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum

from broker_local.protocol.fuzzy_number import FuzzyNumber

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


class Hedge(StrEnum):
    """A word that narrows or widens a term: a power of its membership."""

    VERY = "VERY"
    SOMEWHAT = "SOMEWHAT"

    @property
    def power(self) -> float:
        """What the membership is raised to."""
        return 2.0 if self is Hedge.VERY else 0.5


@dataclass(frozen=True, slots=True)
class Is:
    """`Humidity IS NOT VERY dry WITH possibility >= 0.6`: true to a degree, also of values that are not known exactly.

    Equal words may mean different numbers to different people, so the meaning is part of it.
    """

    attribute: str
    term: str  # spelt as in the vocabulary
    meaning: FuzzyNumber
    hedges: tuple[Hedge, ...] = ()  # in the order of reading; their powers multiply
    is_not: bool = False
    least_possibility: float = 0.0  # theta of Liu & Jacobsen 2003, section 3.2: below it the predicate is false
    least_necessity: float = 0.0
    weight: float = 1.0  # in an average

    @property
    def power(self) -> float:
        """What the membership of the term is raised to."""
        return math.prod(hedge.power for hedge in self.hedges)

    @property
    def has_least(self) -> bool:
        """Whether it asks for degrees of its own."""
        return self.least_possibility > 0.0 or self.least_necessity > 0.0


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


CrispPredicate = Comparison | Between | In | Like | IsNull
Predicate = CrispPredicate | Is
Node = Predicate | Not | And | Or


def predicates_of(node: Node) -> Iterator[Predicate]:
    """Every predicate of a tree, in the order of reading."""
    if isinstance(node, Not):
        yield from predicates_of(node.part)
    elif isinstance(node, And | Or):
        for part in node.parts:
            yield from predicates_of(part)
    else:
        yield node


def terms_used(node: Node) -> dict[str, dict[str, FuzzyNumber]]:
    """What the words of a filter mean: by attribute, then by term."""
    meanings: dict[str, dict[str, FuzzyNumber]] = {}
    for predicate in predicates_of(node):
        if isinstance(predicate, Is):
            meanings.setdefault(predicate.attribute, {})[predicate.term] = predicate.meaning
    return meanings


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter as its owner wrote it and as it is understood; equal trees are equal filters."""

    text: str = field(compare=False)
    root: Node
