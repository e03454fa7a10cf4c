"""Tests of asking for a replay, in the dialog that the analyst uses; one asks a real Spark."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import pytest
import shapely
from PySide6.QtCore import QDate, QDateTime, Qt, QTime, QTimeZone
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.replay.archive import archive
from rfers_desktop.past.replay_command import AS_THEY_WERE, LIVE
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.ui.replay.ask_replay import AskReplayDialog
from tests.recorded_traffic import NOON, Traffic, play_an_hour

pytestmark = pytest.mark.display

AREA = shapely.box(-115, 50, -113, 52)
LEFT = Qt.MouseButton.LeftButton
needs_spark = pytest.mark.skipif(
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None, reason="Spark or Java is not installed"
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of an hour of traffic; results go beside it."""
    station = tmp_path_factory.mktemp("station")
    traffic = Traffic(station)
    play_an_hour(traffic)
    traffic.close()
    to = station / "archive"
    to.mkdir()
    archive(traffic.path, to, builtin_topics(), NOON)
    return to


def a_dialog(qtbot: QtBot, archive_folder: Path | None) -> AskReplayDialog:
    dialog = AskReplayDialog(archive_folder, AREA)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_an_archive_fills_in_its_own_period_and_topics(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, None)
    dialog.archive.setText(str(recorded))
    assert "480 events" in dialog.facts.text()
    request = dialog.request()
    assert (request.begin, request.end) == ("2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z")
    assert (request.subscriptions, request.compare, request.area) == (AS_THEY_WERE, None, None)


def test_what_was_wrong_is_forgotten_with_another_archive(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, None)
    qtbot.mouseClick(dialog.start, LEFT)
    assert dialog.stage.text() == "Archive: expected a folder, got nothing"
    dialog.archive.setText(str(recorded))
    assert dialog.stage.text() == ""


def test_the_dialog_grows_with_its_words(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot, None)
    dialog.child.failed.emit("much to be read " * 30)
    assert dialog.stage.height() >= dialog.stage.heightForWidth(dialog.stage.width())


def test_what_is_chosen_is_asked_for(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, recorded)
    dialog.area.setCurrentIndex(1)
    qtbot.keyClicks(dialog.topics, "EALocation, Floods")
    dialog.asked.setCurrentIndex(dialog.asked.findData(LIVE))
    dialog.compared.setCurrentIndex(dialog.compared.findData(AS_THEY_WERE))
    request = dialog.request()
    assert (request.area, request.topics) == (AREA, ("EALocation", "Floods"))
    assert (request.subscriptions, request.compare) == (LIVE, AS_THEY_WERE)


def test_an_area_may_come_from_a_file(qtbot: QtBot, recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = a_dialog(qtbot, recorded)
    chosen = ["/data/zone.geojson", ""]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen.pop(0), ""))
    for _ in range(2):  # the second time nothing is chosen: what was chosen before stays
        dialog.area.setCurrentIndex(dialog.area.count() - 1)
        dialog.area.activated.emit(dialog.area.currentIndex())
        if chosen:
            assert dialog.area.currentText() == "zone.geojson"
            assert dialog.request().area == Path("/data/zone.geojson")
    assert dialog.area.currentIndex() == 0


def test_what_is_wrong_is_said_and_nothing_starts(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, recorded)
    qtbot.keyClicks(dialog.topics, "Flods")
    qtbot.mouseClick(dialog.start, LEFT)
    assert "Flods" in dialog.stage.text()
    assert not dialog.child.is_running
    dialog.topics.clear()
    dialog.end.setDateTime(QDateTime(QDate(2026, 6, 1), QTime(0, 0), QTimeZone(QTimeZone.Initialization.UTC)))
    with pytest.raises(ProtocolError, match="a moment after 2026-07-01"):
        dialog.request()


def test_a_folder_that_is_no_archive_is_refused(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = a_dialog(qtbot, tmp_path)
    assert "manifest.json" in dialog.facts.text()
    qtbot.mouseClick(dialog.start, LEFT)
    assert "manifest.json" in dialog.stage.text()


@needs_spark
@pytest.mark.java
def test_a_replay_runs_with_progress_and_its_result_can_be_opened(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, recorded)
    dialog.asked.setCurrentIndex(dialog.asked.findData(LIVE))
    dialog.compared.setCurrentIndex(dialog.compared.findData(AS_THEY_WERE))
    stages: list[str] = []
    dialog.child.progressed.connect(lambda progress: stages.append(progress.stage))
    with qtbot.waitSignal(dialog.done_in, timeout=240_000) as told:
        qtbot.mouseClick(dialog.start, LEFT)
        assert dialog.cancel.text() == "Cancel"
    result = ReplayResult(told.args[0])
    assert {"choosing", "matching", "summing up"} <= set(stages)
    assert result.counts["events"] == json.loads((told.args[0] / "result.json").read_text("utf-8"))["counts"]["events"]
    assert result.counts["events"] == 480
    rows = result.between(result.begin_us, result.end_us).rows
    assert len(rows) == result.counts["matched"]
    assert result.differences


@needs_spark
@pytest.mark.java
def test_a_replay_can_be_cancelled_and_started_again(qtbot: QtBot, recorded: Path) -> None:
    dialog = a_dialog(qtbot, recorded)
    qtbot.mouseClick(dialog.start, LEFT)
    qtbot.waitUntil(lambda: dialog.child.is_running, timeout=30_000)
    with qtbot.waitSignal(dialog.child.failed, timeout=30_000):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.stage.text() == "Cancelled."
    assert dialog.start.isEnabled()
