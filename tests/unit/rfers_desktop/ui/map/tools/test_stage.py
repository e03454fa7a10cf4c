"""Tests that the map is what tools take it for."""

from __future__ import annotations

import pytest

from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.tools.stage import Stage

pytestmark = pytest.mark.display


def test_the_canvas_is_a_stage(canvas: MapCanvas) -> None:
    stage: Stage = canvas
    stage.set_view(stage.view.moved(10, 10))
    x_min, y_min, x_max, y_max = stage.view.bounds
    stage.fit((x_min, y_min, x_max, y_max), 0.0)
    stage.touch_tool()
    assert stage.projection is WEB_MERCATOR
    assert stage.view.bounds == pytest.approx((x_min, y_min, x_max, y_max), abs=2 * stage.view.units_per_px)
