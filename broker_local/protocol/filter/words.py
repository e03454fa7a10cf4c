"""The words of a filter: which terms an attribute has, and what IS with hedges and wishes means."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ..errors import FilterError, Given, did_you_mean
from ..fuzzy_number import FuzzyNumber
from ..term_codec import Meanings
from ..terms import numbers_of
from ..topic import Attribute, Topic
from .syntax import WISHES, Condition, ConstantKind, Least, Name
from .tree import Comparator, Hedge, Is

MOST_HEDGES = 4
MOST_WEIGHT = 1_000.0


def words_of(topic: Topic, attribute: Attribute, terms: Meanings) -> Mapping[str, FuzzyNumber]:
    """The terms of an attribute: those given, and those of its topic that are not named by them."""
    given = terms.get(attribute.name, {})
    taken = {name.lower() for name in given}
    known = numbers_of(topic, attribute.name)
    return {**given, **{name: number for name, number in known.items() if name.lower() not in taken}}


def fuzzy_predicate(
    condition: Condition, attribute: Attribute, terms: Mapping[str, FuzzyNumber], text: str, is_denied: bool
) -> Is:
    """The predicate that IS and its words mean; `is_denied` within a NOT, where least degrees have no meaning."""
    _check_attribute(condition, attribute, terms, text)
    term, hedges = _term(condition.words, attribute, terms, text)
    wishes = _wishes(condition.least, text, attribute, is_denied)
    return Is(
        attribute.name,
        term,
        terms[term],
        hedges,
        condition.is_negated,
        wishes.get("possibility", 0.0),
        wishes.get("necessity", 0.0),
        wishes.get("weight", 1.0),
    )


def _check_attribute(condition: Condition, attribute: Attribute, terms: Mapping[str, FuzzyNumber], text: str) -> None:
    if not attribute.type.is_numeric:
        raise FilterError(
            text,
            condition.words[0].position,
            expected=f"{attribute.name} IS NULL or {attribute.name} IS NOT NULL",
            got=Given(f"'{condition.words[0].text}'"),
            hint=_meant_null(condition.words[0])
            or f"terms are for numbers, and {attribute.name} is of type {attribute.type}",
        )
    if not terms:
        raise FilterError(
            text,
            condition.words[0].position,
            expected=f"{attribute.name} IS NULL, or a comparison such as {attribute.name} > 10",
            got=Given(f"'{condition.words[0].text}'"),
            hint=_meant_null(condition.words[0]) or f"{attribute.name} has no terms; a subscription may bring its own",
        )


def _meant_null(word: Name) -> str | None:
    return "did you mean NULL?" if did_you_mean(word.text, ("NULL",)) else None


def _term(
    words: tuple[Name, ...], attribute: Attribute, terms: Mapping[str, FuzzyNumber], text: str
) -> tuple[str, tuple[Hedge, ...]]:
    """The term as its vocabulary spells it, and the hedges before it."""
    by_lower = {name.lower(): name for name in terms}
    hedges: list[Hedge] = []
    for number, word in enumerate(words):
        hedge = next((hedge for hedge in Hedge if hedge.value == word.text.upper()), None)
        if hedge is None:
            term = by_lower.get(word.text.lower())
            if term is None:
                raise _unknown(word, attribute, terms, text)
            if number + 1 < len(words):
                after = words[number + 1]
                raise FilterError(
                    text,
                    after.position,
                    expected="AND, OR, WITH or the end of the filter",
                    got=Given(f"'{after.text}'"),
                    hint=_hint_after(after),
                )
            return term, tuple(hedges)
        hedges.append(hedge)
        if len(hedges) > MOST_HEDGES:
            raise FilterError(
                text, word.position, expected=f"at most {MOST_HEDGES} of VERY and SOMEWHAT", got=Given("more")
            )
    raise FilterError(
        text,
        words[-1].end,
        expected=f"a term after {words[-1].text}, one of {', '.join(terms)}",
        got=Given("none"),
    )


def _unknown(word: Name, attribute: Attribute, terms: Mapping[str, FuzzyNumber], text: str) -> FilterError:
    meant = did_you_mean(word.text, (*terms, *Hedge, "NULL"))
    return FilterError(
        text,
        word.position,
        expected=f"a term of {attribute.name}: {', '.join(terms)}",
        got=Given(f"unknown term '{word.text}'"),
        hint=f"did you mean '{meant}'?" if meant else "before it may stand NOT, VERY or SOMEWHAT",
    )


def _hint_after(word: Name) -> str | None:
    if word.text.lower() in WISHES:
        return f"write WITH before {word.text}"
    meant = did_you_mean(word.text, ("AND", "OR", "WITH"))
    return f"did you mean {meant}?" if meant else None


def _wishes(least: tuple[Least, ...], text: str, attribute: Attribute, is_denied: bool) -> dict[str, float]:
    """What a WITH says, by word."""
    wishes: dict[str, float] = {}
    for wish in least:
        word = wish.name.text.lower()
        if word not in WISHES:
            meant = did_you_mean(word, WISHES)
            raise FilterError(
                text,
                wish.name.position,
                expected="possibility, necessity or weight",
                got=Given(f"'{wish.name.text}'"),
                hint=f"did you mean {meant}?" if meant else None,
            )
        if word in wishes:
            raise FilterError(
                text,
                wish.name.position,
                expected=f"{word} once",
                got=Given("it again"),
                hint=f'an attribute of this name is written in double quotes: "{wish.name.text}"',
            )
        if is_denied and word != "weight":
            raise FilterError(
                text,
                wish.name.position,
                expected=f"no {word} within NOT (...)",
                got=Given(f"'{wish.name.text}'"),
                hint=f"write {attribute.name} IS NOT instead of NOT",
            )
        wishes[word] = _weight(wish, text) if word == "weight" else _degree(wish, text)
    return wishes


def _degree(wish: Least, text: str) -> float:
    _check_comparator(wish, Comparator.GREATER_OR_EQUAL, text)
    value = _number(wish, text, "a number from 0 to 1")
    if not 0.0 <= value <= 1.0:
        raise FilterError(text, wish.number.position, expected="a number from 0 to 1", got=Given(wish.number.written))
    return value + 0.0


def _weight(wish: Least, text: str) -> float:
    _check_comparator(wish, Comparator.EQUAL, text)
    expected = f"a number above 0, at most {MOST_WEIGHT:,g}"
    value = _number(wish, text, expected)
    if not 0.0 < value <= MOST_WEIGHT:
        raise FilterError(text, wish.number.position, expected=expected, got=Given(wish.number.written))
    return value


def _check_comparator(wish: Least, wanted: Comparator, text: str) -> None:
    if wish.comparator is not wanted:
        raise FilterError(
            text,
            wish.name.end,
            expected=f"{wanted} after {wish.name.text}",
            got=Given(f"'{wish.comparator}'"),
            hint=f'an attribute of this name is written in double quotes: "{wish.name.text}"',
        )


def _number(wish: Least, text: str, expected: str) -> float:
    if wish.number.kind is not ConstantKind.NUMBER or not math.isfinite(float(wish.number.content)):
        raise FilterError(text, wish.number.position, expected=expected, got=Given(wish.number.written))
    return float(wish.number.content)
