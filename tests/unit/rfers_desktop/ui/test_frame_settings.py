"""Tests of the settings of the frame itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.ui.frame_settings import remembered_language
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.window_desk import WindowDesk

pytestmark = pytest.mark.display


def pick(field: object, value: str) -> None:
    assert isinstance(field, QComboBox)
    field.setCurrentIndex(field.findData(value))


def test_a_choice_in_the_dialog_holds_at_once_and_the_next_time(qtbot: QtBot, tmp_path: Path) -> None:
    first = WindowDesk(tmp_path)
    qtbot.addWidget(first.window)
    fields = first.window.frame.ask_settings().fields
    pick(fields["Coordinates"], CoordinateFormat.MGRS.value)
    pick(fields["Theme"], "Night")
    pick(fields["Language"], "fr")
    assert first.window.pane.readout.format is CoordinateFormat.MGRS
    assert first.window.map.theme.name == "Night"
    first.window.pane.theme_menu.choose(DAY)
    first.window.close()
    second = WindowDesk(tmp_path)
    qtbot.addWidget(second.window)
    assert second.window.pane.readout.format is CoordinateFormat.MGRS
    assert remembered_language(tmp_path, "en-CA").code == "fr"
    second.window.close()


@pytest.mark.parametrize(("system", "code"), [("fr-CA", "fr"), ("fr_FR", "fr"), ("en-US", "en"), ("xx", "en")])
def test_without_a_choice_the_language_is_that_of_the_system(tmp_path: Path, system: str, code: str) -> None:
    assert remembered_language(tmp_path, system).code == code


def test_a_language_that_is_gone_counts_as_none_chosen(tmp_path: Path) -> None:
    (tmp_path / "frame.json").write_text('{"language": "xx"}', "utf-8")
    assert remembered_language(tmp_path, "fr").code == "fr"
