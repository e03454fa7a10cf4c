"""Tests of rfers_desktop/ui/exporting.py."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.out_layer import OutLayer, shape_array
from rfers_desktop.ui.background import Background
from rfers_desktop.ui.exporting import Exporter, with_ending

pytestmark = pytest.mark.display

THING = OutLayer("things", shape_array([shapely.Point(1, 2)]), {"name": ["Engine"]})


def test_what_is_asked_for_is_written_where_the_user_says(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, background, told = QWidget(), Background(), []
    qtbot.addWidget(window)
    chosen = (str(tmp_path / "out"), "GeoJSON (*.geojson)")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: chosen)
    Exporter(window, background, told.append).ask("things", lambda: [THING])
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["1 written to out.geojson"]
    assert "Engine" in (tmp_path / "out.geojson").read_text("utf-8")
    background.stop()


def test_who_names_no_file_gets_none(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window, background = QWidget(), Background()
    qtbot.addWidget(window)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    Exporter(window, background, pytest.fail).ask("things", lambda: pytest.fail("nothing is wanted"))
    assert not background.is_busy
    background.stop()


def test_a_name_that_says_its_format_keeps_it() -> None:
    assert with_ending(Path("a.KML"), ".gpkg") == Path("a.KML")
    assert with_ending(Path("a.b"), ".csv") == Path("a.b.csv")
