"""Tests of what kinds of marks there are in a piece of the map."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pytestqt.qtbot import QtBot

from rfers_desktop.layers.marks import LayerChange, PointMark, Reading, ShapeMark, Style, ZoneMark
from rfers_desktop.layers.symbol_names import Symbol
from rfers_desktop.ui.map.canvas import MapCanvas
from rfers_desktop.ui.map.shown_kinds import ShownKinds

pytestmark = pytest.mark.display


def test_kinds_are_joined() -> None:
    one = ShownKinds(frozenset({Symbol.FIRE}), False, frozenset({Style.ZONE_LIVE}))
    other = ShownKinds(frozenset({Symbol.CREW}), True, frozenset())
    assert one | other == ShownKinds(frozenset({Symbol.FIRE, Symbol.CREW}), True, frozenset({Style.ZONE_LIVE}))


def test_a_canvas_tells_what_is_within_bounds(qtbot: QtBot) -> None:
    canvas = MapCanvas()
    qtbot.addWidget(canvas)
    box = shapely.box(0, 0, 10, 10)
    canvas.apply(
        LayerChange(
            put=(
                PointMark(("a", "1"), 5, 5, Style.ASSET, "Tender 4"),
                PointMark(("a", "2"), 500, 5, Style.ASSET, "Engine 1"),
                PointMark(("s", "1"), 6, 5, Style.SENSOR, "Mast", reading=Reading(20.0, 0.4)),
                ShapeMark(("i", "1"), box, Style.INCIDENT, ""),
                ZoneMark(("z", "1"), box, Style.ZONE_LIVE, "Zone"),
            )
        )
    )
    canvas.live.put_points([("p", "1")], np.array([7.0]), np.array([7.0]), Style.OTHER)
    near = canvas.kinds_in((0, 0, 10, 10))
    assert near.symbols == {Symbol.TENDER, Symbol.GENERIC}
    assert near.has_readings
    assert near.shapes == {Style.INCIDENT, Style.ZONE_LIVE}
    assert canvas.kinds_in((490, 0, 510, 10)) == ShownKinds(frozenset({Symbol.ENGINE}))
    canvas.close()
