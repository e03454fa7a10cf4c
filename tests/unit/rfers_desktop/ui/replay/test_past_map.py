"""Tests of one map of a replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.projections import utm_for
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.past.reel import Shown
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.past.whole_layers import Whole, read_layer
from rfers_desktop.ui.replay.past_map import PastMap
from tests.replay_results import write_a_result

pytestmark = pytest.mark.display


def test_it_shows_its_side_and_tells_of_the_things_on_it(tmp_path: Path, qtbot: QtBot) -> None:
    result = ReplayResult(write_a_result(tmp_path, is_compared=True))
    shown = PastMap("Asked", result, MapLayers(resources_dir() / "basemap", tmp_path / "layers.json"), False)
    qtbot.addWidget(shown)
    shown.resize(600, 400)
    shown.show()
    shown.fit_zones(list)
    rows = result.between(result.begin_us, result.end_us).rows
    shown.show_rows(Shown(rows, 0, 10, 0), (rows[0].time_us, rows[9].time_us), rows[9].time_us / 1e6)
    assert "8 events" in shown.heading.text()  # two of the ten it misses
    x, y = shown.canvas.projection.point_to_map(rows[9].event.geometry.x, rows[9].event.geometry.y)
    told = shown.identify(shown.canvas.pixel_of(x, y))
    assert [thing.title for thing in told] == ["Engine 0"]
    shown.canvas.set_projection(utm_for(-114.0, 51.0))
    x, y = shown.canvas.projection.point_to_map(rows[9].event.geometry.x, rows[9].event.geometry.y)
    assert shown.identify(shown.canvas.pixel_of(x, y))
    shown.stop()


def test_the_density_says_what_its_colours_mean(tmp_path: Path, qtbot: QtBot) -> None:
    result = ReplayResult(write_a_result(tmp_path))
    shown = PastMap("Asked", result, MapLayers(resources_dir() / "basemap", tmp_path / "layers.json"), False)
    qtbot.addWidget(shown)
    shown.resize(600, 400)
    shown.show()
    shown.fit_zones(list)
    qtbot.waitUntil(lambda: not shown.canvas.is_busy)
    before = shown.canvas.grab().toImage()
    shown.show_whole({Whole.DENSITY: read_layer(result, Whole.DENSITY)})
    qtbot.waitUntil(lambda: not shown.canvas.is_busy)
    assert shown.canvas.grab().toImage() != before
    assert "Events a cell" in shown.legend.text()
    assert shown.legend.isVisible()
    shown.show_whole({})
    assert not shown.legend.isVisible()
    shown.stop()
