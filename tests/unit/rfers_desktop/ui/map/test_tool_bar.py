"""Tests of the tool bar: every tool by its button and by its key, on a real map in a real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QToolButton
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.bookmarks import Bookmarks
from rfers_desktop.layers.search import Named, NameIndex
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.coordinate_readout import CoordinateReadout
from rfers_desktop.ui.map.furniture import MapFurniture
from rfers_desktop.ui.map.tool_bar import MapAnswers, MapToolBar
from rfers_desktop.ui.themes import DAY, NIGHT
from tests.unit.rfers_desktop.ui.map.map_hands import SHIFT, click

pytestmark = pytest.mark.display

NO_KEYS, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
PLACES = NameIndex([(1, Named("Jasper", "Town", -118.08, 52.87))])


class Desk(QMainWindow):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.canvas = MapCanvas(self)
        self.setCentralWidget(self.canvas)
        self.readout = CoordinateReadout(lambda: self.canvas.projection, self)
        self.furniture = MapFurniture(self.canvas, self.canvas)
        answers = MapAnswers(list, lambda: [PLACES], lambda bounds: [], Bookmarks(folder / "bookmarks.json"))
        self.bar = MapToolBar(self.canvas, answers, self.readout, self.furniture, self)
        self.addToolBar(self.bar)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.canvas.setFocus()
    qtbot.waitUntil(made.canvas.hasFocus)
    return made


TOOLS = [
    ("pan", "Pan", Qt.Key.Key_H, NO_KEYS),
    ("zoom_in", "Zoom in", Qt.Key.Key_Z, NO_KEYS),
    ("zoom_out", "Zoom out", Qt.Key.Key_Z, SHIFT),
    ("identify", "Identify", Qt.Key.Key_I, NO_KEYS),
    ("distance", "Measure distance", Qt.Key.Key_M, NO_KEYS),
    ("area", "Measure area", Qt.Key.Key_M, SHIFT),
    ("copy", "Copy coordinates", Qt.Key.Key_C, NO_KEYS),
]


@pytest.mark.parametrize(("action", "name", "key", "keys"), TOOLS)
def test_a_tool_is_taken_up_by_its_key_and_says_what_a_click_does(
    desk: Desk, qtbot: QtBot, action: str, name: str, key: Qt.Key, keys: Qt.KeyboardModifier
) -> None:
    told: list[str] = []
    desk.bar.hint_changed.connect(told.append)
    QTest.keyClick(desk.canvas, key, keys)
    assert desk.canvas.tool.name == name
    assert getattr(desk.bar, action).isChecked()
    assert told[-1] == desk.canvas.tool.hint() == desk.bar.hint()
    assert told[-1]


@pytest.mark.parametrize(("action", "name"), [row[:2] for row in TOOLS])
def test_a_tool_is_taken_up_by_its_button(desk: Desk, qtbot: QtBot, action: str, name: str) -> None:
    qtbot.mouseClick(desk.bar.widgetForAction(getattr(desk.bar, action)), Qt.MouseButton.LeftButton)
    assert desk.canvas.tool.name == name
    assert desk.canvas.hasFocus()


def test_the_hand_is_what_one_begins_with(desk: Desk) -> None:
    assert (desk.canvas.tool.name, desk.bar.pan.isChecked()) == ("Pan", True)


def test_every_button_has_a_name_an_icon_and_a_tip(desk: Desk) -> None:
    widgets = [desk.bar.widgetForAction(action) for action in desk.bar.actions()]
    buttons = [button for button in widgets if isinstance(button, QToolButton)]
    assert len(buttons) >= 14
    for button in buttons:
        assert button.accessibleName()
        assert not button.icon().isNull()
        assert button.accessibleName() in button.defaultAction().toolTip()


def test_no_key_means_two_things(desk: Desk) -> None:
    keys = [action.shortcut().toString() for action in desk.bar.actions() if not action.shortcut().isEmpty()]
    assert len(keys) == len(set(keys)) >= 13


def test_identifying_tells_the_window(desk: Desk, qtbot: QtBot) -> None:
    desk.bar.identify.trigger()
    with qtbot.waitSignal(desk.bar.identified) as told:
        click(desk.canvas, 300, 200)
    assert told.args[1] == ()


def test_the_whole_area_and_the_way_back_by_keys(desk: Desk, qtbot: QtBot) -> None:
    desk.bar.history.settle()
    before = desk.canvas.view
    QTest.keyClick(desk.canvas, Qt.Key.Key_Home)
    desk.bar.history.settle()
    wide = desk.canvas.view
    assert wide.units_per_px > 20 * before.units_per_px
    QTest.keyClick(desk.canvas, Qt.Key.Key_Left, ALT)
    assert desk.canvas.view.units_per_px == pytest.approx(before.units_per_px, rel=1e-3)
    QTest.keyClick(desk.canvas, Qt.Key.Key_Right, ALT)
    assert desk.canvas.view.units_per_px == pytest.approx(wide.units_per_px, rel=1e-3)
    assert not desk.bar.next.isEnabled()


def test_coordinates_are_gone_to_from_the_dialog(desk: Desk, qtbot: QtBot) -> None:
    QTest.keyClick(desk.canvas, Qt.Key.Key_G, CTRL)
    dialog = desk.bar.ask_position()
    qtbot.keyClicks(dialog.text, "52.87 -118.08")
    qtbot.keyClick(dialog.text, Qt.Key.Key_Return)
    here = desk.bar.navigator.here()
    assert (here.lon, here.lat) == pytest.approx((-118.08, 52.87), abs=1e-3)
    assert not desk.furniture.marker.isHidden()


def test_a_name_is_searched_and_gone_to(desk: Desk, qtbot: QtBot) -> None:
    QTest.keyClick(desk.canvas, Qt.Key.Key_F, CTRL)
    qtbot.waitUntil(desk.bar.search.hasFocus)
    qtbot.keyClicks(desk.bar.search, "jaspr")
    qtbot.keyClick(desk.bar.search, Qt.Key.Key_Return)
    assert desk.bar.navigator.here().lon == pytest.approx(-118.08, abs=1e-3)
    assert desk.canvas.hasFocus()


def test_letters_are_letters_in_the_search(desk: Desk, qtbot: QtBot) -> None:
    desk.bar.search.setFocus()
    qtbot.keyClicks(desk.bar.search, "zims")
    assert desk.bar.search.text() == "zims"
    assert desk.canvas.tool.name == "Pan"


def test_snapping_and_overview_are_switched(desk: Desk) -> None:
    QTest.keyClick(desk.canvas, Qt.Key.Key_S)
    assert desk.bar.snapper.is_on
    QTest.keyClick(desk.canvas, Qt.Key.Key_S)
    assert not desk.bar.snapper.is_on
    QTest.keyClick(desk.canvas, Qt.Key.Key_O)
    assert desk.furniture.overview.isHidden()


def test_a_refused_projection_is_told(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.bar.projections.ask_code()
    dialog.setIntValue(4326)
    with qtbot.waitSignal(desk.bar.refused):
        dialog.accept()


def test_icons_follow_the_theme(desk: Desk, qapp: QApplication) -> None:
    day = desk.bar.pan.icon().pixmap(20, 20).toImage()
    try:
        apply_theme(qapp, NIGHT)
        assert desk.bar.pan.icon().pixmap(20, 20).toImage() != day
    finally:
        apply_theme(qapp, DAY)
