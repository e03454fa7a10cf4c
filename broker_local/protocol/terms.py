"""Vocabularies: what words like "hot" mean for an attribute of a topic, read from resources/terms.

{"topic": "WSObservation", "attributes": {"Temperature": [
    {"name": "hot", "corners": [25, 30, null, null], "meaning": "...", "source": "..."}]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from .builtin_topics import builtin_topics
from .choices import choice_error
from .fuzzy_number import FuzzyNumber
from .json_text import as_object, known_members, parse_json
from .limits import MAX_REQUEST_BYTES
from .resources import resources_dir
from .term import Term as Term
from .term_codec import numeric_attribute, terms_from_rows
from .topic import Attribute, Topic

_VOCABULARY_MEMBERS = frozenset(("topic", "attributes"))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms of one topic: by attribute, then by name."""

    topic: str
    by_attribute: Mapping[str, Mapping[str, Term]]

    def numbers(self, attribute: str) -> dict[str, FuzzyNumber]:
        """What each term of an attribute means."""
        return {name: term.number for name, term in self.by_attribute.get(attribute, {}).items()}


def decode_vocabulary(payload: bytes, topics: Mapping[str, Topic]) -> Vocabulary:
    """A vocabulary, checked against its topic."""
    given = as_object(parse_json(payload, "terms", MAX_REQUEST_BYTES), "terms")
    known_members(given, "terms", _VOCABULARY_MEMBERS)
    name = given.get("topic")
    if not isinstance(name, str) or name not in topics:
        raise choice_error(name, topics, "terms.topic")
    listed = as_object(given.get("attributes"), "terms.attributes")
    by_attribute = {
        attribute: _terms(numeric_attribute(topics[name], attribute, "terms.attributes"), rows)
        for attribute, rows in listed.items()
    }
    return Vocabulary(name, MappingProxyType(by_attribute))


@cache
def builtin_vocabularies() -> MappingProxyType[str, Vocabulary]:
    """The vocabularies that come with the program, by topic."""
    files = sorted((resources_dir() / "terms").glob("*.json"))
    read = [decode_vocabulary(file.read_bytes(), builtin_topics()) for file in files]
    return MappingProxyType({vocabulary.topic: vocabulary for vocabulary in read})


def terms_of(topic: Topic, attribute: str) -> dict[str, Term]:
    """The terms of an attribute by name: those that its topic brings, and the built-in ones that it does not name."""
    known = topic.by_name.get(attribute)
    own = {} if known is None else {term.name: term for term in known.terms}
    taken = {name.lower() for name in own}
    vocabulary = builtin_vocabularies().get(topic.name)
    if known is None or not known.type.is_numeric or vocabulary is None:
        return own
    builtin = vocabulary.by_attribute.get(attribute, {})
    return own | {name: term for name, term in builtin.items() if name.lower() not in taken}


def numbers_of(topic: Topic, attribute: str) -> dict[str, FuzzyNumber]:
    """What each of these terms means."""
    return {name: term.number for name, term in terms_of(topic, attribute).items()}


def _terms(attribute: Attribute, rows: object) -> Mapping[str, Term]:
    terms = terms_from_rows(attribute, rows, f"terms.attributes.{attribute.name}", must_explain=True)
    return MappingProxyType({term.name: term for term in terms})
