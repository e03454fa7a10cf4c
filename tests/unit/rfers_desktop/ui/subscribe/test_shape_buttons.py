"""Tests of the row of tools."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.sketch import Shape
from rfers_desktop.ui.subscribe.shape_buttons import SHAPES, ShapeButtons

pytestmark = pytest.mark.display


def test_every_shape_has_a_button_with_icon_name_and_keys(qtbot: QtBot) -> None:
    made = ShapeButtons()
    qtbot.addWidget(made)
    assert set(made.buttons) == set(Shape)
    for shape, button in made.buttons.items():
        assert not button.icon().isNull()
        assert button.accessibleName()
        assert SHAPES[shape][2] in button.toolTip()
    assert len({keys for _, _, keys in SHAPES.values()}) == len(SHAPES)


def test_a_click_chooses_and_the_one_at_hand_is_pressed_in(qtbot: QtBot) -> None:
    made = ShapeButtons()
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.chosen) as told:
        qtbot.mouseClick(made.buttons[Shape.LINE], Qt.MouseButton.LeftButton)
    assert told.args == [Shape.LINE]
    made.show_shape(Shape.POINT)
    assert [shape for shape, button in made.buttons.items() if button.isChecked()] == [Shape.POINT]
    made.show_shape(None)
    assert not any(button.isChecked() for button in made.buttons.values())
