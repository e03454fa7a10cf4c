"""The canonical text of a filter: what the parser reads back as the same tree."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from .moments import print_date, print_time, print_timestamp
from .syntax import WISHES
from .tree import And, Between, Comparator, Comparison, CrispPredicate, In, Is, IsNull, Like, Literal, Node, Not, Or

_BARE_NAME = re.compile(r"[^\W\d][\w.:]*")
# As grammar.lark has them: re.IGNORECASE also takes a Kelvin sign for a k.
_RESERVED = re.compile("AND|OR|NOT|BETWEEN|IN|LIKE|IS|NULL|TRUE|FALSE|WITH", re.IGNORECASE)


def print_filter(node: Node) -> str:
    """`node` as a filter text, with no more parentheses than it needs."""
    if isinstance(node, Or):
        return " OR ".join(_within(part, Or) for part in node.parts)
    if isinstance(node, And):
        return " AND ".join(_beside(part, before) for part, before in zip(node.parts, (None, *node.parts)))
    if isinstance(node, Not):
        if isinstance(node.part, Between | In | Like | IsNull):
            return _predicate(node.part, "NOT ")
        return f"NOT {_within(node.part, And, Or)}"
    return _term(node) if isinstance(node, Is) else _predicate(node, "")


def _beside(part: Node, before: Node | None) -> str:
    """A part of an And. After a WITH, what is about an attribute with the name of a wish stands in parentheses."""
    is_about_wish = isinstance(part, Comparison) and part.attribute.lower() in WISHES
    if is_about_wish and isinstance(before, Is) and _wishes(before):
        return f"({print_filter(part)})"
    return _within(part, And, Or)


def _term(node: Is) -> str:
    words = " ".join((*(["NOT"] if node.is_not else []), *node.hedges, node.term))
    wishes = " AND ".join(_wishes(node))
    return f"{print_name(node.attribute)} IS {words}" + (f" WITH {wishes}" if wishes else "")


def _wishes(node: Is) -> list[str]:
    return [
        f"{word} {comparator} {print_literal(value)}"
        for word, comparator, value, usual in (
            ("possibility", Comparator.GREATER_OR_EQUAL, node.least_possibility, 0.0),
            ("necessity", Comparator.GREATER_OR_EQUAL, node.least_necessity, 0.0),
            ("weight", Comparator.EQUAL, node.weight, 1.0),
        )
        if value != usual
    ]


def _within(part: Node, *looser: type[And] | type[Or]) -> str:
    text = print_filter(part)
    return f"({text})" if isinstance(part, looser) else text


def _predicate(node: CrispPredicate, negation: str) -> str:
    name = print_name(node.attribute)
    if isinstance(node, Comparison):
        return f"{name} {node.comparator} {print_literal(node.value)}"
    if isinstance(node, Between):
        return f"{name} {negation}BETWEEN {print_literal(node.low)} AND {print_literal(node.high)}"
    if isinstance(node, In):
        return f"{name} {negation}IN ({', '.join(print_literal(value) for value in node.values)})"
    if isinstance(node, Like):
        return f"{name} {negation}LIKE {_quoted(node.pattern)}"
    return f"{name} IS {negation}NULL"


def print_name(name: str) -> str:
    """An attribute name, in double quotes only if it must be."""
    if _BARE_NAME.fullmatch(name) and not _RESERVED.fullmatch(name):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def print_literal(value: Literal) -> str:
    """A constant as the parser reads it; times of day are text to CQL2."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, datetime):  # before date: a datetime is one
        return f"TIMESTAMP('{print_timestamp(value)}')"
    if isinstance(value, date):
        return f"DATE('{print_date(value)}')"
    if isinstance(value, time):
        return f"'{print_time(value)}'"
    return repr(float(value) + 0.0).removesuffix(".0")


def _quoted(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
