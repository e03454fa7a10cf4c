"""Tests of how many pictures a film has."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from rfers_desktop.past.playback import MINUTE_US, Playback
from rfers_desktop.ui.replay.film_export import FilmExport

pytestmark = pytest.mark.display


class Stage(QObject):
    """A window that is always ready, and counts where it was sent."""

    moved = Signal()
    is_loading = False

    def __init__(self) -> None:
        super().__init__()
        self.playback = Playback(0, 10 * MINUTE_US, 3 * MINUTE_US)
        self.seen: list[int] = []

    def show_playback(self, playback: Playback) -> None:
        self.playback = playback
        self.seen.append(playback.now_us // MINUTE_US)

    def picture(self) -> QImage:
        image = QImage(20, 20, QImage.Format.Format_RGB32)
        image.fill(self.playback.now_us // MINUTE_US * 20)
        return image


def test_pictures_are_evenly_spread_from_the_first_moment_to_the_last(qtbot: QtBot, tmp_path: Path) -> None:
    stage = Stage()
    film = FilmExport(stage, tmp_path / "film.gif", frames=6)  # type: ignore[arg-type]
    with qtbot.waitSignal(film.finished, timeout=20_000):
        film.start()
    assert stage.seen == [0, 2, 4, 6, 8, 10, 3]  # and back to where it was
