"""The values at which a filter turns: lines to draw into a chart of what it watches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, Node, Not, Or


@dataclass(frozen=True, slots=True)
class Threshold:
    """One value that an attribute is compared with."""

    value: float
    words: str  # "> 30"


_OPPOSITE = {
    Comparator.EQUAL: Comparator.NOT_EQUAL,
    Comparator.NOT_EQUAL: Comparator.EQUAL,
    Comparator.LESS: Comparator.GREATER_OR_EQUAL,
    Comparator.GREATER_OR_EQUAL: Comparator.LESS,
    Comparator.GREATER: Comparator.LESS_OR_EQUAL,
    Comparator.LESS_OR_EQUAL: Comparator.GREATER,
}


def thresholds(root: Node, attribute: str) -> tuple[Threshold, ...]:
    """Every number that a filter compares an attribute with, each once; NOT turns the comparison round."""
    return tuple(dict.fromkeys(_found(root, attribute, False)))


def _found(node: Node, attribute: str, is_turned: bool) -> Iterator[Threshold]:
    match node:
        case And() | Or():
            for part in node.parts:
                yield from _found(part, attribute, is_turned)
        case Not():
            yield from _found(node.part, attribute, not is_turned)
        case Comparison() if node.attribute == attribute and _is_number(node.value):
            comparator = _OPPOSITE[node.comparator] if is_turned else node.comparator
            yield Threshold(float(node.value), f"{comparator.value} {node.value:g}")  # type: ignore[arg-type]
        case Between() if node.attribute == attribute and _is_number(node.low) and _is_number(node.high):
            ends = ("<", ">") if is_turned else (">=", "<=")
            for sign, value in zip(ends, (node.low, node.high)):
                yield Threshold(float(value), f"{sign} {value:g}")  # type: ignore[arg-type]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
