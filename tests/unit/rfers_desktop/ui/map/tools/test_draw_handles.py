"""Tests of what can be taken hold of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch
from rfers_desktop.geo.projections import WEB_MERCATOR
from rfers_desktop.ui.map.tools.draw_handles import Handle, corner_pixels, handle_at, middle_pixels
from rfers_desktop.ui.map.view import View

VIEW = View(0.0, 0.0, 1.0, 600, 400)


def place(px: float, py: float) -> LonLat:
    return WEB_MERCATOR.point_to_lonlat(*VIEW.place(px, py))


def a_sketch(shape: Shape, *pixels: tuple[float, float], is_finished: bool = False) -> Sketch:
    return Sketch(shape, tuple(place(*pixel) for pixel in pixels), is_finished)


TRIANGLE = a_sketch(Shape.POLYGON, (100, 100), (200, 100), (200, 200))


@pytest.mark.parametrize(
    ("at", "handle"),
    [
        ((103, 97), Handle(0, True)),
        ((152, 101), Handle(1, False)),
        ((200, 150), Handle(2, False)),
        ((150, 150), None),  # the edge that closes it is there only when it is finished
        ((300, 300), None),
    ],
)
def test_the_corner_or_the_middle_of_an_edge_is_found(at: tuple[float, float], handle: Handle | None) -> None:
    assert handle_at(TRIANGLE, VIEW, WEB_MERCATOR, QPointF(*at)) == handle


def test_a_finished_area_has_a_handle_on_the_edge_that_closes_it() -> None:
    closed = a_sketch(Shape.POLYGON, (100, 100), (200, 100), (200, 200), is_finished=True)
    assert handle_at(closed, VIEW, WEB_MERCATOR, QPointF(150, 150)) == Handle(3, False)


def test_short_edges_have_no_middle() -> None:
    short = a_sketch(Shape.LINE, (100, 100), (120, 100))
    assert middle_pixels(short, corner_pixels(short, VIEW, WEB_MERCATOR)) == []


def test_picked_features_have_no_handles() -> None:
    assert handle_at(Sketch(Shape.FEATURES), VIEW, WEB_MERCATOR, QPointF(0, 0)) is None


def test_no_corners_are_nowhere() -> None:
    assert len(corner_pixels(Sketch(Shape.LINE), VIEW, WEB_MERCATOR)) == 0
