"""Tests of the panel with what the layers have at a place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.identify import Identified, Spot
from rfers_desktop.ui.panels.identified import IdentifiedPanel

pytestmark = pytest.mark.display

SPOT = Spot(-114.0, 51.0, 0.0, 0.0, 10.0, 10.0, 8.0, 1.0)
ENGINE = Identified("Assets", "Engine 7", (("Speed", "40 km/h"),), ("event", "EALocation", "A1"))
PIXEL = Identified("Thermal image", "341.5 °C", (("Taken", "12:00"),))


@pytest.fixture
def panel(qtbot: QtBot) -> IdentifiedPanel:
    made = IdentifiedPanel()
    qtbot.addWidget(made)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_things_are_shown_by_layer_with_their_facts(panel: IdentifiedPanel) -> None:
    panel.show_found(SPOT, (ENGINE, PIXEL), "51 N, 114 W")
    assert panel.where.text() == "2 things at 51 N, 114 W"
    assets, thermal = (panel.tree.topLevelItem(row) for row in range(2))
    assert (assets.text(0), thermal.text(0)) == ("Assets", "Thermal image")
    fact = assets.child(0).child(0)
    assert (fact.text(0), fact.text(1)) == ("Speed", "40 km/h")
    assert assets.child(0).isExpanded()


def test_many_things_are_shown_closed(panel: IdentifiedPanel) -> None:
    panel.show_found(SPOT, (ENGINE,) * 10, "here")
    assert panel.tree.topLevelItem(0).isExpanded()
    assert not panel.tree.topLevelItem(0).child(0).isExpanded()


def test_nothing_is_said_too(panel: IdentifiedPanel) -> None:
    panel.show_found(SPOT, (ENGINE,), "here")
    assert panel.where.text() == "1 thing at here"
    panel.show_found(SPOT, (), "there")
    assert (panel.where.text(), panel.tree.topLevelItemCount()) == ("nothing at there", 0)


def test_enter_on_a_live_thing_asks_to_look_at_it(panel: IdentifiedPanel, qtbot: QtBot) -> None:
    panel.show_found(SPOT, (ENGINE,), "here")
    panel.tree.setCurrentItem(panel.tree.topLevelItem(0).child(0))
    with qtbot.waitSignal(panel.look_at) as asked:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert asked.args == [("event", "EALocation", "A1")]


def test_a_fact_can_be_copied(panel: IdentifiedPanel, qtbot: QtBot) -> None:
    panel.show_found(SPOT, (ENGINE,), "here")
    panel.tree.setCurrentItem(panel.tree.topLevelItem(0).child(0).child(0))
    qtbot.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Speed\t40 km/h"
