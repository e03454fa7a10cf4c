"""Tests of reading map files on another thread."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.ui.layer_reading import LayerReading

pytestmark = pytest.mark.display


@pytest.fixture
def reading(qtbot: QtBot) -> Iterator[LayerReading]:
    made = LayerReading()
    yield made
    made.stop()


def a_file(folder: Path) -> Path:
    (folder / "a.geojson").write_text(json.dumps({"type": "Point", "coordinates": [-115.0, 51.0]}))
    return folder / "a.geojson"


def test_a_file_is_read_and_its_progress_told(qtbot: QtBot, reading: LayerReading, tmp_path: Path) -> None:
    parts: list[float] = []
    reading.progressed.connect(lambda _, part: parts.append(part))
    with qtbot.waitSignal(reading.finished, timeout=10_000):
        job = reading.read(a_file(tmp_path))
    assert len(job.layers) == 1
    assert job.error is None
    assert parts[-1] == 1.0
    assert reading.waiting == 0


def test_an_error_comes_back_with_its_job(qtbot: QtBot, reading: LayerReading, tmp_path: Path) -> None:
    with qtbot.waitSignal(reading.finished, timeout=10_000):
        job = reading.read(tmp_path / "gone.gpkg")
    assert isinstance(job.error, ProtocolError)
    assert job.layers == ()


def test_what_is_cancelled_brings_nothing(qtbot: QtBot, reading: LayerReading, tmp_path: Path) -> None:
    job = reading.read(a_file(tmp_path))
    reading.cancel()
    qtbot.waitUntil(lambda: reading.waiting == 0, timeout=10_000)
    assert job.layers == ()
    assert job.error is None
