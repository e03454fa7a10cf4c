"""Values of attributes that are not known exactly, as JSON: a number, an error, an interval, four corners or a term.

    27
    {"value": 27, "error": 2}
    {"between": [25, 29]}                    null is endless: {"between": [25, null]}
    {"corners": [20, 25, 29, 34], "shape": "s-curve"}
    {"term": "hot"}                          as the attribute's vocabulary has it

A shape is one for both sides, or a list of the left one and the right one; without it, sides are linear.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from .choices import choice_error, one_of
from .errors import Given, ProtocolError
from .fuzzy_number import FuzzyNumber, Shape, about, exactly
from .json_text import as_list, as_number, as_object, known_members
from .number_codec import check_range, decode_measure, decode_number
from .topic import Attribute

_FORMS = {
    "value": frozenset(("value", "error", "shape")),
    "between": frozenset(("between",)),
    "corners": frozenset(("corners", "shape")),
    "term": frozenset(("term",)),
}


def decode_fuzzy(attribute: Attribute, value: object, field: str, terms: Mapping[str, FuzzyNumber]) -> FuzzyNumber:
    """The value of a numeric attribute; its core keeps to the attribute's range, its spreads may reach beyond."""
    if not attribute.type.is_numeric:
        raise ProtocolError(field, expected=f"a plain {attribute.type}, for {attribute.name} is no number", got=value)
    if not isinstance(value, dict):
        return exactly(decode_number(attribute, value, field))
    form = next((name for name in _FORMS if name in value), None)
    if form is None:
        expected = "a number, or one of " + ", ".join(_FORMS)
        raise ProtocolError(field, expected=expected, got=Given(", ".join(map(repr, value)) or "an empty object"))
    known_members(value, field, _FORMS[form])
    match form:
        case "value":
            return _with_error(attribute, value, field)
        case "between":
            low, high = _list_of(value["between"], f"{field}.between", 2)
            return _in_range(attribute, _number(field, "between", (low, low, high, high), None), f"{field}.between")
        case "corners":
            return _in_range(attribute, decode_corners(value, field), f"{field}.corners")
        case _:
            return _possible(attribute, _named(value["term"], f"{field}.term", terms))


def decode_corners(value: object, field: str) -> FuzzyNumber:
    """The form with four corners: nothing up to the first, all from the second to the third, nothing from the last."""
    given = as_object(value, field)
    a, b, c, d = _list_of(given.get("corners"), f"{field}.corners", 4)
    return _number(field, "corners", (a, b, c, d), given.get("shape"))


def encode_fuzzy(number: FuzzyNumber) -> object:
    """A value as JSON would spell it, in the plainest form that holds it."""
    low, high, left, right = number.low, number.high, *_spreads(number)
    if left == right == 0.0:
        return low if low == high else {"between": [_or_null(low), _or_null(high)]}
    if low == high and left == right and number.left_shape == number.right_shape:
        return {"value": low, "error": left} | _shape_member(number)
    return encode_corners(number)


def encode_corners(number: FuzzyNumber) -> dict[str, object]:
    """The form with four corners, also of what has a plainer one: that of terms."""
    left, right = _spreads(number)
    corners = (_corner(number.low, -left), number.low, number.high, _corner(number.high, right))
    return {"corners": [_or_null(x) for x in corners]} | _shape_member(number)


def _spreads(number: FuzzyNumber) -> tuple[float, float]:
    return number.left if math.isfinite(number.low) else 0.0, number.right if math.isfinite(number.high) else 0.0


def _corner(edge: float, away: float) -> float:
    """Where a spread ends, such that who reads it works out the same spread: the last bit may need a push."""
    if not away or not math.isfinite(edge):
        return edge
    near = edge + away
    tried = (near, math.nextafter(near, -math.inf), math.nextafter(near, math.inf))
    return next((corner for corner in tried if corner - edge == away), near)


