"""Scenarios are in the menu; without a login nothing is played, and it is said why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.main_window import MainWindow
from rfers_desktop.ui.scenarios.part import ScenariosPart
from rfers_desktop.ui.thread_border import WakeUp
from rfers_desktop.workspace import Workspace

pytestmark = pytest.mark.display


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(Workspace(), WakeUp())
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def test_the_menu_has_every_scenario_the_tour_and_a_way_to_stop(window: MainWindow) -> None:
    ids = [command.id for command in window.part(ScenariosPart).commands()]
    assert ids == [
        *("scenario.assets_near_incident", "scenario.hot_and_dry", "scenario.wildfire_from_the_air"),
        *("scenario.a_bad_day", "scenario.how_sure", "scenario.tour", "scenario.stop"),
    ]
    (panel,) = window.part(ScenariosPart).panels()
    assert panel.id == "guide"


def test_without_a_login_nothing_is_played_and_it_is_said_why(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    assert not any(command.is_possible() for command in part.commands())
    part.play(["hot_and_dry"])
    assert not part.is_playing
    assert not part.panel.start.isEnabled()
    assert part.panel.start.toolTip() == "Log in first."


def test_the_guide_moves_the_map(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    part.panel.show_tour("hot_and_dry")
    part.panel.begin()
    canvas = window.pane.canvas
    canvas.settle()
    lon, lat = canvas.projection.point_to_lonlat(canvas.view.x, canvas.view.y)
    assert (lon, lat) == pytest.approx((-117.95, 52.83), abs=0.3)


def test_the_guide_shows_thermal_images_in_the_classes_it_speaks_of(window: MainWindow) -> None:
    part = window.part(ScenariosPart)
    part.panel.show_tour("wildfire_from_the_air")
    assert window.pane.thermal.layer.shown.colouring.edges == ()
    part.panel.begin()
    assert window.pane.thermal.layer.shown.colouring.edges == (50.0, 150.0, 300.0, 600.0)
