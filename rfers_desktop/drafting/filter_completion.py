"""What may be written next in a filter: names, comparisons, values, joining words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import MappingProxyType

from broker_local.protocol.filter.printer import print_literal, print_name
from broker_local.protocol.filter.words import words_of
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.attribute_text import imprecise_text
from rfers_desktop.language import later, tr

Seen = Callable[[str, str], Iterable[str]]  # topic, attribute: values that events have had

_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*'?)|(?P<quoted>"(?:[^"]|"")*"?)|(?P<test><>|<=|>=|[=<>])|(?P<sign>[(),])
    |(?P<number>[+-]?[\d.][\d.eE+-]*)|(?P<word>[^\W\d][\w.:]*)|(?P<other>\S))""",
    re.VERBOSE,
)
_ORDERED = ("=", "<>", "<", "<=", ">", ">=", "BETWEEN", "IN (", "IS NULL", "IS NOT NULL")
_TESTS = {
    AttributeType.TEXT: ("=", "<>", "LIKE", "IN (", "IS NULL", "IS NOT NULL"),
    AttributeType.BOOLEAN: ("=", "<>", "IS NULL", "IS NOT NULL"),
    AttributeType.BINARY: ("IS NULL", "IS NOT NULL"),
}
_TEST_WORDS = ("LIKE", "BETWEEN")
_HEDGES = ("VERY", "SOMEWHAT")
_WISHES = {
    "possibility": later("from 0 to 1"),
    "necessity": later("from 0 to 1: how certain"),
    "weight": later("in an average"),
}
NO_TERMS: Meanings = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Completion:
    """Something to write, and what there is to say of it."""

    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Completions:
    """What fits, and from where to the cursor it would stand in place of what is written."""

    start: int
    items: tuple[Completion, ...] = ()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def complete(text: str, cursor: int, topic: Topic, seen: Seen, terms: Meanings = NO_TERMS) -> Completions:
    """What may stand at the cursor, given what is before it; `terms` are what words mean to who writes."""
    tokens = _tokens(text[:cursor])
    is_at_end = bool(tokens) and tokens[-1].start + len(tokens[-1].text) == cursor
    if is_at_end and tokens[-1].kind == "number":
        return Completions(cursor)  # who writes a number knows it
    begun = tokens.pop() if is_at_end and tokens[-1].kind != "sign" else None  # what the cursor is still at the end of
    start = cursor if begun is None else begun.start
    offered = _offered(tokens, topic, seen, terms)
    typed = "" if begun is None else begun.text.strip("'\"").lower()
    fitting = [item for item in offered if typed in item.text.lower() and (begun is None or item.text != begun.text)]
    fitting.sort(key=lambda item: not item.text.strip("'\"").lower().startswith(typed))
    return Completions(start, tuple(fitting))


def described(attribute: Attribute) -> str:
    """Its unit, and the range it has: `km/h, 0 to 2000`."""
    words = [attribute.unit or tr(attribute.type.value)]
    if attribute.minimum is not None and attribute.maximum is not None:
        words.append(tr("{low} to {high}", low=f"{attribute.minimum:g}", high=f"{attribute.maximum:g}"))
    return ", ".join(words)


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        found.append(_Token(kind, match[kind], match.start(kind)))
    return found


def _offered(before: list[_Token], topic: Topic, seen: Seen, terms: Meanings) -> list[Completion]:
    """By what the last words were: the beginning, a name, a comparison, or a whole condition."""
    last = before[-1] if before else None
    word = last.text.upper() if last is not None and last.kind == "word" else ""
    between = _is_second_of_between(before)
    wishes = _wishes_left(before)
    if word == "AND" and wishes is not None:
        return [*wishes, *_names(topic)]
    after_is = _since(before, "IS", ("AND", "OR"))
    if (
        last is None
        or word == "OR"
        or (word == "NOT" and after_is is None)
        or (word == "AND" and not between)
        or _opens_group(before)
    ):
        return _names(topic)
    attribute = _attribute(before, topic)
    if attribute is None:
        return _joins()
    is_name = last.kind in ("word", "quoted") and topic.find(last.text.strip('"')) is attribute
    words = _words(attribute, topic, terms)
    if is_name and not (after_is is not None and word in ("VERY", "SOMEWHAT")):
        tests = [Completion(test) for test in _TESTS.get(attribute.type, _ORDERED)]
        return [*tests, Completion("IS", ", ".join(each.text for each in words))] if words else tests
    if wishes is not None:
        return wishes if word == "WITH" else _wish_goes_on(last)
    if after_is is not None:
        return _after_is(after_is, words)
    if last.kind == "test" or word in _TEST_WORDS or last.text in ("(", ",") or between:
        return _values(attribute, topic, seen, is_pattern=word == "LIKE")
    if _is_first_of_between(before):
        return [Completion("AND")]
    return _joins()


