"""The truth of a filter for one event, in plain Python: what every faster path must equal.

Kleene's three values: a predicate on an absent attribute is neither true nor false, IS NULL is always one of
the two, and an event matches only if the whole is true.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import AttributeValue

from .leaf_degrees import CERTAIN, IMPOSSIBLE, Degrees, crisp_degrees, term_degrees
from .patterns import pattern_test
from .tree import (
    And,
    Between,
    Comparator,
    Comparison,
    In,
    Is,
    IsNull,
    Like,
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
    """Whether an event with these attributes matches the filter: whether that is possible, where it is not certain."""
    return truth(node, attributes) is True


def truth(node: Node, attributes: Mapping[str, AttributeValue], is_negated: bool = False) -> bool | None:
    """True, False, or None where absent attributes leave it open; of the node's opposite if it is negated.

    A predicate is true if it is possible and reaches its least degrees. Of a value that is not known exactly both a
    predicate and its opposite may be, so NOT is taken down to them.
    """
    if isinstance(node, Not):
        return truth(node.part, attributes, not is_negated)
    if isinstance(node, And | Or):
        decisive = isinstance(node, Or) != is_negated  # one true part decides an Or, one false part an And
        is_open = False
        for child in node.parts:
            found = truth(child, attributes, is_negated)
            if found is decisive:
                return decisive
            is_open = is_open or found is None
        return None if is_open else not decisive
    value: Any = attributes.get(node.attribute)
    if isinstance(node, IsNull):
        return _is_absent(value) != is_negated
    if _is_absent(value):
        return None
    if isinstance(node, Is) or isinstance(value, FuzzyNumber):
        return predicate_degrees(node, value, is_negated)[0] > 0.0
    return _holds(node, value) != is_negated


def predicate_degrees(node: Predicate, value: Any, is_negated: bool = False) -> Degrees:
    """Possibility and necessity of one predicate (or its opposite) with a value; None is an absent one."""
    if isinstance(node, IsNull):
        return CERTAIN if _is_absent(value) != is_negated else IMPOSSIBLE
    if _is_absent(value):
        return IMPOSSIBLE
    if isinstance(node, Is):
        return term_degrees(node, value, is_negated)
    if isinstance(value, FuzzyNumber):
        return crisp_degrees(node, value, is_negated)
    return CERTAIN if _holds(node, value) != is_negated else IMPOSSIBLE


def _is_absent(value: Any) -> bool:
    return value is None or value != value  # a NaN says nothing


def _holds(node: Comparison | Between | In | Like, value: Any) -> bool:
    if isinstance(node, Comparison):
        return _COMPARATORS[node.comparator](value, node.value)
    if isinstance(node, Between):
        return bool(node.low <= value <= node.high)
    if isinstance(node, In):
        return value in node.values
    return pattern_test(node.pattern)(value)
