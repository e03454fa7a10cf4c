"""Names within a few typing mistakes of another, found without comparing with all of them.

Two names within d edits of each other become equal when at most d letters are taken out of each (symmetric deletion);
so every name is filed under what is left of it, and looked up the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

_MOST_EDITS = 2
_FILED_LETTERS = 7  # mistakes are looked for by the beginning; the exact comparison sees the whole


def edits_allowed(name: str) -> int:
    """How many mistakes a name may hold and still be known; none where it has digits: 16 is no misspelt 17."""
    if any(letter.isdigit() for letter in name) or len(name) < 4:
        return 0
    return 1 if len(name) < 7 else _MOST_EDITS


class NearNames:
    """An index of names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(names)
        self._filed: dict[str, list[str]] = {}
        for name in sorted(self._names):
            for rest in _remainders(name, edits_allowed(name)):
                self._filed.setdefault(rest, []).append(name)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def find(self, name: str) -> list[tuple[str, int]]:
        """The names nearest to `name` with the number of mistakes between: itself alone if it is there."""
        if name in self._names:
            return [(name, 0)]
        allowed = edits_allowed(name)
        filed = {near for rest in _remainders(name, allowed) for near in self._filed.get(rest, ())}
        found = [(near, edits(name, near, min(allowed, edits_allowed(near)))) for near in sorted(filed)]
        least = min((distance for _, distance in found if distance is not None), default=None)
        return [(near, distance) for near, distance in found if distance is not None and distance == least]


def _remainders(name: str, allowed: int) -> set[str]:
    start = name[:_FILED_LETTERS]
    if not allowed:
        return set()
    return {
        "".join(start[at] for at in range(len(start)) if at not in taken)
        for count in range(allowed + 1)
        for taken in combinations(range(len(start)), count)
    }


def edits(one: str, other: str, most: int) -> int | None:
    """Letters left out, added, changed or swapped with their neighbour between two names; None beyond `most`."""
    if abs(len(one) - len(other)) > most:
        return None
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        now = [row]
        for column, opposite in enumerate(other, start=1):
            best = min(now[column - 1] + 1, last[column] + 1, last[column - 1] + (letter != opposite))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == opposite:
                best = min(best, before[column - 2] + 1)
            now.append(best)
        if min(now) > most:
            return None
        before, last = last, now
    return last[-1] if last[-1] <= most else None
