"""Tests of what the status bar says while drawing."""

from __future__ import annotations

import pytest
import shapely

from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.ui.map.tools.draw_handles import Handle
from rfers_desktop.ui.map.tools.draw_hints import hint_for

A, B, C = (-114.0, 51.0), (-113.9, 51.0), (-113.9, 51.1)


@pytest.mark.parametrize("shape", list(Shape))
def test_every_shape_says_how_it_begins(shape: Shape) -> None:
    assert hint_for(Sketch(shape), None, False)


@pytest.mark.parametrize(
    ("sketch", "hovered", "follows", "words"),
    [
        (Sketch(Shape.CIRCLE, (A,)), None, True, "radius"),
        (Sketch(Shape.LINE, (A, B)), None, False, "Next corner"),
        (Sketch(Shape.LINE, (A, B), is_finished=True), None, False, "Enter subscribes"),
        (Sketch(Shape.LINE, (A, B)), Handle(0, True), False, "Delete"),
        (Sketch(Shape.POLYGON, (A, B, C)), Handle(0, True), False, "close"),
        (Sketch(Shape.POLYGON, (A, B, C), is_finished=True), Handle(0, True), False, "Delete"),
        (Sketch(Shape.LINE, (A, B)), Handle(1, False), False, "put a corner in"),
        (Sketch(Shape.FEATURES, picked=shapely.Point(A)), None, False, "Shift+click"),
    ],
)
def test_the_hint_fits_what_is_drawn(sketch: Sketch, hovered: Handle | None, follows: bool, words: str) -> None:
    assert words in hint_for(sketch, hovered, follows)
