"""Intake: good events in, bad ones aside with the reason, resends recognised."""

import base64
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.addresses import publish
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.event_codec import encode_event
from broker_local.service.delivery import deliver
from broker_local.service.intake import Intake, take_in
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message
from broker_local.service.subscriptions import Subscriptions
from tests.builders import an_event
from tests.geotiffs import a_geotiff

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path):
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def messages(*payloads: bytes, topic: str = "EALocation") -> list[Message]:
    return [Message(publish(topic), payload, 0, 1, 1) for payload in payloads]


def accept(journal: Journal, *payloads: bytes, topic: str = "EALocation") -> Intake:
    intake = take_in(messages(*payloads, topic=topic), builtin_topics(), journal, NOW)
    matcher = Matcher(builtin_topics())
    matches = matcher.match([item.event for item in intake.accepted])
    deliver(intake, matches, Subscriptions(journal, matcher, builtin_topics()), journal, NOW)
    return intake


def test_a_bad_message_does_not_sink_its_neighbours(journal: Journal) -> None:
    intake = accept(journal, encode_event(an_event(id="a")), b"nonsense", encode_event(an_event(id="b")))
    assert [item.event.id for item in intake.accepted] == ["a", "b"]
    (refused,) = intake.rejected
    assert (refused.address, refused.field, refused.content) == (publish("EALocation"), "message", b"nonsense")


def test_a_resend_is_recognised_in_the_batch_and_later(journal: Journal) -> None:
    payload = encode_event(an_event(id="a"))
    assert accept(journal, payload, payload).duplicates == 1
    later = accept(journal, payload)
    assert (later.duplicates, later.accepted, later.rejected) == (1, [], [])


def test_another_content_under_a_used_id_is_refused(journal: Journal) -> None:
    accept(journal, encode_event(an_event(id="a", speed=50)))
    intake = accept(journal, encode_event(an_event(id="a", speed=51)))
    assert intake.accepted == []
    assert intake.rejected[0].message == "id: expected an id that no other event has, got 'a'"
    assert json.loads(intake.rejected[0].content)["properties"]["Speed"] == 51.0


def test_two_publishers_may_use_one_id(journal: Journal) -> None:
    one = an_event(id="a", speed=50, publisher="truck-1")
    other = an_event(id="a", speed=51, publisher="truck-2")
    assert len(accept(journal, encode_event(one), encode_event(other)).accepted) == 2


def test_a_bare_geotiff_is_an_event_where_and_when_its_file_says(journal: Journal) -> None:
    image = a_geotiff(taken="2008:03:02 11:25:35")
    (item,) = accept(journal, image, topic="WFireRSImage").accepted
    assert item.event.geometry is not None
    assert item.event.time == datetime(2008, 3, 2, 11, 25, 35, tzinfo=UTC)
    assert item.event.attributes["RasterFile"] == image
    assert accept(journal, image, topic="WFireRSImage").duplicates == 1


def test_an_image_in_base64_gets_its_footprint(journal: Journal) -> None:
    properties = {
        "RasterFile": base64.b64encode(a_geotiff()).decode(),
        "RasterDate": "02/03/2008",
        "RasterTime": "11:25",
    }
    feature = {"type": "Feature", "geometry": None, "properties": properties}
    (item,) = accept(journal, json.dumps(feature).encode(), topic="WFireRSImage").accepted
    assert item.event.geometry is not None
    assert item.event.geometry.geom_type == "Polygon"


def test_a_broken_image_is_refused(journal: Journal) -> None:
    properties = {"RasterFile": "AAAA", "RasterDate": "02/03/2008", "RasterTime": "11:25"}
    feature = {"type": "Feature", "geometry": None, "properties": properties}
    intake = accept(journal, json.dumps(feature).encode(), b"II*\0broken", topic="WFireRSImage")
    assert sorted(row.field for row in intake.rejected) == ["message", "properties.RasterFile"]
    assert intake.accepted == []
