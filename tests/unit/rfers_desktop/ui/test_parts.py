"""Tests of the table of parts."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.parts import PARTS
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace

pytestmark = pytest.mark.display


def test_every_part_is_in_the_window_and_no_two_share_a_name(qtbot: QtBot) -> None:
    window = MainWindow(Workspace(), WakeUp())
    qtbot.addWidget(window)
    commands = [command.id for part in window.parts for command in part.commands()]
    panels = [panel.id for part in window.parts for panel in part.panels()]
    assert len(window.parts) == len(PARTS)
    assert len(set(commands)) == len(commands)
    assert len(set(panels)) == len(panels)
    window.close()
