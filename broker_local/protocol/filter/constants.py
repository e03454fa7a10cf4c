"""Reads a constant as the type of the attribute it is compared with; says how to write it where it is not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, time

from ..topic import Attribute, AttributeType
from .moments import guess_date, print_date, read_date, read_time, read_timestamp
from .syntax import Constant, ConstantKind
from .tree import Literal


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Why a constant does not fit: what was expected, and a hint if one can be given."""

    expected: str
    hint: str | None = None


def read_constant(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    """The constant's value, typed like the attribute."""
    if attribute.type.is_numeric:
        return _number(constant, attribute)
    if attribute.type is AttributeType.TEXT:
        return _text(constant, attribute)
    if attribute.type is AttributeType.BOOLEAN:
        return _boolean(constant, attribute)
    if attribute.type is AttributeType.DATE:
        return _date(constant, attribute)
    if attribute.type is AttributeType.TIME:
        return _time(constant, attribute)
    return _timestamp(constant, attribute)


def _number(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    if constant.kind is ConstantKind.NUMBER:
        value = float(constant.content)
        return value + 0.0 if math.isfinite(value) else Mismatch("a number no greater than 1.8e308")  # no -0.0
    return Mismatch(f"a number for {attribute.name}", _unquoted_number(constant))


def _unquoted_number(constant: Constant) -> str | None:
    try:
        is_finite = constant.kind is ConstantKind.TEXT and math.isfinite(float(constant.content))
    except ValueError:
        return None
    return f"numbers are written without quotes: {constant.content.strip()}" if is_finite else None


def _text(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    if constant.kind is ConstantKind.TEXT:
        return constant.content
    quoted = constant.content.replace("'", "''")
    return Mismatch(f"text for {attribute.name}", f"text is written in single quotes: '{quoted}'")


def _boolean(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    if constant.kind is ConstantKind.BOOLEAN:
        return constant.content == "TRUE"
    return Mismatch(f"TRUE or FALSE for {attribute.name}")


def _date(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    if constant.kind is ConstantKind.DATE:
        value = read_date(constant.content)
        if value is not None:
            return value
    meant = guess_date(constant.content)
    hint = f"write DATE('{print_date(meant)}')" if meant else None
    return Mismatch(f"a date for {attribute.name}, written DATE('2008-12-04')", hint)


def _time(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    value: time | None = read_time(constant.content) if constant.kind is ConstantKind.TEXT else None
    return value if value is not None else Mismatch(f"a time of day for {attribute.name}, written '17:30:00'")


def _timestamp(constant: Constant, attribute: Attribute) -> Literal | Mismatch:
    if constant.kind is ConstantKind.TIMESTAMP:
        value = read_timestamp(constant.content)
        if value is not None:
            return value
    return Mismatch(f"a timestamp for {attribute.name}, written TIMESTAMP('2008-12-04T17:30:00Z')", _moment(constant))


def _moment(constant: Constant) -> str | None:
    """How to write the timestamp that was most likely meant. A date is no moment: say which one."""
    meant: datetime | None = read_timestamp(constant.content)
    if meant is not None:
        return f"write TIMESTAMP('{constant.content}')"
    if constant.kind is ConstantKind.TIMESTAMP and read_timestamp(f"{constant.content}Z") is not None:
        return f"say the time zone, Z for UTC: TIMESTAMP('{constant.content}Z')"
    day = guess_date(constant.content)
    return f"midnight is TIMESTAMP('{print_date(day)}T00:00:00Z')" if day else None
