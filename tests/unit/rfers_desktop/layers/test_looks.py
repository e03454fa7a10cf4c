"""Tests of how events of each topic look."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event import Event
from rfers_desktop.layers.looks import facts_of, label_of, look_of, name_of
from rfers_desktop.layers.marks import Style
from tests.builders import EA_LOCATION, TOPICS, an_event


@pytest.mark.parametrize(
    ("event", "style", "label"),
    [
        (an_event(AssetID="E7"), Style.ASSET, "E7"),
        (an_event(AssetID="E7", AssetName="Engine 7"), Style.ASSET, "Engine 7"),
        (an_event("WSObservation", SensorID="S1", Temperature=31.25), Style.SENSOR, "S1 · 31.25 °C"),
        (an_event("FireIncReports", ReportID="I198", IncCause="Human"), Style.INCIDENT, "I198 · Human"),
        (an_event("FireIncReports", ReportID=None, IncCause="Gas"), Style.INCIDENT, "Gas"),
        (an_event("WFireRSImage", RasterDesc="Corral"), Style.IMAGE, "Corral"),
        (an_event("WFireRSImage"), Style.IMAGE, "Wildfire remote sensing images"),
    ],
)
def test_an_event_shows_its_name_and_the_values_that_matter(event: Event, style: Style, label: str) -> None:
    topic = TOPICS[event.topic]
    assert (look_of(event, topic).style, label_of(event, topic)) == (style, label)


def test_an_advertised_topic_is_named_by_its_key_and_else_by_itself() -> None:
    boats = dataclasses.replace(EA_LOCATION, name="Boats", title="")
    event = an_event(boats, AssetID="B1")
    assert look_of(event, boats).style is Style.OTHER
    assert label_of(event, boats) == "B1"
    assert label_of(event, None) == "Boats"


def test_every_built_in_topic_has_a_look_of_its_own() -> None:
    styles = [look_of(an_event(name), topic).style for name, topic in builtin_topics().items()]
    assert Style.OTHER not in styles
    assert len(set(styles)) == len(styles)


@pytest.mark.parametrize(
    ("event", "name", "facts"),
    [
        (an_event(AssetID="E7"), "E7", "Speed 63 km/h"),
        (an_event(AssetID="E7", AssetName="Engine 7"), "Engine 7", "AssetID E7 · Speed 63 km/h"),
        (an_event("WFireRSImage"), None, "RasterFile 4 bytes"),
    ],
)
def test_the_facts_of_an_event_are_all_but_its_name_and_its_time(event: Event, name: str | None, facts: str) -> None:
    topic = TOPICS[event.topic]
    assert (name_of(event, topic), facts_of(event, topic)) == (name, facts)


def test_without_a_topic_all_that_an_event_says_is_a_fact() -> None:
    boats = dataclasses.replace(EA_LOCATION, name="Boats", title="")
    event = an_event(boats, AssetID="B1", PosDate=date(2008, 4, 12))
    assert facts_of(event, None) == "AssetID B1 · PosDate 2008-04-12"
