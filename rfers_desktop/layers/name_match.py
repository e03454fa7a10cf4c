"""How well a name answers what somebody typed: case, accents and small slips do not matter."""

from __future__ import annotations

import re
import unicodedata

_GAPS = re.compile(r"[^0-9a-z]+")
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})

WHOLE, START, WORDS, INSIDE, SLIPS = 1.0, 0.9, 0.8, 0.6, 0.5
_SHORTEST_WITH_SLIP, _SHORTEST_WITH_TWO = 4, 8


def folded(text: str) -> str:
    """Small letters without accents, words parted by one blank: `Métabetchouan–Lac` is `metabetchouan lac`."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return _GAPS.sub(" ", "".join(c for c in plain if not unicodedata.combining(c))).strip()


def match_score(query: str, name: str) -> float:
    """From 0, not at all, to 1, the same; both folded."""
    if not query or not name:
        return 0.0
    if query == name:
        return WHOLE
    if name.startswith(query):
        return START
    asked, words = query.split(), name.split()
    if all(any(word.startswith(part) for word in words) for part in asked):
        return WORDS
    if query in name:
        return INSIDE
    slips = [min(_slips(part, word) for word in words) for part in asked]
    if any(count > allowed_slips(part) for count, part in zip(slips, asked)):
        return 0.0
    return SLIPS - 0.05 * sum(slips)


def allowed_slips(word: str) -> int:
    """How many letters of a word may be wrong, missing, added or swapped."""
    return 0 if len(word) < _SHORTEST_WITH_SLIP else 1 if len(word) < _SHORTEST_WITH_TWO else 2


def _slips(part: str, word: str) -> int:
    """How many slips lead from a word, or from its beginning as far as was typed, to `part`."""
    if word.startswith(part):
        return 0
    most = allowed_slips(part)
    if not most or len(word) < len(part) - most:
        return most + 1
    return _distance(part, word[: len(part) + most])


def _distance(part: str, word: str) -> int:
    """Damerau's distance of `part` to the beginning of `word` that is nearest."""
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, letter in enumerate(part, start=1):
        earlier, before = before, row
        row = [i]
        for j, other in enumerate(word, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == word[j - 2] and part[i - 2] == other:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return min(row)
