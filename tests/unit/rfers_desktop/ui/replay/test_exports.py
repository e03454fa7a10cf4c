"""Tests of films and reports of a replay, made in its window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.ui.replay.exports import ReplayExports
from rfers_desktop.ui.replay.replay_window import ReplayWindow
from tests.replay_results import write_a_result

pytestmark = pytest.mark.display


@pytest.fixture
def window(tmp_path: Path, qtbot: QtBot) -> Iterator[ReplayWindow]:
    result = ReplayResult(write_a_result(tmp_path / "result"))
    layers = MapLayers(resources_dir() / "basemap", tmp_path / "layers.json")
    made = ReplayWindow(tmp_path / "result", result, layers)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    yield made
    made.close()


def test_a_film_shows_the_replay_from_beginning_to_end(window: ReplayWindow, qtbot: QtBot, tmp_path: Path) -> None:
    before = window.playback
    film = ReplayExports(window).save_film(tmp_path / "film.gif", frames=3)
    with qtbot.waitSignal(film.finished, timeout=60_000) as told:
        pass
    assert told.args == [""]
    with Image.open(tmp_path / "film.gif") as written:
        assert written.n_frames == 3
    assert window.playback == before


def test_a_cancelled_film_leaves_no_file(window: ReplayWindow, qtbot: QtBot, tmp_path: Path) -> None:
    film = ReplayExports(window).save_film(tmp_path / "film.gif", frames=50)
    film.cancel()
    with qtbot.waitSignal(film.finished, timeout=60_000):
        pass
    assert not (tmp_path / "film.gif").exists()


@pytest.mark.parametrize(("name", "start"), [("report.html", b"<!DOCTYPE html>"), ("report.pdf", b"%PDF")])
def test_a_report_is_written_in_either_form(
    window: ReplayWindow, qtbot: QtBot, tmp_path: Path, name: str, start: bytes
) -> None:
    ReplayExports(window).save_report(tmp_path / name)
    qtbot.waitUntil(lambda: (tmp_path / name).exists() and (tmp_path / name).stat().st_size > 1000, timeout=30_000)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_report_that_cannot_be_written_is_told(window: ReplayWindow, qtbot: QtBot, tmp_path: Path) -> None:
    ReplayExports(window).save_report(tmp_path / "no" / "such" / "report.html")
    qtbot.waitUntil(window.problem.isVisible, timeout=30_000)
    assert "could not be written" in window.problem.text()
