"""Tests of numbers typed into a drawing, on the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.geo.measuring import moved
from rfers_desktop.ui.subscribe.part import SubscribePart
from tests.unit.rfers_desktop.ui.map.map_hands import click, move
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


@pytest.fixture
def part(desk: WindowDesk) -> SubscribePart:
    desk.log_in()
    return desk.window.part(SubscribePart)


def type_on_map(desk: WindowDesk, part: SubscribePart, text: str, last: Qt.Key = Qt.Key.Key_Return) -> None:
    """The first key goes to the map, the rest to the line that it opens."""
    QTest.keyClicks(desk.window.map, text[0])
    QTest.keyClicks(part.typing.entry.text, text[1:])
    QTest.keyClick(part.typing.entry.text, last)


def test_corners_are_typed_as_positions_and_as_legs(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.LINE)
    type_on_map(desk, part, "51.05, -114.07")
    type_on_map(desk, part, "@90 500 m")
    first, second = part.model.sketch.vertices
    assert first == (-114.07, 51.05)
    assert second == pytest.approx(moved(*first, 90.0, 500.0))


def test_a_length_alone_goes_towards_the_pointer(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.LINE)
    click(desk.window.map, 200, 150)
    move(desk.window.map, 200, 50)  # north
    type_on_map(desk, part, "@1 km")
    first, second = part.model.sketch.vertices
    assert second == pytest.approx(moved(*first, 0.0, 1000.0), abs=1e-5)


def test_digits_are_a_buffer_that_is_seen_as_it_is_typed(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.POINT)
    click(desk.window.map, 200, 150)
    QTest.keyClicks(desk.window.map, "5")
    assert part.model.buffer_m == 5.0
    QTest.keyClicks(part.typing.entry.text, "00")
    assert part.model.buffer_m == 500.0
    QTest.keyClick(part.typing.entry.text, Qt.Key.Key_Return)
    assert part.model.buffer_m == 500.0
    assert desk.window.map.hasFocus()


def test_escape_puts_the_buffer_back(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.POINT)
    click(desk.window.map, 200, 150)
    part.model.set_buffer(70.0)
    type_on_map(desk, part, "900", Qt.Key.Key_Escape)
    assert part.model.buffer_m == 70.0
    assert not part.model.sketch.is_empty  # the drawing itself is not parked by it


def test_a_circle_has_its_middle_and_its_radius_typed(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.CIRCLE)
    type_on_map(desk, part, "51.05, -114.07")
    type_on_map(desk, part, "2 km")
    move(desk.window.map, 10, 10)
    assert part.model.sketch.vertices == ((-114.07, 51.05),)
    assert part.model.buffer_m == 2000.0
    type_on_map(desk, part, "51.06, -114.07")
    assert part.model.sketch.vertices == ((-114.07, 51.06),)


def test_a_leg_without_a_beginning_is_nothing(desk: WindowDesk, part: SubscribePart) -> None:
    part.begin(Shape.LINE)
    type_on_map(desk, part, "@90 500 m")
    assert part.model.sketch.is_empty
