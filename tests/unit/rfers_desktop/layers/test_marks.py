"""Tests of marks and of merging their changes."""

from __future__ import annotations

import shapely

from rfers_desktop.layers.marks import LayerChange, PointMark, ShapeMark, Style, ZoneMark, merged_layers


def a_mark(name: str, x: float = 0.0) -> PointMark:
    return PointMark(("event", name), x, 0.0, Style.ASSET, name)


def test_a_mark_that_moved_often_is_drawn_once_where_it_is_now() -> None:
    changes = [LayerChange(put=(a_mark("A", x),)) for x in (1.0, 2.0, 3.0)]
    assert merged_layers(changes) == LayerChange(put=(a_mark("A", 3.0),))


def test_a_mark_that_was_taken_in_the_end_is_not_drawn() -> None:
    changes = [LayerChange(put=(a_mark("A"), a_mark("B"))), LayerChange(taken=(("event", "A"),))]
    assert merged_layers(changes) == LayerChange(put=(a_mark("B"),), taken=(("event", "A"),))


def test_a_mark_that_was_taken_and_put_again_is_drawn() -> None:
    changes = [LayerChange(taken=(("event", "A"),)), LayerChange(put=(a_mark("A"),))]
    assert merged_layers(changes) == LayerChange(put=(a_mark("A"),))


def test_every_kind_of_mark_knows_the_box_around_it() -> None:
    square = shapely.box(1, 2, 3, 4)
    assert a_mark("A", 5.0).bounds == (5.0, 0.0, 5.0, 0.0)
    assert ShapeMark(("event", "S"), square, Style.IMAGE, "").bounds == (1, 2, 3, 4)
    assert ZoneMark(("zone", "Z"), square, Style.ZONE_LIVE, "").bounds == (1, 2, 3, 4)
