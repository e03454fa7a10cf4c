"""What a filter text says, word for word and with positions, before the topic gives it types."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from .tree import Comparator

WISHES = ("possibility", "necessity", "weight")  # what a WITH may say, each at most once


class ConstantKind(Enum):
    """How a constant was written."""

    TEXT = "text"
    NUMBER = "a number"
    BOOLEAN = "TRUE or FALSE"
    DATE = "a date"
    TIMESTAMP = "a timestamp"


class Question(Enum):
    """What is asked of an attribute, besides the six comparisons."""

    IS_TRUE = "itself"
    BETWEEN = "BETWEEN"
    IN = "IN"
    LIKE = "LIKE"
    IS_NULL = "IS NULL"
    IS_TERM = "IS"


@dataclass(frozen=True, slots=True)
class Name:
    """An attribute as its writer spelt it."""

    text: str
    position: int
    end: int


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant: its content without quotes, and as written."""

    kind: ConstantKind
    content: str
    written: str
    position: int


@dataclass(frozen=True, slots=True)
class Least:
    """`possibility >= 0.6` of a WITH."""

    name: Name
    comparator: Comparator
    number: Constant


@dataclass(frozen=True, slots=True)
class Condition:
    """One predicate on one attribute."""

    name: Name
    test: Comparator | Question
    constants: tuple[Constant, ...]
    is_negated: bool  # NOT BETWEEN, NOT IN, NOT LIKE, IS NOT NULL, IS NOT hot
    position: int
    depth: int = 1
    words: tuple[Name, ...] = ()  # after IS: hedges and a term
    least: tuple[Least, ...] = ()  # after WITH
    is_grouped: bool = False  # in parentheses of its own


@dataclass(frozen=True, slots=True)
class Negation:
    """NOT before a condition or a parenthesis."""

    part: Syntax
    position: int
    depth: int


@dataclass(frozen=True, slots=True)
class Junction:
    """Two or more parts joined by AND, or by OR."""

    is_and: bool
    parts: tuple[Syntax, ...]
    position: int
    depth: int


Syntax = Condition | Negation | Junction


def joined(is_and: bool, parts: tuple[Syntax, ...]) -> Syntax:
    """The parts joined; one part is itself, and an AND within an AND is part of it."""
    if len(parts) == 1:
        return parts[0]
    flat: list[Syntax] = []
    for part in parts:
        if isinstance(part, Junction) and part.is_and == is_and:
            flat.extend(part.parts)
        else:
            flat.append(part)
    return Junction(is_and, tuple(flat), flat[0].position, 1 + max(part.depth for part in flat))


def joined_by_and(parts: tuple[Syntax, ...]) -> Syntax:
    """The parts joined by AND; of those after a WITH, the ones that are about its words belong to it."""
    told: list[Syntax] = []
    for part in parts:
        before = told[-1] if told else None
        wish = _wish(part)
        if wish is not None and isinstance(before, Condition) and before.least and not before.is_grouped:
            told[-1] = replace(before, least=(*before.least, wish))
        else:
            told.append(part)
    return joined(True, tuple(told))


def _wish(part: Syntax) -> Least | None:
    """What a comparison would ask as part of a WITH; None if it is about something else."""
    if not isinstance(part, Condition) or part.is_grouped or not isinstance(part.test, Comparator):
        return None
    is_bare = part.name.end - part.name.position == len(part.name.text)
    if part.position != part.name.position or not is_bare or part.name.text.lower() not in WISHES:
        return None
    return Least(part.name, part.test, part.constants[0])


def first_below(root: Syntax, levels: int) -> Syntax:
    """The part of `root` that lies `levels` below it, on the way to the deepest one."""
    node = root
    for _ in range(levels):
        if isinstance(node, Condition):
            break
        node = node.part if isinstance(node, Negation) else max(node.parts, key=lambda part: part.depth)
    return node
