"""The menu of a replay's window: save it as a film or as a report, with progress and a way to stop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from rfers_desktop.language import tr
from rfers_desktop.past.animation import can_write_mp4
from rfers_desktop.past.playback import Playback

from .film_export import FilmExport
from .replay_window import ReplayWindow
from .report_export import show_whole, write_report


class ReplayExports(QObject):
    """Belongs to one window of a replay."""

    def __init__(self, window: ReplayWindow) -> None:
        super().__init__(window)
        self._window = window
        self.film: FilmExport | None = None
        menu = window.menuBar().addMenu(tr("&Replay"))
        for words, keys, do in (
            (tr("Save as a &film…"), "Ctrl+Shift+S", self.ask_film),
            (tr("Save a &report…"), "Ctrl+S", self.ask_report),
            (tr("&Close"), "Ctrl+W", window.close),
        ):
            action = QAction(words, window)
            action.setShortcut(keys)
            action.triggered.connect(lambda _=False, do=do: do())
            menu.addAction(action)

    def ask_film(self) -> None:
        """Ask where, then film."""
        kinds = "MP4 (*.mp4);;GIF (*.gif)" if can_write_mp4() else "GIF (*.gif)"
        usual = str(self._window.folder.parent / f"{self._window.folder.name}{'.mp4' if can_write_mp4() else '.gif'}")
        name, _ = QFileDialog.getSaveFileName(self._window, tr("Save as a film"), usual, kinds)
        if name:
            self.save_film(Path(name))

    def save_film(self, to: Path, frames: int = 200) -> FilmExport:
        """Film the whole replay, in the window of time that is chosen."""
        self.film = FilmExport(self._window, to, frames)
        progress = QProgressDialog(tr("Filming the replay"), tr("Cancel"), 0, frames, self._window)
        progress.setWindowTitle(tr("Save as a film"))
        progress.setMinimumDuration(0)
        progress.setAutoClose(False)
        progress.setAutoReset(False)
        self.film.progressed.connect(lambda done, _of: progress.setValue(done))
        progress.canceled.connect(self.film.cancel)
        self.film.finished.connect(progress.close)
        self.film.finished.connect(self._say)
        self.film.start()
        return self.film

    def ask_report(self) -> None:
        """Ask where, then write."""
        usual = str(self._window.folder.parent / f"{self._window.folder.name}.html")
        name, _ = QFileDialog.getSaveFileName(
            self._window, tr("Save a report"), usual, tr("Web page (*.html);;PDF (*.pdf)")
        )
        if name:
            self.save_report(Path(name))

    def save_report(self, to: Path) -> None:
        """Write the report of the whole period as soon as that is loaded; what is wrong is told in the window."""
        before = self._window.playback
        show_whole(self._window)
        self._window.when_loaded(lambda: self._write_report(to, before))

    def _write_report(self, to: Path, before: Playback) -> None:
        try:
            write_report(self._window, to)
        except OSError as error:
            self._say(tr("The report could not be written: {reason}", reason=error.strerror or str(error)))
        self._window.show_playback(before)

    def _say(self, problem: str) -> None:
        self._window.show_problem(problem)
