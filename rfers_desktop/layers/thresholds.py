"""The values at which a filter turns: lines to draw into a chart of what it watches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from broker_local.protocol.filter.tree import And, Between, Comparator, Comparison, Is, Node, Not, Or


@dataclass(frozen=True, slots=True)
class Threshold:
    """One value that an attribute is compared with, or from which a term is wholly so."""

    value: float
    words: str  # "> 30", "IS VERY hot: >= 35"
    fades_to: float | None = None  # where a term is not so at all any more


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
        case Is() if node.attribute == attribute:
            yield from _of_term(node, node.is_not is not is_turned)


def _of_term(node: Is, is_not: bool) -> Iterator[Threshold]:
    """Where a term begins or ceases to be wholly so; what is not so is wholly not so at the far ends of its spreads."""
    meaning = node.meaning
    words = " ".join(["IS", *(["NOT"] if is_not else []), *(hedge.value for hedge in node.hedges), node.term])
    low, high = meaning.support
    for whole, end, signs in ((meaning.low, low, (">=", "<=")), (meaning.high, high, ("<=", ">="))):
        value, other = (end, whole) if is_not else (whole, end)
        if math.isfinite(value):
            yield Threshold(value, f"{words}: {signs[is_not]} {value:g}", other if other != value else None)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
