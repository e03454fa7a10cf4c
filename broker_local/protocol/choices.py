"""One of several: a value that must be among known ones, with a suggestion when it is nearly one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from .errors import Given, ProtocolError, did_you_mean

_E = TypeVar("_E", bound=StrEnum)
_V = TypeVar("_V")


def one_of(enum: type[_E], value: object, field: str) -> _E:
    """The member of `enum` that `value` spells."""
    for member in enum:
        if member.value == value:
            return member
    raise choice_error(value, enum, field)


def looked_up(known: Mapping[str, _V], name: object, field: str) -> _V:
    """What `known` holds under `name`."""
    if isinstance(name, str) and name in known:
        return known[name]
    raise choice_error(name, known, field)


def choice_error(value: object, known: Iterable[str], field: str) -> ProtocolError:
    """What to say of a value that is none of the known ones."""
    names = list(known)
    meant = did_you_mean(value, names) if isinstance(value, str) else None
    return ProtocolError(
        field,
        expected="one of " + ", ".join(names),
        got=Given("nothing") if value is None else value,
        hint=f"did you mean '{meant}'?" if meant else None,
    )
