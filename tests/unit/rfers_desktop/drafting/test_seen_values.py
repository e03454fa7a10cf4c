"""Tests of the values that attributes have had."""

from __future__ import annotations

from rfers_desktop.drafting.seen_values import SeenValues
from tests.builders import an_event


def test_text_values_are_remembered_by_topic_and_attribute() -> None:
    seen = SeenValues()
    seen.add([an_event(assetname="Engine 7"), an_event(assetname="Engine 4"), an_event(assetname="Engine 7")])
    assert seen.of("EALocation", "AssetName") == ("Engine 4", "Engine 7")
    assert seen.of("EALocation", "Speed") == ()
    assert seen.of("WSObservation", "AssetName") == ()


def test_long_texts_are_no_values_and_old_ones_make_room() -> None:
    seen = SeenValues()
    seen.add([an_event(assetname="x" * 100)])
    seen.add(an_event(assetname=f"Engine {number:03d}") for number in range(250))
    known = seen.of("EALocation", "AssetName")
    assert len(known) == 200
    assert known[0] == "Engine 050"
