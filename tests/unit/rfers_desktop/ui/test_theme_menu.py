"""Tests of the menu in which the theme is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.look import apply_theme, present_theme
from rfers_desktop.ui.theme_menu import ThemeMenu, remember_theme, remembered_theme
from rfers_desktop.ui.themes import DAY, DUSK, NIGHT, THEMES

pytestmark = pytest.mark.display


@pytest.fixture(autouse=True)
def day_again(qapp: QApplication) -> Iterator[None]:
    yield
    apply_theme(qapp, DAY)


@pytest.fixture
def menu(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> ThemeMenu:
    made = ThemeMenu(qapp, tmp_path / "desk" / "look.json")
    qtbot.addWidget(made)
    return made


def ticked(menu: ThemeMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


def test_the_menu_lists_the_themes_and_begins_with_day(menu: ThemeMenu) -> None:
    assert [action.text() for action in menu.actions()] == ["&Day", "&Dusk", "&Night"]
    assert ticked(menu) == ["&Day"]
    assert menu.theme is present_theme() is DAY


def test_choosing_a_theme_dresses_the_application_and_tells_who_paints_itself(
    qapp: QApplication, qtbot: QtBot, menu: ThemeMenu
) -> None:
    with qtbot.waitSignal(menu.chosen) as told:
        menu.actions_by_name["Night"].trigger()
    assert told.args == [NIGHT]
    assert present_theme() is NIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(NIGHT.window)
    assert ticked(menu) == ["&Night"]


def test_the_choice_is_kept(qapp: QApplication, qtbot: QtBot, menu: ThemeMenu, tmp_path: Path) -> None:
    menu.choose(DUSK)
    apply_theme(qapp, DAY)
    again = ThemeMenu(qapp, tmp_path / "desk" / "look.json")
    qtbot.addWidget(again)
    assert again.theme is present_theme() is DUSK
    assert ticked(again) == ["&Dusk"]


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_remembered_by_its_name(tmp_path: Path, name: str) -> None:
    remember_theme(tmp_path / "look.json", THEMES[name])
    assert remembered_theme(tmp_path / "look.json") is THEMES[name]
    assert [file.name for file in tmp_path.iterdir()] == ["look.json"]


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b'{"theme": "Noon"}', b'{"theme": ["Day"]}', b"\xff\xfe", b"null"])
def test_a_file_that_says_no_theme_means_day(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "look.json").write_bytes(kept)
    assert remembered_theme(tmp_path / "look.json") is DAY
    assert remembered_theme(tmp_path / "none.json") is DAY


def test_a_choice_that_cannot_be_kept_is_worn_all_the_same_and_told(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    menu = ThemeMenu(qapp, tmp_path / "file" / "look.json")
    qtbot.addWidget(menu)
    with qtbot.waitSignal(menu.problem) as told:
        menu.choose(DUSK)
    assert present_theme() is DUSK
    assert told.args is not None
    assert "could not be kept" in told.args[0]
