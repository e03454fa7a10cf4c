"""Which filters follow from others, and which can never be true; what is claimed is so, not all that is so is claimed.

A filter is turned into conditions on single attributes, joined by and and or (`conditions`): "true" then needs two
values only, and "not true" is as easy to say. It is satisfiable if some choice at every *or* leaves every attribute
something to be. The choices are tried in turn; after very many the filter is taken to be satisfiable.

All this is about values that are known exactly. IS is true where it is possible and reaches its least degrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_

from broker_local.protocol.filter.printer import print_filter, print_name
from broker_local.protocol.filter.tree import And, Node, Not, Or
from broker_local.protocol.topic import Attribute, Topic

from .conditions import Condition, condition, schema_condition
from .negation import negation_normal

MOST_STEPS = 20_000  # conditions looked at for one answer
_MOST_REASONS = 3


def implies(one: Node, two: Node, topic: Topic) -> bool:
    """Whether it is certain that `two` is true of every event of the topic of which `one` is."""
    if one == two:
        return True
    parts = (_asked(negation_normal(one), topic), _asked(negation_normal(two), topic, is_denied=True))
    return _contradictions(parts, topic) is not None


def why_never(node: Node, topic: Topic) -> str | None:
    """Why no event of the topic makes the filter true; None if one may."""
    found = _contradictions((_asked(negation_normal(node), topic),), topic)
    if found is None:
        return None
    reasons = list(dict.fromkeys(_reason(topic.by_name[asks[0].attribute], asks) for asks in found))
    return ", and ".join(reasons[:_MOST_REASONS]) + (" and so on" if len(reasons) > _MOST_REASONS else "")


@dataclass(frozen=True, slots=True)
class _Ask:
    """A condition on one attribute, and the part of the filter it comes from."""

    attribute: str
    condition: Condition
    node: Node


@dataclass(frozen=True, slots=True)
class _Join:
    """All or any of some parts."""

    is_and: bool
    parts: tuple[_Part, ...]


_Part = _Ask | _Join
_Asks = tuple[_Ask, ...]  # of one attribute
_Known = Mapping[str, tuple[Condition, _Asks]]  # by attribute, what all of these come to


def _asked(node: Node, topic: Topic, is_denied: bool = False) -> _Part:
    """When a filter in negation normal form is true (or, denied, when it is not)."""
    if isinstance(node, And | Or):
        parts = tuple(_asked(part, topic, is_denied) for part in node.parts)
        if isinstance(node, And) != is_denied:
            return _Join(True, parts)
        parts = tuple(_merged(parts))
        return _Join(False, parts) if len(parts) > 1 else parts[0]
    predicate, is_negated = (node.part, True) if isinstance(node, Not) else (node, False)
    assert not isinstance(predicate, Not | And | Or), "expected negation normal form"
    attribute = topic.by_name[predicate.attribute]
    return _Ask(attribute.name, condition(predicate, attribute, is_negated, is_denied), node)


def _merged(parts: tuple[_Part, ...]) -> Iterator[_Part]:
    """The parts of an Or, those on one attribute as one condition wherever that says the same."""
    by_attribute: dict[str, list[_Ask]] = {}
    for part in parts:
        if isinstance(part, _Ask) and not part.condition.has_patterns:
            by_attribute.setdefault(part.attribute, []).append(part)
        else:
            yield part
    for attribute, asks in by_attribute.items():
        either = reduce(or_, (ask.condition for ask in asks))
        yield _Ask(attribute, either, Or(tuple(ask.node for ask in asks)) if len(asks) > 1 else asks[0].node)


def _contradictions(parts: tuple[_Part, ...], topic: Topic) -> list[_Asks] | None:
    """What each choice ends in, if all parts cannot be true together; None if perhaps they can."""
    found: list[_Asks] = []
    steps = 0
    choices: list[tuple[tuple[_Part, ...], _Known]] = [(parts, {})]
    while choices:
        parts, known = choices.pop()
        asks, open_parts = _certain(parts)
        steps += len(asks) + 1
        if steps > MOST_STEPS:
            return None
        learnt, contradiction = _learn(known, asks, topic)
        if contradiction is not None:
            found.append(contradiction)
        elif not open_parts:
            return None
        else:
            fewest = min(open_parts, key=lambda join: len(join.parts))
            others = tuple(join for join in open_parts if join is not fewest)
            choices.extend(((part, *others), learnt) for part in fewest.parts)
    return found


def _learn(known: _Known, asks: list[_Ask], topic: Topic) -> tuple[_Known, _Asks | None]:
    """What is known of each attribute if all of these hold too; and those on one that exclude each other."""
    learnt = dict(known)
    for ask in asks:
        so_far, earlier = learnt.get(ask.attribute) or (schema_condition(topic.by_name[ask.attribute]), ())
        so_far, earlier = so_far & ask.condition, (*earlier, ask)
        if so_far.is_impossible:
            return learnt, earlier
        learnt[ask.attribute] = so_far, earlier
    return learnt, None


def _certain(parts: tuple[_Part, ...]) -> tuple[list[_Ask], list[_Join]]:
    """What must hold whatever is chosen, and the choices left."""
    asks: list[_Ask] = []
    open_parts: list[_Join] = []
    pending = list(reversed(parts))
    while pending:
        part = pending.pop()
        if isinstance(part, _Ask):
            asks.append(part)
        elif part.is_and:
            pending.extend(reversed(part.parts))
        else:
            open_parts.append(part)
    return asks, open_parts


def _is_impossible(attribute: Attribute, asks: Iterable[_Ask]) -> bool:
    return reduce(and_, (ask.condition for ask in asks), schema_condition(attribute)).is_impossible


def _reason(attribute: Attribute, asks: _Asks) -> str:
    """The contradiction in words, with no more of the filter than it needs."""
    core = list(asks)
    for ask in asks:
        rest = [other for other in core if other is not ask]
        if rest and _is_impossible(attribute, rest):
            core = rest
    nodes = tuple(ask.node for ask in core)
    name = print_name(attribute.name)
    reason = f"no {name} satisfies {print_filter(And(nodes) if len(nodes) > 1 else nodes[0])}"
    facts = [f"{name} is {fact}" for fact, without in _facts(attribute) if not _is_impossible(without, core)]
    return f"{reason} ({' and '.join(facts)})" if facts else reason


def _facts(attribute: Attribute) -> Iterator[tuple[str, Attribute]]:
    """What the topic makes sure of, and the attribute if it did not."""
    if attribute.mandatory:
        yield "always given", replace(attribute, mandatory=False)
    if attribute.minimum is not None:
        yield f"at least {attribute.minimum:g}", replace(attribute, minimum=None)
    if attribute.maximum is not None:
        yield f"at most {attribute.maximum:g}", replace(attribute, maximum=None)
