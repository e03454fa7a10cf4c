"""Random filters and events of one topic that has every attribute type, for property tests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from hypothesis import strategies as st

from broker_local.protocol.filter.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    In,
    IsNull,
    Like,
    Literal,
    Node,
    Not,
    Or,
)
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

EVERYTHING = Topic(
    name="Everything",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("Speed", AttributeType.NUMBER),
        Attribute("Wind speed", AttributeType.NUMBER),  # needs quotes
        Attribute("Count", AttributeType.INTEGER),
        Attribute("Name", AttributeType.TEXT),
        Attribute("Like", AttributeType.TEXT),  # a reserved word
        Attribute("Active", AttributeType.BOOLEAN),
        Attribute("Date", AttributeType.DATE),  # a word that may begin a constant
        Attribute("Hour", AttributeType.TIME),
        Attribute("At", AttributeType.TIMESTAMP),
        Attribute("Photo", AttributeType.BINARY),
    ),
)
COMPARABLE = tuple(a for a in EVERYTHING.attributes if a.type is not AttributeType.BINARY)

# Few values, near one another, so that constants meet each other and the events; and some far ones.
_NUMBERS = (-1e300, -80.5, -1.0, 0.0, 5e-324, 0.1, 1.0, 79.99999999999999, 80.0, 80.00000000000001, 2.0**53, 1e300)
_INTEGERS = (-(2**53) - 1, -1, 0, 1, 2, 80, 2**53 - 1, 2**53, 2**53 + 1, 2**53 + 2, 10**400)
_TEXTS = (
    "",
    " ",
    "a",
    "A",
    "ab",
    "abc",
    "b",
    "a%b",
    "a_b",
    "a\\b",
    "O'Hara",
    '"x"',
    "line\nbreak",
    "é",
    "\U0010ffff",
    "aab",
)
_PATTERNS = (
    "",
    "%",
    "_",
    "a%",
    "%b",
    "%a%",
    "a_c",
    "a\\%b",
    "a\\\\b",
    "%a%b%",
    "_%_",
    "ab",
    "\U0010ffff%",
    "O'%",
    "%%",
    "a%b",
)
_DATES = (date.min, date(2008, 12, 3), date(2008, 12, 4), date(2009, 1, 1), date.max)
_TIMES = (time.min, time(10), time(10, 0, 0, 1), time(17, 30, 5, 250_000), time.max)
_MOMENTS = (
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(2008, 12, 4, 10, tzinfo=UTC),
    datetime(2008, 12, 4, 10, 0, 0, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
)

_finite = st.floats(allow_nan=False, allow_infinity=False).map(lambda value: value + 0.0)
_LITERALS: Mapping[AttributeType, st.SearchStrategy[Literal]] = {
    AttributeType.NUMBER: st.sampled_from(_NUMBERS) | _finite,
    AttributeType.INTEGER: st.sampled_from([float(value) for value in _INTEGERS if abs(value) < 10**300]) | _finite,
    AttributeType.TEXT: st.sampled_from(_TEXTS) | st.text(max_size=4),
    AttributeType.BOOLEAN: st.booleans(),
    AttributeType.DATE: st.sampled_from(_DATES) | st.dates(),
    AttributeType.TIME: st.sampled_from(_TIMES) | st.times(),
    AttributeType.TIMESTAMP: st.sampled_from(_MOMENTS) | st.datetimes(timezones=st.just(UTC)),
}
_VALUES: Mapping[AttributeType, st.SearchStrategy[Any]] = {
    **_LITERALS,
    AttributeType.NUMBER: _LITERALS[AttributeType.NUMBER] | st.integers(-100, 100),
    AttributeType.INTEGER: st.sampled_from(_INTEGERS) | st.integers(),
    AttributeType.BINARY: st.binary(max_size=3),
}
_patterns = st.sampled_from(_PATTERNS) | st.text("ab%_'", max_size=4)


@st.composite
def predicates(draw: st.DrawFn) -> Node:
    """One predicate of any sort, typed right."""
    attribute = draw(st.sampled_from(EVERYTHING.attributes))
    name, kind = attribute.name, attribute.type
    if kind is AttributeType.BINARY:
        return IsNull(name)
    literals = _LITERALS[kind]
    sorts = ["compare", "in", "null"]
    sorts += ["between"] if kind is not AttributeType.BOOLEAN else []
    sorts += ["like"] if kind is AttributeType.TEXT else []
    sort = draw(st.sampled_from(sorts))
    if sort == "compare":
        ordered = list(Comparator) if kind is not AttributeType.BOOLEAN else [Comparator.EQUAL, Comparator.NOT_EQUAL]
        return Comparison(name, draw(st.sampled_from(ordered)), draw(literals))
    if sort == "in":
        return In(name, tuple(draw(st.lists(literals, min_size=1, max_size=4))))
    if sort == "between":
        ends: list[Any] = [draw(literals), draw(literals)]
        return Between(name, *sorted(ends))
    return Like(name, draw(_patterns)) if sort == "like" else IsNull(name)


def _joined(parts: list[Node], kind: type[And] | type[Or]) -> Node:
    """The parts joined as the parser joins them: no And directly in an And, no Or directly in an Or."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else [part])
    return kind(tuple(flat))


def _combined(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    lists = st.lists(nodes, min_size=2, max_size=3)
    return nodes.map(Not) | lists.map(lambda parts: _joined(parts, And)) | lists.map(lambda parts: _joined(parts, Or))


def trees(max_leaves: int = 8) -> st.SearchStrategy[Node]:
    """Trees as the parser makes them for the topic EVERYTHING."""
    return st.recursive(predicates(), _combined, max_leaves=max_leaves)


def attribute_values() -> st.SearchStrategy[Mapping[str, AttributeValue]]:
    """The attributes of an event of EVERYTHING; any of them may be absent."""
    return st.fixed_dictionaries({}, optional={a.name: _VALUES[a.type] for a in EVERYTHING.attributes})
