"""Terms as JSON: the rows of a vocabulary or of an advertised attribute, and what the words of a subscription mean.

[{"name": "hot", "corners": [25, 30, null, null], "meaning": "...", "source": "..."}]
{"Temperature": {"hot": {"corners": [25, 30, null, null]}}}
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from .choices import choice_error
from .errors import Given, ProtocolError
from .fuzzy_codec import decode_corners, encode_corners
from .fuzzy_number import FuzzyNumber
from .json_text import as_list, as_object, as_text, known_members
from .limits import MAX_NAME, MAX_TERMS, MAX_TEXT
from .term import Term
from .topic import Attribute, Topic

Meanings = Mapping[str, Mapping[str, FuzzyNumber]]  # by attribute, then by term

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TAKEN = frozenset(
    ("and", "between", "false", "in", "is", "like", "not", "null", "or", "somewhat", "true", "very", "with")
)
_MEMBERS = frozenset(("corners", "shape"))
_ROW_MEMBERS = _MEMBERS | {"name", "meaning", "source"}


def terms_from_rows(attribute: Attribute, value: object, field: str, *, must_explain: bool) -> tuple[Term, ...]:
    """The terms of one attribute; what they mean and where that is from must be said, or may be."""
    rows = [_row(attribute, row, f"{field}[{i}]", must_explain) for i, row in enumerate(as_list(value, field))]
    _check_names([(term.name, f"{field}[{i}].name") for i, term in enumerate(rows)], field)
    return tuple(rows)


def terms_to_rows(terms: tuple[Term, ...]) -> list[dict[str, object]]:
    """The terms of one attribute as JSON would spell them."""
    return [
        {"name": term.name}
        | encode_corners(term.number)
        | {name: text for name in ("meaning", "source") if (text := getattr(term, name))}
        for term in terms
    ]


def meanings_from_object(value: object, topic: Topic, field: str) -> dict[str, dict[str, FuzzyNumber]]:
    """What words mean to one subscription."""
    return {
        name: _meanings(numeric_attribute(topic, name, field), words, f"{field}.{name}")
        for name, words in as_object(value, field).items()
    }


def meanings_to_object(meanings: Meanings) -> dict[str, object]:
    """What words mean, as JSON would spell it."""
    return {
        attribute: {word: encode_corners(number) for word, number in words.items()}
        for attribute, words in meanings.items()
    }


def numeric_attribute(topic: Topic, name: str, field: str) -> Attribute:
    """The attribute of this exact name, which must be one of numbers."""
    numeric = {attribute.name: attribute for attribute in topic.attributes if attribute.type.is_numeric}
    if name not in numeric:
        raise choice_error(name, numeric, field)
    return numeric[name]


def _meanings(attribute: Attribute, value: object, field: str) -> dict[str, FuzzyNumber]:
    words = as_object(value, field)
    _check_names([(word, f"{field}.{word}") for word in words], field)
    found: dict[str, FuzzyNumber] = {}
    for word, given in words.items():
        row = as_object(given, f"{field}.{word}")
        known_members(row, f"{field}.{word}", _MEMBERS)
        _check_word(word, f"{field}.{word}")
        found[word] = _number(attribute, row, f"{field}.{word}")
    return found


def _row(attribute: Attribute, value: object, field: str, must_explain: bool) -> Term:
    given = as_object(value, field)
    known_members(given, field, _ROW_MEMBERS)
    name = as_text(given.get("name"), f"{field}.name", MAX_NAME)
    _check_word(name, f"{field}.name")
    number = _number(attribute, given, field)
    meaning, source = (
        as_text(
            given.get(member, None if must_explain else ""),
            f"{field}.{member}",
            MAX_TEXT,
            empty_allowed=not must_explain,
        )
        for member in ("meaning", "source")
    )
    return Term(name, number, meaning, source)


def _check_names(names: list[tuple[str, str]], field: str) -> None:
    if len(names) > MAX_TERMS:
        raise ProtocolError(field, expected=f"at most {MAX_TERMS} terms", got=Given(f"{len(names)}"))
    taken: set[str] = set()
    for name, where in names:
        if name.lower() in taken:
            raise ProtocolError(where, expected="names that differ in more than case", got=name)
        taken.add(name.lower())


def _check_word(name: str, field: str) -> None:
    if len(name) > MAX_NAME or not _NAME.match(name):
        raise ProtocolError(field, expected="a letter, then letters, digits and _", got=name)
    if name.lower() in _TAKEN:
        raise ProtocolError(field, expected="a word that filters do not use themselves", got=name)


def _number(attribute: Attribute, given: dict[str, object], field: str) -> FuzzyNumber:
    number = decode_corners({key: given[key] for key in ("corners", "shape") if key in given}, field)
    low = -math.inf if attribute.minimum is None else attribute.minimum
    high = math.inf if attribute.maximum is None else attribute.maximum
    if number.high < low or number.low > high:
        raise ProtocolError(
            f"{field}.corners",
            expected=f"some value that {attribute.name} can have, from {low:g} to {high:g}",
            got=Given(f"all from {number.low:g} to {number.high:g}"),
        )
    return number
