"""Finding commands by a few letters of them: words, beginnings, initials and letters in order, with small slips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rfers_desktop.layers.name_match import folded, match_score

_Thing = TypeVar("_Thing")
_INITIALS, _LETTERS = 0.55, 0.4  # beside the scores of name_match


def fuzzy_score(query: str, name: str) -> float:
    """From 0, not at all, to 1, the same."""
    asked, known = folded(query), folded(name)
    if not asked or not known:
        return 0.0
    letters = asked.replace(" ", "")
    score = match_score(asked, known)
    if _is_in_order(letters, "".join(word[0] for word in known.split())):
        score = max(score, _INITIALS)
    if _is_in_order(letters, known):
        score = max(score, _LETTERS * len(letters) / len(known) + 0.1)
    return score


def best_first(query: str, named: Iterable[tuple[_Thing, Sequence[str]]]) -> list[_Thing]:
    """The things one of whose names answers a query, best first; all of them, as they are, for an empty one.

    The first name counts in full, the others less.
    """
    things = list(named)
    if not folded(query):
        return [thing for thing, _ in things]
    scores = [
        max(fuzzy_score(query, name) * (1.0 if place == 0 else 0.8) for place, name in enumerate(names))
        for _, names in things
    ]
    order = sorted(range(len(things)), key=lambda place: (-scores[place], place))
    return [things[place][0] for place in order if scores[place] > 0.0]


def _is_in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
