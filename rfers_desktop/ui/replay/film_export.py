"""Films a replay: steps through it picture by picture while the window stays alive, then writes the file."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, QTimer, Signal

from rfers_desktop.past.animation import frame_file, write_film
from rfers_desktop.past.playback import Playback

from .replay_window import ReplayWindow

MOST_FRAMES = 600
_WAIT_MS = 15


class FilmExport(QObject):
    """One film; `finished` comes once, with an empty text if all went well or it was cancelled."""

    progressed = Signal(int, int)  # pictures that are done, of how many
    finished = Signal(str)

    def __init__(self, window: ReplayWindow, to: Path, frames: int = 200) -> None:
        super().__init__(window)
        self._window, self._to = window, to
        self._count = max(2, min(frames, MOST_FRAMES))
        self._before: Playback = window.playback
        self._folder = TemporaryDirectory(prefix="rfers-film-")
        self._frames: list[Path] = []
        self._cancelled = threading.Event()
        self._writer: threading.Thread | None = None
        self._problem = ""
        self._step = QTimer(self)
        self._step.setInterval(_WAIT_MS)
        self._step.timeout.connect(self._take_frame)

    def start(self) -> None:
        """Begin at the beginning of the replay."""
        self._seek(0)
        self._step.start()

    def cancel(self) -> None:
        """Stop; no file is left."""
        self._cancelled.set()

    def _seek(self, number: int) -> None:
        played = self._window.playback
        moment = played.begin_us + (played.end_us - played.begin_us) * number // (self._count - 1)
        self._window.show_playback(replace(played.sought(moment), is_playing=False))

    def _take_frame(self) -> None:
        if self._writer is not None:
            if not self._writer.is_alive():
                self._end(self._problem)
            return
        if self._cancelled.is_set():
            self._end("")
            return
        if self._window.is_loading:
            return
        file = frame_file(Path(self._folder.name), len(self._frames))
        if not self._window.picture().save(str(file)):
            self._end(f"{file.name} could not be written")
            return
        self._frames.append(file)
        self.progressed.emit(len(self._frames), self._count)
        if len(self._frames) < self._count:
            self._seek(len(self._frames))
            return
        self._writer = threading.Thread(target=self._write, name="film", daemon=True)
        self._writer.start()

    def _write(self) -> None:
        try:
            write_film(self._frames, self._to, self._cancelled.is_set)
        except Exception as error:  # noqa: BLE001 - it is told in the window
            self._problem = str(error)

    def _end(self, problem: str) -> None:
        self._step.stop()
        self._folder.cleanup()
        self._window.show_playback(self._before)
        self.finished.emit(problem)
