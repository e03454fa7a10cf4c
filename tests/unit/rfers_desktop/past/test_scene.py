"""Tests of the past as marks: going there step by step shows the same as going there at once."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.layers.marks import MarkKey, PointMark
from rfers_desktop.past.reel import Shown
from rfers_desktop.past.scene import Scene
from rfers_desktop.store.replay_events import PastEvent
from tests.builders import TOPICS, an_event

ROWS = tuple(
    PastEvent(
        number,
        an_event(id=f"e{number}", geometry=(-114 + number * 0.01, 51.0), AssetID=f"A{number % 3}"),
        (0,),
    )
    for number in range(30)
)


def shown_by(scene: Scene, marks: dict[MarkKey, tuple[float, float]], low: int, high: int) -> None:
    change = scene.show(Shown(ROWS, low, high, 0))
    for key in change.taken:
        marks.pop(key, None)
    for mark in change.put:
        assert isinstance(mark, PointMark)
        marks[mark.key] = (mark.x, mark.y)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=12))
def test_any_way_to_a_stretch_shows_what_is_in_it(stops: list[tuple[int, int]]) -> None:
    scene, marks = Scene(TOPICS), dict[MarkKey, tuple[float, float]]()
    for ends in stops:
        low, high = sorted(ends)
        shown_by(scene, marks, low, high)
        at_once: dict[MarkKey, tuple[float, float]] = {}
        shown_by(Scene(TOPICS), at_once, low, high)
        assert marks == at_once


def test_marks_are_found_by_the_events_that_made_them() -> None:
    scene = Scene(TOPICS)
    scene.show(Shown(ROWS, 0, 3, 0))
    assert len(scene.marks_of(ROWS[:2])) == 2
    (key,) = scene.marks_of(ROWS[:1])
    told = scene.describe(key)
    assert told is not None
    assert ("AssetID", "A0") in told.facts


def test_what_was_not_certain_is_drawn_so_by_the_set_that_is_shown() -> None:
    def is_certain(row: PastEvent, is_compared: bool) -> bool:
        scene = Scene(TOPICS, is_compared=is_compared)
        (mark,) = scene.show(Shown((row,), 0, 1, 0)).put
        assert isinstance(mark, PointMark)
        return mark.is_certain

    row = replace(ROWS[0], degrees=((1.0, 0.4), (0.9, 0.1)), compared=(1,))
    assert (is_certain(row, False), is_certain(row, True)) == (False, True)
    row = replace(ROWS[0], compared_degrees=((1.0, 0.4),), compared=(1,))
    assert (is_certain(row, False), is_certain(row, True)) == (True, False)
    assert is_certain(replace(row, degrees=((0.5, 0.2), (1.0, 1.0))), False)  # the surest of them
