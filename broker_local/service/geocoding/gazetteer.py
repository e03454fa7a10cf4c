"""The streets and house numbers that are known, and the streets that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from .house_numbers import Houses, NumberRange
from .near_names import NearNames
from .street_words import StreetName, plain, read_street

_PER_MISTAKE = 0.9  # what a typing mistake leaves of the confidence
_UNSAID = 0.95  # a type or direction that was not said
_OTHER_TYPE = 0.7  # Macleod Road for Macleod Trail
_HALF_SAID = 0.9  # N for NW, or a direction the table does not have
_MOST_CANDIDATES = 16


@dataclass(frozen=True, slots=True)
class Street:
    """A street of a town, as the table spells it."""

    spelled: str
    town: str  # as the table spells it; empty if it does not say

    def __str__(self) -> str:
        return f"{self.spelled}, {self.town}" if self.town else self.spelled


@dataclass(frozen=True, slots=True)
class Candidate:
    """A street that may be meant."""

    key: tuple[str, StreetName]  # the town and the name, as they are compared
    confidence: float


@dataclass(slots=True)
class _Collected:
    street: Street
    numbers: list[int] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)
    ranges: list[NumberRange] = field(default_factory=list)


class Gazetteer:
    """Filled once by `add_*` and `settle`, then asked. Everything is in memory."""

    def __init__(self) -> None:
        self._collected: dict[tuple[str, StreetName], _Collected] = {}
        self._keys: dict[tuple[str, str], tuple[str, StreetName] | None] = {}
        self._houses: dict[tuple[str, StreetName], Houses] = {}
        self._streets: dict[tuple[str, StreetName], Street] = {}
        self._by_name: dict[str, list[tuple[str, StreetName]]] = {}
        self._names = NearNames(())
        self._towns = NearNames(())

    def add_address(self, street: str, town: str, number: int, lon: float, lat: float) -> bool:
        """Add a known address; False if its street cannot be read."""
        if (known := self._known(street, town)) is None:
            return False
        known.numbers.append(number)
        known.places.append((lon, lat))
        return True

    def add_range(self, street: str, town: str, numbers: NumberRange) -> bool:
        """Add a range of house numbers; False if its street cannot be read."""
        if (known := self._known(street, town)) is None:
            return False
        known.ranges.append(numbers)
        return True

    def settle(self) -> None:
        """Make what was added ready to be asked."""
        for key, known in sorted(self._collected.items(), key=lambda item: item[0]):
            order = np.argsort(np.array(known.numbers, dtype=np.int32), kind="stable")
            numbers = np.array(known.numbers, dtype=np.int32)[order]
            places = np.array(known.places, dtype=np.float64).reshape(-1, 2)[order]
            self._houses[key] = Houses(numbers, places, tuple(known.ranges))
            self._streets[key] = known.street
            self._by_name.setdefault(key[1].name, []).append(key)
        self._collected.clear()
        self._keys.clear()
        self._names = NearNames(self._by_name)
        self._towns = NearNames({town for town, _ in self._houses if town})

    def __len__(self) -> int:
        return len(self._houses)

    def is_town(self, text: str) -> bool:
        """Whether a text spells one of the towns, letter for letter."""
        return text in self._towns

    def towns(self, text: str) -> list[tuple[str, float]]:
        """The towns that a text may mean, with what the mistakes in it leave of the confidence."""
        return [(town, _PER_MISTAKE**mistakes) for town, mistakes in self._towns.find(text)]

    def houses(self, candidate: Candidate) -> Houses:
        """The house numbers of a street."""
        return self._houses[candidate.key]

    def street(self, candidate: Candidate) -> Street:
        """A street as the table spells it."""
        return self._streets[candidate.key]

    def candidates(self, wanted: StreetName, towns: Iterable[tuple[str, float]] | None) -> list[Candidate]:
        """The streets that may be meant, likeliest first. `towns` is None where the address names none."""
        in_towns = None if towns is None else dict(towns)
        found = []
        for name, mistakes in self._names.find(wanted.name):
            for key in self._by_name[name]:
                likely = _likeness(wanted, key[1]) * _PER_MISTAKE**mistakes
                if in_towns is not None and key[0]:
                    likely *= in_towns.get(key[0], 0.0)
                if likely > 0.0:
                    found.append(Candidate(key, likely))
        return sorted(found, key=lambda candidate: (-candidate.confidence, candidate.key))[:_MOST_CANDIDATES]

    def _known(self, street: str, town: str) -> _Collected | None:
        asked = (street, town)
        if asked not in self._keys:
            read = read_street(plain(street).split())
            # What follows the street's own words is a remark of the table's, such as a former name.
            self._keys[asked] = None if read is None else (" ".join(plain(town).split()), read[0])
        key = self._keys[asked]
        if key is None:
            return None
        if key not in self._collected:
            self._collected[key] = _Collected(Street(" ".join(street.split()), " ".join(town.split())))
        return self._collected[key]


def _likeness(wanted: StreetName, known: StreetName) -> float:
    """How likely a street of the same name is meant: 4 St is never 4 Ave, and NE never NW."""
    if not wanted.type or not known.type:
        by_type = 1.0 if wanted.type == known.type else _UNSAID
    elif wanted.type == known.type:
        by_type = 1.0
    else:
        by_type = 0.0 if any(letter.isdigit() for letter in wanted.name) else _OTHER_TYPE
    if wanted.direction == known.direction:
        return by_type
    if not wanted.direction:
        return by_type * _UNSAID
    if not known.direction or set(wanted.direction) < set(known.direction):
        return by_type * _HALF_SAID
    return 0.0
