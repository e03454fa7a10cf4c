"""Tests of the bands of the map: what a change repaints."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from rfers_desktop.geo.mercator import HALF_WORLD, point_to_map
from rfers_desktop.layers.marks import PointMark, Style, ZoneMark
from rfers_desktop.ui.map.bands import GraticuleBand, MarkBand
from tests.builders import CALGARY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

ASSET = PointMark(("event", "EALocation", "A1"), 100, 100, Style.ASSET, "")
ZONE = ZoneMark(("zone", "north"), shapely.box(20, 20, 180, 180), Style.ZONE_LIVE, "North")


@pytest.fixture
def scene(qapp: QApplication) -> QGraphicsScene:
    made = QGraphicsScene()
    made.setSceneRect(0, 0, 200, 200)
    return made


def test_a_band_covers_the_world(qapp: QApplication) -> None:
    assert MarkBand().boundingRect() == QRectF(-HALF_WORLD, -HALF_WORLD, 2 * HALF_WORLD, 2 * HALF_WORLD)


def test_a_band_draws_its_marks_once_each(scene: QGraphicsScene) -> None:
    band = MarkBand()
    scene.addItem(band)
    band.put(ASSET)
    band.put(ASSET)
    assert len(band) == 1
    assert list(band.bounds()) == [(100, 100, 100, 100)]
    box = touched_box(painted(scene.render))
    assert box.contains(100, 100)
    band.take(ASSET.key)
    assert len(band) == 0
    assert touched_box(painted(scene.render)).isEmpty()


def test_taking_what_is_not_there_changes_nothing(scene: QGraphicsScene) -> None:
    band = MarkBand()
    band.put(ASSET)
    band.take(("event", "other"))
    assert len(band) == 1


def test_a_cleared_band_is_empty(scene: QGraphicsScene) -> None:
    band = MarkBand()
    scene.addItem(band)
    band.put(ASSET)
    band.put(ZONE)
    band.clear()
    assert len(band) == 0
    assert list(band.bounds()) == []
    assert touched_box(painted(scene.render)).isEmpty()


def test_what_lies_outside_the_exposed_part_is_not_painted(qapp: QApplication) -> None:
    band = MarkBand()
    band.put(ASSET)

    def paint(exposed: QRectF) -> QRectF:
        return touched_box(painted(lambda painter: band.paint_pixels(painter, painter.worldTransform(), exposed)))

    assert paint(QRectF(90, 90, 5, 5)).contains(100, 100)
    assert paint(QRectF(0, 0, 20, 20)).isEmpty()


def test_the_graticule_writes_degrees_along_two_edges(qapp: QApplication) -> None:
    x, y = point_to_map(*CALGARY)
    view = QRectF(0, 0, 200, 200)
    band = GraticuleBand(lambda: view)

    def paint(painter: QPainter) -> None:
        painter.translate(100, 100)
        painter.scale(0.005, -0.005)
        painter.translate(-x, -y)
        to_pixels = painter.worldTransform()
        painter.resetTransform()
        band.paint_pixels(painter, to_pixels, view)

    picture = painted(paint)
    lines = count_of(picture, "#c3c9bd")
    assert lines >= 400
    assert lines < 200 * 200 / 4
