"""The numbers of an inbox: which were seen, which are missing, from where to ask again."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

SETTLED_AFTER_S = 30.0  # an answer and the messages it speaks of may overtake each other by less than this


class InboxOrder:
    """Every number is handed out once; a number that was jumped over is a hole until it came or is known to be gone.

    A Resume is answered with how far it reached. What it reached and did not bring has expired; but it may also
    still be under way, because a broker keeps order within one address only. So such a number is no longer asked
    for and yet still accepted, and if the connection ends soon after, it is asked for again.
    """

    def __init__(self) -> None:
        self.newest = 0
        self._open = _Ranges()  # missing, to be asked for
        self._gone = _Ranges()  # missing, asked for and not brought
        self._closed: deque[tuple[float, int, int]] = deque()  # when which range was taken for gone

    @property
    def has_gap(self) -> bool:
        """Whether numbers are missing that nobody has answered for."""
        return bool(self._open)

    def accept(self, number: int) -> bool:
        """Whether this number is new. One that leaves a gap before it is accepted at once: it may be urgent."""
        if number > self.newest:
            if number > self.newest + 1:
                self._open.add(self.newest + 1, number - 1)
            self.newest = number
            return True
        return self._open.remove(number) or self._gone.remove(number)

    def resume_after(self) -> int:
        """The number after which everything should be sent again."""
        first = self._open.first
        return self.newest if first is None else first - 1

    def answered(self, after: int, through: int, now: float) -> None:
        """A Resume has sent all that is left of the numbers above `after`, up to and with `through`."""
        if through > self.newest:
            self._open.add(self.newest + 1, through)
            self.newest = through
        for first, last in self._open.cut(after + 1, through):
            self._gone.add(first, last)
            self._closed.append((now, first, last))
        while self._closed and self._closed[0][0] < now - SETTLED_AFTER_S:
            self._closed.popleft()

    def disconnected(self, now: float) -> None:
        """What was taken for gone a moment ago may have been lost with the connection."""
        for when, first, last in self._closed:
            if when >= now - SETTLED_AFTER_S:
                for part in self._gone.cut(first, last):
                    self._open.add(*part)
        self._closed.clear()


class _Ranges:
    """Whole numbers as sorted ranges that neither overlap nor touch in time: few, even where numbers are many."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def __bool__(self) -> bool:
        return bool(self._firsts)

    @property
    def first(self) -> int | None:
        return self._firsts[0] if self._firsts else None

    def add(self, first: int, last: int) -> None:
        """Add a range of numbers that are not in yet."""
        at = bisect_right(self._firsts, first)
        self._firsts.insert(at, first)
        self._lasts.insert(at, last)

    def remove(self, number: int) -> bool:
        """Take one number out; whether it was in."""
        return bool(self.cut(number, number))

    def cut(self, first: int, last: int) -> list[tuple[int, int]]:
        """Take out all numbers from `first` to `last`; the ranges that were in."""
        low = bisect_right(self._firsts, first) - 1
        if low < 0 or self._lasts[low] < first:
            low += 1
        high = bisect_right(self._firsts, last)
        if low >= high:
            return []
        touched = list(zip(self._firsts[low:high], self._lasts[low:high]))
        kept = []
        if touched[0][0] < first:
            kept.append((touched[0][0], first - 1))
        if touched[-1][1] > last:
            kept.append((last + 1, touched[-1][1]))
        self._firsts[low:high] = [a for a, _ in kept]
        self._lasts[low:high] = [b for _, b in kept]
        return [(max(a, first), min(b, last)) for a, b in touched]
