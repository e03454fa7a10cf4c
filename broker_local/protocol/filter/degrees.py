"""How possible and how certain a filter is of one event, in plain Python: what the matcher's degrees must equal.

NOT is taken down to the predicates, so that an absent attribute makes neither a predicate nor its opposite possible.
AND and OR join what their parts come to by the subscription's aggregation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from broker_local.protocol.certainty import Aggregation
from broker_local.protocol.topic import AttributeValue

from .evaluate import predicate_degrees
from .leaf_degrees import CERTAIN, Degrees
from .tree import And, Is, Node, Not, Or


def degrees(
    node: Node | None,
    attributes: Mapping[str, AttributeValue],
    how: Aggregation = Aggregation.MINIMUM,
    place: Degrees | None = None,
) -> Degrees:
    """Possibility and necessity that an event is what is asked for; `place` is one more part of the whole's AND."""
    if place is None:
        return CERTAIN if node is None else _degrees(node, attributes, how, False)
    parts = () if node is None else node.parts if isinstance(node, And) else (node,)
    found = [_degrees(part, attributes, how, False) for part in parts]
    return _joined([*found, place], [*map(_weight, parts), 1.0], how, True)


def _degrees(node: Node, attributes: Mapping[str, AttributeValue], how: Aggregation, is_negated: bool) -> Degrees:
    if isinstance(node, Not):
        return _degrees(node.part, attributes, how, not is_negated)
    if isinstance(node, And | Or):
        parts = [_degrees(part, attributes, how, is_negated) for part in node.parts]
        return _joined(parts, [_weight(part) for part in node.parts], how, isinstance(node, And) != is_negated)
    return predicate_degrees(node, attributes.get(node.attribute), is_negated)


def _weight(node: Node) -> float:
    """In an average; what is no single term weighs one."""
    while isinstance(node, Not):
        node = node.part
    return node.weight if isinstance(node, Is) else 1.0


def _joined(parts: Sequence[Degrees], weights: Sequence[float], how: Aggregation, is_and: bool) -> Degrees:
    if len(parts) == 1:
        return parts[0]
    possible, certain = ([part[i] for part in parts] for i in (0, 1))
    return joined(possible, weights, how, is_and), joined(certain, weights, how, is_and)


def joined(parts: Sequence[float], weights: Sequence[float], how: Aggregation, is_and: bool) -> float:
    """What the degrees of an AND or an OR come to."""
    match how:
        case Aggregation.MINIMUM:
            return min(parts) if is_and else max(parts)
        case Aggregation.PRODUCT:
            return math.prod(parts) if is_and else 1.0 - math.prod(1.0 - part for part in parts)
        case Aggregation.LUKASIEWICZ:
            total = sum(parts)
            return max(total - (len(parts) - 1), 0.0) if is_and else min(total, 1.0)
        case Aggregation.AVERAGE:
            return sum(part * weight for part, weight in zip(parts, weights, strict=True)) / sum(weights)
