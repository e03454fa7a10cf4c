"""Vocabularies: what words like "hot" mean for an attribute of a topic, read from resources/terms.

{"topic": "WSObservation", "attributes": {"Temperature": [
    {"name": "hot", "corners": [25, 30, null, null], "meaning": "...", "source": "..."}]}}
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from .builtin_topics import builtin_topics
from .choices import choice_error
from .errors import Given, ProtocolError
from .fuzzy_codec import decode_corners
from .fuzzy_number import FuzzyNumber
from .json_text import as_list, as_object, as_text, known_members, parse_json
from .limits import MAX_NAME, MAX_REQUEST_BYTES, MAX_TEXT
from .resources import resources_dir
from .topic import Attribute, Topic

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TAKEN = frozenset(
    ("and", "between", "false", "in", "is", "like", "not", "null", "or", "somewhat", "true", "very", "with")
)
_VOCABULARY_MEMBERS = frozenset(("topic", "attributes"))
_TERM_MEMBERS = frozenset(("name", "corners", "shape", "meaning", "source"))


@dataclass(frozen=True, slots=True)
class Term:
    """A word, the numbers it means, and where they come from."""

    name: str
    number: FuzzyNumber
    meaning: str
    source: str


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
        attribute: _terms(_numeric(topics[name], attribute), rows, f"terms.attributes.{attribute}")
        for attribute, rows in listed.items()
    }
    return Vocabulary(name, MappingProxyType(by_attribute))


@cache
def builtin_vocabularies() -> MappingProxyType[str, Vocabulary]:
    """The vocabularies that come with the program, by topic."""
    files = sorted((resources_dir() / "terms").glob("*.json"))
    read = [decode_vocabulary(file.read_bytes(), builtin_topics()) for file in files]
    return MappingProxyType({vocabulary.topic: vocabulary for vocabulary in read})


def _numeric(topic: Topic, name: str) -> Attribute:
    numeric = {attribute.name: attribute for attribute in topic.attributes if attribute.type.is_numeric}
    if name not in numeric:
        raise choice_error(name, numeric, "terms.attributes")
    return numeric[name]


def _terms(attribute: Attribute, value: object, field: str) -> Mapping[str, Term]:
    terms: dict[str, Term] = {}
    taken: set[str] = set()
    for i, row in enumerate(as_list(value, field)):
        term = _term(attribute, row, f"{field}[{i}]")
        if term.name.lower() in taken:
            raise ProtocolError(f"{field}[{i}].name", expected="names that differ in more than case", got=term.name)
        taken.add(term.name.lower())
        terms[term.name] = term
    return MappingProxyType(terms)


def _term(attribute: Attribute, value: object, field: str) -> Term:
    given = as_object(value, field)
    known_members(given, field, _TERM_MEMBERS)
    name = as_text(given.get("name"), f"{field}.name", MAX_NAME)
    if not _NAME.match(name):
        raise ProtocolError(f"{field}.name", expected="a letter, then letters, digits and _", got=name)
    if name.lower() in _TAKEN:
        raise ProtocolError(f"{field}.name", expected="a word that filters do not use themselves", got=name)
    number = decode_corners({key: given[key] for key in ("corners", "shape") if key in given}, field)
    low = -math.inf if attribute.minimum is None else attribute.minimum
    high = math.inf if attribute.maximum is None else attribute.maximum
    if number.high < low or number.low > high:
        raise ProtocolError(
            f"{field}.corners",
            expected=f"some value that {attribute.name} can have, from {low:g} to {high:g}",
            got=Given(f"all from {number.low:g} to {number.high:g}"),
        )
    return Term(
        name,
        number,
        as_text(given.get("meaning"), f"{field}.meaning", MAX_TEXT),
        as_text(given.get("source"), f"{field}.source", MAX_TEXT),
    )
