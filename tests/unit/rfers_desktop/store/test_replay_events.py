"""Events out of columns: each as it was, whatever its topic has and lacks."""

from __future__ import annotations

from datetime import UTC, datetime

import pyarrow as pa
import pytest
import shapely

from broker_local.protocol.blob import BlobRef, blob_ref
from broker_local.protocol.event import Event, PlacedBy, Placement
from broker_local.protocol.topic import Attribute, AttributeType, Topic
from broker_local.replay.archived_event import ArchivedEvent
from broker_local.replay.event_schema import table_of
from rfers_desktop.store.replay_events import Verdict, past_events
from tests.builders import EA_LOCATION, FIRE_INC_REPORTS, WFIRE_RS_IMAGE, an_event

AT = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)
PLACED = Placement(PlacedBy.ADDRESS, 0.5, 30.0, "2500 University Drive NW")


def columns_of(events: list[Event], topic: Topic, **lists: list[list[object]]) -> pa.Table:
    table = table_of([ArchivedEvent(event, AT, "d", number) for number, event in enumerate(events)], topic)
    for name, values in ({"matched": [[0, 2]] * len(events)} | lists).items():
        table = table.append_column(name, pa.array(values))
    return table


@pytest.mark.parametrize(
    ("event", "topic"),
    [
        (an_event(speed=7.5, time=AT), EA_LOCATION),
        (an_event("FireIncReports", geometry=None, address="x"), FIRE_INC_REPORTS),
        (an_event("WFireRSImage", geometry=shapely.box(0, 0, 1, 1), rasterfile=blob_ref(b"an image")), WFIRE_RS_IMAGE),
        (Event("e", "Bare", shapely.Point(1, 2), {}, AT, None, PLACED), Topic("Bare", EA_LOCATION.geometries, ())),
    ],
    ids=["asset", "no place", "image", "no attributes"],
)
def test_an_event_comes_back_as_it_was(event: Event, topic: Topic) -> None:
    (found,) = past_events(columns_of([event], topic), topic)
    assert found.event == event
    assert (found.matched, found.compared, found.verdict) == ((0, 2), (), Verdict.SAME)
    assert datetime.fromtimestamp(found.time_us / 1e6, UTC) == event.time


def test_content_that_is_kept_in_the_event_and_content_that_is_referred_to() -> None:
    topic = Topic("Photos", EA_LOCATION.geometries, (Attribute("Photo", AttributeType.BINARY),))
    made = [an_event(topic, id="a", photo=b"bytes"), an_event(topic, id="b", photo=BlobRef("0" * 64, 5))]
    found = {row.event.id: row.event.attributes["Photo"] for row in past_events(columns_of(made, topic), topic)}
    assert found == {"a": b"bytes", "b": BlobRef("0" * 64, 5)}


def test_who_is_told_what_in_a_comparison() -> None:
    events = [an_event(id=f"e{number}") for number in range(4)]
    lists = {
        "matched": [[0], [], [0], [0]],
        "compared": [[1], [1], [], [1]],
        "missed_by": [[], ["ann"], [], ["bob"]],
        "extra_for": [[], [], ["ann"], ["ann"]],
    }
    found = past_events(columns_of(events, EA_LOCATION, **lists), EA_LOCATION)
    assert [row.verdict for row in found] == [Verdict.SAME, Verdict.MISSED, Verdict.EXTRA, Verdict.MISSED]
    assert [row.compared for row in found] == [(1,), (1,), (), (1,)]


def test_a_file_of_an_earlier_schema_lacks_what_came_later() -> None:
    shorter = Topic(EA_LOCATION.name, EA_LOCATION.geometries, EA_LOCATION.attributes[:1])
    table = columns_of([an_event(speed=7.5)], EA_LOCATION)
    (found,) = past_events(table, shorter)
    assert set(found.event.attributes) <= {EA_LOCATION.attributes[0].name}
