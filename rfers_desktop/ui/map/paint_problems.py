"""What went wrong while a band was painted aside, kept until the window asks for it."""

from __future__ import annotations

from collections import deque

_MOST = 20  # the latest; a broken file says the same for each of its tiles


class PaintProblems:
    """Sentences from any thread; none is told twice in one answer."""

    def __init__(self) -> None:
        self._words: deque[str] = deque(maxlen=_MOST)

    def add(self, words: str) -> None:
        """Something could not be painted."""
        self._words.append(words)

    def take(self) -> list[str]:
        """What was added since last asked, oldest first."""
        taken = []
        while self._words:
            taken.append(self._words.popleft())
        return list(dict.fromkeys(taken))
