"""Tests of where labels go."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QRectF, QSizeF

from rfers_desktop.ui.map.label_places import Side, sides

pytestmark = pytest.mark.display

SIZE = QSizeF(60, 18)
VIEW = QRectF(-400, -400, 2000, 2000)


def a_symbol(x: float, y: float) -> QRectF:
    return QRectF(x - 10, y - 10, 20, 20)


@pytest.mark.parametrize(
    ("side", "box"),
    [
        (Side.RIGHT, QRectF(113, 91, 60, 18)),
        (Side.LEFT, QRectF(27, 91, 60, 18)),
        (Side.ABOVE, QRectF(70, 69, 60, 18)),
        (Side.BELOW, QRectF(70, 113, 60, 18)),
    ],
)
def test_a_label_is_beside_its_symbol_and_in_line_with_it(side: Side, box: QRectF) -> None:
    assert side.box(a_symbol(100, 100), SIZE) == box


def test_a_label_with_all_the_room_goes_to_the_right() -> None:
    symbol = a_symbol(100, 100)
    assert sides([(symbol, SIZE)], [symbol], VIEW) == [Side.RIGHT]


def test_a_label_makes_way_for_a_symbol() -> None:
    symbol, other = a_symbol(100, 100), a_symbol(140, 100)
    assert sides([(symbol, SIZE), (other, SIZE)], [symbol, other], VIEW) == [Side.LEFT, Side.RIGHT]


def test_a_label_that_finds_no_room_is_left_out() -> None:
    symbol = a_symbol(100, 100)
    everywhere = [side.box(symbol, SIZE) for side in Side]
    assert sides([(symbol, SIZE)], [symbol, *everywhere], VIEW) == [None]


def test_no_label_covers_a_symbol_or_another_label() -> None:
    rng = random.Random(1)
    symbols = [a_symbol(rng.uniform(-300, 900), rng.uniform(-300, 700)) for _ in range(120)]
    chosen = sides([(symbol, SIZE) for symbol in symbols], symbols, VIEW)
    labels = [side.box(symbol, SIZE) for symbol, side in zip(symbols, chosen) if side is not None]
    assert len(labels) > 60
    assert not [label for label in labels if any(label.intersects(symbol) for symbol in symbols)]
    assert not [one for i, one in enumerate(labels) if any(one.intersects(other) for other in labels[:i])]


@pytest.mark.parametrize(
    ("view", "side"),
    [
        (QRectF(0, 0, 150, 200), Side.LEFT),
        (QRectF(60, 0, 90, 200), Side.ABOVE),
        (QRectF(60, 80, 90, 100), Side.BELOW),
        (QRectF(90, 90, 20, 20), Side.RIGHT),  # nowhere whole: as if there were room
    ],
)
def test_a_label_is_rather_on_another_side_than_cut_off(view: QRectF, side: Side) -> None:
    symbol = a_symbol(100, 100)
    assert sides([(symbol, SIZE)], [symbol], view) == [side]
