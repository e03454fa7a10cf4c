"""Tests of choosing a projection, on a real map."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from rfers_desktop.geo.projections import WEB_MERCATOR, by_epsg, canada_lambert
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.projection_menu import ProjectionMenu
from rfers_desktop.ui.map.view_place import place_of
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, a_map

pytestmark = pytest.mark.display


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)


@pytest.fixture
def refused() -> list[str]:
    return []


@pytest.fixture
def menu(canvas: MapCanvas, refused: list[str]) -> ProjectionMenu:
    return ProjectionMenu(canvas, refused.append, canvas)


def test_mercator_is_what_one_begins_with(menu: ProjectionMenu) -> None:
    assert menu.mercator.isChecked()


@pytest.mark.parametrize(("choice", "epsg"), [("utm", 32611), ("lambert", 3978), ("mercator", 3857)])
def test_a_choice_keeps_place_and_scale(canvas: MapCanvas, menu: ProjectionMenu, choice: str, epsg: int) -> None:
    menu.use(by_epsg(3400))
    getattr(menu, choice).trigger()
    place = place_of(canvas.view, canvas.projection)
    assert canvas.projection.epsg == epsg
    assert getattr(menu, choice).isChecked()
    assert (place.lon, place.lat) == pytest.approx(CALGARY, abs=1e-3)
    assert place.m_per_px == pytest.approx(20.0, rel=1e-3)


def test_another_is_chosen_by_its_code(canvas: MapCanvas, menu: ProjectionMenu) -> None:
    menu.other.trigger()
    dialog = menu.ask_code()
    dialog.setIntValue(3400)
    dialog.accept()
    assert canvas.projection == by_epsg(3400)
    assert menu.other.text() == "NAD83 / Alberta 10-TM (Forest) (EPSG:3400); another…"
    assert menu.other.isChecked()


def test_a_code_of_no_projection_is_refused_in_words(
    canvas: MapCanvas, menu: ProjectionMenu, refused: list[str]
) -> None:
    dialog = menu.ask_code()
    dialog.setIntValue(4326)
    dialog.accept()
    assert canvas.projection == WEB_MERCATOR
    assert refused == ["projection: expected the EPSG code of a projected coordinate system, got 4326 (WGS 84)"]


def test_leaving_the_question_leaves_the_choice(canvas: MapCanvas, menu: ProjectionMenu) -> None:
    menu.use(canada_lambert())
    menu.other.trigger()
    menu.ask_code().reject()
    assert menu.lambert.isChecked()
    assert canvas.projection == canada_lambert()


def test_utm_is_refused_in_words_where_it_has_no_zone(
    canvas: MapCanvas, menu: ProjectionMenu, refused: list[str]
) -> None:
    x, y = WEB_MERCATOR.point_to_map(0.0, 84.9)
    canvas.fit((x - 1000, y - 1000, x + 1000, y + 1000))
    menu.utm.trigger()
    assert menu.mercator.isChecked()
    assert "where UTM has zones" in refused[0]
