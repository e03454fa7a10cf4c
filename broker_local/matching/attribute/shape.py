"""A filter taken apart: its shape (all but the constants), and the shape as leaves that each test one attribute.

Most filters share a few shapes, so a shape is compiled once and for the rest only the constants are collected. Both
functions here go over the predicates in the same order, so the places of constants agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from itertools import count

from broker_local.protocol.filter.patterns import pattern_range
from broker_local.protocol.filter.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    In,
    IsNull,
    Like,
    Literal,
    Node,
    Not,
    Or,
)

from .negation import negation_normal

# Every node begins with a number and attribute names are text, so equal items are equal shapes.
Shape = tuple[object, ...]
_NOT, _AND, _OR, _COMPARISON, _BETWEEN, _IN, _IS_NULL = range(7)
_LIKE_RANGE, _LIKE_FROM, _LIKE_TEXT, _LIKE_PATTERN = range(7, 11)


class LeafTest(IntEnum):
    """What a leaf asks of one attribute; all but ABSENT are false where it is absent."""

    WITHIN = 0
    OUTSIDE = 1
    ABSENT = 2
    FITS = 3  # a LIKE pattern that is no range
    FITS_NOT = 4


@dataclass(frozen=True, slots=True)
class Leaf:
    """A test of one attribute; `low` and `high` are places among the filter's constants, None for no end."""

    attribute: str
    test: LeafTest
    low: int | None = None
    high: int | None = None
    low_is_open: bool = False
    high_is_open: bool = False
    place: int = field(default=0, compare=False)  # among the leaves in the order of reading
    is_joined: bool = field(default=False, compare=False)  # of two comparisons


@dataclass(frozen=True, slots=True)
class Group:
    """Two or more parts, all or any of which must be true."""

    is_and: bool
    parts: tuple[Part, ...]
    is_one: bool = False  # one predicate of the filter: IN


Part = Leaf | Group


def take_apart(node: Node, shape: list[object], constants: list[Literal]) -> None:
    """Append the shape of `node`, and its constants in the order of its leaves."""
    if isinstance(node, Comparison):
        shape += (_COMPARISON, node.attribute, node.comparator)
        constants.append(node.value)
    elif isinstance(node, (And, Or)):  # a tuple is much quicker than a union, and this is where loading takes its time
        shape += (_AND if isinstance(node, And) else _OR, len(node.parts))
        for part in node.parts:
            take_apart(part, shape, constants)
    elif isinstance(node, Between):
        shape += (_BETWEEN, node.attribute)
        constants += (node.low, node.high)
    elif isinstance(node, Not):
        shape.append(_NOT)
        take_apart(node.part, shape, constants)
    elif isinstance(node, In):
        shape += (_IN, node.attribute, len(node.values))
        constants += node.values
    elif isinstance(node, Like):
        sort, texts = _like_constants(node.pattern)
        shape += (sort, node.attribute)
        constants += texts
    elif isinstance(node, IsNull):
        shape += (_IS_NULL, node.attribute)
    else:
        raise TypeError(f"expected a crisp predicate, got {node.attribute} IS {node.term}: it is no test of yes or no")


def parts_of(node: Node, is_joining: bool = True) -> tuple[Part, int]:
    """What a filter asks, in leaves and groups, and the number of its constants.

    Joining makes one leaf of `Speed > 50 AND Speed < 80`. Otherwise negations must be at the leaves already.
    """
    slots = count()  # the places of constants, in the order in which `take_apart` collects them
    part = _numbered(_part(negation_normal(node) if is_joining else node, slots), count())
    return _merged(part) if is_joining else part, next(slots)


def _numbered(part: Part, places: Iterator[int]) -> Part:
    if isinstance(part, Leaf):
        return replace(part, place=next(places))
    return replace(part, parts=tuple(_numbered(inner, places) for inner in part.parts))


@lru_cache(maxsize=65_536)
def _like_constants(pattern: str) -> tuple[int, tuple[str, ...]]:
    """The sort of a LIKE pattern and its constants: the ends of a range where it is one, else the pattern."""
    found = pattern_range(pattern)
    if found is None:
        return _LIKE_PATTERN, (pattern,)
    low, high, is_closed = found
    if is_closed:
        return _LIKE_TEXT, (low,)
    return (_LIKE_FROM, (low,)) if high is None else (_LIKE_RANGE, (low, high))


