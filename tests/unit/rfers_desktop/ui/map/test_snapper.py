"""Tests of snapping on a real map."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import shapely
from pytestqt.qtbot import QtBot
from shapely.geometry.base import BaseGeometry

from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.snapper import Snapper
from rfers_desktop.ui.map.view import Bounds
from tests.unit.rfers_desktop.ui.map.map_hands import a_map

pytestmark = pytest.mark.display


class Drawn:
    """One corner, wherever the map is; counts how often it is asked."""

    def __init__(self, canvas: MapCanvas) -> None:
        self.place = canvas.view.place(200, 100)
        self.asked: list[Bounds] = []

    def __call__(self, bounds: Bounds) -> Iterable[BaseGeometry]:
        self.asked.append(bounds)
        return [shapely.Point(*self.place)]


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)


@pytest.fixture
def drawn(canvas: MapCanvas) -> Drawn:
    return Drawn(canvas)


@pytest.fixture
def snapper(canvas: MapCanvas, drawn: Drawn) -> Snapper:
    made = Snapper(canvas, drawn)
    made.is_on = True
    return made


def found_at(snapper: Snapper, canvas: MapCanvas, px: float, py: float) -> bool:
    return snapper.find(*canvas.view.place(px, py)) is not None


def test_what_is_within_ten_pixels_is_found(snapper: Snapper, canvas: MapCanvas) -> None:
    assert found_at(snapper, canvas, 206, 107)
    assert not found_at(snapper, canvas, 211, 100)
    canvas.set_view(canvas.view.zoomed(2.0, 200, 100))
    assert found_at(snapper, canvas, 206, 107)


def test_switched_off_it_finds_nothing_and_asks_nobody(snapper: Snapper, canvas: MapCanvas, drawn: Drawn) -> None:
    snapper.is_on = False
    assert not found_at(snapper, canvas, 200, 100)
    assert drawn.asked == []


def test_the_index_is_made_once_for_a_neighbourhood(snapper: Snapper, canvas: MapCanvas, drawn: Drawn) -> None:
    for step in range(10):
        canvas.push(20, 10)
        found_at(snapper, canvas, 200 + step, 100)
    assert len(drawn.asked) == 1


@pytest.mark.parametrize("cause", ["far away", "much nearer", "projection", "other things"])
def test_the_index_is_made_again_when_it_does_not_fit(
    snapper: Snapper, canvas: MapCanvas, drawn: Drawn, cause: str
) -> None:
    found_at(snapper, canvas, 200, 100)
    if cause == "far away":
        canvas.push(700, 0)
    elif cause == "much nearer":
        canvas.set_view(canvas.view.zoomed(0.1))
    elif cause == "projection":
        canvas.set_projection(canada_lambert())
    else:
        snapper.forget()
    found_at(snapper, canvas, 200, 100)
    assert len(drawn.asked) == 2
