"""Plain numbers of attributes, checked against what the topic allows."""

from __future__ import annotations

from math import isfinite

from .errors import ProtocolError
from .json_text import as_number, as_whole_number
from .topic import Attribute, AttributeType

_LARGEST = 2**63 - 1


def decode_number(attribute: Attribute, value: object, field: str) -> int | float:
    """The value of a numeric attribute that is known exactly."""
    if attribute.type is AttributeType.INTEGER:
        whole = as_whole_number(value, field, -_LARGEST, _LARGEST)
        check_range(attribute, whole, field)
        return whole
    number = value if type(value) is float and isfinite(value) else as_number(value, field, _wanted(attribute))
    check_range(attribute, number, field)
    return number


def check_range(attribute: Attribute, number: float, field: str) -> None:
    """Refuse what is too low or too high."""
    too_low = attribute.minimum is not None and number < attribute.minimum
    if too_low or (attribute.maximum is not None and number > attribute.maximum):
        raise ProtocolError(field, expected=_wanted(attribute), got=number)


def decode_measure(attribute: Attribute, value: object, field: str) -> float:
    """A number of something imprecise: within the range, and not whole even where exact values are."""
    number = as_number(value, field, _wanted(attribute))
    check_range(attribute, number, field)
    return number


def _wanted(attribute: Attribute) -> str:
    low, high = attribute.minimum, attribute.maximum
    if low is not None and high is not None:
        return f"a number from {low:g} to {high:g}"
    if low is not None:
        return f"a number of at least {low:g}"
    return f"a number of at most {high:g}" if high is not None else "a number"
