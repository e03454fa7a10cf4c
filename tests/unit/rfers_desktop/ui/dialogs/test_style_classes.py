"""Tests of the colours of classes."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.vector_style import Categorised, Graduated, Single, Symbol, VectorStyle
from rfers_desktop.ui.dialogs.style_classes import StyleClasses, class_names

pytestmark = pytest.mark.display

RED, BLUE, GREY = Symbol(fill="#ff0000"), Symbol(fill="#0000ff"), Symbol(fill="#888888")
GRADED = Graduated("acres", (1.0, 2.5), (RED, BLUE, GREY))


@pytest.mark.parametrize(
    ("style", "names"),
    [
        (Single(RED), ["all"]),
        (Categorised("fuel", (("pine", RED), ("", BLUE)), GREY), ["pine", "(empty)", "all others"]),
        (GRADED, ["below 1", "1 to below 2.5", "2.5 and above"]),
        (Graduated("acres", (), (RED,)), ["all"]),
    ],
)
def test_classes_are_named_in_words(style: VectorStyle, names: list[str]) -> None:
    assert class_names(style) == names


def test_chosen_colours_are_applied_to_the_style_that_is_shown(qtbot: QtBot) -> None:
    rows = StyleClasses()
    qtbot.addWidget(rows)
    rows.show_style(GRADED)
    assert rows.applied_to(GRADED) == GRADED
    rows.set_colour(1, "#00ff00")
    assert rows.applied_to(GRADED) == Graduated("acres", (1.0, 2.5), (RED, Symbol(fill="#00ff00"), GREY))
    assert rows.applied_to(Single(RED)) == Single(RED)
