"""Tests of rfers_desktop/layers/event_tables.py."""

from __future__ import annotations

from broker_local.protocol.blob import blob_ref
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
