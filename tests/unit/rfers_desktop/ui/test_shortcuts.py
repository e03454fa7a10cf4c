"""Tests of which keys give which command."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfers_desktop.ui.part import Command
from rfers_desktop.ui.shortcuts import Shortcuts, normal_keys

pytestmark = pytest.mark.display


def a_command(name: str, keys: str = "") -> Command:
    return Command(name, name, "Menu", lambda: None, keys)


JUMP, FLY, WALK = a_command("jump", "Ctrl+J"), a_command("fly", "F"), a_command("walk")


def test_a_command_has_its_usual_keys_until_others_are_chosen(tmp_path: Path) -> None:
    shortcuts = Shortcuts(tmp_path / "keys.json")
    assert shortcuts.keys_of(JUMP) == "Ctrl+J"
    shortcuts.choose(JUMP, "ctrl+shift+j")
    assert shortcuts.keys_of(JUMP) == "Ctrl+Shift+J"
    assert not shortcuts.is_usual(JUMP)


def test_the_choice_is_remembered_also_that_there_are_none(tmp_path: Path) -> None:
    shortcuts = Shortcuts(tmp_path / "keys.json")
    shortcuts.choose(JUMP, "")
    shortcuts.choose(WALK, "W")
    again = Shortcuts(tmp_path / "keys.json")
    assert (again.keys_of(JUMP), again.keys_of(WALK)) == ("", "W")


def test_reset_gives_the_usual_keys_back_for_good(tmp_path: Path) -> None:
    shortcuts = Shortcuts(tmp_path / "keys.json")
    shortcuts.choose(JUMP, "K")
    shortcuts.reset()
    assert Shortcuts(tmp_path / "keys.json").keys_of(JUMP) == "Ctrl+J"


def test_who_has_the_keys_is_named() -> None:
    shortcuts = Shortcuts(None)
    assert shortcuts.holder("ctrl+j", [JUMP, FLY, WALK]) is JUMP
    assert shortcuts.holder("F, X", [JUMP, FLY, WALK]) is FLY
    assert shortcuts.holder("Ctrl+K", [JUMP, FLY, WALK]) is None
    assert shortcuts.holder("", [JUMP, FLY, WALK]) is None


def test_keys_are_compared_in_one_form() -> None:
    assert normal_keys("shift+ctrl+p") == "Ctrl+Shift+P"
