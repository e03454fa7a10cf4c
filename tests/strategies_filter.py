"""Random filters and events of one topic that has every attribute type, for property tests."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from hypothesis import strategies as st

from broker_local.protocol.filter.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    Hedge,
    In,
    Is,
    IsNull,
    Like,
    Literal,
    Node,
    Not,
    Or,
)
from broker_local.protocol.fuzzy_number import FuzzyNumber, Shape, about, trapezoid
from broker_local.protocol.operators import GeometryKind
from broker_local.protocol.term import Term
from broker_local.protocol.topic import Attribute, AttributeType, AttributeValue, Topic

# Corners on quarters, so that degrees are exact, with every shape; also sets that are crisp, and one that is a number.
TERMS = (
    Term("fast", FuzzyNumber(80.0, math.inf, left=30.0)),
    Term("slow", FuzzyNumber(-math.inf, 1.0, right=79.0, right_shape=Shape.S_CURVE)),
    Term("usual", trapezoid(-1.0, 1.0, 2.0, 80.0)),
    Term("around_one", trapezoid(0.0, 1.0, 1.0, 2.0, Shape.GAUSSIAN)),
    Term("stepped", trapezoid(0.0, 0.5, 1.0, 3.0, Shape.STEP)),
    Term("Even", FuzzyNumber(0.0, 2.0)),
    Term("one", FuzzyNumber(1.0, 1.0)),
)
EVERYTHING = Topic(
    name="Everything",
    geometries=frozenset({GeometryKind.POINT}),
    attributes=(
        Attribute("Speed", AttributeType.NUMBER, terms=TERMS),
        Attribute("Wind speed", AttributeType.NUMBER),  # needs quotes
        Attribute("Count", AttributeType.INTEGER, terms=TERMS),
        Attribute("Weight", AttributeType.NUMBER),  # a word of WITH
        Attribute("Very", AttributeType.BOOLEAN),  # a hedge
        Attribute("Name", AttributeType.TEXT),
        Attribute("Like", AttributeType.TEXT),  # a reserved word
        Attribute("Active", AttributeType.BOOLEAN),
        Attribute("Date", AttributeType.DATE),  # a word that may begin a constant
        Attribute("Hour", AttributeType.TIME),
        Attribute("At", AttributeType.TIMESTAMP),
        Attribute("Photo", AttributeType.BINARY),
    ),
)
ATTRIBUTES = EVERYTHING.attributes
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


_quarters = st.integers(-16, 16).map(lambda n: n / 4)
_between = _quarters.map(lambda n: n + 0.1)  # where no jump of a term can be: at a jump the last bit decides
_spreads = st.sampled_from((0.0, 0.25, 1.0, 2.5))
_wide = st.sampled_from((0.25, 1.0, 79.0))
_smooth = st.sampled_from([shape for shape in Shape if shape is not Shape.STEP])


def _imprecise(lows: st.SearchStrategy[float], shapes: st.SearchStrategy[Shape]) -> st.SearchStrategy[FuzzyNumber]:
    return st.one_of(
        st.builds(about, lows, st.sampled_from((0.25, 1.0, 40.0)), shapes),
        st.builds(
            lambda low, wide, *rest: FuzzyNumber(low, low + wide, *rest),
            *(lows, _wide, _spreads, _spreads, shapes, shapes),
        ),
        st.builds(lambda low, left: FuzzyNumber(low, math.inf, left), lows, _spreads),
        st.builds(lambda high, right: FuzzyNumber(-math.inf, high, 0.0, right), lows, _spreads),
    )


# Values that are not known exactly; never plain numbers, which codecs give as such.
IMPRECISE = _imprecise(_quarters, _smooth) | _imprecise(_between, st.sampled_from(Shape))
# Never a degree that comes up by itself: what is exactly at the limit may be rounded to either side of it.
_LEAST = st.sampled_from((0.0, 0.0, 0.0, 0.2003, 0.6007))


@st.composite
def terms(draw: st.DrawFn, with_least: bool = True) -> Is:
    """IS, with hedges and wishes or without; `with_least` also with least degrees, which NOT (...) must not have."""
    attribute = draw(st.sampled_from([each for each in EVERYTHING.attributes if each.terms]))
    term = draw(st.sampled_from(attribute.terms))
    return Is(
        attribute.name,
        term.name,
        term.number,
        tuple(draw(st.lists(st.sampled_from(Hedge), max_size=2))),
        draw(st.booleans()),
        draw(_LEAST) if with_least else 0.0,
        draw(_LEAST) if with_least else 0.0,
        draw(st.sampled_from((1.0, 1.0, 0.5, 3.0))),
    )


@st.composite
def predicates(draw: st.DrawFn) -> Node:
    """One crisp predicate of any sort, typed right."""
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


def graded_trees(max_leaves: int = 8) -> st.SearchStrategy[Node]:
    """Trees with terms among the predicates."""
    inner = st.recursive(predicates() | terms(with_least=False), _combined, max_leaves=max_leaves)
    return inner | st.recursive(terms() | inner, _combined_by_and_or, max_leaves=3)


def _combined_by_and_or(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    lists = st.lists(nodes, min_size=2, max_size=3)
    return lists.map(lambda parts: _joined(parts, And)) | lists.map(lambda parts: _joined(parts, Or))


def imprecise_values() -> st.SearchStrategy[Mapping[str, AttributeValue]]:
    """The attributes of an event of EVERYTHING, its numbers known exactly or not; any of them may be absent."""
    optional = {a.name: _VALUES[a.type] | IMPRECISE if a.type.is_numeric else _VALUES[a.type] for a in ATTRIBUTES}
    return st.fixed_dictionaries({}, optional=optional)


def attribute_values() -> st.SearchStrategy[Mapping[str, AttributeValue]]:
    """The attributes of an event of EVERYTHING; any of them may be absent."""
    return st.fixed_dictionaries({}, optional={a.name: _VALUES[a.type] for a in EVERYTHING.attributes})
