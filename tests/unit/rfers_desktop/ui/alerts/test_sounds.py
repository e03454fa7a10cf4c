"""Sounds are played by what there is, and silence is never taken for sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.subscription import Sound
from rfers_desktop.ui.alerts import sounds
from rfers_desktop.ui.alerts.sounds import SoundPlayer

pytestmark = pytest.mark.display


@pytest.fixture(autouse=True)
def without_multimedia(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on computers without Qt's multimedia add-on."""
    monkeypatch.setattr(sounds, "_effects", lambda: None)


def a_program(folder: Path, text: str) -> str:
    file = folder / "aplay"
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return str(file)


def test_a_program_of_the_system_is_given_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = a_program(tmp_path, f'echo "$@" > {heard}.part && mv {heard}.part {heard}')
    player = SoundPlayer(find=lambda name: program if name == "aplay" else None)
    player.play(Sound.CHIME)
    qtbot.waitUntil(heard.exists)
    assert heard.read_text().split()[0] == "-q"
    assert heard.read_text().strip().endswith("chime.wav")
    assert player.how() == "Played by aplay"
    player.stop()


def test_a_program_that_fails_is_told_once_and_the_beep_is_used(qtbot: QtBot, tmp_path: Path) -> None:
    beeps: list[int] = []
    program = a_program(tmp_path, "echo no such device >&2; exit 1")
    player = SoundPlayer(find=lambda name: program if name == "aplay" else None, beep=lambda: beeps.append(1))
    with qtbot.waitSignal(player.failed) as told:
        player.play(Sound.PING)
    assert told.args == ["Sounds cannot be heard on this computer: no such device"]
    with qtbot.assertNotEmitted(player.failed, wait=0):
        player.play(Sound.PING)
        qtbot.waitUntil(lambda: len(beeps) == 2)


def test_without_any_player_it_beeps_and_says_so_once(qtbot: QtBot) -> None:
    beeps: list[int] = []
    player = SoundPlayer(find=lambda name: None, beep=lambda: beeps.append(1))
    with qtbot.waitSignal(player.failed) as told:
        player.play(Sound.SIREN)
    assert "No player for sounds" in str(told.args)
    player.play(Sound.SIREN)
    assert len(beeps) == 2


def test_silence_makes_no_sound(qtbot: QtBot) -> None:
    beeps: list[int] = []
    player = SoundPlayer(find=lambda name: None, beep=lambda: beeps.append(1))
    player.play(Sound.SILENT)
    assert beeps == []


def test_a_sound_is_cut_short_by_the_next_and_by_stopping(qtbot: QtBot, tmp_path: Path) -> None:
    program = a_program(tmp_path, "exec sleep 60")
    player = SoundPlayer(find=lambda name: program if name == "aplay" else None)
    with qtbot.assertNotEmitted(player.failed, wait=0):
        player.play(Sound.SIREN)
        player.play(Sound.SIREN)
        player.stop()
        player.stop()
