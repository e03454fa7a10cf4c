"""Tests of names that nobody had to think of."""

from __future__ import annotations

import shapely

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.limits import MAX_NAME
from rfers_desktop.drafting.sketch import Shape, Sketch
from rfers_desktop.drafting.suggested_name import suggested_name

ASSETS = builtin_topics()["EALocation"]


def test_town_shape_size_and_topic_are_named_what_sets_it_apart_first() -> None:
    name = suggested_name(ASSETS, Sketch(Shape.CIRCLE), 2000.0, "Calgary", ())
    assert name == "Calgary, circle 2 km, Emergency asset locations"


def test_a_picked_thing_is_called_by_its_name() -> None:
    park = Sketch(Shape.FEATURES, picked=shapely.Point(0, 0), picked_name="Jasper National Park")
    assert suggested_name(ASSETS, park, 0.0, "Jasper", ()) == "Jasper National Park, Emergency asset locations"


def test_everywhere_is_near_no_town() -> None:
    assert suggested_name(ASSETS, Sketch(Shape.EVERYWHERE), 0.0, "", ()) == "Everywhere, Emergency asset locations"


def test_a_name_that_is_taken_gets_a_number() -> None:
    first = suggested_name(ASSETS, Sketch(Shape.POLYGON), 0.0, "", ())
    second = suggested_name(ASSETS, Sketch(Shape.POLYGON), 0.0, "", {first})
    third = suggested_name(ASSETS, Sketch(Shape.POLYGON), 0.0, "", {first, second})
    assert (second, third) == (f"{first} 2", f"{first} 3")


def test_no_name_is_longer_than_a_name_may_be() -> None:
    thing = Sketch(Shape.FEATURES, picked=shapely.Point(0, 0), picked_name="x" * 300)
    assert len(suggested_name(ASSETS, thing, 0.0, "", ())) <= MAX_NAME


def test_a_town_that_is_named_already_is_not_named_again() -> None:
    zone = Sketch(Shape.FEATURES, picked=shapely.Point(0, 0), picked_name="Calgary, circle 2 km")
    assert suggested_name(ASSETS, zone, 0.0, "Calgary", ()) == "Calgary, circle 2 km, Emergency asset locations"
