"""Types a filter against its topic: which attributes there are, what each may be compared with, and how."""

from __future__ import annotations

from typing import Any

from ..errors import FilterError, Given
from ..limits import MAX_FILTER_PREDICATES
from ..term_codec import Meanings
from ..topic import Attribute, AttributeType, Topic
from .constants import Mismatch, read_constant
from .syntax import WISHES, Condition, Constant, Junction, Negation, Question, Syntax
from .tree import And, Between, Comparator, Comparison, CrispPredicate, In, IsNull, Like, Literal, Node, Not, Or
from .words import fuzzy_predicate, words_of

_UNORDERED = (Comparator.EQUAL, Comparator.NOT_EQUAL)


def typed(syntax: Syntax, text: str, topic: Topic, terms: Meanings) -> Node:
    """The tree that `syntax`, read from `text`, means for events of `topic`."""
    return _Check(text, topic, terms).node(syntax)


class _Check:
    """One filter text being typed; counts its predicates on the way."""

    def __init__(self, text: str, topic: Topic, terms: Meanings) -> None:
        self._text = text
        self._topic = topic
        self._terms = terms
        self._predicates = 0

    def node(self, syntax: Syntax, is_denied: bool = False) -> Node:
        """`is_denied` says that a NOT stands somewhere before it."""
        if isinstance(syntax, Negation):
            return Not(self.node(syntax.part, True))
        if isinstance(syntax, Junction):
            parts = tuple(self.node(part, is_denied) for part in syntax.parts)
            return And(parts) if syntax.is_and else Or(parts)
        self._predicates += 1
        if self._predicates > MAX_FILTER_PREDICATES:
            raise self._error(
                syntax.position,
                expected=f"at most {MAX_FILTER_PREDICATES:,} conditions",
                got=Given("more"),
            )
        attribute = self._attribute(syntax)
        if syntax.test is Question.IS_TERM:
            words = words_of(self._topic, attribute, self._terms)
            return fuzzy_predicate(syntax, attribute, words, self._text, is_denied)
        predicate = self._predicate(syntax, attribute)
        return Not(predicate) if syntax.is_negated else predicate

    def _attribute(self, condition: Condition) -> Attribute:
        name = condition.name
        attribute = self._topic.find(name.text)
        if attribute is None:
            known = ", ".join(attribute.name for attribute in self._topic.attributes)
            raise self._error(
                name.position,
                expected=f"an attribute of {self._topic.name}",
                got=Given(f"unknown attribute '{name.text}'"),
                hint=self._topic.suggest(name.text) or _about_wish(name.text) or f"it has {known}",
            )
        return attribute

    def _predicate(self, condition: Condition, attribute: Attribute) -> CrispPredicate:
        test = condition.test
        if test is Question.IS_NULL:
            return IsNull(attribute.name)
        if attribute.type is AttributeType.BINARY:
            raise self._error(
                condition.position,
                expected=f"{attribute.name} IS NULL or {attribute.name} IS NOT NULL",
                got=Given("another condition"),
                hint=f"{attribute.name} is binary and has no value to compare",
            )
        if isinstance(test, Comparator):
            return self._comparison(condition, test, attribute)
        if test is Question.IS_TRUE:
            return self._truth(condition, attribute)
        if test is Question.BETWEEN:
            return self._between(condition, attribute)
        if test is Question.IN:
            return In(attribute.name, tuple(self._literal(constant, attribute) for constant in condition.constants))
        return self._like(condition, attribute)

    def _comparison(self, condition: Condition, comparator: Comparator, attribute: Attribute) -> CrispPredicate:
        value = self._literal(condition.constants[0], attribute)
        if attribute.type is AttributeType.BOOLEAN and comparator not in _UNORDERED:
            raise self._error(
                condition.position,
                expected=f"= or <> for {attribute.name}",
                got=Given(comparator),
                hint=f"{attribute.name} is TRUE or FALSE and neither is the greater",
            )
        return Comparison(attribute.name, comparator, value)

    def _truth(self, condition: Condition, attribute: Attribute) -> CrispPredicate:
        if attribute.type is not AttributeType.BOOLEAN:
            raise self._error(
                condition.name.end,
                expected=f"a comparison such as = or < after {attribute.name}",
                got=self._after(condition.name.end),
            )
        return Comparison(attribute.name, Comparator.EQUAL, True)

    def _after(self, position: int) -> Given:
        words = self._text[position:].split(maxsplit=1)
        return Given(f"'{words[0]}'" if words else "the end of the filter")

    def _between(self, condition: Condition, attribute: Attribute) -> CrispPredicate:
        if attribute.type is AttributeType.BOOLEAN:
            raise self._error(
                condition.position,
                expected=f"= or <> for {attribute.name}",
                got=Given("BETWEEN"),
                hint=f"{attribute.name} is TRUE or FALSE and neither is the greater",
            )
        first, second = condition.constants
        low, high = self._literal(first, attribute), self._literal(second, attribute)
        if _is_greater(low, high):
            raise self._error(
                first.position,
                expected="the lower end before the higher",
                got=Given(f"{first.written} AND {second.written}"),
                hint=f"write BETWEEN {second.written} AND {first.written}",
            )
        return Between(attribute.name, low, high)

    def _like(self, condition: Condition, attribute: Attribute) -> CrispPredicate:
        pattern = condition.constants[0]
        if attribute.type is not AttributeType.TEXT:
            raise self._error(
                condition.position,
                expected=f"a comparison such as = or < for {attribute.name}",
                got=Given("LIKE"),
                hint=f"LIKE is for text, and {attribute.name} is of type {attribute.type}",
            )
        if _ends_in_escape(pattern.content):
            raise self._error(
                pattern.position,
                expected="a character after the last backslash",
                got=Given(pattern.written),
                hint=r"a backslash itself is written \\",
            )
        return Like(attribute.name, pattern.content)

    def _literal(self, constant: Constant, attribute: Attribute) -> Literal:
        value = read_constant(constant, attribute)
        if isinstance(value, Mismatch):
            raise self._error(constant.position, expected=value.expected, got=Given(constant.written), hint=value.hint)
        return value

    def _error(self, position: int, *, expected: str, got: object, hint: str | None = None) -> FilterError:
        return FilterError(self._text, position, expected=expected, got=got, hint=hint)


def _about_wish(name: str) -> str | None:
    return f"{name} follows WITH, after a term: IS fast WITH {name}" if name.lower() in WISHES else None


def _is_greater(low: Any, high: Any) -> bool:
    return bool(low > high)  # of one type: the attribute's


def _ends_in_escape(pattern: str) -> bool:
    return (len(pattern) - len(pattern.rstrip("\\"))) % 2 == 1
