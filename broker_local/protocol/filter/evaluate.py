"""The truth of a filter for one event, in plain Python: what every faster path must equal.

Kleene's three values: a predicate on an absent attribute is neither true nor false, IS NULL is always one of
the two, and an event matches only if the whole is true.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from broker_local.protocol.topic import AttributeValue

from .patterns import pattern_test
from .tree import (
    And,
    Between,
    Comparator,
    Comparison,
    In,
    IsNull,
    Node,
    Not,
    Or,
    Predicate,
)

_COMPARATORS: dict[Comparator, Callable[[Any, Any], bool]] = {
    Comparator.EQUAL: operator.eq,
    Comparator.NOT_EQUAL: operator.ne,
    Comparator.LESS: operator.lt,
    Comparator.LESS_OR_EQUAL: operator.le,
    Comparator.GREATER: operator.gt,
    Comparator.GREATER_OR_EQUAL: operator.ge,
}


def satisfies(node: Node, attributes: Mapping[str, AttributeValue]) -> bool:
    """Whether an event with these attributes matches the filter."""
    return truth(node, attributes) is True


def truth(node: Node, attributes: Mapping[str, AttributeValue]) -> bool | None:
    """True, False, or None where absent attributes leave it open."""
    if isinstance(node, Not):
        part = truth(node.part, attributes)
        return None if part is None else not part
    if isinstance(node, And | Or):
        decisive = isinstance(node, Or)  # one true part decides an Or, one false part an And
        is_open = False
        for child in node.parts:
            value = truth(child, attributes)
            if value is decisive:
                return decisive
            is_open = is_open or value is None
        return None if is_open else not decisive
    return _predicate(node, attributes.get(node.attribute))


def _predicate(node: Predicate, value: Any) -> bool | None:
    is_absent = value is None or value != value  # a NaN says nothing
    if isinstance(node, IsNull):
        return is_absent
    if is_absent:
        return None
    if isinstance(node, Comparison):
        return _COMPARATORS[node.comparator](value, node.value)
    if isinstance(node, Between):
        return bool(node.low <= value <= node.high)
    if isinstance(node, In):
        return value in node.values
    return pattern_test(node.pattern)(value)
