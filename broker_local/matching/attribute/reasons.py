"""Why a filter holds for an event or does not: the predicates that decide it, and by how much they fail."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from broker_local.protocol.blob import BlobRef
from broker_local.protocol.filter.evaluate import predicate_degrees, truth
from broker_local.protocol.filter.printer import print_filter, print_literal
from broker_local.protocol.filter.tree import (
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
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.topic import AttributeValue, Topic

_LONGEST = 200  # characters of a predicate or a value in a sentence
_A_DAY = date(2000, 1, 1)  # times of day are told apart on one day
_AT_LEAST = (Comparator.GREATER, Comparator.GREATER_OR_EQUAL)
_AT_MOST = (Comparator.LESS, Comparator.LESS_OR_EQUAL)


def reasons(node: Node, attributes: Mapping[str, AttributeValue], topic: Topic) -> list[str]:
    """A sentence for each predicate that makes the filter true, or keeps it from being so."""
    if isinstance(node, And):
        for part in node.parts:
            if truth(part, attributes) is not True:
                return reasons(part, attributes, topic)  # the first that fails decides
        return [sentence for part in node.parts for sentence in reasons(part, attributes, topic)]
    if isinstance(node, Or):
        for part in node.parts:
            if truth(part, attributes) is True:
                return reasons(part, attributes, topic)
        return [sentence for part in node.parts for sentence in reasons(part, attributes, topic)]
    if isinstance(node, Not) and not _is_by_degrees(node.part, attributes):
        facts = [_fact(predicate, attributes, topic) for predicate in _predicates(node.part)]
        return [f"{_short(print_filter(node))}: {', '.join(dict.fromkeys(facts))}"]
    if isinstance(node, Not):
        return _by_degrees(node, node.part, attributes, topic)
    if _is_by_degrees(node, attributes):
        return _by_degrees(node, node, attributes, topic)
    fact = _fact(node, attributes, topic)
    miss = None if truth(node, attributes) is not False else _miss(node, attributes[node.attribute], topic)
    return [f"{_short(print_filter(node))}: {fact}" + (f", {miss}" if miss else "")]


def _is_by_degrees(node: Node, attributes: Mapping[str, AttributeValue]) -> bool:
    """Whether there is more to say of some predicate than yes or no."""
    told = ((predicate, attributes.get(predicate.attribute)) for predicate in _predicates(node))
    return any(isinstance(value, FuzzyNumber) or (isinstance(one, Is) and value is not None) for one, value in told)


def _by_degrees(node: Node, part: Node, attributes: Mapping[str, AttributeValue], topic: Topic) -> list[str]:
    """What makes a part true (or, if `node` is Not of it, keeps it from being so), and how sure that is."""
    is_negated = part is not node
    if isinstance(part, Not):
        return reasons(part.part, attributes, topic) if is_negated else _by_degrees(part, part.part, attributes, topic)
    if isinstance(part, And | Or):
        return [
            said for inner in part.parts for said in reasons(Not(inner) if is_negated else inner, attributes, topic)
        ]
    value = attributes.get(part.attribute)
    if value is None or value != value:
        return [f"{_short(print_filter(node))}: {_fact(part, attributes, topic)}"]
    asked = replace(part, least_possibility=0.0, least_necessity=0.0) if isinstance(part, Is) else part
    up, down = predicate_degrees(asked, value, is_negated)
    if isinstance(part, Is):
        term = " ".join([*["not"] * (part.is_not != is_negated), *map(str.lower, part.hedges), part.term])
        words = f"possibly {term} {degree_in_words(up)}, certainly {degree_in_words(down)}"
        if not isinstance(value, FuzzyNumber):
            words = f"{term} {degree_in_words(up)}"
        words += _too_unsure(part, up, down)
    else:
        words = degrees_in_words(up, down)
    return [f"{_short(print_filter(node))}: {_fact(part, attributes, topic)}: {words}"]


def _too_unsure(term: Is, up: float, down: float) -> str:
    if 0.0 < up < term.least_possibility:
        return f", and {degree_in_words(term.least_possibility)} is asked for"
    if up > 0.0 and down < term.least_necessity:
        return f", and certain {degree_in_words(term.least_necessity)} is asked for"
    return ""


def degrees_in_words(possibility: float, necessity: float) -> str:
    """How sure something is."""
    return f"possible {degree_in_words(possibility)}, certain {degree_in_words(necessity)}"


def degree_in_words(degree: float) -> str:
    """In whole percent, and never more than it is: what is not quite certain does not read so."""
    if 0.0 < degree < 0.01:
        return "less than 1 %"
    return f"{math.floor(degree * 100.0 + 1e-6)} %"


def _number_in_words(number: FuzzyNumber, unit: str) -> str:
    """What is known of a number: `about 28 °C (26 to 30)`."""
    low, high = number.low, number.high
    if low == high:
        core = f"{low:.6g}{unit}" if number.is_crisp else f"about {low:.6g}{unit}"
    elif math.isinf(low) and math.isinf(high):
        core = "not known at all"
    elif math.isinf(high):
        core = f"{low:.6g}{unit} or more"
    elif math.isinf(low):
        core = f"{high:.6g}{unit} or less"
    else:
        core = f"between {low:.6g} and {high:.6g}{unit}"
    if number.is_crisp:
        return core
    ends = [f"{end:.6g}" for end in number.support if math.isfinite(end)]
    return (
        f"{core} ({' to '.join(ends)})"
        if len(ends) == 2
        else f"{core} ({'at most' if math.isinf(low) else 'at least'} {ends[0]})"
    )


def _predicates(node: Node) -> list[Predicate]:
    if isinstance(node, Not):
        return _predicates(node.part)
    if isinstance(node, And | Or):
        return [predicate for part in node.parts for predicate in _predicates(part)]
    return [node]


def _fact(node: Predicate, attributes: Mapping[str, AttributeValue], topic: Topic) -> str:
    """What the event says about a predicate's attribute."""
    value = attributes.get(node.attribute)
    if value is None or value != value:
        return f"the event has no {node.attribute}"
    return f"{node.attribute} is {_shown(value, _unit(node, topic), _bounds(node))}"


