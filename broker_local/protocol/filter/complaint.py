"""Turns a place where the parser stopped into words for the person who wrote the filter."""

from __future__ import annotations

import re

from lark import Token, UnexpectedInput, UnexpectedToken

from ..errors import FilterError, Given, did_you_mean
from ..term_codec import Meanings
from ..topic import AttributeType, Topic
from .syntax import WISHES
from .words import words_of

_END = "$END"
_JOINS = ("AND", "OR")
_TESTS = ("BETWEEN", "IN", "LIKE", "IS")
_WORD = r"[^\W\d][\w.:]*"
_AFTER_IS = re.compile(rf'("[^"]+"|{_WORD})\s+IS(?:\s+NOT)?\Z', re.IGNORECASE)
_LAST_WORD = re.compile(rf"{_WORD}\Z")
_AFTER_EQUAL = re.compile(rf"({_WORD})\s*=\Z")
_AFTER_WITH = re.compile(r"\bWITH\Z", re.IGNORECASE)
_AFTER_WISH = re.compile(r"\bWITH\s+(\w+)\Z", re.IGNORECASE)
# What is written in other languages, and how it is written here.
_FOREIGN = {
    "&": "write AND",
    "|": "write OR",
    "!": "write NOT, or <> for not equal",
    "‘": "use straight quotes: '…'",
    "’": "use straight quotes: '…'",
    "“": "use straight quotes, single ones for text: '…'",
    "”": "use straight quotes, single ones for text: '…'",
    "`": "use straight quotes: '…'",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write <>",
    "%": "% stands in the quotes of a LIKE pattern: LIKE '%west%'",
    "*": "any characters are written % in a LIKE pattern: LIKE '%west%'",
    "+": "values are constants, not sums",
    "-": "values are constants, not differences",
}


def example_condition(topic: Topic) -> str:
    """A condition that fits the topic, to show what one looks like."""
    for attribute in topic.attributes:
        if attribute.type.is_numeric:
            return f"{attribute.name} > {10 if attribute.maximum is None else attribute.maximum / 2:g}"
    for attribute in topic.attributes:
        if attribute.type is AttributeType.TEXT:
            return f"{attribute.name} = '…'"
    return f"{topic.attributes[0].name} IS NOT NULL" if topic.attributes else "an attribute and a comparison"


def complaint(text: str, error: UnexpectedInput, topic: Topic, terms: Meanings) -> FilterError:
    """The error as its writer should read it."""
    if isinstance(error, UnexpectedToken):
        return _about_word(text, error.token, set(error.accepts or error.expected), topic, terms)
    return _about_character(text, error.pos_in_stream or 0, topic)


def _about_character(text: str, position: int, topic: Topic) -> FilterError:
    character = text[position]
    if character == "'":
        return FilterError(
            text,
            position,
            expected="a closing quote ' for the text that begins here",
            got=Given("the end of the filter"),
            hint="a quote within the text is written twice: 'O''Hara'",
        )
    if character == '"':
        return FilterError(
            text,
            position,
            expected='an attribute name between double quotes, such as "Speed"',
            got=Given("the end of the filter" if '"' not in text[position + 1 :] else "nothing between them"),
        )
    return FilterError(
        text,
        position,
        expected=f"conditions such as {example_condition(topic)}, joined by AND or OR",
        got=character,
        hint=_FOREIGN.get(character),
    )


def _about_word(text: str, token: Token, accepted: set[str], topic: Topic, terms: Meanings) -> FilterError:
    at_end = token.type == _END
    word = str(token)
    position = len(text.rstrip()) if at_end else token.start_pos or 0
    before = text[:position].rstrip()
    return FilterError(
        text,
        position,
        expected=_after_is(before, accepted, topic, terms) or _expectation(accepted, at_end, topic),
        got=Given("the end of the filter") if at_end else Given(word if word[0] in "'\"" else f"'{word}'"),
        hint=None if at_end else _meant_term(before, token, topic, terms) or _hint(before, token, accepted, topic),
    )


def _after_is(before: str, accepted: set[str], topic: Topic, terms: Meanings) -> str | None:
    """What can follow where a term is asked for; None elsewhere."""
    if "NULL" in accepted and (asked := _AFTER_IS.search(before)):
        either = "NULL" if "NOT" not in accepted else "NULL or NOT NULL"
        attribute = topic.find(asked[1].strip('"'))
        words = [] if attribute is None else list(words_of(topic, attribute, terms))
        return f"{either}, or a term: {', '.join(words)}" if words else either
    if accepted == {"NAME"} and _AFTER_WITH.search(before):
        return "possibility, necessity or weight"
    if accepted == {"COMPARATOR"} and (wish := _AFTER_WISH.search(before)):
        return "= and a number above 0" if wish[1].lower() == "weight" else ">= and a number from 0 to 1"
    if accepted == {"NUMBER"}:
        return "a number"
    if "WITH" in accepted:
        return "AND, OR, WITH or " + ("a closing parenthesis" if "RPAR" in accepted else "the end of the filter")
    return None


