"""Tests of events as marks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from broker_local.protocol.event import Event
from rfers_desktop.geo.mercator import point_to_map
from rfers_desktop.geo.projections import canada_lambert
from rfers_desktop.layers.events import LONGEST_TRAIL, EventLayer, Word
from rfers_desktop.layers.marks import LayerChange, PointMark, ShapeMark, Style, merged_layers
from tests.builders import A_MOMENT, EA_LOCATION, FIRE_INC_REPORTS, WFIRE_RS_IMAGE, an_event

KEY = ("EALocation", "='A1'")


def seen(lon: float, second: int = 0, lat: float = 51.0, name: str = "Engine 1") -> Event:
    """The asset at a place and a time."""
    return an_event(geometry=(lon, lat), time=A_MOMENT + timedelta(seconds=second), AssetName=name)


def the_point(layer: EventLayer) -> PointMark:
    mark = layer.mark(KEY)
    assert isinstance(mark, PointMark)
    return mark


def test_a_point_becomes_a_symbol_in_map_units_with_its_label() -> None:
    change = EventLayer().show(KEY, seen(-114.0), EA_LOCATION)
    (mark,) = change.put
    assert isinstance(mark, PointMark)
    assert (mark.x, mark.y) == pytest.approx(point_to_map(-114.0, 51.0))
    assert (mark.style, mark.label, mark.trail) == (Style.ASSET, "Engine 1", ())


def test_an_asset_that_moves_has_one_mark_and_leaves_a_trail() -> None:
    layer = EventLayer()
    keys = {layer.show(KEY, seen(lon, i), EA_LOCATION).put[0].key for i, lon in enumerate((-114.0, -114.1, -114.2))}
    assert len(keys) == 1
    mark = the_point(layer)
    assert mark.x == point_to_map(-114.2, 51.0)[0]
    assert [x for x, _ in mark.trail] == [point_to_map(lon, 51.0)[0] for lon in (-114.0, -114.1, -114.2)]


def test_a_position_that_comes_late_goes_into_the_trail_and_does_not_move_the_symbol_back() -> None:
    layer = EventLayer()
    layer.show(KEY, seen(-114.0, second=0), EA_LOCATION)
    layer.show(KEY, seen(-114.2, second=20, name="newest"), EA_LOCATION)
    layer.show(KEY, seen(-114.1, second=10, name="late"), EA_LOCATION)
    mark = the_point(layer)
    assert mark.label == "newest"
    assert [x for x, _ in mark.trail] == [point_to_map(lon, 51.0)[0] for lon in (-114.0, -114.1, -114.2)]


def test_what_stands_still_has_no_trail() -> None:
    layer = EventLayer()
    for second in range(5):
        layer.show(KEY, seen(-114.0, second), EA_LOCATION)
    assert the_point(layer).trail == ()


def test_a_trail_is_bounded() -> None:
    layer = EventLayer()
    for second in range(LONGEST_TRAIL + 50):
        layer.show(KEY, seen(-114.0 + second / 1000, second), EA_LOCATION)
    assert len(the_point(layer).trail) == LONGEST_TRAIL
    assert the_point(layer).trail[-1] == (the_point(layer).x, the_point(layer).y)


def test_an_area_becomes_a_shape_in_map_units() -> None:
    footprint = shapely.box(-115, 50, -114, 51)
    (mark,) = EventLayer().show(("image",), an_event("WFireRSImage", geometry=footprint), WFIRE_RS_IMAGE).put
    assert isinstance(mark, ShapeMark)
    assert mark.style is Style.IMAGE
    assert mark.geometry.bounds[:2] == pytest.approx(point_to_map(-115, 50))


def test_an_event_without_a_place_is_not_drawn() -> None:
    unplaced = an_event("FireIncReports", geometry=None, Address="2500 University Drive NW")
    assert EventLayer().show(("report",), unplaced, FIRE_INC_REPORTS) == LayerChange()


def test_nothing_changes_when_the_same_is_shown_again() -> None:
    layer = EventLayer()
    layer.show(KEY, seen(-114.0), EA_LOCATION)
    assert layer.show(KEY, seen(-114.0), EA_LOCATION) == LayerChange()


def test_a_thing_that_is_hidden_is_taken_away_with_its_trail() -> None:
    layer = EventLayer()
    (mark,) = layer.show(KEY, seen(-114.0), EA_LOCATION).put
    assert layer.hide(KEY) == LayerChange(taken=(mark.key,))
    assert layer.hide(KEY) == LayerChange()
    layer.show(KEY, seen(-114.2, second=9), EA_LOCATION)
    assert the_point(layer).trail == ()


def test_of_images_one_above_the_other_only_the_newest_says_its_name() -> None:
    layer = EventLayer()
    area = "POLYGON ((-114.1 51, -114 51, -114 51.1, -114.1 51.1, -114.1 51))"

    def show(number: int, second: int) -> LayerChange:
        moment = A_MOMENT + timedelta(seconds=second)
        image = an_event("WFireRSImage", geometry=area, time=moment, RasterDesc=f"Pass {number}")
        return layer.show(("WFireRSImage", str(number)), image, WFIRE_RS_IMAGE)

    changes = [show(1, 0), show(2, 20), show(3, 10)]
    assert [[mark.label for mark in change.put] for change in changes] == [["Pass 1"], ["", "Pass 2"], [""]]
    assert [mark.label for mark in layer.project(canada_lambert()).put] == ["", "Pass 2", ""]


def test_what_is_merely_possible_is_hollow_until_something_certain_is_told() -> None:
    layer = EventLayer()
    layer.show(KEY, seen(-114.0), EA_LOCATION, 0.4)
    assert not the_point(layer).is_certain
    told = layer.describe(the_point(layer).key)
    assert told is not None
    assert ("How sure", "possible, certain to 40 %") in told.facts
    layer.show(KEY, seen(-113.9, 5), EA_LOCATION)
    assert the_point(layer).is_certain
    layer.show(KEY, seen(-113.8, 1), EA_LOCATION, 0.0)  # came late: the newest word counts
    assert the_point(layer).is_certain


def test_an_area_that_is_merely_possible_is_not_certain_either() -> None:
    fire = an_event("FireIncReports", geometry="POLYGON ((0 0, 1 0, 1 1, 0 0))")
    (mark,) = EventLayer().show(("FireIncReports", "x"), fire, FIRE_INC_REPORTS, 0.2).put
    assert isinstance(mark, ShapeMark)
    assert not mark.is_certain


def test_a_place_that_is_not_exact_has_rings_on_every_map() -> None:
    layer = EventLayer()
    layer.show(KEY, replace(seen(-114.0), accuracy_m=40.0), EA_LOCATION)
    here = the_point(layer).error
    assert here is not None
    assert (here.near_m, here.far_m) == (40.0, 120.0)
    layer.project(canada_lambert())
    there = the_point(layer).error
    assert there is not None
    assert there.bounds != here.bounds
    told = layer.describe(the_point(layer).key)
    assert told is not None
    assert ("Accuracy", "± 40 m (one sigma)") in told.facts


_SAID = st.tuples(st.integers(0, 2), st.integers(0, 5), st.integers(0, 9), st.sampled_from([1.0, 0.4]))


def _word(thing: int, form: int, second: int, necessity: float) -> Word:
    time = A_MOMENT + timedelta(seconds=second)
    if form == 0:
        image = an_event("WFireRSImage", geometry=f"POLYGON ((0 0, {second + 1} 0, 0 1, 0 0))", time=time)
        return ("WFireRSImage", f"={thing}"), image, WFIRE_RS_IMAGE, necessity
    geometry = {1: None, 2: shapely.LineString([(0, 0), (1, 1)])}.get(form, shapely.Point(-114 + second % 3, 51))
    return ("EALocation", f"={thing}"), replace(an_event(time=time), geometry=geometry), EA_LOCATION, necessity


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.lists(_SAID, max_size=30), st.lists(_SAID, max_size=30))
def test_to_show_many_at_once_is_to_show_them_one_after_the_other(
    first: list[tuple[int, int, int, float]], then: list[tuple[int, int, int, float]]
) -> None:
    at_once, in_turn = EventLayer(), EventLayer()
    for said in (first, then):
        words = [_word(*word) for word in said]
        put = {mark.key: mark for mark in at_once.show_all(words).put}
        changes = merged_layers(in_turn.show(*word) for word in words)
        assert {mark.key for mark in changes.put} <= put.keys()
        for key, _, _, _ in words:
            assert at_once.mark(key) == in_turn.mark(key)
            assert at_once.describe(("event", *key)) == in_turn.describe(("event", *key))
        assert all(at_once.mark(mark.key[1:]) == mark for mark in put.values())


def test_a_thing_that_moves_often_at_once_keeps_the_longest_trail() -> None:
    words = [_word(0, 3, second, 1.0) for second in (*range(LONGEST_TRAIL + 20), 3)]  # the last is older than all
    at_once, in_turn = EventLayer(), EventLayer()
    (mark,) = at_once.show_all(words).put
    for word in words:
        in_turn.show(*word)
    assert mark == in_turn.mark(words[0][0])


def test_a_layer_that_is_cleared_knows_nothing_and_shows_things_as_new() -> None:
    layer, other = EventLayer(), EventLayer()
    words = [_word(0, 0, 0, 1.0), _word(1, 3, 0, 1.0), _word(1, 3, 1, 1.0)]
    put = layer.show_all(words).put
    assert set(layer.clear().taken) == {mark.key for mark in put}
    assert layer.describe(put[0].key) is None
    assert layer.clear() == LayerChange()
    assert layer.show_all(words[:2]) == other.show_all(words[:2])