def _part(node: Node, slots: Iterator[int]) -> Part:
    if isinstance(node, And | Or):
        return Group(isinstance(node, And), tuple(_part(part, slots) for part in node.parts))
    if not isinstance(node, Not):
        return _predicate(node, slots)
    positive = _predicate(node.part, slots)
    if isinstance(positive, Group):  # NOT IN: unlike every one of them
        return Group(True, tuple(_opposite(leaf) for leaf in positive.parts), is_one=True)
    return _opposite(positive)


def _predicate(node: Node, slots: Iterator[int]) -> Part:
    if isinstance(node, Comparison):
        return _comparison(node, next(slots))
    if isinstance(node, Between):
        return Leaf(node.attribute, LeafTest.WITHIN, next(slots), next(slots))
    if isinstance(node, In):
        alike = tuple(_equal(node.attribute, next(slots)) for _ in node.values)
        return Group(False, alike, is_one=True) if len(alike) != 1 else alike[0]
    if isinstance(node, Like):
        return _like(node, slots)
    if isinstance(node, IsNull):
        return Leaf(node.attribute, LeafTest.ABSENT)
    raise TypeError(f"expected a predicate, got {type(node).__name__}")


def _equal(attribute: str, slot: int) -> Leaf:
    return Leaf(attribute, LeafTest.WITHIN, slot, slot)


def _comparison(node: Comparison, slot: int) -> Leaf:
    name = node.attribute
    if node.comparator in (Comparator.GREATER, Comparator.GREATER_OR_EQUAL):
        return Leaf(name, LeafTest.WITHIN, low=slot, low_is_open=node.comparator is Comparator.GREATER)
    if node.comparator in (Comparator.LESS, Comparator.LESS_OR_EQUAL):
        return Leaf(name, LeafTest.WITHIN, high=slot, high_is_open=node.comparator is Comparator.LESS)
    equal = _equal(name, slot)
    return equal if node.comparator is Comparator.EQUAL else _opposite(equal)


def _like(node: Like, slots: Iterator[int]) -> Leaf:
    sort, _ = _like_constants(node.pattern)
    if sort == _LIKE_PATTERN:
        return Leaf(node.attribute, LeafTest.FITS, next(slots))
    if sort == _LIKE_TEXT:
        return _equal(node.attribute, next(slots))
    if sort == _LIKE_FROM:
        return Leaf(node.attribute, LeafTest.WITHIN, next(slots))
    return Leaf(node.attribute, LeafTest.WITHIN, next(slots), next(slots), high_is_open=True)


def _opposite(part: Part) -> Leaf:
    """The leaf for NOT of a leaf."""
    assert isinstance(part, Leaf)
    if part.test is LeafTest.ABSENT:
        return Leaf(part.attribute, LeafTest.WITHIN)
    return replace(part, test=LeafTest.OUTSIDE if part.test is LeafTest.WITHIN else LeafTest.FITS_NOT)


def _merged(part: Part) -> Part:
    """`Speed > 50 AND Speed < 80` as one range, in every And."""
    if isinstance(part, Leaf):
        return part
    parts = [_merged(inner) for inner in part.parts]
    if not part.is_and:
        return replace(part, parts=tuple(parts))
    kept: list[Part] = []
    halves: dict[tuple[str, bool], int] = {}  # an attribute and whether the half has a low end -> its place in kept
    for inner in parts:
        if isinstance(inner, Leaf) and inner.test is LeafTest.WITHIN and (inner.low is None) != (inner.high is None):
            other = halves.pop((inner.attribute, inner.low is None), None)
            if other is not None:
                kept[other] = _range(kept[other], inner)
                continue
            halves[inner.attribute, inner.low is not None] = len(kept)
        kept.append(inner)
    return replace(part, parts=tuple(kept)) if len(kept) > 1 else kept[0]


def _range(first: Part, second: Leaf) -> Leaf:
    assert isinstance(first, Leaf)
    low, high = (first, second) if first.low is not None else (second, first)
    return replace(low, high=high.high, high_is_open=high.high_is_open, is_joined=True)
