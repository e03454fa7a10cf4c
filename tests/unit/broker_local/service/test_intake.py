"""Intake: good events in, bad ones aside with the reason, resends recognised."""

import base64
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from broker_local.matching.matcher import Matcher
from broker_local.protocol.addresses import publish, receipt
from broker_local.protocol.blob import blob_ref
from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import Given, ProtocolError
from broker_local.protocol.event_codec import decode_event, encode_event
from broker_local.protocol.receipt_codec import decode_receipt
from broker_local.service.attachments import read_attachments
from broker_local.service.blob_store import BlobStore
from broker_local.service.delivery import deliver
from broker_local.service.findings import Findings, ReadMessage
from broker_local.service.intake import Intake, key_of, take_in
from broker_local.service.journal import Journal
from broker_local.service.mqtt_link import Message
from broker_local.service.subscriptions import Subscriptions
from tests.builders import POSITION, a_feature, an_event
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


def a_reading(temperature: object, **members: object) -> bytes:
    """A sensor's feature with an id, as its publisher might write it."""
    feature = a_feature(an_event("WSObservation", id="a", obsdate=NOW.date(), obstime=NOW.time()))
    properties = feature["properties"]
    assert isinstance(properties, dict)
    return json.dumps(feature | {"properties": properties | {"Temperature": temperature}} | members).encode()


HOT = {"corners": [25, 30, None, None]}  # as resources/terms has it


def test_what_is_not_exact_is_journaled_as_numbers_and_never_as_a_word(journal: Journal) -> None:
    intake = accept(journal, a_reading({"term": "HOT"}, accuracy_m=12.5), topic="WSObservation")
    (item,) = intake.accepted
    body = json.loads(item.body)
    assert (body["properties"]["Temperature"], body["accuracy_m"]) == (HOT, 12.5)
    kept = journal.find_event(key_of(item.event))
    assert kept is not None
    assert decode_event(kept.body, builtin_topics(), NOW) == item.event


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"term": "hot"}, HOT),
        (HOT, {"term": "Hot"}),
        ({"value": 27, "error": 0}, 27),
        ({"value": 27, "error": 2}, {"corners": [25, 27, 27, 29], "shape": "linear"}),
        ({"between": [25, 29]}, {"corners": [25, 25, 29, 29]}),
    ],
)
def test_the_same_said_in_other_words_is_a_resend(journal: Journal, first: object, again: object) -> None:
    accept(journal, a_reading(first), topic="WSObservation")
    later = accept(journal, a_reading(again), topic="WSObservation")
    assert (later.duplicates, later.rejected) == (1, [])


def test_another_error_of_a_value_or_a_place_is_another_content(journal: Journal) -> None:
    accept(journal, a_reading({"value": 27, "error": 2}, accuracy_m=5), topic="WSObservation")
    payloads = [
        a_reading({"value": 27, "error": 3}, accuracy_m=5),
        a_reading({"value": 27, "error": 2}, accuracy_m=6),
        a_reading({"value": 27, "error": 2}),
    ]
    later = accept(journal, *payloads, topic="WSObservation")
    assert (later.duplicates, [row.field for row in later.rejected]) == (0, ["id"] * 3)


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        (a_reading({"value": 27, "error": -1}), "properties.Temperature.error: expected a number from 0, got -1.0"),
        (a_reading({"between": [29, 25]}), "properties.Temperature.between: expected numbers that ascend"),
        (a_reading({"term": "hott"}), "properties.Temperature.term: expected one of"),
        (a_reading(27, accuracy_m=-1), "accuracy_m: expected a number of metres from 0 to 20100000, got -1"),
        (a_reading(27, accuracy_m="good"), "accuracy_m: expected a number of metres from 0 to 20100000, got 'good'"),
    ],
)
def test_what_cannot_be_read_is_refused_by_field_expected_and_given(
    journal: Journal, feature: bytes, message: str
) -> None:
    intake = accept(journal, feature, topic="WSObservation")
    assert intake.accepted == []
    assert intake.rejected[0].message.startswith(message)


def test_two_publishers_may_use_one_id(journal: Journal) -> None:
    one = an_event(id="a", speed=50, publisher="truck-1")
    other = an_event(id="a", speed=51, publisher="truck-2")
    assert len(accept(journal, encode_event(one), encode_event(other)).accepted) == 2


def read_aside(tmp_path: Path, payload: bytes, now: datetime = NOW) -> ReadMessage:
    """An image message after its attachments were read."""
    topic = builtin_topics()["WFireRSImage"]
    found = read_attachments(payload, topic, now, BlobStore(tmp_path / "images", 10**9))
    return ReadMessage(publish(topic.name), found.payload, 0, 1, 1, findings=found)


def an_image_feature(content: bytes, **members: object) -> dict[str, object]:
    encoded = base64.b64encode(content).decode()
    properties = {"RasterFile": encoded, "RasterDate": "02/03/2008", "RasterTime": "11:25"}
    return {"type": "Feature", "geometry": None, "properties": properties} | members


