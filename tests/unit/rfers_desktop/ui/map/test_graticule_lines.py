"""Tests of the graticule over the map."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from rfers_desktop.geo.projections import WEB_MERCATOR, Projection, canada_lambert, utm_for
from rfers_desktop.ui.map.graticule_lines import GraticuleLines
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
