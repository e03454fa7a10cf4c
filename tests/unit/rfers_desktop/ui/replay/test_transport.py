"""Tests of a replay's controls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from rfers_desktop.past.playback import MINUTE_US, Playback, Window
from rfers_desktop.ui.look import apply_theme
from rfers_desktop.ui.replay.transport import Transport
from rfers_desktop.ui.themes import DAY, NIGHT

pytestmark = pytest.mark.display

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def transport(qtbot: QtBot) -> Transport:
    """Controls that get what they ask for."""
    made = Transport(Playback(0, 600 * MINUTE_US, 60 * MINUTE_US))
    qtbot.addWidget(made)
    made.asked.connect(made.show_playback)
    made.show()
    return made


def choose(qtbot: QtBot, box: QComboBox, keys: Qt.Key, times: int = 1) -> None:
    box.setFocus()
    for _ in range(times):
        qtbot.keyClick(box, keys)
        box.activated.emit(box.currentIndex())


def test_play_and_pause(qtbot: QtBot, transport: Transport) -> None:
    asked: list[Playback] = []
    transport.asked.connect(asked.append)
    qtbot.mouseClick(transport.play, LEFT)
    qtbot.mouseClick(transport.play, LEFT)
    assert [playback.is_playing for playback in asked] == [True, False]


def test_the_buttons_can_be_seen_by_night(transport: Transport) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, NIGHT)
    try:
        for button in (transport.back, transport.play, transport.on):
            image = button.icon().pixmap(20, 20).toImage()
            assert image.pixelColor(10, 10).name() == NIGHT.text
    finally:
        apply_theme(app, DAY)


def test_steps(qtbot: QtBot, transport: Transport) -> None:
    asked: list[Playback] = []
    transport.asked.connect(asked.append)
    for button in (transport.on, transport.on, transport.back):
        qtbot.mouseClick(button, LEFT)
    assert [playback.now_us // MINUTE_US for playback in asked] == [61, 62, 61]


def test_another_speed(qtbot: QtBot, transport: Transport) -> None:
    with qtbot.waitSignal(transport.asked) as asked:
        choose(qtbot, transport.speed, Qt.Key.Key_Down)
    assert asked.args[0].speed == 300


def test_every_window_can_be_chosen_and_only_the_trailing_one_has_a_length(qtbot: QtBot, transport: Transport) -> None:
    seen = []
    transport.asked.connect(lambda playback: seen.append((playback.window, transport.span.isVisible())))
    choose(qtbot, transport.window_kind, Qt.Key.Key_Up)
    choose(qtbot, transport.window_kind, Qt.Key.Key_Down, 3)
    assert set(seen) == {
        (Window.INSTANT, False),
        (Window.TRAILING, True),
        (Window.CUMULATIVE, False),
        (Window.INTERVAL, False),
    }


def test_another_length_of_the_trailing_window(qtbot: QtBot, transport: Transport) -> None:
    with qtbot.waitSignal(transport.asked) as asked:
        transport.span.setFocus()
        transport.span.selectAll()
        qtbot.keyClicks(transport.span, "45")
        qtbot.keyClick(transport.span, Qt.Key.Key_Return)
    assert asked.args[0].span_us == 45 * MINUTE_US
