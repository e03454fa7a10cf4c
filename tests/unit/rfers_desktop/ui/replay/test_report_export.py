"""Tests of what a report shows."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.past.playback import Window
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.ui.replay import report_export
from rfers_desktop.ui.replay.replay_window import ReplayWindow
from rfers_desktop.ui.replay.report_export import report_of, show_whole
from tests.replay_results import write_a_result

pytestmark = pytest.mark.display


def test_it_has_the_whole_period_both_tables_and_two_pictures(tmp_path: Path, qtbot: QtBot) -> None:
    result = ReplayResult(write_a_result(tmp_path / "result", is_compared=True))
    layers = MapLayers(resources_dir() / "basemap", tmp_path / "layers.json")
    window = ReplayWindow(tmp_path / "result", result, layers)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(window)
    window.show()
    show_whole(window)
    assert window.playback.window is Window.CUMULATIVE
    assert window.playback.now_us == window.playback.end_us
    page = report_of(window, datetime(2026, 8, 1, tzinfo=UTC))
    assert page.count("data:image/png") == 2
    assert "North" in page
    assert "Missed" in page
    window.close()


def test_the_pictures_fit_on_a_page_of_the_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    widths: list[float] = []
    monkeypatch.setattr(report_export, "report_of", lambda _: "words")
    monkeypatch.setattr(QTextDocument, "print_", lambda _, writer: widths.append(writer.width()))
    report_export.write_report(None, tmp_path / "report.pdf")  # type: ignore[arg-type]
    margins = 2 * 2 / 2.54 * 96  # Qt's own
    assert widths[0] - margins >= report_export._SHOWN_PX
