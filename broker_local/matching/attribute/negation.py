"""Pushes NOT down to the predicates, so that "true" needs two values only.

In the result every leaf is a predicate, or Not of one that has no opposite of its own (BETWEEN, IN, LIKE, IS NULL).
Each asks that the attribute be present and something hold of it (IS NULL: that it be absent), so a leaf that is open
counts as false, and the whole is true exactly when Kleene's logic makes the original true.
"""

from __future__ import annotations

from dataclasses import replace

from broker_local.protocol.filter.tree import And, Comparator, Comparison, Is, Node, Not, Or

_OPPOSITES = {
    Comparator.EQUAL: Comparator.NOT_EQUAL,
    Comparator.NOT_EQUAL: Comparator.EQUAL,
    Comparator.LESS: Comparator.GREATER_OR_EQUAL,
    Comparator.LESS_OR_EQUAL: Comparator.GREATER,
    Comparator.GREATER: Comparator.LESS_OR_EQUAL,
    Comparator.GREATER_OR_EQUAL: Comparator.LESS,
}


def negation_normal(node: Node, is_negated: bool = False) -> Node:
    """A tree that is true for the same events as `node` (or as its negation), with the leaves in the same order."""
    if isinstance(node, Not):
        return negation_normal(node.part, not is_negated)
    if isinstance(node, And | Or):
        parts = tuple(negation_normal(part, is_negated) for part in node.parts)
        return _joined(parts, isinstance(node, And) != is_negated)  # De Morgan
    if not is_negated:
        return node
    if isinstance(node, Comparison):
        return Comparison(node.attribute, _OPPOSITES[node.comparator], node.value)
    if isinstance(node, Is):
        return replace(node, is_not=not node.is_not)  # least degrees it has none of: the parser refuses them in a NOT
    return Not(node)


def _joined(parts: tuple[Node, ...], is_and: bool) -> Node:
    kind = And if is_and else Or
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return kind(tuple(flat))
