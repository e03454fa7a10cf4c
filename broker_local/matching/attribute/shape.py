"""The shape of a filter: all of it but its constants. Most filters share a few shapes, so a shape is compiled once."""

from __future__ import annotations

from functools import lru_cache

from broker_local.protocol.filter.tree import And, Between, Comparison, In, Like, Literal, Node, Not, Or

from .patterns import pattern_range

# Every node begins with a number and attribute names are text, so equal items are equal shapes.
Shape = tuple[object, ...]
_NOT, _AND, _OR, _COMPARISON, _BETWEEN, _IN, _IS_NULL = range(7)
LIKE_RANGE, LIKE_FROM, LIKE_TEXT, LIKE_PATTERN = range(7, 11)


def take_apart(node: Node, shape: list[object], constants: list[Literal]) -> None:
    """Append the shape of `node`, and its constants in the order of its leaves."""
    if isinstance(node, Comparison):
        shape += (_COMPARISON, node.attribute, node.comparator)
        constants.append(node.value)
    elif isinstance(node, And | Or):
        shape += (_AND if isinstance(node, And) else _OR, len(node.parts))
        for part in node.parts:
            take_apart(part, shape, constants)
    elif isinstance(node, Not):
        shape.append(_NOT)
        take_apart(node.part, shape, constants)
    elif isinstance(node, Between):
        shape += (_BETWEEN, node.attribute)
        constants += (node.low, node.high)
    elif isinstance(node, In):
        shape += (_IN, node.attribute, len(node.values))
        constants += node.values
    elif isinstance(node, Like):
        sort, texts = like_constants(node.pattern)
        shape += (sort, node.attribute)
        constants += texts
    else:
        shape += (_IS_NULL, node.attribute)


@lru_cache(maxsize=65_536)
def like_constants(pattern: str) -> tuple[int, tuple[str, ...]]:
    """The sort of a LIKE pattern and its constants: the ends of a range where it is one, else the pattern."""
    found = pattern_range(pattern)
    if found is None:
        return LIKE_PATTERN, (pattern,)
    low, high, is_closed = found
    if is_closed:
        return LIKE_TEXT, (low,)
    return (LIKE_FROM, (low,)) if high is None else (LIKE_RANGE, (low, high))
