"""The whole of a replay as layers: above the desk's own, in classes that tell few from many."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from broker_local.protocol.resources import resources_dir
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.layers.vector_style import RAMP, Graduated, classes_of
from rfers_desktop.past.result import ReplayResult
from rfers_desktop.past.whole_layers import PastLayers, Whole, _breaks, read_layer
from tests.replay_results import ASSETS, EVENTS, write_a_result


@pytest.fixture
def result(tmp_path: Path) -> ReplayResult:
    return ReplayResult(write_a_result(tmp_path / "result"))


def test_the_density_has_every_event_in_a_class_of_its_size(result: ReplayResult) -> None:
    entry, (squares,) = read_layer(result, Whole.DENSITY)
    assert squares.columns["events"].sum() == EVENTS
    assert isinstance(entry.style, Graduated)
    assert len(entry.style.symbols) == len(entry.style.breaks) + 1
    classes = classes_of(entry.style, squares.columns, len(squares))
    order = np.argsort(squares.columns["events"])
    assert (np.diff(classes[order]) >= 0).all()


def test_classes_grow_by_times_and_are_no_more_than_there_are_numbers() -> None:
    assert _breaks(1) == ()
    assert _breaks(3) == (2.0,)
    many = _breaks(100_000)
    assert len(many) == len(RAMP) - 1
    assert all(7 > later / earlier > 6 for earlier, later in zip(many, many[1:]))


def test_the_tracks_have_the_names_of_their_things(result: ReplayResult) -> None:
    _, (lines,) = read_layer(result, Whole.TRACKS)
    assert sorted(lines.columns["name"].tolist()) == [f"A{number}" for number in range(ASSETS)]
    assert len(lines.lonlat) == EVENTS


def test_they_lie_above_the_desks_layers_and_leave_those_alone(result: ReplayResult, tmp_path: Path) -> None:
    desk = MapLayers(resources_dir() / "basemap", tmp_path / "layers.json")
    layers = PastLayers(desk)
    assert layers.picture().tree == desk.tree
    layers.shown = {which: read_layer(result, which) for which in Whole}
    assert [entry.id for entry in layers.picture().tree][:2] == ["past.tracks", "past.density"]
    assert len(layers.picture().tree) == len(desk.tree) + 2
    layers.shown = {}
    assert layers.picture().tree == desk.tree


def test_a_replay_without_matches_has_empty_layers(result: ReplayResult) -> None:
    result._tables = {}
    assert [read_layer(result, which)[1] for which in Whole] == [(), ()]
