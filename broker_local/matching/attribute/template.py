"""A filter's shape compiled: what its leaves test, where each one's answer leads, and by which leaf it is entered.

Any boolean tree becomes a list of leaves, each with the leaf to go to when it is true and when it is false, always
onwards, or the verdict. Nothing is multiplied out, so the list is as long as the filter has predicates.

A filter is found through its entries: leaves of which at least one must be true for the filter to be. An And needs the
entries of one part (the one expected to be true least often, which is moved to the front), an Or those of every part.
From a true entry the test goes on where that leaf leads: an earlier branch that is true has an entry of its own.
(The access predicates of Fabret and others 2001, for trees instead of conjunctions.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from broker_local.protocol.filter.tree import Node

from .shape import Group, Leaf, LeafTest, Part, parts_of

ACCEPT = -1
REJECT = -2

# How a group's degrees become one, in a tree written as code. ONE is a predicate of several leaves.
ANY_OF, ALL_OF, ANY_OF_ONE, ALL_OF_ONE = range(4)
_KINDS = 4

Code = tuple[int, ...]  # leaves as they are numbered, groups behind their parts


@dataclass(frozen=True, slots=True)
class Template:
    """The compiled shape."""

    leaves: tuple[Leaf, ...]
    on_true: tuple[int, ...]
    on_false: tuple[int, ...]
    entries: tuple[int, ...]  # leaves
    tree: Code
    constants: int  # how many there are
    fewest: int  # how many leaves are true, at least, where the filter is
    is_conjunction: bool

    @property
    def has_joined(self) -> bool:
        """Whether some leaf is two comparisons."""
        return any(leaf.is_joined for leaf in self.leaves)


def compile_shape(node: Node, is_joining: bool = True) -> Template:
    """The template of every filter with the shape of `node`."""
    parts, constants = parts_of(node, is_joining)
    root = _ordered(parts)
    leaves: list[Leaf] = []
    on_true: list[int] = []
    on_false: list[int] = []
    for leaf, if_true, if_false in _jumps(root, 0, ACCEPT, REJECT):
        leaves.append(leaf)
        on_true.append(if_true)
        on_false.append(if_false)
    return Template(
        leaves=tuple(leaves),
        on_true=tuple(on_true),
        on_false=tuple(on_false),
        entries=tuple(_entries(root, 0)),
        tree=tuple(_code(root, count())),
        constants=constants,
        fewest=_fewest(root),
        is_conjunction=_fewest(root) == len(leaves),
    )


def _ordered(part: Part) -> Part:
    """Within every And the part that is expected to be true least often comes first."""
    if isinstance(part, Leaf):
        return part
    parts = tuple(_ordered(inner) for inner in part.parts)
    return replace(part, parts=tuple(sorted(parts, key=_share)) if part.is_and else parts)


def _share(part: Part) -> float:
    """A guess of the share of events for which a part is true, before any has been seen."""
    if isinstance(part, Group):
        shares = [_share(inner) for inner in part.parts]
        return min(shares) if part.is_and else sum(shares)
    if part.test is LeafTest.FITS:
        return 0.2
    if part.test is LeafTest.ABSENT:
        return 0.3
    if part.test is LeafTest.WITHIN and (part.low, part.high) != (None, None):
        if part.low == part.high:
            return 0.01
        return 0.1 if None not in (part.low, part.high) else 0.4
    return 1.0


def _size(part: Part) -> int:
    return 1 if isinstance(part, Leaf) else sum(_size(inner) for inner in part.parts)


def _jumps(part: Part, start: int, if_true: int, if_false: int) -> Iterator[tuple[Leaf, int, int]]:
    """The leaves of a part that begins at place `start`, each with where its answers lead."""
    if isinstance(part, Leaf):
        yield part, if_true, if_false
        return
    for place, inner in enumerate(part.parts):
        after = start + _size(inner)
        is_last = place == len(part.parts) - 1
        onwards = (after, if_false) if part.is_and else (if_true, after)
        yield from _jumps(inner, start, *((if_true, if_false) if is_last else onwards))
        start = after


def _entries(part: Part, start: int) -> Iterator[int]:
    if isinstance(part, Leaf):
        yield start
        return
    for inner in part.parts[:1] if part.is_and else part.parts:
        yield from _entries(inner, start)
        start += _size(inner)


def _code(part: Part, leaves: Iterator[int]) -> Iterator[int]:
    """The tree for degrees: every leaf once, in the order of the leaves, and each group behind its parts."""
    if isinstance(part, Leaf):
        yield next(leaves)
        return
    for inner in part.parts:
        yield from _code(inner, leaves)
    kind = (ALL_OF_ONE if part.is_and else ANY_OF_ONE) if part.is_one else (ALL_OF if part.is_and else ANY_OF)
    yield -1 - (len(part.parts) * _KINDS + kind)


def _fewest(part: Part) -> int:
    if isinstance(part, Leaf):
        return 1
    counts = [_fewest(inner) for inner in part.parts]
    return sum(counts) if part.is_and else min(counts)