def _expectation(accepted: set[str], at_end: bool, topic: Topic) -> str:
    """The accepted tokens in plain words, the likeliest first."""
    if "COMPARATOR" in accepted:
        return "a comparison such as = or <"
    if "NUMBER" in accepted and "NAME" not in accepted:
        return "a value such as 80, 'text', TRUE or DATE('2008-12-04')"
    if "NAME" in accepted:
        return f"a condition such as {example_condition(topic)}" if "NOT" in accepted else "an attribute name"
    if "OR" in accepted or accepted == {_END}:
        if "RPAR" in accepted:
            return "a closing parenthesis" if at_end else "AND, OR or a closing parenthesis"
        return "AND, OR or the end of the filter"
    return _ONLY.get(frozenset(accepted), "a condition")


_ONLY = {
    frozenset({"AND"}): "AND and the higher end of BETWEEN",
    frozenset({"LPAR"}): "an opening parenthesis",
    frozenset({"RPAR"}): "a closing parenthesis",
    frozenset({"COMMA", "RPAR"}): "a comma or a closing parenthesis",
    frozenset({"STRING"}): "text in single quotes",
    frozenset({"BETWEEN", "IN", "LIKE"}): "BETWEEN, IN or LIKE",
}


def _hint(before: str, token: Token, accepted: set[str], topic: Topic) -> str | None:
    """What the writer may have had in mind with a token that does not fit after `before`."""
    if token.type == "WITH":
        return "WITH follows a term: IS fast WITH possibility >= 0.6"
    if "WITH" in accepted:
        return _hint_after_term(before, token, topic)
    if "NULL" in accepted and token.type in ("STRING", "QUOTED_NAME"):
        return f"terms are written without quotes: {str(token)[1:-1]}"
    if "NULL" in accepted and token.type in ("NUMBER", "TRUE", "FALSE"):
        return f"write {'<>' if before.upper().endswith('NOT') else '='} {token}"
    if token.type == "COMPARATOR":
        return _hint_on_comparator(before, str(token), accepted)
    if token.type in ("NAME", "QUOTED_NAME"):
        return _hint_on_name(before, str(token).strip('"'), accepted, topic)
    if token.type == "STRING" and "NAME" in accepted:
        return "attribute names are written without quotes, or in double quotes"
    if token.type == "NULL" and "NUMBER" in accepted:
        return "write IS NULL or IS NOT NULL"
    if token.type == "RPAR" and _END in accepted:
        return "there is no opening parenthesis for it"
    return None


def _meant_term(before: str, token: Token, topic: Topic, terms: Meanings) -> str | None:
    """`Temperature = hot`: a term where a constant should be."""
    asked = _AFTER_EQUAL.search(before)
    attribute = topic.find(asked[1]) if asked and token.type == "NAME" else None
    words = {} if attribute is None else {word.lower(): word for word in words_of(topic, attribute, terms)}
    return f"write IS {word}" if (word := words.get(str(token).lower())) else None


def _hint_after_term(before: str, token: Token, topic: Topic) -> str | None:
    last = _LAST_WORD.search(before)
    if last is None or token.type not in ("COMPARATOR", "BETWEEN", "IN", "LIKE", "IS", "NOT"):
        return None
    if last[0].lower() in WISHES:
        return f"write WITH before {last[0]}"
    return f"write AND or OR before {last[0]}" if topic.find(last[0]) else None


def _hint_on_comparator(before: str, written: str, accepted: set[str]) -> str | None:
    if before.endswith("="):
        return "write a single =" if written == "=" else f"write {written}="
    return "compare twice and join with AND, or use BETWEEN" if "OR" in accepted else None


def _hint_on_name(before: str, name: str, accepted: set[str], topic: Topic) -> str | None:
    if "STRING" in accepted and topic.find(name):
        return "an attribute is compared with a constant, not with another attribute"
    if "STRING" in accepted:
        return f"text is written in single quotes: '{name}'"
    if "OR" in accepted and name.lower() in WISHES:
        return f"write AND before {name}"
    words = _TESTS if "COMPARATOR" in accepted else _JOINS if "OR" in accepted else tuple(accepted & {"NULL"})
    meant = did_you_mean(name, words)
    if meant:
        return f"did you mean {meant}?"
    return "values are written without a unit" if "OR" in accepted and before[-1:].isdigit() else None
