"""Tests of the time line, with real mouse and key events."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from rfers_desktop.past.playback import MINUTE_US, Playback, Window
from rfers_desktop.past.result import Timeline
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.replay.timeline import TimelineWidget
from rfers_desktop.ui.themes import DAY, THEMES, contrast
from tests.unit.rfers_desktop.ui.pictures import picture_of

pytestmark = pytest.mark.display

PLAYBACK = Playback(0, 60 * MINUTE_US, 0)
LEFT = Qt.MouseButton.LeftButton


class Line:
    """A time line, and the playback that it asks for."""

    def __init__(self, qtbot: QtBot) -> None:
        minutes = np.arange(60, dtype=np.int64) * MINUTE_US
        counts = np.arange(60, dtype=np.int64)
        self.playback = PLAYBACK
        self.widget = TimelineWidget(Timeline(minutes, counts, counts // 2), PLAYBACK)
        qtbot.addWidget(self.widget)
        self.widget.resize(624, 96)
        self.widget.show()
        self.widget.sought.connect(lambda moment: self._go(self.playback.sought(moment)))
        self.widget.marked.connect(lambda first, last: self._go(self.playback.marked(first, last)))
        self.widget.stepped.connect(lambda steps: self._go(self.playback.stepped(steps)))

    def _go(self, playback: Playback) -> None:
        self.playback = playback
        self.widget.show_playback(playback)

    def at(self, minute: float) -> QPoint:
        return QPoint(round(self.widget.place_of(round(minute * MINUTE_US))), 40)

    @property
    def minute(self) -> float:
        return self.playback.now_us / MINUTE_US


@pytest.fixture
def line(qtbot: QtBot) -> Line:
    return Line(qtbot)


def test_a_click_seeks(qtbot: QtBot, line: Line) -> None:
    qtbot.mouseClick(line.widget, LEFT, pos=line.at(30))
    assert line.minute == pytest.approx(30, abs=0.1)


def test_a_drag_seeks_all_the_way_and_no_further_than_the_ends(qtbot: QtBot, line: Line) -> None:
    qtbot.mousePress(line.widget, LEFT, pos=line.at(10))
    qtbot.mouseMove(line.widget, line.at(20))
    assert line.minute == pytest.approx(20, abs=0.1)
    qtbot.mouseMove(line.widget, QPoint(2000, 40))
    qtbot.mouseRelease(line.widget, LEFT, pos=QPoint(2000, 40))
    assert line.minute == 60


def test_a_drag_with_shift_marks_an_interval(qtbot: QtBot, line: Line) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(line.widget, LEFT, shift, line.at(40))
    qtbot.mouseMove(line.widget, line.at(20))
    qtbot.mouseRelease(line.widget, LEFT, shift, line.at(20))
    assert line.playback.window is Window.INTERVAL
    first, last = (moment / MINUTE_US for moment in line.playback.shown())
    assert (first, last) == pytest.approx((20, 40), abs=0.2)


@pytest.mark.parametrize(
    ("key", "minute"),
    [(Qt.Key.Key_Right, 31), (Qt.Key.Key_Left, 29), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 60)],
)
def test_keys_step_and_jump(qtbot: QtBot, line: Line, key: Qt.Key, minute: int) -> None:
    line.playback = line.playback.sought(30 * MINUTE_US)
    line.widget.show_playback(line.playback)
    qtbot.keyClick(line.widget, key)
    assert line.minute == minute


def test_the_columns_hold_every_event_once(line: Line) -> None:
    everything, matched = line.widget.columns()
    assert everything.sum() == sum(range(60))
    assert matched.sum() == sum(number // 2 for number in range(60))


def test_where_we_are_is_drawn(line: Line) -> None:
    before = picture_of(line.widget)
    line.widget.show_playback(line.playback.sought(30 * MINUTE_US))
    assert picture_of(line.widget) != before


def test_a_period_without_events_says_so(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    none = np.zeros(0, dtype=np.int64)
    widget = TimelineWidget(Timeline(none, none, none), PLAYBACK)
    qtbot.addWidget(widget)
    widget.resize(624, 96)
    silent = widget.grab().toImage()
    monkeypatch.setattr("rfers_desktop.ui.replay.timeline.tr", lambda words: "")
    assert widget.grab().toImage() != silent


def test_what_matched_is_seen_in_every_theme(qtbot: QtBot, line: Line) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    try:
        for theme in THEMES.values():
            apply_theme(app, theme)
            line.widget.show_playback(replace(PLAYBACK, window=Window.CUMULATIVE, now_us=PLAYBACK.end_us))
            at = line.at(58.4)
            seen = line.widget.grab().toImage().pixelColor(at.x(), 70).name()
            assert contrast(seen, theme.selected) >= 3.0, theme.name
    finally:
        apply_theme(app, DAY)
