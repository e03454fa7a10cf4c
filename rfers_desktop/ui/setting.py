"""What can be set, as rows of a table: parts bring theirs, the settings dialog shows them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    section: str  # the heading it stands below, in the user's language
    words: str  # what it is about
    options: Sequence[tuple[str, str]]  # value, and what it is called
    read: Callable[[], str] = field(compare=False)
    write: Callable[[str], None] = field(compare=False)
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    section: str
    words: str
    read: Callable[[], bool] = field(compare=False)
    write: Callable[[bool], None] = field(compare=False)
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number within limits."""

    section: str
    words: str
    least: int
    most: int
    read: Callable[[], int] = field(compare=False)
    write: Callable[[int], None] = field(compare=False)
    unit: str = ""
    hint: str = ""


Setting = Choice | Switch | Amount


@runtime_checkable
class HasSettings(Protocol):
    """A part of the window that brings settings along."""

    def settings(self) -> Sequence[Setting]: ...
