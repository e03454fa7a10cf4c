"""Zones of the past: as wide as they listened, while they were in force."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely

from rfers_desktop.geo.projections import WEB_MERCATOR, utm_for
from rfers_desktop.past.zones import PastZones
from rfers_desktop.store.replay_result import PastSubscription
from tests.builders import a_zone

ALWAYS = PastSubscription(0, False, "ann", "North", "EALocation", a_zone())
EARLY = replace(ALWAYS, place=1, name="Early", begun_us=10, ended_us=20)
LATE = replace(ALWAYS, place=2, name="Late", begun_us=20)
NOWHERE = replace(ALWAYS, place=3, zone=None)
CIRCLE = replace(ALWAYS, place=4, zone=shapely.Point(-114, 51), buffer_m=5000.0)


def test_zones_are_drawn_while_they_were_in_force_and_those_without_a_place_are_not() -> None:
    zones = PastZones([ALWAYS, EARLY, LATE, NOWHERE])
    first = zones.show(12, 15)
    assert ([mark.label for mark in first.put], first.taken) == (["North", "Early"], ())
    later = zones.show(19, 25)
    assert ([mark.label for mark in later.put], later.taken) == (["Late"], ())
    last = zones.show(20, 25)
    assert (last.put, last.taken) == ((), (("zone", "1"),))


def test_a_point_with_a_buffer_is_the_circle_that_was_listened_to() -> None:
    (mark,) = PastZones([CIRCLE]).show(0, 1).put
    west, south, east, north = WEB_MERCATOR.bounds_to_lonlat(mark.geometry.bounds)
    assert north - south == pytest.approx(10_000 / 111_250, rel=0.01)
    assert PastZones([CIRCLE]).bounds() == pytest.approx((west, south, east, north), abs=1e-4)


def test_on_another_map_only_what_is_shown_is_drawn_again() -> None:
    zones = PastZones([ALWAYS, LATE])
    before = zones.show(0, 1)
    (again,) = zones.project(utm_for(-114.0, 51.0)).put
    assert again.key == before.put[0].key
    assert again.geometry.bounds != before.put[0].geometry.bounds


def test_without_zones_there_is_nothing_around_them() -> None:
    assert PastZones([NOWHERE]).bounds() is None
    assert PastZones([]).show(0, 1).put == ()
