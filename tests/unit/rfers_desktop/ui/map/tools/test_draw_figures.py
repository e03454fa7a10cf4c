"""Tests of the figures beside a drawing."""

from __future__ import annotations

import pytest

from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch
from rfers_desktop.geo.measuring import moved
from rfers_desktop.ui.map.tools.draw_figures import figures

A: LonLat = (-114.0, 51.0)
EAST, NORTH = moved(*A, 90.0, 1000.0), moved(*A, 0.0, 1000.0)


@pytest.mark.parametrize(
    ("sketch", "buffer_m", "lines"),
    [
        (Sketch(Shape.CIRCLE), 500.0, []),
        (Sketch(Shape.CIRCLE, (A,)), 500.0, ["Radius 500 m"]),
        (Sketch(Shape.POINT, (A,)), 0.0, []),
        (Sketch(Shape.LINE, (A, EAST)), 0.0, ["1.00 km", "Leg 1.00 km, 090° E"]),
        (Sketch(Shape.LINE, (A, EAST), is_finished=True), 200.0, ["1.00 km", "Buffer 200 m"]),
        (Sketch(Shape.POLYGON, (A, EAST, NORTH), is_finished=True), -50.0, ["50.00 ha", "Buffer −50 m"]),
        (
            Sketch(Shape.POLYGON, (A, NORTH, EAST, moved(*EAST, 0.0, 1000.0)), is_finished=True),
            0.0,
            ["The edges cross"],
        ),
    ],
)
def test_lengths_bearings_sizes_and_buffers_are_told(sketch: Sketch, buffer_m: float, lines: list[str]) -> None:
    assert figures(sketch, buffer_m) == lines
