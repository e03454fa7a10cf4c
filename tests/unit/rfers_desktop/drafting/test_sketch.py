"""Tests of sketches: corners set, moved, put in and taken out."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rfers_desktop.drafting.sketch import LonLat, Shape, Sketch

A, B, C, D = (-114.0, 51.0), (-113.9, 51.0), (-113.9, 51.1), (-114.0, 51.1)


def drawn(shape: Shape, *places: LonLat) -> Sketch:
    sketch = Sketch(shape)
    for place in places:
        sketch = sketch.with_corner(place)
    return sketch


@pytest.mark.parametrize(
    ("shape", "places", "kind"),
    [
        (Shape.POINT, (A,), "Point"),
        (Shape.CIRCLE, (A,), "Point"),  # its buffer makes it round
        (Shape.LINE, (A, B), "LineString"),
        (Shape.RECTANGLE, (A, C), "Polygon"),
        (Shape.POLYGON, (A, B, C), "Polygon"),
        (Shape.FREEHAND, (A, B, C, D), "Polygon"),
    ],
)
def test_each_shape_becomes_its_zone_when_it_has_corners_enough(
    shape: Shape, places: tuple[LonLat, ...], kind: str
) -> None:
    sketch = drawn(shape, *places)
    zone = sketch.zone()
    assert zone is not None
    assert zone.geom_type == kind
    assert sketch.problem() == ""
    less = drawn(shape, *places[:-1])
    if shape is not Shape.FREEHAND:
        assert less.zone() is None
        assert less.problem()
        assert less.finished() == less


def test_a_point_takes_one_corner_and_a_rectangle_two() -> None:
    assert drawn(Shape.POINT, A, B).vertices == (A,)
    assert drawn(Shape.RECTANGLE, A, C, B).vertices == (A, C)
    assert drawn(Shape.POLYGON, A, B, C, D).takes_more


def test_a_click_on_the_last_corner_adds_nothing() -> None:
    assert drawn(Shape.LINE, A, A).vertices == (A,)


def test_a_finished_sketch_takes_no_more_corners() -> None:
    finished = drawn(Shape.POLYGON, A, B, C).finished()
    assert finished.is_finished
    assert finished.with_corner(D) == finished


@pytest.mark.parametrize("index", range(4))
def test_a_rectangle_stays_one_when_a_corner_is_pulled(index: int) -> None:
    rectangle = drawn(Shape.RECTANGLE, A, C)
    facing = rectangle.corners[(index + 2) % 4]
    pulled = rectangle.with_moved(index, (-114.5, 51.5))
    assert pulled.shape is Shape.RECTANGLE
    assert facing in pulled.corners
    assert (-114.5, 51.5) in pulled.corners
    assert shapely.box(*shapely.MultiPoint(pulled.corners).bounds).equals(pulled.zone())


def test_a_rectangle_with_a_corner_more_or_less_is_a_polygon() -> None:
    rectangle = drawn(Shape.RECTANGLE, A, C)
    assert len(rectangle.with_inserted(1, (-113.95, 50.9)).vertices) == 5
    assert rectangle.with_inserted(1, (-113.95, 50.9)).shape is Shape.POLYGON
    assert rectangle.without(0).vertices == (B, C, D)
    assert rectangle.without(0).shape is Shape.POLYGON


def test_a_corner_is_moved_put_in_and_taken_out() -> None:
    line = drawn(Shape.LINE, A, C)
    assert line.with_moved(1, D).vertices == (A, D)
    assert line.with_inserted(1, B).vertices == (A, B, C)
    assert line.without(0).vertices == (C,)


def test_edges_that_cross_are_said() -> None:
    assert "cross" in drawn(Shape.POLYGON, A, C, B, D).problem()


def test_features_are_what_was_picked_and_everywhere_has_no_zone() -> None:
    zone = shapely.Point(A)
    picked = Sketch(Shape.FEATURES, picked=zone)
    assert (picked.zone(), picked.is_complete, picked.is_empty) == (zone, True, False)
    assert not Sketch(Shape.FEATURES).is_complete
    everywhere = Sketch(Shape.EVERYWHERE)
    assert (everywhere.zone(), everywhere.is_complete, everywhere.problem()) == (None, True, "")


_PLACES = st.lists(st.tuples(st.floats(-170, 170), st.floats(-80, 80)), min_size=3, max_size=12, unique=True)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(_PLACES, st.data())
def test_what_is_put_in_can_be_taken_out_again(places: list[LonLat], data: st.DataObject) -> None:
    polygon = drawn(Shape.POLYGON, *places)
    at = data.draw(st.integers(0, len(polygon.vertices)))
    assert polygon.with_inserted(at, (1.5, 2.5)).without(at) == polygon
