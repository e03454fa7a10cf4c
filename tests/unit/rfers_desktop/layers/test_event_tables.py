"""Tests of rfers_desktop/layers/event_tables.py."""

from __future__ import annotations

from dataclasses import replace

from broker_local.protocol.blob import blob_ref
from broker_local.protocol.fuzzy_number import FuzzyNumber, about
from broker_local.protocol.notification import MatchedSubscription
from rfers_desktop.layers.event_tables import Told, event_tables
from tests.builders import TOPICS, an_event
from tests.unit.rfers_desktop.desk_doubles import RECEIVED, a_notification


def test_each_topic_is_a_table_with_its_attributes() -> None:
    events = [an_event(speed=92, publisher="gateway"), an_event("WSObservation"), an_event(speed=12)]
    assets, sensors = event_tables([Told(a_notification(n, e), RECEIVED) for n, e in enumerate(events)], TOPICS)
    assert (assets.name, sensors.name) == ("EALocation", "WSObservation")
    assert assets.columns["Speed"] == [92, 12]
    assert assets.columns["number"] == [0, 2]
    assert assets.columns["matched"] == ["North sector", "North sector"]
    assert assets.columns["publisher"] == ["gateway", None]
    assert assets.columns["sent"][0] == "2008-04-12T14:15:21.245Z"
    assert assets.columns["PosDate"] == ["2008-04-12", "2008-04-12"]
    assert len(assets.geometries) == 2


def test_binary_values_are_told_by_their_size() -> None:
    events = [an_event("FireIncReports", incphoto=b"12345"), an_event("FireIncReports", incphoto=blob_ref(b"123"))]
    (table,) = event_tables([Told(a_notification(n, e), RECEIVED) for n, e in enumerate(events)], TOPICS)
    assert table.columns["IncPhoto"] == ["5 bytes", "3 bytes"]


def test_a_topic_that_nobody_knows_has_what_its_events_say() -> None:
    (table,) = event_tables([Told(a_notification(1, an_event(speed=5)), RECEIVED)], {})
    assert table.columns["Speed"] == [5]


def test_how_sure_a_match_is_and_what_is_not_known_exactly_have_columns() -> None:
    events = [
        replace(an_event("WSObservation", temperature=about(27, 2)), accuracy_m=25.0),
        an_event("WSObservation", temperature=FuzzyNumber(25, float("inf"))),
        an_event("WSObservation", temperature=31.0),
    ]
    matched = (MatchedSubscription("a", "A", 1.0, 0.25),)
    told = [Told(replace(a_notification(n, e), matched=matched), RECEIVED) for n, e in enumerate(events)]
    (table,) = event_tables(told, TOPICS)
    assert table.columns["possibility"] == [1.0, 1.0, 1.0]
    assert table.columns["necessity"] == [0.25, 0.25, 0.25]
    assert table.columns["Temperature"] == [27, 25, 31.0]
    assert table.columns["Temperature_low"] == [25, 25, 31.0]
    assert table.columns["Temperature_high"] == [29, None, 31.0]
    assert table.columns["accuracy_m"] == [25.0, None, None]
    assert "Humidity_low" not in table.columns
