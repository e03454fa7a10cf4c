"""What a filter asks of one attribute: to be absent, or present with a value of a set, and to fit LIKE patterns."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import assert_never

from broker_local.protocol.filter.patterns import pattern_range, pattern_test
from broker_local.protocol.filter.tree import Between, Comparator, Comparison, In, Is, IsNull, Like, Predicate
from broker_local.protocol.topic import Attribute, AttributeType

from .value_sets import ALL_VALUES, NO_VALUES, ValueSet, after, before, between, one_of, values_of_type

_ANY_RUN, _ANY_ONE = "%", "_"  # as tokens; characters are tokens of length two


@dataclass(frozen=True, slots=True)
class Condition:
    """True of an absent attribute if it may be absent; of a value if it is in the set and fits as it should."""

    may_be_absent: bool
    values: ValueSet
    fits: frozenset[str] = field(default_factory=frozenset)  # patterns that are no ranges
    fits_not: frozenset[str] = field(default_factory=frozenset)
    is_true: frozenset[Is] = field(default_factory=frozenset)  # of terms, since they are more than a set of values
    is_untrue: frozenset[Is] = field(default_factory=frozenset)

    @property
    def has_patterns(self) -> bool:
        """Whether it is more than a set of values."""
        return bool(self.fits or self.fits_not or self.is_true or self.is_untrue)

    def __and__(self, other: Condition) -> Condition:
        return Condition(
            self.may_be_absent and other.may_be_absent,
            self.values & other.values,
            self.fits | other.fits,
            self.fits_not | other.fits_not,
            self.is_true | other.is_true,
            self.is_untrue | other.is_untrue,
        )

    def __or__(self, other: Condition) -> Condition:
        if self.has_patterns or other.has_patterns:
            raise ValueError("what fits one pattern or another is no condition")
        return Condition(self.may_be_absent or other.may_be_absent, self.values | other.values)

    @property
    def is_impossible(self) -> bool:
        """Whether it is certain that nothing satisfies it. Patterns may contradict each other without it being seen."""
        if self.may_be_absent:
            return False
        values = self.values
        for pattern in self.fits:
            values &= _beginning_as(pattern)
        if values.is_empty:
            return True
        if any(includes(wide, narrow) for narrow in self.fits for wide in self.fits_not):
            return True
        if any(term_implies(narrow, wide) for narrow in self.is_true for wide in self.is_untrue):
            return True
        if not self.has_patterns or values.points is None:
            return False
        return not any(self._fits(text) for text in values.points)

    def _fits(self, text: str) -> bool:
        return all(pattern_test(pattern)(text) for pattern in self.fits) and not any(
            pattern_test(pattern)(text) for pattern in self.fits_not
        )


def condition(predicate: Predicate, attribute: Attribute, is_negated: bool, is_denied: bool) -> Condition:
    """When a predicate (negated: NOT of it) is true; or, denied, when it is not.

    What is not true is false, or open because the attribute is absent.
    """
    is_opposite = is_negated != is_denied
    if isinstance(predicate, IsNull):
        return Condition(not is_opposite, ALL_VALUES if is_opposite else NO_VALUES)
    if isinstance(predicate, Is):
        term = replace(predicate, is_not=predicate.is_not != is_negated)
        return _term_condition(term, attribute.type, is_denied)
    if isinstance(predicate, Like) and pattern_range(predicate.pattern) is None:
        only, none = frozenset({predicate.pattern}), frozenset[str]()
        return Condition(is_denied, ALL_VALUES, *((none, only) if is_opposite else (only, none)))
    values = _values(predicate, attribute.type)
    return Condition(is_denied, values.complement() if is_opposite else values)


def _term_condition(term: Is, kind: AttributeType, is_denied: bool) -> Condition:
    """The values with which a term may be true (or, denied, may not be), and the term itself."""
    number = term.meaning
    fully = _range(number.low, number.high, kind)
    at_all = _range(*number.support, kind)
    if term.is_not != is_denied:
        values = fully.complement()  # below its least degrees a term is not true even where it is possible
    else:
        values = at_all
    only, none = frozenset({term}), frozenset[Is]()
    return Condition(is_denied, values, is_true=none if is_denied else only, is_untrue=only if is_denied else none)


def _range(low: float, high: float, kind: AttributeType) -> ValueSet:
    return between(
        before(low, kind) if math.isfinite(low) else None,
        after(high, kind) if math.isfinite(high) else None,
    )


def term_implies(narrow: Is, wide: Is) -> bool:
    """Whether every value of which the one is true makes the other true: the same term, hedged and wished no less."""
    if (narrow.meaning, narrow.is_not) != (wide.meaning, wide.is_not):
        return False
    powers_agree = narrow.power <= wide.power if wide.is_not else narrow.power >= wide.power
    return (
        powers_agree
        and narrow.least_possibility >= wide.least_possibility
        and narrow.least_necessity >= wide.least_necessity
    )


def schema_condition(attribute: Attribute) -> Condition:
    """What the topic makes sure of: mandatory attributes are there, numbers are within their bounds."""
    kind = attribute.type
    low = None if attribute.minimum is None else before(attribute.minimum, kind)
    high = None if attribute.maximum is None else after(attribute.maximum, kind)
    bounds = between(low, high) if kind.is_numeric else ALL_VALUES
    return Condition(not attribute.mandatory, bounds & values_of_type(kind))


def includes(wide: str, narrow: str) -> bool:
    """Whether every text that fits the LIKE pattern `narrow` fits `wide`; sometimes no where it is so.

    `wide` must fit `narrow` itself, taken as a text in which only % stands for % and only % and _ for _.
    """
    pattern, text = _tokens(wide), _tokens(narrow)
    fits = [True] + [False] * len(text)  # whether the pattern so far fits the first tokens of the text
    for token in pattern:
        if token == _ANY_RUN:
            for place in range(1, len(text) + 1):
                fits[place] = fits[place] or fits[place - 1]
            continue
        for place in range(len(text), 0, -1):
            other = text[place - 1]
            stands_for = other == token or (token == _ANY_ONE and other != _ANY_RUN)
            fits[place] = fits[place - 1] and stands_for
        fits[0] = False
    return fits[-1]


def _values(predicate: Comparison | Between | In | Like, kind: AttributeType) -> ValueSet:
    if isinstance(predicate, Comparison):
        return _compared(predicate, kind)
    if isinstance(predicate, Between):
        return between(before(predicate.low, kind), after(predicate.high, kind))
    if isinstance(predicate, In):
        return one_of(predicate.values, kind)
    if isinstance(predicate, Like):
        found = pattern_range(predicate.pattern)
        assert found is not None, "a pattern that is no range"
        low, high, is_closed = found
        return between((low, False), None if high is None else (high, is_closed))
    assert_never(predicate)


def _compared(comparison: Comparison, kind: AttributeType) -> ValueSet:
    low, high = before(comparison.value, kind), after(comparison.value, kind)
    match comparison.comparator:
        case Comparator.EQUAL:
            return between(low, high)
        case Comparator.NOT_EQUAL:
            return between(low, high).complement()
        case Comparator.LESS:
            return between(None, low)
        case Comparator.LESS_OR_EQUAL:
            return between(None, high)
        case Comparator.GREATER:
            return between(high, None)
        case Comparator.GREATER_OR_EQUAL:
            return between(low, None)


def _beginning_as(pattern: str) -> ValueSet:
    """All texts that begin with the characters before the first wildcard of a pattern."""
    beginning = ""
    for token in _tokens(pattern):
        if token in (_ANY_RUN, _ANY_ONE):
            break
        beginning += token
    return _values(Like("", f"{beginning}%"), AttributeType.TEXT)


def _tokens(pattern: str) -> list[str]:
    r"""The wildcards and characters of a pattern; an escaped character as `\x`, a plain one too."""
    tokens = []
    characters = iter(pattern)
    for character in characters:
        if character in (_ANY_RUN, _ANY_ONE):
            tokens.append(character)
        else:
            tokens.append("\\" + (next(characters, "\\") if character == "\\" else character))
    return tokens
