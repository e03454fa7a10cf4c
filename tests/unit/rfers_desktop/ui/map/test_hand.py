"""Tests of the tool that the map begins with."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt

from rfers_desktop.ui.map.hand import Hand
from rfers_desktop.ui.map.tool import Pointer
from rfers_desktop.ui.map.view import View

pytestmark = pytest.mark.display


def pointer(x: float, y: float, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> Pointer:
    return Pointer(QPointF(x, y), 0.0, 0.0, button, Qt.KeyboardModifier.NoModifier)


def test_the_map_moves_with_the_hand_while_it_is_held() -> None:
    pushed: list[tuple[float, float]] = []
    hand = Hand(lambda x, y: pushed.append((x, y)))
    hand.move(pointer(5, 5))
    hand.press(pointer(10, 10))
    hand.move(pointer(30, 15))
    hand.release(pointer(31, 15))
    hand.move(pointer(90, 90))
    assert pushed == [(20, 5), (1, 0)]
    assert hand.hint()
    assert hand.reach(View(0, 0, 1, 10, 10)) == []


def test_another_button_does_not_hold_the_map() -> None:
    hand = Hand(lambda x, y: pytest.fail("pushed"))
    hand.press(pointer(10, 10, Qt.MouseButton.RightButton))
    hand.move(pointer(30, 15, Qt.MouseButton.RightButton))
