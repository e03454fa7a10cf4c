"""What words like "hot" mean to one user: the built-in terms, and above them the user's own and adjusted ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.fuzzy_number import FuzzyNumber
from broker_local.protocol.json_text import write_json
from broker_local.protocol.term_codec import terms_to_rows
from broker_local.protocol.terms import Term, decode_vocabulary, terms_of
from broker_local.protocol.topic import Topic
from rfers_desktop.language import later

OWN_SOURCE = "The user's own"  # of a term for which nobody named another source


class Origin(StrEnum):
    """Where a term comes from, in the words of the list."""

    BUILTIN = later("built in")
    ADJUSTED = later("adjusted")  # it is built in, but the user has given it another meaning
    OWN = later("own")


@dataclass(frozen=True, slots=True)
class Word:
    """A term as its user has it."""

    term: Term
    origin: Origin


@dataclass(frozen=True, slots=True)
class UserTerms:
    """The terms of one user; every verb returns the next ones. `own` is by topic, attribute and name."""

    own: Mapping[str, Mapping[str, Mapping[str, Term]]] = field(default_factory=lambda: MappingProxyType({}))

    def words(self, topic: Topic, attribute: str) -> tuple[Word, ...]:
        """All terms of an attribute: those that are built in first, in their order, then the user's."""
        own = self._own(topic.name, attribute)
        by_lower = {name.lower(): term for name, term in own.items()}
        builtin = terms_of(topic, attribute)
        words = [
            Word(by_lower.pop(name.lower()), Origin.ADJUSTED)
            if name.lower() in by_lower
            else Word(term, Origin.BUILTIN)
            for name, term in builtin.items()
        ]
        return (*words, *(Word(term, Origin.OWN) for term in by_lower.values()))

    def find(self, topic: Topic, attribute: str, name: str) -> Word | None:
        """The term of a name, in whatever case it is written."""
        return next((word for word in self.words(topic, attribute) if word.term.name.lower() == name.lower()), None)

    def meanings(self, topic: Topic) -> dict[str, dict[str, FuzzyNumber]]:
        """What each word means, by attribute and name."""
        words = {each.name: self.words(topic, each.name) for each in topic.attributes if each.type.is_numeric}
        return {name: {word.term.name: word.term.number for word in listed} for name, listed in words.items()}

    def with_term(self, topic: Topic, attribute: str, term: Term, instead_of: str = "") -> UserTerms:
        """Add a term, adjust the one of its name, or put it in place of an own one; raises ProtocolError.

        A term that means what the built-in one of its name does is that one again.
        """
        replaced = self.find(topic, attribute, instead_of) if instead_of else None
        is_renamed = replaced is not None and replaced.term.name.lower() != term.name.lower()
        if is_renamed and replaced is not None and replaced.origin is not Origin.OWN:
            raise ProtocolError("name", expected=f"'{instead_of}', for it is built in", got=term.name)
        taken = self.find(topic, attribute, term.name)
        if taken is not None and (is_renamed or not instead_of):
            raise ProtocolError("name", expected=f"a name that {attribute} has not yet", got=term.name)
        kept = [
            each
            for each in self._own(topic.name, attribute).values()
            if each.name.lower() not in (term.name.lower(), instead_of.lower())
        ]
        builtin = terms_of(topic, attribute).get(term.name)
        if builtin != term:
            kept.append(checked_term(topic, attribute, term))
        return self._with(topic.name, attribute, kept)

    def without(self, topic: str, attribute: str, name: str) -> UserTerms:
        """Delete an own term, or give an adjusted one its built-in meaning again."""
        rest = [term for term in self._own(topic, attribute).values() if term.name.lower() != name.lower()]
        return self._with(topic, attribute, rest)

    def listed(self) -> Iterator[tuple[str, str, Term]]:
        """All of the user's own and adjusted terms, with their topics and attributes."""
        for topic, attributes in self.own.items():
            for attribute, terms in attributes.items():
                for term in terms.values():
                    yield topic, attribute, term

    def _own(self, topic: str, attribute: str) -> Mapping[str, Term]:
        return self.own.get(topic, {}).get(attribute, {})

    def _with(self, topic: str, attribute: str, terms: list[Term]) -> UserTerms:
        attributes = {name: own for name, own in self.own.get(topic, {}).items() if name != attribute}
        if terms:
            attributes[attribute] = {term.name: term for term in terms}
        others = {name: own for name, own in self.own.items() if name != topic}
        return UserTerms(MappingProxyType(others | ({topic: attributes} if attributes else {})))


def checked_term(topic: Topic, attribute: str, term: Term) -> Term:
    """The term, if a vocabulary may have it; raises ProtocolError with the field that is wrong."""
    row = terms_to_rows((term,))[0] | {"meaning": term.meaning, "source": term.source}  # also where they are empty
    given = {"topic": topic.name, "attributes": {attribute: [row]}}
    try:
        decode_vocabulary(write_json(given), {topic.name: topic})
    except ProtocolError as error:
        name = error.field.rpartition(".")[2]
        raise ProtocolError(name, expected=error.expected, got=Given(error.got), hint=error.hint) from None
    return term


def corners_of(number: FuzzyNumber) -> tuple[float | None, float | None, float | None, float | None]:
    """Nothing up to the first, all from the second to the third, nothing from the last; None is endless."""
    low, high = number.low, number.high
    left = (None, None) if math.isinf(low) else (_as_typed(low - number.left), low)
    right = (None, None) if math.isinf(high) else (high, _as_typed(high + number.right))
    return (*left, *right)


def _as_typed(corner: float) -> float:
    """A corner as somebody typed it: a spread is a difference, and adding it again can miss by the last bit."""
    return float(f"{corner:.12g}")
