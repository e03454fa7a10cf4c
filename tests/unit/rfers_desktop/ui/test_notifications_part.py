"""Tests of the notifications of the desk."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.builders import an_event
from tests.unit.rfers_desktop.desk_doubles import received
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def test_return_on_a_notification_looks_at_its_place(desk: WindowDesk, qtbot: QtBot) -> None:
    desk.log_in()
    desk.tell(received(1, an_event(assetid="A1")), received(2, an_event(assetid="A2", geometry=(-114.5, 51.5))))
    table = desk.window.notifications.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    centre = desk.window.map.shown_area().centroid
    assert (centre.x, centre.y) == pytest.approx((-114.5, 51.5), abs=0.01)
