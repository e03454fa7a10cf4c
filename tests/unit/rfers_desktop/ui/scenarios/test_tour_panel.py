"""The guide turns its pages with the play, until the user turns them; it starts and stops."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from rfers_desktop.ui.scenarios.tour_panel import TourPanel
from rfers_desktop.ui.scenarios.tours import Tour, TourStep

pytestmark = pytest.mark.display
AREA = (-115.0, 50.0, -113.0, 52.0)
STEPS = tuple(TourStep(at_s, f"At {at_s:g}", f"See {at_s:g}", f"Try {at_s:g}", AREA) for at_s in (0.0, 10.0, 20.0))
TOURS = [Tour("one", "One", "", STEPS), Tour("two", "Two", "", STEPS[:2])]


@pytest.fixture
def panel(qtbot: QtBot) -> TourPanel:
    made = TourPanel(TOURS)
    qtbot.addWidget(made)
    made.show()
    return made


def test_pages_turn_with_the_play_and_the_map_is_asked_to_follow(panel: TourPanel, qtbot: QtBot) -> None:
    panel.set_playing(True)
    with qtbot.waitSignal(panel.turned) as turned:
        panel.move_to(12.0)
    assert turned.args == [STEPS[1]]
    assert STEPS[1].look_at == AREA
    assert panel.words == ("At 10", "See 10", "Try 10")


def test_who_turns_the_pages_is_left_alone(panel: TourPanel, qtbot: QtBot) -> None:
    panel.set_playing(True)
    qtbot.mouseClick(panel.forward, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.forward, Qt.MouseButton.LeftButton)
    assert not panel.forward.isEnabled()
    qtbot.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    panel.move_to(25.0)
    assert panel.words[0] == "At 10"


def test_who_turns_back_to_where_the_play_is_follows_it_again(panel: TourPanel, qtbot: QtBot) -> None:
    panel.set_playing(True)
    panel.move_to(12.0)
    qtbot.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    panel.move_to(13.0)
    assert panel.words[0] == "At 0"
    qtbot.mouseClick(panel.forward, Qt.MouseButton.LeftButton)
    panel.move_to(21.0)
    assert panel.words[0] == "At 20"


def test_after_the_last_page_the_next_scenario_is_a_click_away(panel: TourPanel, qtbot: QtBot) -> None:
    panel.set_playing(True)
    panel.move_to(21.0)
    assert not panel.forward.isEnabled()
    panel.announce("two")
    with qtbot.waitSignal(panel.hastened):
        qtbot.mouseClick(panel.forward, Qt.MouseButton.LeftButton)
    panel.announce("")
    assert not panel.forward.isEnabled()


def test_the_button_plays_what_is_chosen_and_then_stops_it(panel: TourPanel, qtbot: QtBot) -> None:
    panel.show_tour("two")
    panel.choose_speed(7.0)
    with qtbot.waitSignal(panel.chosen) as chosen:
        qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)
    assert chosen.args == ["two"]
    assert panel.chosen_speed == 7.0
    panel.set_playing(True)
    assert not panel.scenario.isEnabled()
    with qtbot.waitSignal(panel.stopped):
        qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)


def test_why_nothing_can_be_played_is_said(panel: TourPanel) -> None:
    panel.set_possible("Log in first.")
    assert not panel.start.isEnabled()
    assert panel.start.toolTip() == "Log in first."
    panel.set_possible("")
    assert panel.start.isEnabled()


def test_a_play_is_held_by_a_button_that_comes_up_when_it_ends(panel: TourPanel, qtbot: QtBot) -> None:
    assert not panel.pause.isEnabled()
    panel.set_playing(True)
    with qtbot.waitSignal(panel.paused) as held:
        qtbot.mouseClick(panel.pause, Qt.MouseButton.LeftButton)
    assert held.args == [True]
    with qtbot.waitSignal(panel.paused) as held:
        panel.set_playing(False)
    assert held.args == [False]
    assert not panel.pause.isEnabled()
