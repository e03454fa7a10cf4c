"""Tests of the dialog that goes to coordinates, with real keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.coordinates import CoordinateFormat
from rfers_desktop.geo.projections import by_epsg
from rfers_desktop.ui.dialogs.go_to import GoToDialog

pytestmark = pytest.mark.display


@pytest.fixture
def dialog(qtbot: QtBot) -> GoToDialog:
    made = GoToDialog(by_epsg(3400))
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize(
    "text",
    [
        "51.05 -114.07",
        "51 03.0 N 114 04.2 W",
        "51 3 0 N 114 4 12 W",
        "11U 705357 5659470",
        "11UQS0535759470",
        "565160.9 5653533.3",
    ],
)
def test_every_format_is_typed_and_gone_to(dialog: GoToDialog, qtbot: QtBot, text: str) -> None:
    assert not dialog.go.isEnabled()
    qtbot.keyClicks(dialog.text, text)
    assert "51.05000° N, 114.07000° W" in dialog.message.text()
    with qtbot.waitSignal(dialog.asked) as asked:
        qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    assert asked.args == pytest.approx([-114.07, 51.05], abs=1e-5)
    assert dialog.isVisible()


def test_what_is_wrong_is_said_while_typing(dialog: GoToDialog, qtbot: QtBot) -> None:
    assert dialog.message.text() == "For example 51.05, -114.07"
    qtbot.keyClicks(dialog.text, "95 N 114 W")
    assert dialog.message.text() == "Latitude: expected -90 to 90 degrees, got 95 N"
    assert (dialog.message.objectName(), dialog.go.isEnabled()) == ("wrong", False)
    with qtbot.assertNotEmitted(dialog.asked):
        qtbot.keyClick(dialog.text, Qt.Key.Key_Return)


def test_a_chosen_format_is_held_to(dialog: GoToDialog, qtbot: QtBot) -> None:
    dialog.formats.setCurrentIndex(dialog.formats.findData(CoordinateFormat.UTM))
    assert dialog.text.placeholderText() == "11U 705357 5659470"
    qtbot.keyClicks(dialog.text, "51.05 -114.07")
    assert dialog.message.text().startswith("UTM: expected a zone")


def test_the_projects_system_is_named(dialog: GoToDialog, qtbot: QtBot) -> None:
    at = dialog.formats.findData(CoordinateFormat.PROJECT)
    assert dialog.formats.itemText(at) == "Project coordinates: NAD83 / Alberta 10-TM (Forest)"
    dialog.use_project(by_epsg(3978))
    assert dialog.formats.itemText(at) == "Project coordinates: NAD83 / Canada Atlas Lambert"
    without = GoToDialog(None)
    qtbot.addWidget(without)
    assert without.formats.findData(CoordinateFormat.PROJECT) == -1