def _shape_member(number: FuzzyNumber) -> dict[str, object]:
    """The shape of both sides, or of each; a side without a spread has none, and is no reason to tell two."""
    left_spread, right_spread = _spreads(number)
    if not (left_spread or right_spread):
        return {}
    left = number.left_shape if left_spread else number.right_shape
    right = number.right_shape if right_spread else number.left_shape
    if left == right:
        return {} if left is Shape.LINEAR else {"shape": left.value}
    return {"shape": [left.value, right.value]}


def _or_null(x: float) -> float | None:
    return x if math.isfinite(x) else None


def _in_range(attribute: Attribute, number: FuzzyNumber, field: str) -> FuzzyNumber:
    for end in (number.low, number.high):
        if math.isfinite(end):
            check_range(attribute, end, field)
    return number


def _possible(attribute: Attribute, term: FuzzyNumber) -> FuzzyNumber:
    """What a term says of a value: only so much of its core as the attribute can have."""
    low, high = attribute.minimum, attribute.maximum
    if low is not None and math.isfinite(term.low) and term.low < low:
        term = replace(term, low=low, left=0.0)
    if high is not None and math.isfinite(term.high) and term.high > high:
        term = replace(term, high=high, right=0.0)
    return term


def _with_error(attribute: Attribute, given: dict[str, object], field: str) -> FuzzyNumber:
    number = decode_measure(attribute, given["value"], f"{field}.value")
    error = as_number(given.get("error", 0.0), f"{field}.error")
    if error < 0.0:
        raise ProtocolError(f"{field}.error", expected="a number from 0", got=error)
    left, right = _shapes(given.get("shape"), f"{field}.shape")
    if left != right:
        raise ProtocolError(f"{field}.shape", expected="one shape: an error is alike on both sides", got=given["shape"])
    return about(number, error, left if error else Shape.LINEAR)


def _named(value: object, field: str, terms: Mapping[str, FuzzyNumber]) -> FuzzyNumber:
    by_lower = {name.lower(): number for name, number in terms.items()}
    if not isinstance(value, str) or value.lower() not in by_lower:
        raise choice_error(value, terms, field)
    return by_lower[value.lower()]


def _list_of(value: object, field: str, count: int) -> list[float | None]:
    items = as_list(value, field)
    if len(items) != count:
        raise ProtocolError(field, expected=f"{count} numbers", got=Given(f"{len(items)} of them"))
    return [None if item is None else as_number(item, f"{field}[{i}]") for i, item in enumerate(items)]


def _number(
    field: str, form: str, corners: tuple[float | None, float | None, float | None, float | None], shape: object
) -> FuzzyNumber:
    a, b, c, d = corners
    if (a is None) != (b is None) or (c is None) != (d is None):
        raise ProtocolError(
            f"{field}.{form}", expected="null for both corners of a side that is endless", got=list(corners)
        )
    known = [corner for corner in corners if corner is not None]
    if not known:
        raise ProtocolError(f"{field}.{form}", expected="a number at least", got=list(corners))
    if known != sorted(known):
        raise ProtocolError(f"{field}.{form}", expected="numbers that ascend", got=list(corners))
    low, left = (-math.inf, 0.0) if a is None or b is None else (b, b - a)
    high, right = (math.inf, 0.0) if c is None or d is None else (c, d - c)
    if not (math.isfinite(left) and math.isfinite(right)):
        raise ProtocolError(f"{field}.{form}", expected="numbers closer together", got=list(corners))
    shapes = _shapes(shape, f"{field}.shape")
    return FuzzyNumber(
        low, high, left, right, shapes[0] if left else Shape.LINEAR, shapes[1] if right else Shape.LINEAR
    )


def _shapes(value: object, field: str) -> tuple[Shape, Shape]:
    if value is None:
        return Shape.LINEAR, Shape.LINEAR
    if isinstance(value, list):
        if len(value) != 2:
            raise ProtocolError(field, expected="a shape, or the left one and the right one", got=value)
        return one_of(Shape, value[0], f"{field}[0]"), one_of(Shape, value[1], f"{field}[1]")
    both = one_of(Shape, value, field)
    return both, both
