"""Tests of zones as marks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import Point

from broker_local.protocol.subscription import SpatialPredicate
from rfers_desktop.geo.measuring import moved
from rfers_desktop.geo.mercator import point_to_map
from rfers_desktop.layers.marks import LayerChange, Style, ZoneMark
from rfers_desktop.layers.zones import ZoneLayer
from tests.builders import a_subscription, a_zone


@pytest.mark.parametrize(
    ("buffer_m", "label"),
    [(0.0, "North sector"), (500.0, "North sector · +500 m"), (-2000.0, "North sector · −2 km")],
)
def test_a_zone_is_drawn_with_its_buffer_which_is_told_in_words_too(buffer_m: float, label: str) -> None:
    subscription = a_subscription(zone=a_zone(-114.0, 51.0, 2.0), buffer_m=buffer_m)
    (mark,) = ZoneLayer().show(subscription, Style.ZONE_LIVE).put
    low = moved(-115, 50, 180.0, buffer_m)
    assert mark.bounds[1] == pytest.approx(point_to_map(*low)[1], abs=1.0)
    assert (mark.style, mark.label) == (Style.ZONE_LIVE, label)


def test_a_zone_changes_its_style_and_keeps_its_key() -> None:
    layer, subscription = ZoneLayer(), a_subscription(zone=a_zone())
    (pending,) = layer.show(subscription, Style.ZONE_PENDING).put
    (live,) = layer.show(subscription, Style.ZONE_LIVE).put
    assert pending.key == live.key
    assert layer.show(subscription, Style.ZONE_LIVE) == LayerChange()
    assert layer.mark(subscription.id) == live


def test_a_subscription_without_a_place_has_no_mark() -> None:
    assert ZoneLayer().show(a_subscription(), Style.ZONE_LIVE) == LayerChange()


def test_a_subscription_that_lost_its_place_loses_its_mark() -> None:
    layer, zoned = ZoneLayer(), a_subscription(id="s", zone=a_zone())
    (mark,) = layer.show(zoned, Style.ZONE_LIVE).put
    assert layer.show(a_subscription(id="s"), Style.ZONE_LIVE) == LayerChange(taken=(mark.key,))
    assert layer.hide("s") == LayerChange()


def test_the_zone_of_a_circle_is_the_circle_and_not_its_middle() -> None:
    layer = ZoneLayer()
    subscription = a_subscription(zone=Point(-114.0, 51.0), buffer_m=2000.0)
    layer.show(subscription, Style.ZONE_LIVE)
    geometry = layer.geometry(("zone", subscription.id))
    assert geometry is not None
    assert geometry.contains(Point(*moved(-114.0, 51.0, 70.0, 1995.0)))
    assert not geometry.contains(Point(*moved(-114.0, 51.0, 70.0, 2005.0)))
    assert layer.geometry(("zone", "another")) is None


def test_a_soft_edge_is_drawn_around_the_zone_and_told_in_words() -> None:
    hard = a_subscription(zone=a_zone(-114.0, 51.0, 2.0), buffer_m=500.0)
    assert hard.spatial is not None
    spatial = SpatialPredicate(hard.spatial.zone, hard.spatial.test, 500.0, 1_500.0)
    layer = ZoneLayer()
    (mark,) = layer.show(replace(hard, spatial=spatial), Style.ZONE_LIVE).put
    assert isinstance(mark, ZoneMark)
    low = moved(-115, 50, 180.0, 2_000.0)
    assert mark.bounds[1] == pytest.approx(point_to_map(*low)[1], abs=40.0)
    assert all(outer.contains(inner) for outer, inner in zip(mark.margin, (*mark.margin[1:], mark.geometry)))
    assert mark.label == "North sector · +500 m · soft edge 1.5 km"
    told = layer.describe(mark.key)
    assert told is not None
    assert ("Soft edge", "1.5 km") in told.facts
