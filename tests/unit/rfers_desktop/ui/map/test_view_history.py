"""Tests of going back and forth between views of a real map."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.view_history import ViewHistory
from rfers_desktop.ui.map.view_place import is_same_place, place_of
from tests.unit.rfers_desktop.ui.map.map_hands import a_map

pytestmark = pytest.mark.display


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)


@pytest.fixture
def history(canvas: MapCanvas) -> ViewHistory:
    return ViewHistory(canvas, canvas, settled_ms=1)


def is_at(canvas: MapCanvas, place: object) -> bool:
    return is_same_place(place_of(canvas.view, canvas.projection), place)


def test_there_is_no_way_from_the_first_view(canvas: MapCanvas, history: ViewHistory) -> None:
    before = canvas.view
    history.back()
    history.forth()
    assert (canvas.view, history.can_go_back, history.can_go_forth) == (before, False, False)


def test_views_are_gone_back_to_and_forth(canvas: MapCanvas, history: ViewHistory) -> None:
    places = [place_of(canvas.view, canvas.projection)]
    for _ in range(2):
        canvas.set_view(canvas.view.zoomed(0.5).moved(100, 0))
        history.settle()
        places.append(place_of(canvas.view, canvas.projection))
    history.back()
    assert is_at(canvas, places[1])
    history.back()
    assert is_at(canvas, places[0])
    assert (history.can_go_back, history.can_go_forth) == (False, True)
    history.forth()
    history.forth()
    assert is_at(canvas, places[2])
    assert (history.can_go_back, history.can_go_forth) == (True, False)


def test_a_drag_is_one_view(canvas: MapCanvas, history: ViewHistory, qtbot: QtBot) -> None:
    start = place_of(canvas.view, canvas.projection)
    with qtbot.waitSignal(history.changed):
        for _ in range(20):
            canvas.push(5, 0)
    history.back()
    assert is_at(canvas, start)


def test_a_view_not_yet_settled_is_not_lost(canvas: MapCanvas, history: ViewHistory) -> None:
    canvas.push(100, 0)
    moved = place_of(canvas.view, canvas.projection)
    history.back()
    history.forth()
    assert is_at(canvas, moved)


def test_going_elsewhere_forgets_what_came_after(canvas: MapCanvas, history: ViewHistory) -> None:
    canvas.push(100, 0)
    history.back()
    canvas.push(0, 100)
    history.settle()
    assert not history.can_go_forth


def test_a_new_size_of_the_window_is_no_new_view(canvas: MapCanvas, history: ViewHistory) -> None:
    canvas.resize(700, 500)
    history.settle()
    assert not history.can_go_back


def test_the_way_back_leads_through_projections(canvas: MapCanvas, history: ViewHistory) -> None:
    start = place_of(canvas.view, canvas.projection)
    canvas.push(200, 0)
    history.settle()
    canvas.set_projection(canada_lambert())
    history.settle()
    history.back()
    now = place_of(canvas.view, canvas.projection)
    assert (now.lon, now.lat) == pytest.approx((start.lon, start.lat), abs=0.01)


def test_the_history_has_an_end(canvas: MapCanvas, history: ViewHistory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rfers_desktop.ui.map.view_history._MOST", 3)
    for _ in range(6):
        canvas.push(100, 0)
        history.settle()
    steps = 0
    while history.can_go_back:
        history.back()
        steps += 1
    assert steps == 2


def test_the_way_begins_where_the_window_was_laid_out(canvas: MapCanvas) -> None:
    history = ViewHistory(canvas)
    canvas.zoom(True)
    history.settle()
    assert history.can_go_back
    history.begin_here()
    assert not history.can_go_back
