"""A filter as rows of attribute, comparison and value, for those who do not type; and back to text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum

from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.filter.moments import print_date, print_time, print_timestamp
from broker_local.protocol.filter.parser import parse_filter
from broker_local.protocol.filter.printer import print_filter, print_literal, print_name
from broker_local.protocol.filter.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    In,
    Is,
    IsNull,
    Like,
    Literal,
    Node,
    Not,
    Or,
)
from broker_local.protocol.term_codec import Meanings
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from rfers_desktop.language import later, tr

from .filter_completion import NO_TERMS


class Ask(StrEnum):
    """What a row asks of an attribute, in the words of the list."""

    EQUAL = later("is")
    NOT_EQUAL = later("is not")
    LESS = later("is less than")
    LESS_OR_EQUAL = later("is at most")
    GREATER = later("is more than")
    GREATER_OR_EQUAL = later("is at least")
    BETWEEN = later("is between")
    NOT_BETWEEN = later("is not between")
    ONE_OF = later("is one of")
    NONE_OF = later("is none of")
    LIKE = later("is like")
    NOT_LIKE = later("is not like")
    MISSING = later("is missing")
    PRESENT = later("is there")
    WORD = later("is (word)")
    NOT_WORD = later("is not (word)")

    @property
    def value_count(self) -> int | None:
        """How many values it takes; None is as many as one likes, with commas between."""
        if self in (Ask.MISSING, Ask.PRESENT):
            return 0
        if self in (Ask.BETWEEN, Ask.NOT_BETWEEN):
            return 2
        return None if self in (Ask.ONE_OF, Ask.NONE_OF) else 1


_COMPARATORS = {
    Ask.EQUAL: Comparator.EQUAL,
    Ask.NOT_EQUAL: Comparator.NOT_EQUAL,
    Ask.LESS: Comparator.LESS,
    Ask.LESS_OR_EQUAL: Comparator.LESS_OR_EQUAL,
    Ask.GREATER: Comparator.GREATER,
    Ask.GREATER_OR_EQUAL: Comparator.GREATER_OR_EQUAL,
}
_ASKS = {comparator: ask for ask, comparator in _COMPARATORS.items()}
_NEGATED = {
    Ask.BETWEEN: Ask.NOT_BETWEEN,
    Ask.ONE_OF: Ask.NONE_OF,
    Ask.LIKE: Ask.NOT_LIKE,
    Ask.MISSING: Ask.PRESENT,
    Ask.WORD: Ask.NOT_WORD,
}
_PLAIN = {negated: ask for ask, negated in _NEGATED.items()}
_WORDS = {Ask.BETWEEN: "BETWEEN", Ask.LIKE: "LIKE", Ask.ONE_OF: "IN"}
_SAMENESS = (Ask.EQUAL, Ask.NOT_EQUAL)
_PRESENCE = (Ask.MISSING, Ask.PRESENT)
_BY_TYPE = {
    AttributeType.TEXT: (*_SAMENESS, Ask.LIKE, Ask.NOT_LIKE, Ask.ONE_OF, Ask.NONE_OF, *_PRESENCE),
    AttributeType.BOOLEAN: (*_SAMENESS, *_PRESENCE),
    AttributeType.BINARY: _PRESENCE,
}
_ORDERED = (
    *(Ask.GREATER, Ask.GREATER_OR_EQUAL, Ask.LESS, Ask.LESS_OR_EQUAL, *_SAMENESS),
    *(Ask.BETWEEN, Ask.NOT_BETWEEN, Ask.ONE_OF, Ask.NONE_OF, *_PRESENCE),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One condition; values as a person writes them, without quotes."""

    attribute: str
    ask: Ask
    values: tuple[str, ...] = ()  # of a word: the word, with its hedges before it
    wishes: str = ""  # of a word: how sure it must be, as the language writes it after WITH


@dataclass(frozen=True, slots=True)
class Rows:
    """Conditions of which all, or any one, must be so."""

    rows: tuple[Row, ...] = ()
    is_all: bool = True


class NotRows(ValueError):
    """A filter that rows cannot say; the message tells why, in the user's language."""


class NotRight(NotRows):
    """A text that is no filter yet: rows may still be of use once it is."""


def asks_for(attribute: Attribute, has_words: bool = False) -> tuple[Ask, ...]:
    """What can be asked of an attribute, the usual first; of one that has words also those."""
    asks = _BY_TYPE.get(attribute.type, _ORDERED)
    return (*asks, Ask.WORD, Ask.NOT_WORD) if has_words else asks