def _miss(node: Predicate, value: Any, topic: Topic) -> str | None:
    """By how much a predicate is false, where that can be said."""
    unit = _unit(node, topic)
    match node:
        case Comparison(comparator=comparator) if comparator in _AT_LEAST:
            return _too_low(node.value, value, unit)
        case Comparison(comparator=comparator) if comparator in _AT_MOST:
            return _too_high(node.value, value, unit)
        case Comparison(comparator=Comparator.EQUAL):
            too_low = value < node.value
            return _too_low(node.value, value, unit) if too_low else _too_high(node.value, value, unit)
        case Between():
            too_low = value < node.low
            return _too_low(node.low, value, unit) if too_low else _too_high(node.high, value, unit)
        case In():
            return "which is none of these"
        case Like():
            return "which does not fit"
    return None


def _too_low(bound: Any, value: Any, unit: str) -> str | None:
    return _apart(bound, value, unit, "too early" if isinstance(value, date | time) else "too low", "not more")


def _too_high(bound: Any, value: Any, unit: str) -> str | None:
    return _apart(value, bound, unit, "too late" if isinstance(value, date | time) else "too high", "not less")


def _apart(greater: Any, smaller: Any, unit: str, direction: str, equal: str) -> str | None:
    if isinstance(greater, str | bool | bytes | BlobRef) or isinstance(smaller, str | bool | bytes | BlobRef):
        return None
    if greater == smaller:
        return equal
    if isinstance(greater, time):
        greater, smaller = (datetime.combine(_A_DAY, moment, UTC) for moment in (greater, smaller))
    try:
        difference = greater - smaller
    except OverflowError:  # a whole number beyond all floats
        return direction
    if isinstance(difference, timedelta):
        return f"{_duration(difference)} {direction}"
    return f"{difference if isinstance(difference, int) else f'{difference:.6g}'}{unit} {direction}"


def _duration(lasts: timedelta) -> str:
    seconds = lasts.total_seconds()
    if lasts.days >= 2:
        return f"{lasts.days} days"
    if seconds >= 7200:
        return f"{seconds / 3600:.3g} h"
    return f"{seconds / 60:.3g} min" if seconds >= 120 else f"{seconds:.3g} s"


def _unit(node: Predicate, topic: Topic) -> str:
    attribute = None if isinstance(node, IsNull) else topic.by_name.get(node.attribute)
    return f" {attribute.unit}" if attribute is not None and attribute.unit else ""


def _shown(value: AttributeValue, unit: str, bounds: Sequence[object]) -> str:
    if isinstance(value, bytes | BlobRef):
        return f"{len(value) if isinstance(value, bytes) else value.size} bytes"
    if isinstance(value, FuzzyNumber):
        return _number_in_words(value, unit)
    if isinstance(value, bool | str):
        return _short(print_literal(value))
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    return f"{_figures(value, bounds)}{unit}" if isinstance(value, float) else f"{value}{unit}"


def _bounds(node: Predicate) -> Sequence[object]:
    """What a predicate compares with."""
    match node:
        case Comparison(value=value):
            return (value,)
        case Between(low=low, high=high):
            return low, high
        case In(values=values):
            return tuple(values)
    return ()


def _figures(value: float, bounds: Sequence[object]) -> str:
    """A number in six figures; in all of them where six would read as one that lies otherwise to a bound."""
    short = f"{value:.6g}"
    read = float(short)
    misleads = any(
        isinstance(bound, int | float) and ((read > bound) != (value > bound) or (read < bound) != (value < bound))
        for bound in bounds
    )
    return f"{value:.12g}" if misleads or abs(value) >= 100_000.0 else short


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
