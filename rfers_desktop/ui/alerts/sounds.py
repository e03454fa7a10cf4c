"""Plays the sounds of alerts by what the system has: Qt's own player, a program for WAV files, or the plain beep."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QUrl, Signal
from PySide6.QtWidgets import QApplication

from broker_local.protocol.resources import resources_dir
from broker_local.protocol.subscription import Sound
from rfers_desktop.language import tr

_PROGRAMS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",), ("play", "-q"))
_LONGEST_MS = 5_000  # of one sound; a program that takes longer hangs


class SoundPlayer(QObject):
    """One sound at a time. Says so once, by `failed`, when nothing can be heard."""

    failed = Signal(str)

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[str], str | None] = shutil.which,
        beep: Callable[[], object] = QApplication.beep,
        folder: Path | None = None,
    ) -> None:
        super().__init__(parent)
        self._beep = beep
        self._folder = folder if folder is not None else resources_dir() / "sounds"
        self._has_said = False
        self._process: QProcess | None = None
        self._effects = _effects()
        found = ((find(words[0]), words[1:]) for words in _PROGRAMS)
        self._program = next(((path, list(options)) for path, options in found if path is not None), None)

    def how(self) -> str:
        """By what sounds are played, in words."""
        if self._effects is not None or sys.platform == "win32":
            return tr("Played by the system")
        if self._program is not None:
            return tr("Played by {program}", program=Path(self._program[0]).name)
        return tr("No player for sounds was found on this computer: alerts only beep, if it can")

    def play(self, sound: Sound) -> None:
        """Begin a sound; the one before is cut short."""
        if sound is Sound.SILENT:
            return
        file = self._folder / f"{sound.value}.wav"
        if self._effects is not None:
            self._effects[sound].play()
        elif sys.platform == "win32":
            _play_on_windows(file)
        elif self._program is not None:
            self._play_by_program(file)
        else:
            self._beep()
            self._say(self.how())

    def stop(self) -> None:
        """Be silent at once."""
        if self._process is not None:
            process, self._process = self._process, None
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(_LONGEST_MS)

    def _play_by_program(self, file: Path) -> None:
        assert self._program is not None
        self.stop()
        path, options = self._program
        process = self._process = QProcess(self)
        process.errorOccurred.connect(lambda _: self._went_wrong(process))
        process.finished.connect(lambda code, _: self._ended(process, code))
        process.start(path, [*options, str(file)])

    def _ended(self, process: QProcess, code: int) -> None:
        if code != 0:
            self._went_wrong(process)
        elif self._process is process:
            self._process = None
            process.deleteLater()

    def _went_wrong(self, process: QProcess) -> None:
        said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip().splitlines()
        reason = said[-1] if said else process.errorString()
        self._process = None if self._process is process else self._process
        self._beep()
        self._say(tr("Sounds cannot be heard on this computer: {reason}", reason=reason))

    def _say(self, words: str) -> None:
        if not self._has_said:
            self._has_said = True
            self.failed.emit(words)


def _effects() -> Mapping[Sound, Any] | None:
    """Qt's players of short sounds, where Qt's multimedia add-on is installed and there is something to hear it by."""
    try:
        multimedia = importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None
    if not multimedia.QMediaDevices.audioOutputs():
        return None
    effects: dict[Sound, Any] = {}
    for sound in Sound:
        if sound is not Sound.SILENT:
            effects[sound] = multimedia.QSoundEffect()
            effects[sound].setSource(QUrl.fromLocalFile(str(resources_dir() / "sounds" / f"{sound.value}.wav")))
    return effects


def _play_on_windows(file: Path) -> None:
    winsound: Any = importlib.import_module("winsound")
    winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
