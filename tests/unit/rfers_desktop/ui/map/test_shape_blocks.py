"""Tests of painter paths by blocks."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QPointF, QRect

from rfers_desktop.geo.features import Kind, of_geometries
from rfers_desktop.geo.shape_levels import Level, ShapeLevels
from rfers_desktop.layers.vector_style import Shape, Symbol
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.shape_blocks import BLOCK_PX, Block, block_shapes, blocks_of

pytestmark = pytest.mark.display

ORIGIN = Block(0, 0)
FILL = (Symbol(fill="#ff0000"),)


def level(kind: Kind, *geometries: object) -> Level:
    return ShapeLevels(of_geometries(kind, np.array(geometries, dtype=object)), lambda xy: xy).full


def test_a_box_touches_the_blocks_it_lies_on() -> None:
    frame = PixelFrame(1.0, 1.0, -10, BLOCK_PX - 5, 100, 100)
    assert blocks_of(frame, QRect(0, 0, 100, 100)) == [
        Block(-BLOCK_PX, 0),
        Block(0, 0),
        Block(-BLOCK_PX, BLOCK_PX),
        Block(0, BLOCK_PX),
    ]
    assert blocks_of(frame, QRect(10, 5, 1, 1)) == [Block(0, BLOCK_PX)]


def test_an_area_larger_than_the_block_is_cut_beyond_its_edge() -> None:
    (shape,) = block_shapes(
        level(Kind.AREA, shapely.box(-9e6, -9e6, 9e6, 9e6)), ORIGIN, 1.0, np.zeros(1, int), FILL, 1.0
    )
    box = shape.fill.boundingRect()
    assert box.contains(QRect(0, 0, BLOCK_PX, BLOCK_PX))
    assert box.width() < 2 * BLOCK_PX


def test_y_grows_downwards_and_holes_stay_empty() -> None:
    ring = shapely.box(10, -90, 90, -10).difference(shapely.box(40, -60, 60, -40))
    (shape,) = block_shapes(level(Kind.AREA, ring), ORIGIN, 1.0, np.zeros(1, int), FILL, 1.0)
    assert shape.fill.contains(QPointF(20, 20))
    assert not shape.fill.contains(QPointF(50, 50))


def test_each_class_has_its_own_path_and_class_minus_one_none() -> None:
    boxes = [shapely.box(x, -20, x + 10, -10) for x in (0, 100, 200)]
    first, second = block_shapes(level(Kind.AREA, *boxes), ORIGIN, 1.0, np.array([1, 0, -1]), FILL * 2, 1.0)
    assert first.fill.boundingRect().left() == 100
    assert second.fill.boundingRect().left() == 0


def test_long_lines_are_stroked_in_pieces_that_join() -> None:
    line = shapely.LineString([(x, -(x % 7)) for x in range(480)])
    (shape,) = block_shapes(level(Kind.LINE, line), ORIGIN, 1.0, np.zeros(1, int), FILL, 1.0)
    assert len(shape.strokes) > 3
    ends = [path.currentPosition() for path in shape.strokes[:-1]]
    starts = [QPointF(path.elementAt(0).x, path.elementAt(0).y) for path in shape.strokes[1:]]
    assert ends == starts


@pytest.mark.parametrize("shape", list(Shape))
def test_points_have_outlines_of_their_size(shape: Shape) -> None:
    symbols = (Symbol(fill="#ff0000", shape=shape, size_px=10.0),)
    (made,) = block_shapes(level(Kind.POINT, shapely.Point(50, -50)), ORIGIN, 1.0, np.zeros(1, int), symbols, 2.0)
    assert made.fill.contains(QPointF(50, 50))
    assert 17 <= made.fill.boundingRect().width() <= 26
