"""Tests of finding things by name."""

from __future__ import annotations

import random

from rfers_desktop.layers.search import Named, NameIndex, SearchHit, best_hits, search_all


def a_town(
    title: str, weight: float = 0.0, lon: float = -114.0, lat: float = 51.0, facts: tuple[str, ...] = ()
) -> Named:
    return Named(title, "Town", lon, lat, "Alberta", facts, weight=weight)


def an_index(*towns: Named) -> NameIndex:
    return NameIndex(enumerate(towns))


def titles(hits: list[SearchHit]) -> list[str]:
    return [hit.title for hit in hits]


TOWNS = an_index(
    a_town("Banff"),
    a_town("Bamfield"),
    a_town("Lake Louise"),
    a_town("Calgary", 0.9),
    a_town("Québec"),
    a_town("Canmore"),
)


def test_the_beginning_of_a_name_finds_it() -> None:
    assert titles(TOWNS.search("cal", 5)) == ["Calgary"]
    assert titles(TOWNS.search("C", 5)) == ["Calgary", "Canmore"]
    assert titles(TOWNS.search("ca", 5)) == ["Calgary", "Canmore"]
    assert titles(TOWNS.search("louise", 5)) == ["Lake Louise"]


def test_case_accents_and_slips_do_not_matter() -> None:
    assert titles(TOWNS.search("QUEBEC", 5)) == ["Québec"]
    assert titles(TOWNS.search("calgray", 5)) == ["Calgary"]
    assert titles(TOWNS.search("bnaff", 5)) == ["Banff"]
    assert titles(TOWNS.search("canmroe", 5)) == ["Canmore"]


def test_what_does_not_fit_is_not_found() -> None:
    assert TOWNS.search("Winnipeg", 5) == []
    assert TOWNS.search("", 5) == []
    assert TOWNS.search("!!", 5) == []


def test_of_equal_names_the_better_known_comes_first() -> None:
    index = an_index(a_town("Paris", 0.1, lon=-80.4), a_town("Paris", 0.9, lon=2.35))
    assert [hit.lon for hit in index.search("paris", 5)] == [2.35, -80.4]


def test_a_better_fit_comes_before_a_better_known() -> None:
    assert titles(an_index(a_town("Jasper"), a_town("Jasperville", 1.0)).search("jasper", 5)) == [
        "Jasper",
        "Jasperville",
    ]


def test_a_thing_is_found_by_what_is_known_of_it() -> None:
    index = an_index(a_town("R-17", facts=("Lightning", "Sheep River")), a_town("Lightning Lake"))
    hits = index.search("lightning", 5)
    assert titles(hits) == ["Lightning Lake", "R-17"]
    assert hits[1].detail == "Lightning"


def test_things_come_move_and_go() -> None:
    index = NameIndex()
    index.put("A1", a_town("Engine 7"))
    index.put("A1", a_town("Engine 7", lon=-113.5))
    assert [hit.lon for hit in index.search("engine", 5)] == [-113.5]
    index.put("A1", a_town("Rescue 3"))
    assert index.search("engine", 5) == []
    assert len(index) == 1
    index.take("A1")
    index.take("A1")
    assert index.search("rescue", 5) == []
    assert len(index) == 0


def test_among_very_many_the_right_one_is_found() -> None:
    letters = random.Random(7)
    names = {"".join(letters.choices("abcdefghijklmnop", k=8)) for _ in range(20_000)}
    index = an_index(*(a_town(name) for name in sorted(names)), a_town("Abraham Lake"))
    assert titles(index.search("abrahm lake", 3)) == ["Abraham Lake"]


class Answering:
    is_slow = False

    def __init__(self, *hits: SearchHit) -> None:
        self._hits = hits

    def search(self, text: str, limit: int) -> list[SearchHit]:
        return list(self._hits)[:limit]


def test_the_answers_of_all_are_ranked_together_and_none_is_told_twice() -> None:
    weak, strong = SearchHit("A", "", "Town", 1, 1, score=0.2), SearchHit("B", "", "Town", 2, 2, score=0.9)
    twice = SearchHit("A", "", "Town", 1, 1, score=0.5)
    assert search_all([Answering(weak), Answering(strong, twice)], "x") == [strong, twice]
    assert best_hits([weak, strong], 1) == [strong]
