"""Tests of the graticule over the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, canada_lambert, utm_for
from rfers_desktop.ui.map.graticule_lines import Graticule, GraticuleLines
from rfers_desktop.ui.map.pixel_frame import PixelFrame
from rfers_desktop.ui.map.touches import Box
from rfers_desktop.ui.map.view import View
from rfers_desktop.ui.themes import DAY
from tests.unit.rfers_desktop.ui.pictures import count_of, painted

pytestmark = pytest.mark.display

PROJECTIONS = [WEB_MERCATOR, utm_for(-114.0, 51.0), canada_lambert()]


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_lines_are_drawn_and_their_degrees_written_in_every_projection(
    qapp: QApplication, projection: Projection
) -> None:
    view = View(*projection.point_to_map(-114.0, 51.0), 200.0, 200, 200)
    lines = GraticuleLines.of(view, projection)
    assert any("N" in text for _, text in lines.words)
    assert any("W" in text for _, text in lines.words)
    picture = painted(lambda painter: lines.paint(painter, DAY))
    assert count_of(picture, DAY.graticule) > 100


def test_degrees_are_not_written_over_the_name_of_a_place(qapp: QApplication) -> None:
    view = View(*WEB_MERCATOR.point_to_map(-114.0, 51.0), 200.0, 200, 200)
    (at, text), *others = GraticuleLines.of(view, WEB_MERCATOR).words
    name = QRectF(at.x() + 2, at.y() - 8, 6, 10)
    lines = GraticuleLines.of(view, WEB_MERCATOR, [name])
    assert (at, text) not in lines.words
    assert {text for _, text in lines.words} == {text for _, text in others}
    assert lines.columns == GraticuleLines.of(view, WEB_MERCATOR).columns


def test_the_graticule_follows_the_names_when_they_are_placed(qapp: QApplication) -> None:
    view = View(*WEB_MERCATOR.point_to_map(-114.0, 51.0), 200.0, 200, 200)
    frame, graticule = PixelFrame.of(view), Graticule()

    def words() -> int:
        return count_of(painted(lambda p: graticule.paint(p, view, WEB_MERCATOR, DAY)), DAY.graticule_text)

    everywhere: list[Box] = [(frame.left, frame.top, frame.left + 200, frame.top + 200)]
    assert words() > 0
    graticule.names = lambda _: everywhere
    assert words() == 0
