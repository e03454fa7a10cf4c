"""Tests of drawing the edges of hot areas."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtGui import QImage

from rfers_desktop.geo.pixel_grid import PixelBox
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.geo.rasters import HotArea
from rfers_desktop.ui.map.hot_outlines import HotOutlines
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted, touched_box

pytestmark = pytest.mark.display

FRAME = PixelFrame.of(View(0.0, 0.0, 1000.0, 200, 200))
RING = shapely.box(-0.5, -0.5, 0.5, 0.5).difference(shapely.box(-0.1, -0.1, 0.1, 0.1))


def drawn(outlines: HotOutlines, area: PixelBox) -> QImage:
    return painted(lambda painter: outlines.paint(painter, FRAME, area, DAY))


def test_outlines_are_drawn_where_the_areas_are_with_their_holes() -> None:
    outlines = HotOutlines([HotArea(RING, 900.0)], WEB_MERCATOR)
    assert len(outlines) == 2
    picture = drawn(outlines, PixelBox(-100, -100, 100, 100))
    box = touched_box(picture)
    assert box.left() == pytest.approx(100 - 55.7, abs=4)
    assert box.right() == pytest.approx(100 + 55.7, abs=4)
    assert count_of(picture, "#3df0ff") > 100
    assert picture.pixelColor(70, 100).name() == "#000000"


def test_areas_far_from_what_is_exposed_are_left_out() -> None:
    outlines = HotOutlines([HotArea(RING, 900.0)], WEB_MERCATOR)
    assert touched_box(drawn(outlines, PixelBox(80, 80, 100, 100))).isEmpty()
    assert touched_box(drawn(HotOutlines([], WEB_MERCATOR), PixelBox(-100, -100, 100, 100))).isEmpty()
