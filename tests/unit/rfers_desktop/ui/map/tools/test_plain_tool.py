"""Tests of what all tools have in common."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.plain_tool import PlainTool, is_click
from tests.unit.rfers_desktop.ui.map.map_hands import drag, key

pytestmark = pytest.mark.display


def test_a_plain_tool_does_nothing(canvas: MapCanvas) -> None:
    tool = PlainTool(canvas)
    canvas.set_tool(tool)
    before = canvas.view
    drag(canvas, (100, 100), (200, 200))
    key(canvas, Qt.Key.Key_A)
    assert canvas.view == before
    assert (tool.hint(), tool.reach(canvas.view)) == ("", [])


def test_keys_it_does_not_take_are_the_maps(canvas: MapCanvas, qtbot: QtBot) -> None:
    canvas.set_tool(PlainTool(canvas))
    with qtbot.waitSignal(canvas.view_changed):
        key(canvas, Qt.Key.Key_Left)


@pytest.mark.parametrize(
    ("end", "answer"), [((100, 100), True), ((103, 97), True), ((104, 100), False), ((100, 90), False)]
)
def test_a_hand_that_trembles_has_clicked(end: tuple[int, int], answer: bool) -> None:
    assert is_click(QPointF(100, 100), QPointF(*end)) is answer