def rows_of(text: str, topic: Topic, terms: Meanings = NO_TERMS) -> Rows:
    """A filter text as rows; raises NotRows if it says more than rows can, NotRight if it is wrong."""
    if not text.strip():
        return Rows()
    try:
        root = parse_filter(text, topic, terms).root
    except ProtocolError:
        raise NotRight(tr("The text has to be mended first.")) from None
    if not isinstance(root, And | Or):
        return Rows((_row(root, topic),))
    if any(isinstance(part, And | Or) for part in root.parts):
        raise NotRows(tr("The text mixes AND and OR, which rows cannot show."))
    return Rows(tuple(_row(part, topic) for part in root.parts), isinstance(root, And))


def text_of(rows: Rows, topic: Topic) -> str:
    """The filter text that rows stand for; rows that are not filled in yet are left out."""
    conditions = [row_text(row, topic) for row in rows.rows if is_filled(row)]
    return (" AND " if rows.is_all else " OR ").join(conditions)


def row_text(row: Row, topic: Topic) -> str:
    """One condition as text; a value that is none is left as it was typed, for the check to point at."""
    attribute = topic.by_name[row.attribute]
    name = print_name(row.attribute)
    if row.ask in (Ask.WORD, Ask.NOT_WORD):
        negation = "NOT " if row.ask is Ask.NOT_WORD else ""
        return f"{name} IS {negation}{row.values[0]}" + (f" WITH {row.wishes}" if row.wishes else "")
    values = [_printed(value.strip(), attribute) for value in row.values]
    if row.ask in _COMPARATORS:
        return f"{name} {_COMPARATORS[row.ask]} {values[0]}"
    ask = _PLAIN.get(row.ask, row.ask)
    negation = "" if ask is row.ask else "NOT "
    if ask is Ask.MISSING:
        return f"{name} IS {negation}NULL"
    if ask is Ask.BETWEEN:
        return f"{name} {negation}BETWEEN {values[0]} AND {values[1]}"
    if ask is Ask.ONE_OF:
        return f"{name} {negation}IN ({', '.join(values)})"
    return f"{name} {negation}LIKE {values[0]}"


def is_filled(row: Row) -> bool:
    """Whether a row has all its values."""
    count = row.ask.value_count
    return bool(row.values) if count is None else len([value for value in row.values if value.strip()]) >= count


def _row(node: Node, topic: Topic) -> Row:
    if isinstance(node, Not):
        if isinstance(node.part, Not | And | Or | Comparison | Is):
            raise NotRows(tr("The text has a NOT that rows cannot show."))
        plain = _row(node.part, topic)
        return Row(plain.attribute, _NEGATED[plain.ask], plain.values)
    match node:
        case Comparison():
            return Row(node.attribute, _ASKS[node.comparator], (_plain(node.value),))
        case Between():
            return Row(node.attribute, Ask.BETWEEN, (_plain(node.low), _plain(node.high)))
        case In():
            values = tuple(_plain(value) for value in node.values)
            if any("," in value or value != value.strip() for value in values):
                raise NotRows(tr("The text lists values with commas in them, which rows cannot show."))
            return Row(node.attribute, Ask.ONE_OF, values)
        case Like():
            return Row(node.attribute, Ask.LIKE, (_plain(node.pattern),))
        case IsNull():
            return Row(node.attribute, Ask.MISSING)
        case Is():
            words = " ".join((*node.hedges, node.term))
            wishes = print_filter(node).partition(" WITH ")[2]
            return Row(node.attribute, Ask.NOT_WORD if node.is_not else Ask.WORD, (words,), wishes)
        case _:
            raise NotRows(tr("The text mixes AND and OR, which rows cannot show."))


def _plain(value: Literal) -> str:
    """A value as a person writes it."""
    if isinstance(value, str):
        if value != value.strip() or not value:
            raise NotRows(tr("The text compares with blanks, which rows cannot show."))
        return value
    if isinstance(value, datetime):  # before date: a datetime is one
        return print_timestamp(value)
    if isinstance(value, date):
        return print_date(value)
    if isinstance(value, time):
        return print_time(value)
    return print_literal(value)


def _printed(value: str, attribute: Attribute) -> str:
    """What a person wrote, as the filter language writes it for an attribute of this type."""
    if attribute.type is AttributeType.DATE:
        return f"DATE({print_literal(value)})"
    if attribute.type is AttributeType.TIMESTAMP:
        return f"TIMESTAMP({print_literal(value)})"
    if attribute.type is AttributeType.BOOLEAN or attribute.type.is_numeric:
        return value.upper() if attribute.type is AttributeType.BOOLEAN else value
    return print_literal(value)
