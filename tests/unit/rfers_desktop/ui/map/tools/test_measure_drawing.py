"""Tests of how a measurement is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from rfers_desktop.ui.map.tools import measure_drawing
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted

pytestmark = pytest.mark.display

MAP = QRectF(0, 0, 600, 400)
CORNERS = np.array([[20.0, 20.0], [150.0, 20.0], [150.0, 150.0]])


@pytest.mark.parametrize("at", [(10, 10), (590, 10), (10, 390), (590, 390), (300, 200)])
def test_the_plate_is_inside_the_map_and_beside_its_place(at: tuple[int, int]) -> None:
    box = measure_drawing.plate_box(["12.48 km", "Leg 842 m, 047° NE"], QPointF(*at), MAP)
    assert MAP.contains(box)
    assert not box.contains(QPointF(*at))


@pytest.mark.parametrize("at", [(450, 300), (590, 200), (500, 250)])
def test_the_plate_keeps_clear_of_what_covers_a_corner(at: tuple[int, int]) -> None:
    overview = QRectF(455, 290, 133, 98)
    box = measure_drawing.plate_box(["12.48 km", "Leg 842 m, 047° NE"], QPointF(*at), MAP, [overview])
    assert not box.intersects(overview)
    assert MAP.contains(box)


def test_the_plate_of_a_place_beyond_the_map_is_at_its_nearest_edge() -> None:
    box = measure_drawing.plate_box(["12.48 km"], QPointF(2000, -300), MAP)
    assert (box.right(), box.top()) == (MAP.right(), MAP.top())


def test_a_long_line_is_not_one_large_rectangle() -> None:
    x = np.linspace(0, 600, 200)
    boxes = measure_drawing.line_reach(np.column_stack((x, x * 0.6)))
    assert sum(box.width() * box.height() for box in boxes) < 600 * 360 / 4


def test_an_area_is_filled_and_a_line_is_not() -> None:
    area = painted(lambda painter: measure_drawing.draw_line(painter, CORNERS, CORNERS, True))
    line = painted(lambda painter: measure_drawing.draw_line(painter, CORNERS, CORNERS, False))
    assert area.pixelColor(120, 60).name() != line.pixelColor(120, 60).name()
    assert count_of(line, DAY.measure) > 100


def test_the_signs_of_vertex_and_edge_differ_in_shape() -> None:
    vertex = painted(lambda painter: measure_drawing.draw_snap(painter, QPointF(50, 50), True))
    edge = painted(lambda painter: measure_drawing.draw_snap(painter, QPointF(50, 50), False))
    assert vertex.pixelColor(50, 50).name() == "#000000"
    assert edge.pixelColor(50, 50).name() == DAY.selection


def test_the_plate_has_its_words() -> None:
    box = QRectF(10, 10, 150, 40)
    plate = painted(lambda painter: measure_drawing.draw_plate(painter, ["12.48 km", "Leg 842 m"], box))
    empty = painted(lambda painter: measure_drawing.draw_plate(painter, ["", ""], box))
    assert count_of(plate, DAY.panel) < count_of(empty, DAY.panel)
