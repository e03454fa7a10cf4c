"""A filter with fuzzy predicates, relaxed to a crisp one that is true wherever it may be possible enough.

`Temperature IS hot` becomes the range in which its least possibility can be met, an alpha-cut of hot (a little too wide
rather than too narrow); IS NOT, all but the core. So what a graded filter may match is found as any filter is, and only
that is graded.
"""

from __future__ import annotations

import math

from broker_local.protocol.certainty import Aggregation, Certainty
from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, In, Is, IsNull, Node, Not, Or
from broker_local.protocol.fuzzy_number import Shape

from .negation import negation_normal

_END = math.exp(-4.5)  # of the bell, as in fuzzy/shapes.py
_LITTLE = 1e-6  # of a spread: more than rounding may do to a cut where membership is flat
_USUAL = Certainty()


def _normal(node: Node, is_negated: bool = False) -> Node:
    """NOT taken down to the predicates, groups as they are: an average is one of a group's parts."""
    if isinstance(node, Not):
        return _normal(node.part, not is_negated)
    if isinstance(node, And | Or):
        is_and = isinstance(node, And) != is_negated  # De Morgan
        return (And if is_and else Or)(tuple(_normal(part, is_negated) for part in node.parts))
    return negation_normal(node, is_negated)


def relaxed(node: Node, certainty: Certainty | None) -> tuple[Node, list[Is | None]]:
    """The crisp filter, negations at its leaves, and for each leaf (in reading order) what it was relaxed from."""
    normal = _normal(node)
    asked = certainty or _USUAL
    omega = max(asked.least_possibility, asked.least_necessity)
    leaves: list[Is | None] = []
    # What a T-norm makes of several is no more than the least of them; with an OR above, only min and max say as much.
    everywhere = omega if asked.aggregation is Aggregation.MINIMUM else 0.0
    on_top = 0.0 if asked.aggregation is Aggregation.AVERAGE else omega
    if isinstance(normal, And):
        parts = [_relaxed(part, everywhere if isinstance(part, And | Or) else on_top, leaves) for part in normal.parts]
        whole = And(tuple(parts))
        is_in_average = asked.aggregation is Aggregation.AVERAGE and not isinstance(node, And)
        return And((whole,)) if is_in_average else whole, leaves  # then a place is not one of its parts, but beside it
    return _relaxed(normal, everywhere if isinstance(normal, Or) else on_top, leaves), leaves


def _relaxed(node: Node, least: float, leaves: list[Is | None]) -> Node:
    if isinstance(node, And | Or):
        return type(node)(tuple(_relaxed(part, least, leaves) for part in node.parts))
    if isinstance(node, Is):
        leaves.append(node)
        alpha = max(least, node.least_possibility, node.least_necessity)
        return _but_the_core(node, alpha) if node.is_not else _cut(node, alpha)
    predicate = node.part if isinstance(node, Not) else node
    leaves.extend([None] * (len(predicate.values) if isinstance(predicate, In) else 1))
    return node


def _cut(node: Is, alpha: float) -> Node:
    """Where the hedged membership can be at least alpha, and is more than 0."""
    meaning, height = node.meaning, alpha ** (1.0 / node.power)
    low = meaning.low - min(_away(height, meaning.left_shape) + _LITTLE, 1.0) * meaning.left
    high = meaning.high + min(_away(height, meaning.right_shape) + _LITTLE, 1.0) * meaning.right
    return _within(node.attribute, low, high)


def _but_the_core(node: Is, alpha: float) -> Node:
    """Where what is left of the hedged membership can be at least alpha, and is more than 0."""
    meaning, height = node.meaning, (1.0 - alpha) ** (1.0 / node.power)
    low = meaning.low - max(_away(height, meaning.left_shape) - _LITTLE, 0.0) * meaning.left
    high = meaning.high + max(_away(height, meaning.right_shape) - _LITTLE, 0.0) * meaning.right
    if low == -math.inf and high == math.inf:
        return Between(node.attribute, 1.0, 0.0)  # never
    if low == -math.inf:
        return Comparison(node.attribute, Comparator.GREATER, high)
    if high == math.inf:
        return Comparison(node.attribute, Comparator.LESS, low)
    return Not(Between(node.attribute, low, high))


def _within(attribute: str, low: float, high: float) -> Node:
    if low == -math.inf and high == math.inf:
        return Not(IsNull(attribute))
    if low == -math.inf:
        return Comparison(attribute, Comparator.LESS_OR_EQUAL, high)
    if high == math.inf:
        return Comparison(attribute, Comparator.GREATER_OR_EQUAL, low)
    return Between(attribute, low, high)


def _away(height: float, shape: Shape) -> float:
    """At which part of the spread membership has fallen to a height; `faded` of fuzzy/shapes.py the other way round."""
    if height >= 1.0:
        return 0.5 if shape is Shape.STEP else 0.0
    if shape is Shape.LINEAR:
        return 1.0 - height
    if shape is Shape.S_CURVE:
        return math.sqrt((1.0 - height) / 2.0) if height >= 0.5 else 1.0 - math.sqrt(height / 2.0)
    if shape is Shape.GAUSSIAN:
        return min(math.sqrt(-math.log(height * (1.0 - _END) + _END) / 4.5), 1.0)
    return 0.5
