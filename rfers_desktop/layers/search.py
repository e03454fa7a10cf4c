"""Finding things of the map by name: places, addresses, assets and what is known of them."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from .name_match import folded, match_score

Bounds = tuple[float, float, float, float]  # west, south, east, north

_MOST_WEIGHED = 3_000  # names whose score is worked out; a query that fits more is not a query yet
_BY_WEIGHT = 0.04  # what a city has over a hamlet of the same name
_BY_FACT = 0.7  # what is known of a thing counts less than its name


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A thing that was found, where it is, and how well it fits (to 1)."""

    title: str
    detail: str
    kind: str  # a word for people: "Town", "Engine", "Address"
    lon: float
    lat: float
    bounds: Bounds | None = None  # of what is more than a point
    score: float = 0.0


class SearchProvider(Protocol):
    """Something that can be searched. A slow one is asked on another thread than the window's."""

    is_slow: bool

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """What fits, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Named:
    """A thing with a name; `facts` are further words it can be found by, `weight` from 0 to 1 how well known it is."""

    title: str
    kind: str
    lon: float
    lat: float
    detail: str = ""
    facts: tuple[str, ...] = ()
    bounds: Bounds | None = None
    weight: float = 0.0


@dataclass(slots=True)
class _Entry:
    named: Named
    name: str
    facts: tuple[str, ...]
    pieces: frozenset[str] = field(repr=False)


class NameIndex:
    """Named things by the pieces of their words, so that no query looks at all of them. Changes as things do."""

    is_slow = False

    def __init__(self, named: Iterable[tuple[object, Named]] = ()) -> None:
        self._entries: dict[object, _Entry] = {}
        self._keys: dict[str, set[object]] = {}
        for key, thing in named:
            self.put(key, thing)

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, key: object, named: Named) -> None:
        """Know a thing, in place of what had the same key."""
        known = self._entries.get(key)
        if known is not None and (known.named.title, known.named.facts) == (named.title, named.facts):
            known.named = named  # it moved: its words are as they were
            return
        self.take(key)
        name, facts = folded(named.title), tuple(folded(fact) for fact in named.facts)
        entry = _Entry(named, name, facts, frozenset(_pieces(" ".join((name, *facts)))))
        self._entries[key] = entry
        for piece in entry.pieces:
            self._keys.setdefault(piece, set()).add(key)

    def take(self, key: object) -> None:
        """Know a thing no more."""
        entry = self._entries.pop(key, None)
        for piece in entry.pieces if entry is not None else ():
            keys = self._keys[piece]
            keys.discard(key)
            if not keys:
                del self._keys[piece]

    def search(self, text: str, limit: int) -> list[SearchHit]:
        """What fits, best first; what fits as well by weight, then by name."""
        query = folded(text)
        hits = [hit for entry in self._candidates(query) if (hit := _hit(query, entry)).score > 0.0]
        return heapq.nsmallest(limit, hits, key=_rank)

    def _candidates(self, query: str) -> list[_Entry]:
        """Things that share a piece with the query; if too many do, those that share the most."""
        shared: dict[object, int] = {}
        for piece in _asked_pieces(query):
            for key in self._keys.get(piece, ()):
                shared[key] = shared.get(key, 0) + 1
        if len(shared) <= _MOST_WEIGHED:
            return [self._entries[key] for key in shared]
        best = heapq.nlargest(_MOST_WEIGHED, shared, key=lambda key: (shared[key], self._entries[key].named.weight))
        return [self._entries[key] for key in best]


def search_all(providers: Iterable[SearchProvider], text: str, limit: int = 20) -> list[SearchHit]:
    """What all providers found, best first."""
    return best_hits((hit for provider in providers for hit in provider.search(text, limit)), limit)


def best_hits(hits: Iterable[SearchHit], limit: int) -> list[SearchHit]:
    """The best of several answers, each thing once."""
    seen = {
        (hit.title, hit.kind, round(hit.lon, 4), round(hit.lat, 4)): hit
        for hit in sorted(hits, key=_rank, reverse=True)
    }
    return heapq.nsmallest(limit, seen.values(), key=_rank)


def _rank(hit: SearchHit) -> tuple[float, str, float, float]:
    return -hit.score, hit.title, hit.lon, hit.lat


def _hit(query: str, entry: _Entry) -> SearchHit:
    named = entry.named
    score, detail = match_score(query, entry.name), named.detail
    for words, fact in zip(entry.facts, named.facts):
        by_fact = match_score(query, words) * _BY_FACT
        if by_fact > score:
            score, detail = by_fact, fact
    plain = SearchHit(named.title, detail, named.kind, named.lon, named.lat, named.bounds)
    return replace(plain, score=score * (1.0 - _BY_WEIGHT) + named.weight * _BY_WEIGHT) if score > 0 else plain


def _pieces(text: str) -> set[str]:
    """Runs of three letters of each word, and its first letter and first two, marked as its beginning."""
    pieces: set[str] = set()
    for word in text.split():
        pieces.update((f"^{word[:1]}", f"^{word[:2]}"))
        pieces.update(word[at : at + 3] for at in range(len(word) - 2))
    return pieces


def _asked_pieces(query: str) -> set[str]:
    """The pieces of a query; of a longer word the first letter is enough to begin with, as the second may be a slip."""
    pieces: set[str] = set()
    for word in query.split():
        pieces.add(f"^{word}" if len(word) < 3 else f"^{word[:1]}")
        pieces.update(word[at : at + 3] for at in range(len(word) - 2))
    return pieces