def test_an_image_that_was_read_is_where_its_file_says_and_refers_to_it(journal: Journal, tmp_path: Path) -> None:
    image = a_geotiff(taken="2008:03:02 11:25:35")
    (item,) = take_in([read_aside(tmp_path, image)], builtin_topics(), journal, NOW).accepted
    assert item.event.geometry is not None
    assert item.event.time == datetime(2008, 3, 2, 11, 25, 35, tzinfo=UTC)
    assert item.event.attributes["RasterFile"] == blob_ref(image)


def test_an_image_without_a_date_is_recognised_when_it_comes_again(journal: Journal, tmp_path: Path) -> None:
    times = (NOW, datetime(2026, 7, 2, tzinfo=UTC))
    intake = take_in([read_aside(tmp_path, a_geotiff(), now) for now in times], builtin_topics(), journal, NOW)
    assert (len(intake.accepted), intake.duplicates, intake.rejected) == (1, 1, [])


def test_what_was_found_wrong_with_one_image_refuses_that_feature_alone(journal: Journal, tmp_path: Path) -> None:
    features = [an_image_feature(a_geotiff(), id="good"), an_image_feature(b"bad", id="bad")]
    batch = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    intake = take_in([read_aside(tmp_path, batch)], builtin_topics(), journal, NOW)
    assert [item.event.id for item in intake.accepted] == ["good"]
    assert [row.field for row in intake.rejected] == ["features[1].properties.RasterFile"]


def test_a_message_that_could_not_be_read_is_refused_and_its_sender_told(journal: Journal) -> None:
    error = ProtocolError("message", expected="attachments that can be read", got=Given("nothing"))
    payload = b'{"receipt": {"to": "gateway", "message": "m1"}}'
    whole = [
        ReadMessage(publish("WFireRSImage"), kept, 0, 1, 1, findings=Findings(b"", refusal=error))
        for kept in (b"II*", payload)
    ]
    intake = take_in(whole, builtin_topics(), journal, NOW)
    assert [row.message for row in intake.rejected] == [str(error)] * 2
    (due,) = intake.receipts
    assert [part.reason for part in decode_receipt(due.message()[1]).refused] == [str(error)]


def test_a_reference_from_outside_is_refused(journal: Journal) -> None:
    photo = an_event("FireIncReports", id="r", IncPhoto=blob_ref(b"somebody else's"))
    intake = accept(journal, encode_event(photo), topic="FireIncReports")
    assert [row.field for row in intake.rejected] == ["properties.IncPhoto"]


def test_an_address_is_placed_and_the_same_report_is_known_again_wherever_it_is_placed_then(journal: Journal) -> None:
    report = encode_event(an_event("FireIncReports", id="r", geometry=None, Address="1 Main St"))
    sent = messages(report, topic="FireIncReports")
    first = take_in(sent, builtin_topics(), journal, NOW, lambda event: replace(event, geometry=POSITION))
    deliver(
        first,
        Matcher(builtin_topics()).match([]),
        Subscriptions(journal, Matcher(builtin_topics()), builtin_topics()),
        journal,
        NOW,
    )
    assert [item.event.geometry for item in first.accepted] == [POSITION]
    again = take_in(sent, builtin_topics(), journal, NOW)
    assert (again.accepted, again.duplicates) == ([], 1)


def test_an_address_that_cannot_be_placed_is_accepted_and_counted(journal: Journal) -> None:
    report = encode_event(an_event("FireIncReports", id="r", geometry=None, Address="1 Main St"))
    intake = accept(journal, report, topic="FireIncReports")
    assert [item.event.geometry for item in intake.accepted] == [None]
    assert intake.unplaced == 1


def test_a_receipt_is_due_to_who_asks_also_for_what_is_known_or_refused(journal: Journal) -> None:
    accept(journal, encode_event(an_event(id="known", speed=50)), encode_event(an_event(id="taken", speed=50)))
    features = [a_feature(an_event(id=name, speed=50)) for name in ("known", "new")]
    features += [a_feature(an_event(id="taken", speed=51)), {"type": "Feature", "properties": {}}]
    wanted = {"to": "gateway", "message": "m1"}
    batch = json.dumps({"type": "FeatureCollection", "features": features, "receipt": wanted}).encode()
    (due,) = accept(journal, batch, encode_event(an_event(id="not asked for"))).receipts
    address, payload = due.message()
    told = decode_receipt(payload)
    assert (address, told.message, told.journaled) == (receipt("gateway"), "m1", ("known", "new"))
    assert [(part.index, part.reason.partition(":")[0]) for part in told.refused] == [
        (3, "features[3].properties.AssetID"),
        (2, "id"),
    ]


def test_a_message_that_is_refused_as_a_whole_is_told_where_it_can_be(journal: Journal) -> None:
    wanted = {"to": "gateway", "message": "m1"}
    nothing = json.dumps({"type": "Nothing", "receipt": wanted}).encode()
    unsent = json.dumps({"type": "Nothing", "receipt": {"to": "a/b", "message": "m2"}}).encode()
    intake = accept(journal, nothing, unsent, b"?")
    assert [row.field for row in intake.rejected] == ["type", "receipt.to", "message"]
    (due,) = intake.receipts
    told = decode_receipt(due.message()[1])
    assert (told.journaled, [part.index for part in told.refused]) == ((), [None])
