"""Tests of where labels of live marks go."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest

from rfers_desktop.ui.map.label_space import BoxGrid, LabelSpace, overlap
from rfers_desktop.ui.map.touches import Box, Touches

pytestmark = pytest.mark.display

VIEW: Box = (0, 0, 1000, 800)


def a_symbol(x: int, y: int) -> Box:
    return (x - 10, y - 10, x + 10, y + 10)


def test_a_label_is_to_the_right_and_to_the_left_at_the_right_edge() -> None:
    space = LabelSpace(VIEW, 1.0, Touches())
    space.put(1, a_symbol(100, 100), (60, 16))
    space.put(2, a_symbol(980, 100), (60, 16))
    right, left = space.place(1), space.place(2)
    assert right is not None
    assert left is not None
    assert right[0] > 110
    assert left[2] < 970


def test_labels_cover_no_symbol_and_no_label_whatever_moves() -> None:
    rng, space, symbols = np.random.default_rng(4), LabelSpace(VIEW, 1.0, Touches()), {}
    space.keep_free([(300, 300, 500, 330)])
    for row, x, y in zip(rng.integers(0, 60, 600), rng.integers(0, 400, 600), rng.integers(0, 400, 600), strict=True):
        if row % 7 == 0:
            space.take(int(row))
            symbols.pop(int(row), None)
        else:
            symbols[int(row)] = a_symbol(int(x), int(y))
            space.put(int(row), symbols[int(row)], (50, 16))
    labels = space.labels()
    assert len(labels) > 10
    assert set(labels) <= set(symbols)
    for one, other in itertools.combinations(labels.values(), 2):
        assert not overlap(one, other)
    for label in labels.values():
        assert not any(overlap(label, symbol) for symbol in symbols.values())
        assert not overlap(label, (300, 300, 500, 330))


def test_a_hidden_label_comes_back_when_there_is_room() -> None:
    space = LabelSpace(VIEW, 1.0, Touches())
    crowd = [(n, a_symbol(100 + 25 * (n % 3), 100 + 25 * (n // 3)), (90, 20)) for n in range(9)]
    space.add_all(crowd)
    hidden = [n for n, _, _ in crowd if space.place(n) is None]
    assert hidden
    for n, _, _ in crowd:
        if n != hidden[0]:
            space.take(n)
    assert space.place(hidden[0]) is not None


def test_what_changes_is_touched() -> None:
    touches = Touches()
    space = LabelSpace(VIEW, 1.0, touches)
    space.put(1, a_symbol(100, 100), (60, 16))
    assert touches


def test_boxes_are_found_by_what_they_overlap() -> None:
    grid = BoxGrid()
    grid.put(1, (0, 0, 300, 10))
    grid.put(2, (500, 500, 510, 510))
    assert grid.over((290, 5, 400, 6)) == {1}
    assert grid.is_free((300, 0, 310, 10))
    assert grid.take(1) == (0, 0, 300, 10)
    assert grid.take(1) is None
    assert 1 not in grid


def test_a_label_rather_leaves_a_name_free_but_is_shown_in_any_case() -> None:
    space = LabelSpace(VIEW, 1.0, Touches())
    right = (113, 92, 173, 108)
    space.avoid([(150, 90, 200, 110)])
    space.put(1, a_symbol(100, 100), (60, 16))
    place = space.place(1)
    assert place is not None
    assert place[2] < 90  # to the left, where there is no name
    all_around = LabelSpace(VIEW, 1.0, Touches())
    all_around.avoid([(0, 0, 400, 400)])
    all_around.put(1, a_symbol(100, 100), (60, 16))
    assert all_around.place(1) == right


def test_a_crowd_of_thousands_has_no_labels_and_is_placed_at_once() -> None:
    rng, space = np.random.default_rng(6), LabelSpace(VIEW, 1.0, Touches())
    places = rng.integers(100, 250, (4_000, 2)).tolist()
    begun = time.process_time()
    for row, (x, y) in enumerate(places):
        space.put(row, a_symbol(x, y), (60, 16))
    for row, (x, y) in enumerate(places[:200]):
        space.put(row, a_symbol(x + 1, y), (60, 16))
    space.put(4_000, a_symbol(700, 600), (60, 16))
    assert time.process_time() - begun < 2.0
    assert space.place(4_000) is not None
    assert sum(space.place(row) is not None for row in range(4_000)) < 64