def _words(attribute: Attribute, topic: Topic, terms: Meanings) -> list[Completion]:
    """The terms of an attribute, with what they come to in numbers."""
    unit = f" {attribute.unit}" if attribute.unit else ""
    known = words_of(topic, attribute, terms) if attribute.type.is_numeric else {}
    return [Completion(name, imprecise_text(number, unit)) for name, number in known.items()]


def _after_is(after: list[_Token], words: list[Completion]) -> list[Completion]:
    """NULL or a term, with hedges before it; and then what goes on."""
    said = [token.text.upper() for token in after]
    if said and said[-1] not in ("NOT", *_HEDGES):
        return _joins() if said[-1] == "NULL" else [*_joins(), Completion("WITH", tr("how sure it must be"))]
    hedges = [Completion("VERY", tr("narrower")), Completion("SOMEWHAT", tr("wider"))] if words else []
    nothing = {(): [Completion("NULL"), Completion("NOT NULL")], ("NOT",): [Completion("NULL")]}.get(tuple(said), [])
    negation = [Completion("NOT")] if words and not said else []
    return [*words, *hedges, *negation, *nothing]


def _wishes_left(before: list[_Token]) -> list[Completion] | None:
    """What a WITH may still say, if the cursor is within one."""
    after = _since(before, "WITH", ("OR",))
    if after is None:
        return None
    said = [token.text.lower() for token in after if token.kind == "word" and token.text.upper() != "AND"]
    if any(name not in _WISHES for name in said):
        return None
    left = {name: detail for name, detail in _WISHES.items() if name not in said}
    return [Completion(f"{name} {'=' if name == 'weight' else '>='}", tr(detail)) for name, detail in left.items()]


def _wish_goes_on(last: _Token) -> list[Completion]:
    """After a wish comes its comparison, its number, and then what goes on."""
    if last.kind == "test":
        return []
    if last.text.lower() in _WISHES:
        return [Completion("=" if last.text.lower() == "weight" else ">=")]
    return _joins()


def _since(before: list[_Token], word: str, ends: tuple[str, ...]) -> list[_Token] | None:
    """What stands after the last of a word, back to where its condition begins; None if it is not there."""
    for index in range(len(before) - 1, -1, -1):
        token = before[index]
        if token.kind == "word" and token.text.upper() == word:
            return before[index + 1 :]
        if token.kind == "word" and token.text.upper() in ends or token.text in "()":
            return None
    return None


def _names(topic: Topic) -> list[Completion]:
    names = [Completion(print_name(attribute.name), described(attribute)) for attribute in topic.attributes]
    return [*names, Completion("NOT")]


def _joins() -> list[Completion]:
    return [Completion("AND"), Completion("OR")]


def _values(attribute: Attribute, topic: Topic, seen: Seen, is_pattern: bool) -> list[Completion]:
    if attribute.type is AttributeType.BOOLEAN:
        return [Completion("TRUE"), Completion("FALSE")]
    if attribute.type is AttributeType.DATE:
        return [Completion("DATE('", tr("a date, such as 2026-08-05"))]
    if attribute.type is AttributeType.TIMESTAMP:
        return [Completion("TIMESTAMP('", tr("a moment, such as 2026-08-05T14:15:00Z"))]
    if attribute.type is not AttributeType.TEXT:
        return []
    known = {value: tr("usual") for value in attribute.values}
    known |= {value: tr("seen") for value in seen(topic.name, attribute.name) if value not in known}
    if is_pattern:
        return [Completion(print_literal(f"%{value}%"), detail) for value, detail in known.items()]
    return [Completion(print_literal(value), detail) for value, detail in known.items()]


def _attribute(before: list[_Token], topic: Topic) -> Attribute | None:
    """The attribute that the condition at the end is about."""
    for token in reversed(before):
        if token.kind in ("word", "quoted"):
            found = topic.find(token.text.strip('"'))
            if found is not None:
                return found
            if token.text.upper() in ("AND", "OR") and not _is_second_of_between(before):
                return None
    return None


def _since_between(before: list[_Token]) -> list[_Token] | None:
    for index in range(len(before) - 1, -1, -1):
        if before[index].kind == "word" and before[index].text.upper() == "BETWEEN":
            return before[index + 1 :]
    return None


def _is_first_of_between(before: list[_Token]) -> bool:
    since = _since_between(before)
    return since is not None and len(since) == 1


def _is_second_of_between(before: list[_Token]) -> bool:
    since = _since_between(before)
    return since is not None and len(since) == 2 and since[1].text.upper() == "AND"


def _opens_group(before: list[_Token]) -> bool:
    """Whether the last parenthesis groups conditions and does not begin a list of values."""
    if before[-1].text != "(":
        return False
    return len(before) < 2 or before[-2].text.upper() != "IN"
