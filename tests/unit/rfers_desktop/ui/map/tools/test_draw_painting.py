"""Tests of how a drawing looks."""

from __future__ import annotations

import pytest
import shapely
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch
from rfers_desktop.layers.snapping import Snap
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.draw_handles import Handle
from rfers_desktop.ui.map.tools.draw_painting import Shown, SketchPainting
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.map.map_hands import CALGARY, a_map

pytestmark = pytest.mark.display

PAPER = 0xFFFFFFFF


@pytest.fixture
def canvas(qtbot: QtBot) -> MapCanvas:
    return a_map(qtbot)


def painted(canvas: MapCanvas, shown: Shown) -> QImage:
    image = QImage(600, 400, QImage.Format.Format_ARGB32)
    image.fill(PAPER)
    painter = QPainter(image)
    SketchPainting(canvas).paint(painter, canvas.view, shown)
    painter.end()
    return image


def place(canvas: MapCanvas, px: float, py: float) -> LonLat:
    return canvas.projection.point_to_lonlat(*canvas.view.place(px, py))


def cases(canvas: MapCanvas) -> dict[str, Shown]:
    a, b, c = (place(canvas, *pixel) for pixel in ((150, 100), (350, 100), (350, 280)))
    return {
        "point": Shown(Sketch(Shape.POINT, (a,)), 0.0),
        "circle": Shown(Sketch(Shape.CIRCLE, (CALGARY,)), 1000.0, under=b),
        "soft circle": Shown(Sketch(Shape.CIRCLE, (CALGARY,)), 1000.0, soft_m=700.0),
        "soft polygon": Shown(Sketch(Shape.POLYGON, (a, b, c), is_finished=True), 0.0, soft_m=400.0),
        "corridor": Shown(Sketch(Shape.LINE, (a, b)), 500.0, under=c),
        "rectangle": Shown(Sketch(Shape.RECTANGLE, (a,)), 0.0, under=c),
        "polygon": Shown(Sketch(Shape.POLYGON, (a, b)), 0.0, under=c),
        "begun polygon": Shown(Sketch(Shape.POLYGON, (a,)), 0.0, under=b),
        "shrunk": Shown(Sketch(Shape.POLYGON, (a, b, c), is_finished=True), -300.0, hovered=Handle(0, True)),
        "freehand": Shown(Sketch(Shape.FREEHAND), 0.0, path=(canvas.view.place(100, 100), canvas.view.place(200, 150))),
        "picked place": Shown(Sketch(Shape.FEATURES, picked=shapely.Point(CALGARY)), 0.0),
        "picked area": Shown(Sketch(Shape.FEATURES, picked=shapely.Polygon([a, b, c])), 0.0),
        "snapped": Shown(Sketch(Shape.LINE, (a,)), 0.0, snap=Snap(*canvas.view.place(200, 200), True, 0.0)),
    }


def test_everything_that_is_painted_lies_within_the_reach_that_is_told(canvas: MapCanvas) -> None:
    for name, shown in cases(canvas).items():
        image = painted(canvas, shown)
        boxes = [box.toAlignedRect().adjusted(-1, -1, 1, 1) for box in SketchPainting(canvas).reach(canvas.view, shown)]
        inked = [(x, y) for x in range(0, 600, 2) for y in range(0, 400, 2) if image.pixel(x, y) != PAPER]
        assert inked, name
        assert all(any(box.contains(x, y) for box in boxes) for x, y in inked), name


def test_nothing_drawn_paints_nothing(canvas: MapCanvas) -> None:
    shown = Shown(Sketch(Shape.POLYGON), 500.0, under=CALGARY)
    assert SketchPainting(canvas).reach(canvas.view, shown) == []


def test_the_buffer_is_drawn_where_it_will_be_matched(canvas: MapCanvas) -> None:
    image = painted(canvas, Shown(Sketch(Shape.CIRCLE, (CALGARY,)), 2000.0))  # 100 pixels
    tinted = [x for x in range(600) if image.pixel(x, 200) != PAPER]
    assert min(tinted) == pytest.approx(200, abs=4)
    assert max(tinted) == pytest.approx(400, abs=4)


def test_a_corner_that_is_pointed_at_is_set_apart(canvas: MapCanvas) -> None:
    sketch = Sketch(Shape.LINE, (place(canvas, 150, 100), place(canvas, 350, 100)))
    plain = painted(canvas, Shown(sketch, 0.0))
    hovered = painted(canvas, Shown(sketch, 0.0, hovered=Handle(0, True)))
    assert plain.pixelColor(150, 100).name() == DAY.measure
    assert hovered.pixelColor(150, 100).name() == DAY.selection


def test_a_soft_edge_fades_outwards_as_far_as_it_goes(canvas: MapCanvas) -> None:
    image = painted(canvas, Shown(Sketch(Shape.CIRCLE, (CALGARY,)), 1000.0, soft_m=1000.0))  # 50 pixels, and 50 more
    tinted = [x for x in range(600) if image.pixel(x, 200) != PAPER]
    assert min(tinted) == pytest.approx(200, abs=4)
    strengths = [QColor(image.pixel(x, 200)).lightness() for x in (207, 219, 231, 244)]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 4


def test_edges_that_cross_are_drawn_whole_and_in_the_colour_of_what_is_wrong(canvas: MapCanvas) -> None:
    a, b, c, d = (place(canvas, *pixel) for pixel in ((100, 100), (400, 300), (400, 100), (100, 300)))
    image = painted(canvas, Shown(Sketch(Shape.POLYGON, (a, b, c, d), is_finished=True), 500.0))
    for pixel in ((150, 133), (350, 267), (400, 150), (100, 250)):
        ink, wrong = image.pixelColor(*pixel), QColor(DAY.zone_refused)
        assert ink.getRgb() == pytest.approx(wrong.getRgb(), abs=3)
