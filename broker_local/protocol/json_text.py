"""JSON of the wire: strict, bounded, and never an exception but our own."""

from __future__ import annotations

import contextlib
import json
from typing import NoReturn

import orjson

from .errors import Given, ProtocolError

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def parse_json(payload: bytes, field: str, max_bytes: int) -> object:
    """The value that `payload` spells, or a ProtocolError that says where it stops making sense."""
    if len(payload) > max_bytes:
        raise ProtocolError(field, expected=f"at most {max_bytes} bytes", got=Given(f"{len(payload)} bytes"))
    with contextlib.suppress(orjson.JSONDecodeError):
        return orjson.loads(payload)
    # What it does not take is read once more, slowly, for what exactly is wrong with it, if anything is.
    try:
        return json.loads(payload.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ProtocolError(
            field, expected="UTF-8 text", got=Given(f"byte 0x{payload[error.start]:02x} at {error.start}")
        ) from None
    except json.JSONDecodeError as error:
        there = payload.decode("utf-8")[error.pos : error.pos + 20]
        raise ProtocolError(
            field, expected="JSON", got=there or Given("an early end"), hint=f"at character {error.pos + 1}"
        ) from None
    except RecursionError:
        raise ProtocolError(field, expected="JSON of ordinary depth", got=Given("very deep nesting")) from None
    except ValueError as error:
        if isinstance(error, ProtocolError):
            raise ProtocolError(field, expected=error.expected, got=Given(error.got)) from None
        raise ProtocolError(
            field, expected="numbers of ordinary length", got=Given("a number of thousands of digits")
        ) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ProtocolError("", expected="finite numbers", got=name)


def write_json(value: object) -> bytes:
    """`value` as compact UTF-8 JSON."""
    return _ENCODER.encode(value).encode("utf-8")


def as_object(value: object, field: str) -> dict[str, object]:
    """`value` if it is a JSON object."""
    if not isinstance(value, dict):
        raise ProtocolError(field, expected="a JSON object", got=value)
    return value


def as_list(value: object, field: str) -> list[object]:
    """`value` if it is a JSON array."""
    if not isinstance(value, list):
        raise ProtocolError(field, expected="a JSON array", got=value)
    return value


def as_text(value: object, field: str, max_length: int, *, empty_allowed: bool = False) -> str:
    """`value` if it is text that can be stored and shown."""
    if not isinstance(value, str):
        raise ProtocolError(field, expected="text", got=value)
    if not value and not empty_allowed:
        raise ProtocolError(field, expected="text that is not empty", got=value)
    if len(value) > max_length:
        raise ProtocolError(field, expected=f"at most {max_length} characters", got=Given(f"{len(value)} characters"))
    if "\0" in value or not (value.isascii() or _is_whole(value)):
        raise ProtocolError(field, expected="text without NUL or half characters", got=value)
    return value


def _is_whole(text: str) -> bool:
    """Whether a text has no half characters: JSON can spell them, UTF-8 cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def as_whole_number(value: object, field: str, minimum: int, maximum: int) -> int:
    """`value` if it is a whole number in range; 63.0 is one, true is not."""
    expected = f"a whole number from {minimum} to {maximum}"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise ProtocolError(field, expected=expected, got=value)
    return value


def as_true_or_false(value: object, field: str) -> bool:
    """`value` if it is true or false."""
    if not isinstance(value, bool):
        raise ProtocolError(field, expected="true or false", got=value)
    return value


def as_number(value: object, field: str, expected: str = "a number") -> float:
    """`value` as a finite float, if it is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ProtocolError(field, expected=expected, got=value)
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if number in (float("inf"), float("-inf")) or number != number:
        raise ProtocolError(field, expected="a finite number", got=value)
    return number


def known_members(value: dict[str, object], field: str, known: frozenset[str]) -> None:
    """Refuse members nobody would read: most often they are misspelt."""
    for name in value:
        if name not in known:
            expected = "one of " + ", ".join(sorted(known)) if known else "nothing of this name"
            raise ProtocolError(f"{field}.{name}", expected=expected, got=name)
