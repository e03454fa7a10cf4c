"""Tests of asking layers what they have at a place."""

from __future__ import annotations

from collections.abc import Iterable

from rfers_desktop.layers.identify import Identified, Spot, identify_all

SPOT = Spot(-114.0, 51.0, 10.0, 20.0, 300.0, 200.0, 4.0, 2.5)


class Having:
    def __init__(self, *titles: str) -> None:
        self._titles = titles
        self.asked: list[Spot] = []

    def identify(self, spot: Spot) -> Iterable[Identified]:
        self.asked.append(spot)
        return [Identified("Layer", title) for title in self._titles]


def test_all_layers_are_asked_in_their_order() -> None:
    first, second = Having("a", "b"), Having("c")
    assert [found.title for found in identify_all([first, second], SPOT)] == ["a", "b", "c"]
    assert second.asked == [SPOT]


def test_no_more_is_told_than_can_be_read() -> None:
    first, second = Having("a", "b"), Having("c")
    assert [found.title for found in identify_all([first, second], SPOT, most=2)] == ["a", "b"]
    assert second.asked == []


def test_the_reach_is_also_known_in_map_units() -> None:
    assert SPOT.reach == 10.0
