"""What may be written next in a filter: names, comparisons, values, joining words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from broker_local.protocol.filter.printer import print_literal, print_name
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.language import tr

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


def complete(text: str, cursor: int, topic: Topic, seen: Seen) -> Completions:
    """What may stand at the cursor, given what is before it."""
    tokens = _tokens(text[:cursor])
    is_at_end = bool(tokens) and tokens[-1].start + len(tokens[-1].text) == cursor
    if is_at_end and tokens[-1].kind == "number":
        return Completions(cursor)  # who writes a number knows it
    begun = tokens.pop() if is_at_end and tokens[-1].kind != "sign" else None  # what the cursor is still at the end of
    start = cursor if begun is None else begun.start
    offered = _offered(tokens, topic, seen)
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


def _offered(before: list[_Token], topic: Topic, seen: Seen) -> list[Completion]:
    """By what the last words were: the beginning, a name, a comparison, or a whole condition."""
    last = before[-1] if before else None
    word = last.text.upper() if last is not None and last.kind == "word" else ""
    between = _is_second_of_between(before)
    if last is None or word in ("OR", "NOT") or (word == "AND" and not between) or _opens_group(before):
        return _names(topic)
    attribute = _attribute(before, topic)
    if attribute is None:
        return _joins()
    is_name = last.kind in ("word", "quoted") and topic.find(last.text.strip('"')) is attribute
    if is_name:
        return [Completion(test) for test in _TESTS.get(attribute.type, _ORDERED)]
    if word == "IS":
        return [Completion("NULL"), Completion("NOT NULL")]
    if last.kind == "test" or word in _TEST_WORDS or last.text in ("(", ",") or between:
        return _values(attribute, topic, seen, is_pattern=word == "LIKE")
    if _is_first_of_between(before):
        return [Completion("AND")]
    return _joins()


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
