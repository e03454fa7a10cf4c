"""The order of an inbox: each entry is handed out once, and none before those that come before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

MOST_HELD = 50_000  # entries that wait for earlier ones; more are let go and asked for again

_T = TypeVar("_T")


class InboxOrder(Generic[_T]):
    """Holds back what comes early until the gap before it is filled, or known to be all that is left.

    `after` is the last number that was handed out in an earlier life.
    """

    def __init__(self, after: int = 0) -> None:
        self.handed_out = after  # all up to this number are, or are gone
        self.newest = after  # the greatest number that is known to exist
        self._held: dict[int, _T] = {}

    @property
    def has_gap(self) -> bool:
        """Whether there are numbers that have not come and are not known to be gone."""
        return self.newest > self.handed_out

    def accept(self, number: int, entry: _T) -> list[_T]:
        """What can be handed out now that an entry has come: nothing, the entry, or with it those it held up."""
        self.hear_of(number)
        if number == self.handed_out + 1:
            self.handed_out = number
            self._held.pop(number, None)
            return [entry, *self._release()]
        if number > self.handed_out and len(self._held) < MOST_HELD:
            self._held[number] = entry
        return []

    def hear_of(self, number: int) -> None:
        """There is an entry with this number, wherever it is."""
        self.newest = max(self.newest, number)

    def lacking(self, ranges: Iterable[tuple[int, int]]) -> int:
        """How many of these numbers have not come."""
        numbers = (number for first, last in ranges for number in range(first, last + 1))
        return sum(number > self.handed_out and number not in self._held for number in numbers)

    def answered(self, after: int, through: int) -> list[_T]:
        """What can be handed out once all that is left of the numbers above `after`, up to `through`, has come."""
        self.hear_of(through)
        if after > self.handed_out or through <= self.handed_out:
            return []
        released = [self._held.pop(number) for number in sorted(n for n in self._held if n <= through)]
        self.handed_out = through
        return released + self._release()

    def disconnected(self) -> None:
        """Let go of what is held back: it is asked for again, and may have expired by then."""
        self._held.clear()

    def _release(self) -> list[_T]:
        released = []
        while (entry := self._held.pop(self.handed_out + 1, None)) is not None:
            self.handed_out += 1
            released.append(entry)
        return released
