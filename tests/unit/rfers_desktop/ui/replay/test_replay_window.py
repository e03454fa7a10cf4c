"""Tests of a replay in its window: played, sought, compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.language import languages, present_language, use_language
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.past.playback import MINUTE_US, Window
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.past.whole_layers import Whole
from rfers_desktop.ui.panels.desk_table import DeskTable
from rfers_desktop.ui.replay.replay_window import ReplayWindow
from rfers_desktop.ui.themes import NIGHT
from tests.replay_results import EVENTS, write_a_result

pytestmark = pytest.mark.display


class Hand:
    """A window, and the clock of its watcher."""

    def __init__(self, folder: Path, qtbot: QtBot, is_compared: bool) -> None:
        self.now_s = 0.0
        result = ReplayResult(write_a_result(folder / "result", is_compared))
        layers = MapLayers(resources_dir() / "basemap", folder / "layers.json")
        self.window = ReplayWindow(folder / "result", result, layers, clock=lambda: self.now_s)
        self.window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.window)
        self.window.show()
        self._qtbot = qtbot
        self.wait()

    def wait(self) -> None:
        """Until all that is shown is there."""
        self._qtbot.waitUntil(lambda: not self.window.is_loading, timeout=30_000)

    def shown(self, place: int = 0) -> int:
        """How many things are on a map."""
        canvas = self.window.maps[place].canvas
        canvas.settle()
        return len(canvas.live)


@pytest.fixture
def hand(tmp_path: Path, qtbot: QtBot) -> Iterator[Hand]:
    made = Hand(tmp_path, qtbot, is_compared=False)
    yield made
    made.window.close()


def test_it_says_that_it_is_the_past_and_of_when(hand: Hand) -> None:
    assert "2026-07-01 12:00:00 UTC" in hand.window.frame.moment
    assert "replay" in hand.window.windowTitle()


def test_the_day_is_named_in_the_language_of_the_desk(hand: Hand) -> None:
    before = present_language()
    use_language(languages()["fr"])
    try:
        hand.window.show_playback(hand.window.playback)
    finally:
        use_language(before)
    assert hand.window.frame.moment.startswith("mercredi 2026-07-01")


def test_the_names_in_the_tables_can_be_read(tmp_path: Path, qtbot: QtBot) -> None:
    window = Hand(tmp_path, qtbot, is_compared=True).window
    for table in window.findChildren(DeskTable):
        assert table.columnWidth(0) >= 66
        assert table.viewport().width() > 300


def test_space_plays_it_and_time_passes_at_the_chosen_speed(qtbot: QtBot, hand: Hand) -> None:
    qtbot.keyClick(hand.window, Qt.Key.Key_Space)
    assert hand.window.playback.is_playing
    begun = hand.window.playback.now_us
    hand.now_s = 2.0
    qtbot.waitUntil(lambda: hand.window.playback.now_us == begun + 2 * MINUTE_US, timeout=10_000)
    qtbot.keyClick(hand.window, Qt.Key.Key_Space)
    assert not hand.window.playback.is_playing


def test_seeking_shows_what_was_there_then(hand: Hand) -> None:
    assert hand.shown() == 0
    hand.window.show_playback(hand.window.playback.sought(hand.window.playback.begin_us + 5 * MINUTE_US))
    hand.wait()
    assert hand.shown() == 3
    assert "30 of 90" in hand.window.transport.shown.text()


def test_the_end_of_a_cumulative_replay_shows_every_event(hand: Hand) -> None:
    played = hand.window.playback
    hand.window.show_playback(replace(played.sought(played.end_us), window=Window.CUMULATIVE))
    hand.wait()
    assert f"{EVENTS} of {EVENTS}" in hand.window.transport.shown.text()


def test_a_click_on_the_time_line_seeks(qtbot: QtBot, hand: Hand) -> None:
    line = hand.window.timeline
    moment = hand.window.playback.begin_us + 10 * MINUTE_US
    at = line.rect().center()
    at.setX(round(line.place_of(moment)))
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=at)
    assert abs(hand.window.playback.now_us - moment) < MINUTE_US


def test_two_sets_play_side_by_side_and_look_at_the_same_place(tmp_path: Path, qtbot: QtBot) -> None:
    hand = Hand(tmp_path, qtbot, is_compared=True)
    window = hand.window
    played = window.playback
    window.show_playback(replace(played.sought(played.end_us), window=Window.CUMULATIVE))
    hand.wait()
    asked, compared = (shown.heading.text() for shown in window.maps)
    assert "72 events" in asked
    assert "8 ringed: only here" in asked
    assert "82 events" in compared
    assert "18 ringed: only here" in compared
    assert f"{EVENTS} of {EVENTS}" in window.transport.shown.text()  # each once, on whichever map it is
    window.maps[0].canvas.zoom(True)
    views = [shown.canvas.view for shown in window.maps]
    assert views[0].units_per_px == pytest.approx(views[1].units_per_px)
    assert abs(views[0].x - views[1].x) <= views[0].units_per_px  # each keeps to its own whole pixels
    assert abs(views[0].y - views[1].y) <= views[0].units_per_px
    window.close()


def test_a_file_that_is_gone_is_told_and_the_window_lives_on(hand: Hand) -> None:
    (hand.window.folder / "run-1" / "matches.parquet").unlink()
    hand.window._loader._result._open.cache_clear()
    hand.window._reel.take(hand.window.result.between(0, 0))
    hand.window.show_playback(hand.window.playback.sought(hand.window.playback.end_us))
    hand.wait()
    assert hand.window.problem.isVisible()
    assert "could not be read" in hand.window.problem.text()


def test_it_wears_another_theme(hand: Hand) -> None:
    hand.window.set_theme(NIGHT)
    assert hand.window.maps[0].canvas.theme == NIGHT


def test_density_and_tracks_are_layers_that_a_click_brings_and_takes(hand: Hand, qtbot: QtBot) -> None:
    for which, box in hand.window.transport.whole_boxes.items():
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
        qtbot.waitUntil(lambda which=which: which in hand.window.maps[0].layers.shown)
    assert set(hand.window.maps[0].layers.shown) == set(Whole)
    hand.wait()
    for box in hand.window.transport.whole_boxes.values():
        box.click()
    assert hand.window.maps[0].layers.shown == {}
