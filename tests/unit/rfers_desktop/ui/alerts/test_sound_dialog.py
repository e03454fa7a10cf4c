"""Sounds can be tried and muted, and the dialog is honest when nothing can be heard."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Sound
from rfers_desktop.ui.alerts.sound_dialog import SoundDialog, sound_words

pytestmark = pytest.mark.display


def test_each_sound_can_be_tried(qtbot: QtBot) -> None:
    dialog = SoundDialog(False, False, "Played by aplay")
    qtbot.addWidget(dialog)
    tried = []
    dialog.tested.connect(tried.append)
    for row in range(dialog.choice.count()):
        dialog.choice.setCurrentIndex(row)
        qtbot.mouseClick(dialog.test, Qt.MouseButton.LeftButton)
    assert tried == [sound for sound in Sound if sound is not Sound.SILENT]
    assert dialog.told.text() == "Played by aplay."


def test_muting_and_steadying_hold_at_once(qtbot: QtBot) -> None:
    dialog = SoundDialog(True, False, "")
    qtbot.addWidget(dialog)
    assert dialog.mute.isChecked()
    with qtbot.waitSignal(dialog.muted) as muted:
        dialog.mute.toggle()
    with qtbot.waitSignal(dialog.steadied) as steadied:
        dialog.steady.toggle()
    assert (muted.args, steadied.args) == ([False], [True])


def test_it_says_when_nothing_can_be_heard(qtbot: QtBot) -> None:
    dialog = SoundDialog(False, False, "Played by aplay")
    qtbot.addWidget(dialog)
    dialog.show_failure("Sounds cannot be heard")
    assert dialog.told.text() == "Sounds cannot be heard"


def test_every_sound_has_its_word() -> None:
    assert len({sound_words(sound) for sound in Sound}) == len(Sound)
