"""A term: a word such as "hot", the numbers it means, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from .fuzzy_number import FuzzyNumber


@dataclass(frozen=True, slots=True)
class Term:
    """A word, the numbers it means, and where they come from."""

    name: str
    number: FuzzyNumber
    meaning: str = ""
    source: str = ""
