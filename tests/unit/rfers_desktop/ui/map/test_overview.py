"""Tests of the overview, with a real mouse."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from broker_local.protocol.resources import resources_dir
from rfers_desktop.geo.projections import WEB_MERCATOR, canada_lambert
from rfers_desktop.layers.map_layers import MapLayers
from rfers_desktop.ui.map.overview import Overview, _PaintJob
from rfers_desktop.ui.map.vector_content import VectorContent
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY, NIGHT, Theme
from tests.unit.rfers_desktop.ui.pictures import count_of, picture_of

pytestmark = pytest.mark.display

AREA = (-120.0, 49.0, -110.0, 60.0)
LAND = "#123456"


class Ground:
    """Paints all of itself in one colour."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.threads: list[threading.Thread] = []

    def paint(self, painter: QPainter, view: View, exposed: QRectF, theme: Theme) -> None:
        self.views.append(view)
        self.threads.append(threading.current_thread())
        painter.fillRect(exposed, QColor(LAND))


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    return made


@pytest.fixture
def ground() -> Ground:
    return Ground()


@pytest.fixture
def overview(parent: QWidget, ground: Ground, qtbot: QtBot) -> Overview:
    made = Overview(parent, lambda: ground, AREA, later_ms=0)
    made.show()
    made.follow(a_view(100.0), WEB_MERCATOR)
    qtbot.waitUntil(lambda: made.has_picture)
    return made


def a_view(units_per_px: float, lon: float = -115.0, lat: float = 54.5) -> View:
    x, y = WEB_MERCATOR.point_to_map(lon, lat)
    return View(x, y, units_per_px, 1200, 800)


def test_the_ground_of_the_whole_area_is_shown(overview: Overview, ground: Ground) -> None:
    assert count_of(picture_of(overview), LAND) > 20_000
    x_min, y_min, x_max, y_max = ground.views[0].bounds
    west, south, east, north = WEB_MERCATOR.bounds_to_map(AREA)
    assert x_min <= west + 1
    assert y_min <= south + 1
    assert x_max >= east - 1
    assert y_max >= north - 1


def test_the_ground_is_painted_on_a_thread_of_pythons_own(overview: Overview, ground: Ground) -> None:
    assert ground.threads[0] is not threading.main_thread()
    # PROJ's context of a thread dies with Python's idea of it: used twice on a thread of Qt's, it ended the program.
    assert not isinstance(ground.threads[0], threading._DummyThread)


def test_moving_the_map_moves_the_frame_alone(overview: Overview, ground: Ground) -> None:
    before = overview.frame
    overview.follow(a_view(100.0, lon=-112.0), WEB_MERCATOR)
    assert overview.frame.center().x() > before.center().x()
    assert overview.frame.center().y() == pytest.approx(before.center().y())
    assert len(ground.views) == 1


def test_the_frame_is_never_too_small_to_see(overview: Overview) -> None:
    overview.follow(a_view(0.01), WEB_MERCATOR)
    assert overview.frame.width() == pytest.approx(7)
    assert overview.frame.height() == pytest.approx(7)


def test_another_projection_is_painted_anew(overview: Overview, ground: Ground, qtbot: QtBot) -> None:
    overview.follow(a_view(100.0), canada_lambert())
    qtbot.waitUntil(lambda: len(ground.views) == 2)
    overview.redraw()
    overview.follow(a_view(100.0), canada_lambert())
    qtbot.waitUntil(lambda: len(ground.views) == 3)


def test_a_click_asks_for_its_place(overview: Overview, qtbot: QtBot) -> None:
    with qtbot.waitSignal(overview.asked) as asked:
        QTest.mouseClick(
            overview, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, overview.rect().center() + QPoint(1, 1)
        )
    middle = WEB_MERCATOR.bounds_to_map(AREA)
    assert asked.args == pytest.approx([(middle[0] + middle[2]) / 2, (middle[1] + middle[3]) / 2], rel=1e-3)


def test_without_a_ground_there_is_still_a_frame(parent: QWidget) -> None:
    overview = Overview(parent, lambda: None, AREA)
    overview.follow(a_view(100.0), WEB_MERCATOR)
    assert not overview.has_picture
    assert overview.frame.width() > 0
    picture_of(overview)


def test_on_a_fine_screen_the_picture_is_finer_and_shows_the_same(qtbot: QtBot) -> None:
    layers = MapLayers(resources_dir() / "basemap")
    view = View(*WEB_MERCATOR.point_to_map(-115.0, 54.5), 20_000.0, 190, 130)
    pictures = []
    for ratio in (1.0, 2.0):
        job = _PaintJob(VectorContent(layers).painting(), replace(view, ratio=ratio), DAY, 1)
        with qtbot.waitSignal(job.painted.done) as done:
            job.run()
        pictures.append(done.args[1])
    coarse, fine = pictures
    assert (fine.width(), fine.devicePixelRatio()) == (2 * coarse.width(), 2.0)
    smaller = fine.scaled(coarse.size(), mode=Qt.TransformationMode.SmoothTransformation)
    same = [
        smaller.pixelColor(x, y).lightness() - coarse.pixelColor(x, y).lightness()
        for x in range(5, 185, 12)
        for y in range(5, 125, 12)
    ]
    assert sum(abs(difference) < 40 for difference in same) > 0.8 * len(same)


def test_on_a_small_map_it_is_smaller_and_painted_anew(overview: Overview, ground: Ground, qtbot: QtBot) -> None:
    before = overview.size()
    overview.follow(replace(a_view(100.0), width=800, height=500), WEB_MERCATOR)
    assert overview.width() < before.width()
    qtbot.waitUntil(lambda: len(ground.views) == 2)
    assert (ground.views[1].width, ground.views[1].height) == (overview.width(), overview.height())
    assert overview.geometry().right() == overview.parentWidget().width() - 13  # still in its corner


def test_a_map_of_more_than_the_overview_has_no_frame(overview: Overview) -> None:
    overview.follow(a_view(100_000.0), WEB_MERCATOR)
    assert count_of(picture_of(overview), DAY.selection) == 0
    assert count_of(picture_of(overview), LAND) > 20_000


def test_the_colours_of_the_day_are_gone_at_once_when_the_night_begins(
    overview: Overview, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("rfers_desktop.ui.map.overview.present_theme", lambda: NIGHT)
    overview.follow(a_view(100.0), WEB_MERCATOR)
    assert not overview.has_picture
    qtbot.waitUntil(lambda: overview.has_picture)
