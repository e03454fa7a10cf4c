"""Tests of what the user chose last."""

from __future__ import annotations

from pathlib import Path

import pytest

from rfers_desktop.drafting.habits import Habits, load_habits, save_habits
from rfers_desktop.drafting.sketch import Shape


def test_habits_are_read_as_they_were_written(tmp_path: Path) -> None:
    habits = Habits("WSObservation", Shape.POLYGON, sends_when_drawn=False)
    save_habits(tmp_path / "a" / "habits.json", habits)
    assert load_habits(tmp_path / "a" / "habits.json") == habits


@pytest.mark.parametrize("content", [None, "", "[]", '{"topic": "EALocation", "shape": "spiral"}'])
def test_without_a_file_that_can_be_read_they_are_the_usual(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "habits.json"
    if content is not None:
        file.write_text(content)
    assert load_habits(file) == Habits()
